package control

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

// What pause, resume and cancel take beside a project.
const (
	everyProject   = "all"
	stoppedProject = "stopped"
)

// change is one way to change how projects go on.
type change struct {
	verb   string
	leaves org.EventKind
	do     func(context.Context, org.ProjectID) error
	// done says what it did, and how many steps were running then.
	done func(projects []org.ProjectName, running int) string
}

func (s records) pause(ctx context.Context, in noun.Input) (noun.View, error) {
	if id := syntax.ReadStepID(in.Args[noun.OptionProject]); syntax.IsStepID(id) {
		return s.changeStep(ctx, id, StepHeld, s.HoldStep)
	}
	return s.changeProjects(ctx, in, change{org.CommandPause, org.EventProjectPaused, s.Pause, Paused})
}

func (s records) resume(ctx context.Context, in noun.Input) (noun.View, error) {
	if id := syntax.ReadStepID(in.Args[noun.OptionProject]); syntax.IsStepID(id) {
		return s.changeStep(ctx, id, StepReleased, s.ReleaseStep)
	}
	return s.changeProjects(ctx, in, change{org.CommandResume, org.EventProjectResumed, func(ctx context.Context, id org.ProjectID) error {
		if err := s.Resume(ctx, id); err != nil {
			return err
		}
		if err := s.ReleaseUnreviewed(ctx, id); err != nil {
			return err
		}
		return s.RetryNow(ctx, id)
	}, func(projects []org.ProjectName, _ int) string { return Resumed(projects) }})
}

// cancel asks first, since it ends a project for good; sure=yes, which the
// button of the question says, carries it out.
func (s records) cancel(ctx context.Context, in noun.Input) (noun.View, error) {
	if strings.EqualFold(strings.TrimSpace(in.Args[optionSure]), "yes") {
		return s.changeProjects(ctx, in, change{org.CommandCancel, org.EventProjectCancelled, s.Cancel, Cancelled})
	}
	if which := strings.ToLower(in.Args[noun.OptionProject]); which == everyProject || which == stoppedProject {
		open, stopped, err := s.findEndable(ctx, which)
		if err != nil {
			return noun.View{}, err
		}
		if len(open)+len(stopped) == 0 {
			return s.showChanged(NothingOpenTo(org.CommandCancel), nil)
		}
		return noun.View{Reply: CancelAllFirst(len(open), len(stopped)).Reply()}, nil
	}
	p, err := in.FindProject(ctx, true)
	if err != nil {
		return noun.View{}, err
	}
	if p.State == org.ProjectFailed {
		question, err := s.findQuestion(ctx, p.ID)
		return noun.View{Reply: EndFirst(p, question).Reply()}, err
	}
	if p.State.Ended() {
		return noun.View{}, noun.Refuse(ProjectEnded(p, org.CommandCancel))
	}
	status, err := s.ProjectStatus(ctx, p.ID, in.Now)
	if err != nil {
		return noun.View{}, err
	}
	all := 0
	for _, n := range status.Steps {
		all += n
	}
	return noun.View{Reply: CancelFirst(p, status.Steps[org.StepCompleted], all).Reply()}, nil
}

// changeStep changes how one step goes on.
func (s records) changeStep(ctx context.Context, name string, said func(org.StepID, string) string, do func(context.Context, org.StepID) error) (noun.View, error) {
	step, err := s.Step(ctx, name)
	if err == nil {
		err = do(ctx, step.ID)
	}
	switch {
	case errors.Is(err, org.ErrNotFound):
		return noun.View{}, noun.Refuse(wording.RedoUnknown(name))
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(wording.StepNotNow(step.ID, step.Title, wording.TellConflict(err)))
	case err != nil:
		return noun.View{}, err
	}
	return s.showChanged(said(step.ID, step.Title), nil)
}

// changeProjects changes the project that is named, or all open ones.
func (s records) changeProjects(ctx context.Context, in noun.Input, c change) (noun.View, error) {
	if which := strings.ToLower(in.Args[noun.OptionProject]); which == everyProject || which == stoppedProject && c.verb == org.CommandCancel {
		return s.changeAll(ctx, in, c, which)
	}
	p, err := in.FindProject(ctx, true)
	if err != nil {
		return noun.View{}, err
	}
	before, err := s.ProjectStatus(ctx, p.ID, in.Now)
	if err != nil {
		return noun.View{}, err
	}
	if err := c.do(ctx, p.ID); errors.Is(err, org.ErrConflict) && p.State == org.ProjectFailed {
		question, err := s.findQuestion(ctx, p.ID)
		if err != nil {
			return noun.View{}, err
		}
		return noun.View{}, noun.RefuseWith(ProjectStopped(p, question).Reply())
	} else if err != nil {
		return noun.View{}, noun.Explain(err, org.ErrConflict, ProjectEnded(p, c.verb))
	}
	running := before.Steps[org.StepInProgress] + before.Steps[org.StepInReview]
	did, err := in.DoneBefore(ctx, c.leaves) // it stopped them before its process died
	if err != nil {
		return noun.View{}, err
	}
	for _, e := range slices.Backward(did) {
		if n, err := strconv.Atoi(e.Data["in_flight"]); err == nil && e.Project == p.ID {
			running = n
		}
	}
	after, err := s.ProjectStatus(ctx, p.ID, in.Now)
	if err != nil {
		return noun.View{}, err
	}
	return s.showChanged(c.done([]org.ProjectName{p}, running), wording.ProjectButtons(after), p.ID)
}

// changeAll changes all open projects. One that is carried out again leaves
// those alone that were begun after it was given: its founder did not mean them.
func (s records) changeAll(ctx context.Context, in noun.Input, c change, which string) (noun.View, error) {
	ids, stopped, err := s.findEndable(ctx, which)
	if err != nil {
		return noun.View{}, err
	}
	if c.verb == org.CommandCancel {
		ids = append(ids, stopped...)
	}
	did, err := in.DoneBefore(ctx, c.leaves)
	if err != nil {
		return noun.View{}, err
	}
	begun, err := in.DoneBefore(ctx, org.EventProjectCreated)
	if err != nil {
		return noun.View{}, err
	}
	var changed []org.ProjectID
	for _, id := range ids {
		if slices.ContainsFunc(begun, func(e org.Event) bool { return e.Project == id }) {
			continue
		}
		if err := c.do(ctx, id); errors.Is(err, org.ErrConflict) {
			continue // it ended in the meantime
		} else if err != nil {
			return noun.View{}, err
		}
		changed = append(changed, id)
	}
	done := slices.Clone(changed)
	for _, e := range did {
		if !slices.Contains(done, e.Project) {
			done = append(done, e.Project)
		}
	}
	if len(done) == 0 {
		return s.showChanged(NothingOpenTo(c.verb), nil)
	}
	projects := make([]org.ProjectName, 0, len(done))
	for _, id := range done {
		p, err := s.Project(ctx, string(id))
		if err != nil {
			return noun.View{}, err
		}
		projects = append(projects, org.ProjectName{ID: p.ID, Title: p.Title, State: p.State})
	}
	return s.showChanged(c.done(projects, 0), nil, changed...)
}

// findEndable finds the projects that "cancel all" ends: those that are open, and those
// that have stopped and wait for an answer; "cancel stopped" only these.
func (s records) findEndable(ctx context.Context, which string) (open, stopped []org.ProjectID, err error) {
	if which == everyProject {
		if open, err = s.OpenProjectIDs(ctx); err != nil {
			return nil, nil, err
		}
	}
	all, err := s.Decisions(ctx)
	if err != nil {
		return nil, nil, err
	}
	seen := map[org.ProjectID]bool{"": true}
	for _, q := range all {
		if seen[q.Project] {
			continue
		}
		seen[q.Project] = true
		p, err := s.Project(ctx, string(q.Project))
		if err != nil {
			return nil, nil, err
		}
		if p.State == org.ProjectFailed {
			stopped = append(stopped, p.ID)
		}
	}
	return open, stopped, nil
}

// findQuestion finds the first open question of a project; empty for none.
func (s records) findQuestion(ctx context.Context, id org.ProjectID) (string, error) {
	all, err := s.Decisions(ctx)
	for _, q := range all {
		if q.Project == id {
			return q.ID, nil
		}
	}
	return "", err
}

// showChanged shows a text, and to programs how the projects stand that were changed: a line each.
func (s records) showChanged(text string, buttons []org.Button, changed ...org.ProjectID) (noun.View, error) {
	return noun.View{Reply: org.Reply{Text: text, Card: org.Card{Buttons: buttons}}, JSON: func(ctx context.Context) (any, error) {
		out := noun.Lines{}
		for _, id := range changed {
			p, err := s.Project(ctx, string(id))
			if err != nil {
				return nil, err
			}
			out = append(out, map[string]string{"project": string(p.ID), "state": string(p.State)})
		}
		return out, nil
	}}, nil
}
