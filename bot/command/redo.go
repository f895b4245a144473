package command

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// redo has a step done again, with words for whoever does it.
func (d *Handler) redo(ctx context.Context, o *order) (org.Reply, error) {
	name, note := strings.TrimSpace(o.Args[optionStep]), strings.TrimSpace(o.Args[optionText])
	if syntax.IsProjectID(name) && note != "" { // "redo p3 s12 ..." says more than is needed
		name, note = syntax.CutWord(note)
	}
	id := org.StepID(strings.ToLower(strings.Trim(name, ":,.")))
	found, err := d.stepsNamed(ctx, o, name)
	if err != nil {
		return org.Reply{}, err
	}
	if len(found) == 0 || len(found) > 1 && found[0].ID != id {
		return d.again(ctx, o, id, note)
	}
	id = found[0].ID
	did, err := d.did(ctx, o, found[0].Project, org.EventStepReopened)
	if err != nil {
		return org.Reply{}, err
	}
	if all := noun.ListReopened(did, id); all != nil {
		return org.Reply{Text: wording.Redone(id, note, all[1:])}, nil
	}
	return d.again(ctx, o, id, note)
}

// stepsNamed are at most two steps of a name: of the project in whose thread the order
// was given, else of all open ones.
func (d *Handler) stepsNamed(ctx context.Context, o *order, name string) ([]org.StepName, error) {
	here, err := d.here(ctx, o)
	if err != nil {
		return nil, err
	}
	if here != "" {
		if found, err := d.Store.StepsNamed(ctx, here, name, 2); err != nil || len(found) > 0 {
			return found, err
		}
	}
	return d.Store.StepsNamed(ctx, "", name, 2)
}

// did lists what an order has done already that is carried out again because
// the process died before it could answer: the journal's lines of a kind, of one
// project or, when it is empty, of all. What others did meanwhile is among them.
func (d *Handler) did(ctx context.Context, o *order, p org.ProjectID, kind org.EventKind) ([]org.Event, error) {
	if o.since.IsZero() || kind == "" {
		return nil, nil
	}
	all, err := d.Log.DoneSince(ctx, o.since, kind)
	return slices.DeleteFunc(all, func(e org.Event) bool { return p != "" && e.Project != p }), err
}

// again has one step done again and says what goes with it. More than a few steps it
// names, with their price, and asks first.
func (d *Handler) again(ctx context.Context, o *order, id org.StepID, note string) (org.Reply, error) {
	found, err := d.Store.StepsNamed(ctx, "", string(id), 1)
	if err != nil {
		return org.Reply{}, err
	}
	if len(found) > 0 && found[0].ID == id {
		if err := d.agreed(ctx, o, found[0].Project, []org.StepID{id}); err != nil {
			return org.Reply{}, err
		}
	}
	all, err := d.Store.Redo(ctx, id, note, o.Author)
	switch {
	case isNotFound(err):
		return org.Reply{}, refuse(wording.RedoUnknown(string(id)))
	case errors.Is(err, org.ErrConflict):
		return org.Reply{}, refuse(messages.RedoNotNow(id, wording.TellConflict(err)))
	case err != nil:
		return org.Reply{}, err
	}
	return org.Reply{Text: wording.Redone(id, note, all[1:])}, nil
}

// replan has what is left of a project planned again.
func (d *Handler) replan(ctx context.Context, o *order) (org.Reply, error) {
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	return d.planAgain(ctx, o, p, strings.TrimSpace(o.Args[optionText]))
}

func (d *Handler) planAgain(ctx context.Context, o *order, p org.ProjectName, note string) (org.Reply, error) {
	did, err := d.did(ctx, o, p.ID, org.EventMissionReplanned)
	if err == nil && len(did) == 0 {
		did, err = d.did(ctx, o, p.ID, org.EventStepReopened) // a single task has no plan
	}
	if err == nil && len(did) == 0 {
		err = d.Store.Replan(ctx, p.ID, note, o.Author)
	}
	if errors.Is(err, org.ErrConflict) {
		return org.Reply{}, refuse(messages.ReplanNotNow(p, wording.TellConflict(err)))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return org.Reply{Text: wording.Replanned(p, note)}, nil
}

// changes has the parts of a document done again that a founder's words are
// about. Work that is still going on hears them as a note.
func (d *Handler) changes(ctx context.Context, o *order) (org.Reply, error) {
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	words := strings.TrimSpace(o.Args[optionText])
	did, err := d.did(ctx, o, p.ID, org.EventStepReopened)
	if err != nil {
		return org.Reply{}, err
	}
	if !p.State.Ended() && len(did) == 0 {
		return d.hand(ctx, o, p, words)
	}
	steps, err := d.Store.Steps(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	left, err := d.Store.LeftOut(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	picked := Concerned(steps, words, left...)
	if len(picked) == 0 || len(picked) > changedAtOnce {
		return org.Reply{}, refuse(messages.ChangesWhere(p, steps))
	}
	if len(did) == 0 {
		if err := d.agreed(ctx, o, p.ID, idsOf(picked)); err != nil {
			return org.Reply{}, err
		}
	}
	var out []messages.ChangedStep
	for _, s := range picked {
		all := noun.ListReopened(did, s.ID)
		if all == nil {
			all, err = d.Store.Redo(ctx, s.ID, words, o.Author)
		}
		if errors.Is(err, org.ErrConflict) {
			if len(picked) > 1 {
				continue // an earlier one took it along
			}
			return org.Reply{}, refuse(messages.ChangesNotNow(p, wording.TellConflict(err)))
		}
		if err != nil {
			return org.Reply{}, err
		}
		out = append(out, messages.ChangedStep{ID: s.ID, Title: s.Title, More: len(all) - 1})
	}
	return say(messages.ChangesBegun(p, words, out))
}

// unasked is how many steps may be done again without the founder's yes to their price.
const unasked = 2

// agreed refuses to have steps done again before the founder has seen what it comes to,
// where it is more than unasked steps.
func (d *Handler) agreed(ctx context.Context, o *order, p org.ProjectID, ids []org.StepID) error {
	if o.Args[optionSure] == "yes" {
		return nil
	}
	all, effort, err := d.Store.RedoExtent(ctx, p, ids)
	if err != nil || len(all) <= unasked {
		return err
	}
	var titles []string
	for _, s := range all {
		titles = append(titles, s.Title)
	}
	return refusal(messages.RedoAsks(titles, effort.String(), org.CommandConfirm+" "+o.Origin))
}

// confirm carries out the line of an earlier command that asked for a yes.
func (d *Handler) confirm(ctx context.Context, o *order) (org.Reply, error) {
	line, err := d.Store.CommandLine(ctx, o.Channel.Transport, strings.TrimSpace(o.Args["given"]))
	if isNotFound(err) {
		return org.Reply{}, refuse(messages.ConfirmNothing())
	}
	if err != nil {
		return org.Reply{}, err
	}
	call, of, err := parse(line)
	if err != nil || of.Name != org.CommandRedo && of.Name != org.CommandChanges {
		return org.Reply{}, refuse(messages.ConfirmNothing())
	}
	call.Args[optionSure] = "yes"
	given := *o
	given.Line, given.Call, given.spec = line, call, of
	v, err := of.carryOut(ctx, d, &given)
	return v.Reply, err
}

func idsOf(steps []org.Step) (ids []org.StepID) {
	for _, s := range steps {
		ids = append(ids, s.ID)
	}
	return ids
}

// changedAtOnce is how many steps one request may have done again without a
// question: more would be the whole project.
const changedAtOnce = 4

// Concerned picks the steps that words ask to change: those that they name by
// id, else those whose title they repeat, else the one whose result first has what they
// speak of, else the final step, else every step that no other one builds on. Assemblies follow by themselves. What the founder left out,
// with what fell away because of it, is concerned only where he names it by its id.
func Concerned(steps []org.Step, words string, left ...org.StepID) []org.Step {
	work := slices.DeleteFunc(slices.Clone(steps), func(s org.Step) bool { return s.Kind == org.KindAssembly || s.State == org.StepCancelled })
	var named, titled, last []org.Step
	said := prose.Words(words)
	needed := map[org.StepID]bool{}
	for _, s := range work {
		for _, n := range s.DependsOn {
			needed[n] = true
		}
	}
	for _, s := range work {
		if regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(string(s.ID)) + `\b`).MatchString(words) {
			named = append(named, s)
		}
		if slices.Contains(left, s.ID) || s.State == org.StepFailed && slices.Contains(left, s.CauseStep) {
			continue
		}
		if repeats(said, s.Title) {
			titled = append(titled, s)
		}
		if !needed[s.ID] {
			last = append(last, s)
		}
	}
	if len(named) > 0 {
		return named
	}
	if len(titled) > 0 {
		return titled
	}
	if s, found := origin(work, left, words); found {
		return []org.Step{s}
	}
	if i := slices.IndexFunc(work, func(s org.Step) bool { return s.Final && !slices.Contains(left, s.ID) }); i >= 0 {
		return work[i : i+1]
	}
	return last
}

// origin finds the step in whose result words speak of something first: of those that hold
// most of their topics, two at least, the one that every other of them builds on. What
// builds on it follows. A topic of more than two thirds of the steps is the project's own and
// tells none from another. False where there is no such step.
func origin(steps []org.Step, left []org.StepID, words string) (org.Step, bool) {
	const least = 2
	holds := map[org.StepID]int{}
	for _, topic := range prose.Tags(words) {
		var in []org.StepID
		for _, s := range steps {
			if !slices.Contains(left, s.ID) && slices.Contains(prose.Words(s.Result), topic) {
				in = append(in, s.ID)
			}
		}
		if 3*len(in) <= 2*len(steps) {
			for _, id := range in {
				holds[id]++
			}
		}
	}
	most, best := least, []org.Step(nil)
	for _, s := range steps {
		if holds[s.ID] > most {
			most, best = holds[s.ID], nil
		}
		if holds[s.ID] == most {
			best = append(best, s)
		}
	}
	i := slices.IndexFunc(best, func(s org.Step) bool {
		return !slices.ContainsFunc(best, func(o org.Step) bool { return o.ID != s.ID && !buildsOn(steps, o, s.ID) })
	})
	if i < 0 {
		return org.Step{}, false
	}
	return best[i], true
}

// buildsOn reports whether a step builds on another one, itself or by way of others.
func buildsOn(steps []org.Step, s org.Step, on org.StepID) bool {
	return slices.ContainsFunc(s.DependsOn, func(id org.StepID) bool {
		if id == on {
			return true
		}
		i := slices.IndexFunc(steps, func(o org.Step) bool { return o.ID == id })
		return i >= 0 && buildsOn(steps, steps[i], on)
	})
}

// repeats reports whether words hold most of what a title says: two of its
// words that carry a topic at least.
func repeats(said []string, title string) bool {
	const least, share = 2, 0.6
	hits, all := 0, 0
	for _, w := range prose.Tags(title) {
		all++
		if slices.Contains(said, w) {
			hits++
		}
	}
	return hits >= min(least, all) && float64(hits) >= share*float64(all) && hits > 0
}
