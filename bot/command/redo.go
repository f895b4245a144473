package command

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// redo has a step done again, with words for whoever does it.
func (d *Handler) redo(ctx context.Context, o *order) (org.Reply, error) {
	name, note := strings.TrimSpace(o.Args[optionStep]), strings.TrimSpace(o.Args[optionText])
	if isID(name) && note != "" { // "redo p3 s12 ..." says more than is needed
		name, note = cutWord(note)
	}
	id := org.StepID(strings.ToLower(strings.Trim(name, ":,.")))
	found, err := d.Store.StepsNamed(ctx, "", name, 2)
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
	if all := reopened(did, id); all != nil {
		return org.Reply{Text: messages.Redone(id, note, all[1:])}, nil
	}
	return d.again(ctx, o, id, note)
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

// reopened lists the steps that are done again, the one that was named first;
// nil when it is not among them.
func reopened(did []org.Event, named org.StepID) []org.StepID {
	out, found := []org.StepID{named}, false
	for _, e := range did {
		if found = found || e.Step == named; e.Step != named {
			out = append(out, e.Step)
		}
	}
	if !found {
		return nil
	}
	return out
}

// again has one step done again and says what goes with it.
func (d *Handler) again(ctx context.Context, o *order, id org.StepID, note string) (org.Reply, error) {
	all, err := d.Store.Redo(ctx, id, note, o.Author)
	switch {
	case isNotFound(err):
		return org.Reply{}, refuse(messages.RedoUnknown(string(id)))
	case errors.Is(err, org.ErrConflict):
		return org.Reply{}, refuse(messages.RedoNotNow(id, conflict(err)))
	case err != nil:
		return org.Reply{}, err
	}
	return org.Reply{Text: messages.Redone(id, note, all[1:])}, nil
}

// conflict is what stands between the outer words of an error and
// org.ErrConflict: the reason, for the founder.
func conflict(err error) string {
	text := strings.TrimSuffix(err.Error(), ": "+org.ErrConflict.Error())
	if i := strings.LastIndex(text, ": "); i >= 0 {
		text = text[i+2:]
	}
	return clip(tame(text), 200)
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
		return org.Reply{}, refuse(messages.ReplanNotNow(p, conflict(err)))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return org.Reply{Text: messages.Replanned(p, note)}, nil
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
	picked := Concerned(steps, words)
	if len(picked) == 0 || len(picked) > changedAtOnce {
		return org.Reply{}, refuse(messages.ChangesWhere(p, steps))
	}
	var out []messages.ChangedStep
	for _, s := range picked {
		all := reopened(did, s.ID)
		if all == nil {
			all, err = d.Store.Redo(ctx, s.ID, words, o.Author)
		}
		if errors.Is(err, org.ErrConflict) {
			if len(picked) > 1 {
				continue // an earlier one took it along
			}
			return org.Reply{}, refuse(messages.ChangesNotNow(p, conflict(err)))
		}
		if err != nil {
			return org.Reply{}, err
		}
		out = append(out, messages.ChangedStep{ID: s.ID, Title: s.Title, More: len(all) - 1})
	}
	return say(messages.ChangesBegun(p, words, out))
}

// changedAtOnce is how many steps one request may have done again without a
// question: more would be the whole project.
const changedAtOnce = 4

// Concerned picks the steps that words ask to change: those that they name by
// id, else those whose title they repeat, else the final step, else every step
// that no other one builds on. Assemblies follow by themselves.
func Concerned(steps []org.Step, words string) []org.Step {
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
	if i := slices.IndexFunc(work, func(s org.Step) bool { return s.Final }); i >= 0 {
		return work[i : i+1]
	}
	return last
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
