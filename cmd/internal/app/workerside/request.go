package workerside

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// requests adds the repositories that somebody named in a chat, and tells him what came of it. An address that cannot be
// reached is tried again.
func requests(a *app.App) func(context.Context) error {
	return func(ctx context.Context) error {
		all, err := a.Store.RepositoriesAsked(ctx)
		if err != nil {
			return err
		}
		var failed error
		for _, r := range all {
			failed = errors.Join(failed, answer(ctx, a, r))
		}
		if failed == nil {
			return org.ErrNoWork
		}
		return failed
	}
}

func answer(ctx context.Context, a *app.App, r coding.Request) error {
	found := reports.RepositoryFacts{Source: r.Source}
	added, err := AddRepository(ctx, a, coding.Repository{Source: r.Source, Name: r.Name})
	var no *workspace.UnusableError
	var away *workspace.UnreachableError
	switch {
	case err == nil:
		found.Repository = added
	case errors.As(err, &no):
		found.Why = no.Text
	case errors.As(err, &away) && a.Now().Sub(r.At) > coding.RequestPatience:
		found.Why = away.Text
	default:
		return fmt.Errorf("add the repository %s: %w", r.Source, err)
	}
	if err := a.Store.AnswerRepository(ctx, r, found); !errors.Is(err, org.ErrConflict) {
		return err
	}
	return nil // another worker did
}

// RemoveRepository takes a repository away with all that this machine holds of it.
func RemoveRepository(ctx context.Context, a *app.App, r coding.Repository) error {
	if err := a.Store.RemoveRepository(ctx, r.Name); err != nil {
		return err
	}
	ws, err := workspaces(a)
	if err != nil {
		return err
	}
	return ws.Forget(r)
}
