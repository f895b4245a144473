package workerside

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// pushBranches pushes the branches of projects that have ended to the addresses of their
// repositories. The same push by two processes, or once more after a kill, changes nothing there.
func pushBranches(a *app.App) func(context.Context) error {
	gate := newGate(a, reports.WaitPush, retry.Policy{First: 30 * time.Second, Most: 15 * time.Minute})
	known := "" // the connections, as they were with the last look
	return func(ctx context.Context) error {
		all, err := a.Store.PushesDue(ctx)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return org.ErrNoWork
		}
		ws, err := openWorkspaces(a)
		if err != nil {
			return err
		}
		connected, err := describeLogins(ctx, a)
		if err != nil {
			return err
		}
		renewed := connected != known
		known = connected
		var failed error
		for _, due := range all {
			if renewed {
				gate.Hurry(string(due.Project))
			}
			err := dropEarly(gate.Do(ctx, string(due.Project), func(ctx context.Context) error {
				return ws.WithLock(ctx, due.Order.Repository, func() error { return pushOne(ctx, a, ws, due.Project) })
			}))
			failed = errors.Join(failed, err)
		}
		if failed = errors.Join(failed, gate.Early()); failed == nil {
			return org.ErrNoWork
		}
		return failed
	}
}

// pushOne pushes the branch of a project, unless somebody did so while this process waited for its turn. What
// cannot be pushed now, for whatever reason, is tried again for a day.
func pushOne(ctx context.Context, a *app.App, ws workspace.Dir, p org.ProjectID) error {
	all, err := a.Store.PushesDue(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(d coding.DuePush) bool { return d.Project == p })
	if i < 0 {
		return nil
	}
	due := all[i]
	err = ws.Push(ctx, due.Order)
	to := coding.Push{State: coding.PushThere}
	var no *workspace.UnusableError
	switch {
	case err == nil:
	case errors.As(err, &no):
		to = coding.Push{State: coding.PushRefused, Why: no.Text}
	case ctx.Err() == nil && a.Now().Sub(due.Since) > coding.PushPatience:
		to = coding.Push{State: coding.PushRefused, Why: describeObstacle(err)}
	default:
		return fmt.Errorf("push the branch of %s: %w", due.Project, err)
	}
	if err := a.Store.KeepPush(ctx, due, to); !errors.Is(err, org.ErrConflict) {
		return err
	}
	return nil // somebody else pushed it, or a change came behind it and is due itself
}

// Push pushes what is due now. An address that cannot be reached is no error here: a worker tries it again.
func Push(ctx context.Context, a *app.App) error {
	var away *workspace.UnreachableError
	if err := pushBranches(a)(ctx); !errors.Is(err, org.ErrNoWork) && !errors.As(err, &away) {
		return err
	}
	return nil
}
