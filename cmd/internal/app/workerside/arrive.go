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
	"github.com/frasier-cos/frasier/worker/workspace"
)

// deliverMerged brings merged changes into the folders of this machine where that was decided: after
// they were merged, and from what was stored then. What goes wrong with one keeps back those behind
// it on its branch, and no other.
func deliverMerged(a *app.App) func(context.Context) error {
	gate := newGate(a, reports.WaitArrival, retry.Policy{First: 5 * time.Second, Most: 10 * time.Minute})
	return func(ctx context.Context) error {
		machine, err := os.Hostname()
		if err != nil {
			return fmt.Errorf("name this machine: %w", err)
		}
		all, err := a.Store.ArrivalsDue(ctx, machine)
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
		var failed error
		late := map[org.ProjectID]bool{}
		for _, due := range all {
			if late[due.Project] {
				continue
			}
			err := gate.Do(ctx, fmt.Sprint(due.Project, " ", due.N), func(ctx context.Context) error {
				return ws.WithLock(ctx, due.Order.Repository, func() error { return deliverChange(ctx, a, ws, machine, due) })
			})
			if err != nil {
				late[due.Project], failed = true, errors.Join(failed, dropEarly(err))
			}
		}
		if failed = errors.Join(failed, gate.Early()); failed == nil {
			return org.ErrNoWork
		}
		return failed
	}
}

// deliverChange brings one change into its folder, unless somebody did so while this process waited
// for the folder.
func deliverChange(ctx context.Context, a *app.App, ws workspace.Dir, machine string, was coding.DueArrival) error {
	all, err := a.Store.ArrivalsDue(ctx, machine)
	if err != nil {
		return err
	}
	for _, due := range all {
		if due.Project != was.Project || due.N != was.N {
			continue
		}
		out := workspace.Brought{Obstacle: coding.ObstacleEarlier}
		if !due.Behind {
			if out, err = writeChange(ctx, a, ws, due); err != nil {
				return err
			}
		}
		to := due.Arrival
		to.State, to.Files, to.Obstacle, to.Path = coding.ArrivalThere, out.Files, out.Obstacle, out.Path
		if out.Obstacle != "" {
			to.State = coding.ArrivalLeft
		}
		return a.Store.KeepArrival(ctx, to)
	}
	return nil
}

func writeChange(ctx context.Context, a *app.App, ws workspace.Dir, due coding.DueArrival) (workspace.Brought, error) {
	c, ok := due.Commit()
	if !ok {
		return workspace.Brought{}, fmt.Errorf("change %d of %s is not on its branch", due.N, due.Project)
	}
	if _, _, err := ws.Base(ctx, due.Order); err != nil {
		return workspace.Brought{}, err
	}
	crash := a.Hooks.Crash
	if crash == nil {
		crash = func(string) {}
	}
	return ws.Bring(ctx, due.Order.Repository, c.Parent, c.ID, crash)
}

// Arrive brings what is due in folders of this machine there now.
func Arrive(ctx context.Context, a *app.App) error {
	if err := deliverMerged(a)(ctx); !errors.Is(err, org.ErrNoWork) {
		return err
	}
	return nil
}
