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

// Whoever plans may stand on no ground from which a repository can be read, as the workers of a server do. So what can be
// read is told by those who read it anyway: whoever adds a repository, tries it or begins to work in it keeps its map.

// keepMap keeps what a repository holds at a commit of its own branch. One that is known already is not made again.
func keepMap(ctx context.Context, a *app.App, ws workspace.Dir, r coding.Repository, commit string) error {
	was, err := a.Store.MappedCommit(ctx, r.ID)
	if err != nil || was == commit {
		return err
	}
	m, err := ws.Map(ctx, r, commit, a.Now())
	if err != nil {
		return fmt.Errorf("map %s: %w", r.Name, err)
	}
	return a.Store.KeepMap(ctx, r.ID, m)
}

// noteMap is keepMap for whoever has something else to do: without the map the next plan is made of words alone, and whoever
// comes next makes it.
func noteMap(ctx context.Context, a *app.App, ws workspace.Dir, r coding.Repository, commit string) {
	if err := keepMap(ctx, a, ws, r, commit); err != nil {
		a.Log.WarnContext(ctx, "no map of the repository", "repository", r.Name, "err", err)
	}
}

// mapBase is keepMap of the newest commit that the copy has, after a look at the source.
func mapBase(ctx context.Context, a *app.App, ws workspace.Dir, r coding.Repository) error {
	commit, _, err := ws.Base(ctx, coding.CodeOrder{Repository: r})
	if err != nil {
		return err
	}
	return keepMap(ctx, a, ws, r, commit)
}

// makeMapPolicy paces the tries of a repository that cannot be read. Plans are made without its map meanwhile.
func makeMapPolicy() retry.Policy { return retry.Policy{First: time.Minute, Most: time.Hour} }

// mapRepositories makes the maps of repositories that were added before there were any.
func mapRepositories(a *app.App) func(context.Context) error {
	gate := newGate(a, reports.WaitRepository, makeMapPolicy())
	return func(ctx context.Context) error {
		machine, err := os.Hostname()
		if err != nil {
			return fmt.Errorf("name this machine: %w", err)
		}
		all, err := a.Store.Unmapped(ctx, machine)
		if err != nil {
			return err
		}
		ws, err := openWorkspaces(a)
		if err != nil {
			return err
		}
		var failed error
		for _, r := range all {
			failed = errors.Join(failed, dropEarly(gate.Do(ctx, "map "+r.ID, func(ctx context.Context) error { return mapBase(ctx, a, ws, r) })))
		}
		if failed = errors.Join(failed, gate.Early()); failed == nil {
			return org.ErrNoWork
		}
		return failed
	}
}
