package workerside

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/worker/environment"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

func newMaker(a *app.App, f *fence.Fence, ws workspace.Dir, tell func(string)) *environment.Maker {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // there are no toolchains of it
	}
	return &environment.Maker{Fence: f, Workspaces: ws, UserHome: home, Now: a.Now, Tell: tell}
}

// TryRepository makes the environment of a repository's checks, runs them on the code as it is, and keeps how they end; tell hears
// what is done. What was called off meanwhile gives org.ErrConflict, and a machine without walls a *fence.MissingError.
func TryRepository(ctx context.Context, a *app.App, r coding.Repository, again bool, tell func(string)) (coding.Environment, error) {
	return tryRepository(ctx, a, r, coding.Environment{Again: again}, tell)
}

// tryRepository is TryRepository for whoever asked; one that is due is begun while it stays so, and called off when somebody
// asks anew: he may have named other checks.
func tryRepository(ctx context.Context, a *app.App, r coding.Repository, asked coding.Environment, tell func(string)) (e coding.Environment, err error) {
	ws, err := openWorkspaces(a)
	if err != nil {
		return e, err
	}
	f, err := newFence(ctx)
	if err != nil {
		return e, err
	}
	machine, err := os.Hostname()
	if err != nil {
		return e, fmt.Errorf("name this machine: %w", err)
	}
	e = coding.Environment{Repository: r.ID, Machine: machine, State: coding.EnvironmentWorking, At: asked.At}
	known, err := a.Store.Environments(ctx)
	if err != nil {
		return e, err
	}
	switch was := known[r.ID]; {
	case isCalledOff(asked, was) && asked.State == coding.EnvironmentDue: // before this process came to it
		return e, org.ErrConflict
	case was.State != coding.EnvironmentDue: // one that is due stays so until it is told: whoever comes after a crash begins again
		if err := a.Store.KeepEnvironment(ctx, e); err != nil {
			return e, err
		}
	}
	ctx, stop := followCancel(ctx, a, asked, r.ID)
	defer stop()
	err = makeAndTry(ctx, a, newMaker(a, f, ws, tell), attempt{r, asked.Again}, &e)
	if errors.Is(context.Cause(ctx), org.ErrConflict) { // whatever it was about then
		return e, org.ErrConflict
	}
	return e, err
}

// attempt names the repository to set up and try, and whether all of it is made anew.
type attempt struct {
	of    coding.Repository
	again bool
}

// makeAndTry makes the environment and keeps how it is, also where it could not be made.
func makeAndTry(ctx context.Context, a *app.App, m *environment.Maker, one attempt, e *coding.Environment) error {
	r := one.of
	if err := tryChecks(ctx, m, r, e, one.again); err != nil {
		if errors.Is(context.Cause(ctx), org.ErrConflict) {
			return err
		}
		e.State, e.Why = coding.EnvironmentFailed, err.Error()
		if ctx.Err() != nil && !errors.Is(err, context.DeadlineExceeded) {
			e.Why = "Frasier was stopped in the middle of it; nothing of it is kept. Begin again: frasier repo setup " + r.Name
		}
		return errors.Join(err, a.Store.KeepEnvironment(context.WithoutCancel(ctx), *e))
	}
	if err := propose(ctx, a, m.Workspaces, r); err != nil {
		return err
	}
	noteMap(ctx, a, m.Workspaces, r, e.Commit)
	return a.Store.KeepEnvironment(ctx, *e)
}

// isCalledOff reports whether what was begun as it was asked for is not wanted any more.
func isCalledOff(asked, now coding.Environment) bool {
	if asked.State != coding.EnvironmentDue {
		return now.State == coding.EnvironmentCancelled
	}
	return now.State != coding.EnvironmentDue || !now.At.Equal(asked.At)
}

func tryChecks(ctx context.Context, m *environment.Maker, r coding.Repository, e *coding.Environment, again bool) error {
	commit, _, err := m.Workspaces.Base(ctx, coding.CodeOrder{Repository: r})
	if err != nil {
		return err
	}
	tree, err := m.Workspaces.Tree(ctx, r, commit)
	if err != nil {
		return err
	}
	e.Commit = commit
	e.Setup, err = m.Make(ctx, r, tree, again)
	if no, ok := errors.AsType[*environment.MissingError](err); ok {
		e.Why = no.Text
	} else if err != nil {
		return err
	}
	runner := trial.Runner{Fence: m.Fence, Workspaces: m.Workspaces, Now: m.Now, Environment: m.Mount}
	for _, c := range r.Checks {
		one := r
		one.Checks = []string{c}
		if m.Tell != nil {
			m.Tell("trying: " + c)
		}
		all, err := runner.Run(ctx, trial.Subject{
			Repository: one, Step: "trying", Phase: coding.TrialBefore, Tree: tree, Founders: e.Why == "", Limit: time.Duration(r.Policy.Minutes) * time.Minute,
		})
		if err != nil {
			return err
		}
		e.Checks = append(e.Checks, coding.CheckStates(all)...)
	}
	e.State = coding.EnvironmentTried
	return nil
}

// followCancel ends the context when what is made is called off; its cause is org.ErrConflict then.
func followCancel(ctx context.Context, a *app.App, asked coding.Environment, repository string) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	look := func(ctx context.Context) error {
		all, err := a.Store.Environments(ctx)
		if err != nil {
			return err
		}
		if isCalledOff(asked, all[repository]) {
			cancel(org.ErrConflict)
		}
		return org.ErrNoWork
	}
	go func() {
		defer close(done)
		retry.Duty{Name: "cancel", Next: look, Poll: cancelEvery, Clock: newClock(a), Tell: logAttempts(ctx, a, "cancel")}.Serve(ctx)
	}()
	return ctx, func() { cancel(nil); <-done }
}

const cancelEvery = time.Second

// makeEnvironments makes the environments that somebody asked for in a chat, and tells him what came of it.
func makeEnvironments(a *app.App) func(context.Context) error {
	gate := newGate(a, reports.WaitRepository, makeRequestPolicy())
	return func(ctx context.Context) error {
		machine, err := os.Hostname()
		if err != nil {
			return fmt.Errorf("name this machine: %w", err)
		}
		due, err := a.Store.EnvironmentsDue(ctx, machine)
		if err != nil || len(due) == 0 {
			return errors.Join(err, org.ErrNoWork)
		}
		known, err := a.Store.Repositories(ctx)
		if err != nil {
			return err
		}
		var failed error
		calledOff := false
		for _, e := range due {
			for _, r := range known {
				if r.ID == e.Repository {
					failed = errors.Join(failed, dropEarly(gate.Do(ctx, "environment "+r.ID, func(ctx context.Context) (err error) {
						if err = makeEnvironment(ctx, a, r, e); errors.Is(err, org.ErrConflict) {
							calledOff, err = true, nil
						}
						return err
					})))
				}
			}
		}
		if failed = errors.Join(failed, gate.Early()); failed == nil && !calledOff { // who called one off may have asked for another
			return org.ErrNoWork
		}
		return failed
	}
}

// makeEnvironment makes one; what was called off gives org.ErrConflict.
func makeEnvironment(ctx context.Context, a *app.App, r coding.Repository, e coding.Environment) error {
	_, err := tryRepository(ctx, a, r, e, nil)
	if no, ok := errors.AsType[*fence.MissingError](err); ok {
		e.State, e.Why = coding.EnvironmentFailed, no.Error()
		return a.Store.KeepEnvironment(ctx, e)
	}
	return err
}

// MostLayerBytes bounds what they may take.
const MostLayerBytes = environment.LayersBytes

// LayerBytes returns what the packages of all repositories take on this machine.
func LayerBytes(a *app.App) (int64, error) {
	ws, err := openWorkspaces(a)
	if err != nil {
		return 0, err
	}
	return newMaker(a, nil, ws, nil).Bytes()
}
