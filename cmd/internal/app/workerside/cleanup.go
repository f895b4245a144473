package workerside

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// putAway ends what projects left and takes their folders on this machine away, as their repositories' settings say. Done again after a kill,
// it finds what is left.
func putAway(a *app.App) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := a.Store.EndServices(ctx); err != nil && !errors.Is(err, org.ErrNoWork) {
			return err
		}
		machine, err := os.Hostname()
		if err != nil {
			return err
		}
		all, err := a.Store.CleanupsDue(ctx, machine)
		if err != nil || len(all) == 0 {
			return errors.Join(err, noWork(err))
		}
		ws, err := openWorkspaces(a)
		if err != nil {
			return err
		}
		for _, due := range all {
			c, err := putFoldersAway(ctx, ws, due)
			if err != nil {
				return fmt.Errorf("put the folders of %s away: %w", due.Project, err)
			}
			c.Machine = machine
			if err := a.Store.KeepCleaned(ctx, c); err != nil {
				return err
			}
		}
		return org.ErrNoWork
	}
}

func noWork(err error) error {
	if err == nil {
		return org.ErrNoWork
	}
	return nil
}

// putFoldersAway keeps those of steps that did not come to an end.
func putFoldersAway(ctx context.Context, ws workspace.Dir, due coding.DueCleanup) (coding.CleanedNow, error) {
	c := coding.CleanedNow{Project: due.Project, What: coding.CleanWorkspace}
	n := 0
	var kept []string
	for _, x := range due.Changes {
		if x.Step.State != org.StepCompleted || x.Placed == nil {
			continue
		}
		var some bool
		err := ws.WithLock(ctx, x.Order.Repository, func() (err error) {
			some, err = ws.PutAway(ctx, x.Order.Repository, x.Step.ID, x.Placed.Handle)
			return err
		})
		var no *workspace.UnusableError
		switch {
		case errors.As(err, &no):
			kept = append(kept, no.Text)
		case err != nil:
			return c, err
		case some:
			n++
		}
	}
	if c.Kept = strings.Join(kept, "; "); c.Kept == "" && n > 0 {
		c.Done = "the folders of " + prose.Count(n, "step")
	}
	return c, nil
}
