package command

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

func isNotFound(err error) bool { return errors.Is(err, org.ErrNotFound) }

// change is one way to change how projects go on.
type change struct {
	// done says what it did, and how many steps were running then.
	done func(projects []org.ProjectName, running int) string
	do   func(context.Context, org.ProjectID) error
}

func (d *Handler) pause(ctx context.Context, o *order) (org.Reply, error) {
	if syntax.IsStepID(syntax.ReadStepID(o.Args[optionProject])) {
		return d.onStep(ctx, syntax.ReadStepID(o.Args[optionProject]), messages.StepHeld, d.Store.HoldStep)
	}
	return d.each(ctx, o, change{messages.Paused, d.Store.Pause})
}

func (d *Handler) resume(ctx context.Context, o *order) (org.Reply, error) {
	if syntax.IsStepID(syntax.ReadStepID(o.Args[optionProject])) {
		return d.onStep(ctx, syntax.ReadStepID(o.Args[optionProject]), messages.StepReleased, d.Store.ReleaseStep)
	}
	done := func(projects []org.ProjectName, _ int) string { return messages.Resumed(projects) }
	return d.each(ctx, o, change{done, func(ctx context.Context, id org.ProjectID) error {
		if err := d.Store.Resume(ctx, id); err != nil {
			return err
		}
		if err := d.Store.ReleaseUnreviewed(ctx, id); err != nil {
			return err
		}
		return d.Store.RetryNow(ctx, id)
	}})
}

// onStep changes how one step goes on.
func (d *Handler) onStep(ctx context.Context, name string, said func(org.StepID, string) string, do func(context.Context, org.StepID) error) (org.Reply, error) {
	s, err := d.Store.Step(ctx, name)
	if err == nil {
		err = do(ctx, s.ID)
	}
	switch {
	case isNotFound(err):
		return org.Reply{}, refuse(wording.RedoUnknown(name))
	case errors.Is(err, org.ErrConflict):
		return org.Reply{}, refuse(wording.StepNotNow(s.ID, s.Title, wording.TellConflict(err)))
	case err != nil:
		return org.Reply{}, err
	}
	return say(said(s.ID, s.Title))
}

// cancel asks first, since it ends a project for good; sure=yes, which the
// button of the question says, carries it out.
func (d *Handler) cancel(ctx context.Context, o *order) (org.Reply, error) {
	if strings.EqualFold(strings.TrimSpace(o.Args[optionSure]), "yes") {
		return d.each(ctx, o, change{messages.Cancelled, d.Store.Cancel})
	}
	if which := strings.ToLower(o.Args[optionProject]); which == "all" || which == "stopped" {
		open, stopped, err := d.endable(ctx, which)
		if err != nil {
			return org.Reply{}, err
		}
		if len(open)+len(stopped) == 0 {
			return org.Reply{Text: messages.NothingOpenTo(o.Name)}, nil
		}
		return messages.CancelAllFirst(len(open), len(stopped)).Reply(), nil
	}
	p, err := d.which(ctx, o, true)
	if err != nil {
		return org.Reply{}, err
	}
	if p.State == org.ProjectFailed {
		question, err := d.questionOf(ctx, p.ID)
		if err != nil {
			return org.Reply{}, err
		}
		return messages.EndFirst(p, question).Reply(), nil
	}
	if p.State.Ended() {
		return org.Reply{}, refuse(messages.ProjectEnded(p, o.Name))
	}
	status, err := d.Store.ProjectStatus(ctx, p.ID, d.Now())
	if err != nil {
		return org.Reply{}, err
	}
	all := 0
	for _, n := range status.Steps {
		all += n
	}
	return messages.CancelFirst(p, status.Steps[org.StepCompleted], all).Reply(), nil
}

// endable are the projects that "cancel all" ends: those that are open, and those that
// have stopped and wait for an answer; "cancel stopped" only these.
func (d *Handler) endable(ctx context.Context, which string) (open, stopped []org.ProjectID, err error) {
	if which == "all" {
		if open, err = d.Store.OpenProjectIDs(ctx); err != nil {
			return nil, nil, err
		}
	}
	all, err := d.Store.Decisions(ctx)
	if err != nil {
		return nil, nil, err
	}
	states, err := d.statesOf(ctx, all)
	for _, q := range all {
		if states[q.Project] == org.ProjectFailed && !slices.Contains(stopped, q.Project) {
			stopped = append(stopped, q.Project)
		}
	}
	return open, stopped, err
}

// statesOf is how the projects stand that wait for answers.
func (d *Handler) statesOf(ctx context.Context, all []org.Decision) (map[org.ProjectID]org.ProjectState, error) {
	out := map[org.ProjectID]org.ProjectState{}
	for _, q := range all {
		if _, known := out[q.Project]; known || q.Project == "" {
			continue
		}
		p, err := d.Store.Project(ctx, string(q.Project))
		if err != nil {
			return nil, err
		}
		out[q.Project] = p.State
	}
	return out, nil
}

// questionOf is the first open question of a project; empty for none.
func (d *Handler) questionOf(ctx context.Context, id org.ProjectID) (string, error) {
	all, err := d.Store.Decisions(ctx)
	for _, q := range all {
		if q.Project == id {
			return q.ID, nil
		}
	}
	return "", err
}

// each changes the project that an order names, or all open ones.
func (d *Handler) each(ctx context.Context, o *order, c change) (org.Reply, error) {
	if which := strings.ToLower(o.Args[optionProject]); which == "all" || which == "stopped" && o.Name == org.CommandCancel {
		return d.all(ctx, o, c)
	}
	p, err := d.which(ctx, o, true)
	if err != nil {
		return org.Reply{}, err
	}
	before, err := d.Store.ProjectStatus(ctx, p.ID, d.Now())
	if err != nil {
		return org.Reply{}, err
	}
	if err := c.do(ctx, p.ID); errors.Is(err, org.ErrConflict) && p.State == org.ProjectFailed {
		question, err := d.questionOf(ctx, p.ID)
		if err != nil {
			return org.Reply{}, err
		}
		return org.Reply{}, refusal(messages.ProjectStopped(p, question))
	} else if errors.Is(err, org.ErrConflict) {
		return org.Reply{}, refuse(messages.ProjectEnded(p, o.Name))
	} else if err != nil {
		return org.Reply{}, err
	}
	o.changed = append(o.changed, p.ID)
	n, err := d.inFlight(ctx, o, before)
	if err != nil {
		return org.Reply{}, err
	}
	text := c.done([]org.ProjectName{p}, n)
	after, err := d.Store.ProjectStatus(ctx, p.ID, d.Now())
	if err != nil {
		return org.Reply{}, err
	}
	return org.Reply{Text: text, Card: org.Card{Buttons: status.ProjectButtons(after)}}, nil
}

// inFlight is how many steps of a project were being worked on when an order
// reached it. One that stopped them before its process died left that in the
// journal.
func (d *Handler) inFlight(ctx context.Context, o *order, before reports.ProjectStatus) (int, error) {
	did, err := d.did(ctx, o, before.Project.ID, o.spec.leaves)
	if err != nil {
		return 0, err
	}
	for _, e := range did {
		if n, err := strconv.Atoi(e.Data["in_flight"]); err == nil {
			return n, nil
		}
	}
	return before.Steps[org.StepInProgress] + before.Steps[org.StepInReview], nil
}

// all changes all open projects. An order that is carried out again leaves
// those alone that were begun after it was given: its founder did not mean them.
func (d *Handler) all(ctx context.Context, o *order, c change) (org.Reply, error) {
	ids, err := d.Store.OpenProjectIDs(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	if o.Name == org.CommandCancel {
		open, stopped, err := d.endable(ctx, strings.ToLower(o.Args[optionProject]))
		if err != nil {
			return org.Reply{}, err
		}
		ids = append(open, stopped...)
	}
	did, err := d.did(ctx, o, "", o.spec.leaves)
	if err != nil {
		return org.Reply{}, err
	}
	done := map[org.ProjectID]bool{}
	for _, e := range did {
		done[e.Project] = true
	}
	begun, err := d.did(ctx, o, "", org.EventProjectCreated)
	if err != nil {
		return org.Reply{}, err
	}
	for _, id := range ids {
		if slices.ContainsFunc(begun, func(e org.Event) bool { return e.Project == id }) {
			continue
		}
		if err := c.do(ctx, id); errors.Is(err, org.ErrConflict) {
			continue // it ended in the meantime
		} else if err != nil {
			return org.Reply{}, err
		}
		done[id] = true
		o.changed = append(o.changed, id)
	}
	if len(done) == 0 {
		return org.Reply{Text: messages.NothingOpenTo(o.Name)}, nil
	}
	projects := make([]org.ProjectName, 0, len(done))
	for id := range done {
		found, err := d.Store.ProjectsNamed(ctx, string(id), 1)
		if err != nil {
			return org.Reply{}, err
		}
		projects = append(projects, found...)
	}
	return org.Reply{Text: c.done(projects, 0)}, nil
}

// describeStates is how projects stand, for programs: a line each.
func (d *Handler) describeStates(ctx context.Context, ids []org.ProjectID) (any, error) {
	out := noun.Lines{}
	for _, id := range ids {
		p, err := d.Store.Project(ctx, string(id))
		if err != nil {
			return nil, err
		}
		out = append(out, map[string]string{"project": string(p.ID), "state": string(p.State)})
	}
	return out, nil
}

// ask hears its words as a message.
func (d *Handler) ask(ctx context.Context, o *order) (org.Reply, error) {
	m := o.message(o.Args[optionText])
	if _, _, err := d.Store.SaveMessage(ctx, m); err != nil {
		return org.Reply{}, err
	}
	return say(messages.Asked(m.Text))
}

// project hears its words, or the message that it was used on, as an order to
// start a project.
func (d *Handler) project(ctx context.Context, o *order) (org.Reply, error) {
	starts := o.Args["goal"] != "" || len(o.Attachments) > 0
	if o.Args[optionProject] != "" || o.Args[optionCap] != "" && !starts {
		return d.capProject(ctx, o)
	}
	limit, isMoney := org.ParseLimit(strings.ToLower(strings.TrimSpace(o.Args[optionCap])))
	if o.Args[optionCap] != "" && !isMoney {
		return org.Reply{}, refuse(messages.NoAmount(o.Args[optionCap], true, ""))
	}
	words := strings.TrimSpace(o.Args["goal"])
	if words == "" {
		words = strings.TrimSpace(o.Message)
	}
	if words == "" && len(o.Attachments) == 0 {
		return org.Reply{}, refuse(messages.ProjectNeedsGoal(o.spec.example))
	}
	if o.Args["goal"] == "" && len(o.Attachments) == 0 && syntax.IsRule(words) {
		return org.Reply{}, refusal(messages.RuleOrProject(words))
	}
	m := o.message(words)
	m.Explicit, m.Cap = true, limit
	if _, _, err := d.Store.SaveMessage(ctx, m); err != nil {
		return org.Reply{}, err
	}
	what := words
	if what == "" {
		what = o.Attachments[0].Name
	}
	return say(messages.ProjectStarting(what, limit))
}
