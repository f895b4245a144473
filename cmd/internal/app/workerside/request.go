package workerside

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// makeRequestPolicy paces the tries of an address that somebody named in a chat and that cannot be had,
// whatever wakes the loop.
func makeRequestPolicy() retry.Policy {
	return retry.Policy{First: 5 * time.Second, Most: 45 * time.Second}
}

// addRequested adds the repositories that somebody named in a chat, and tells him what came of it.
// What cannot be had now, for whatever reason, is tried again for coding.RequestPatience, which he
// is told at the first failure.
func addRequested(a *app.App) func(context.Context) error {
	gate := newGate(a, reports.WaitRepository, makeRequestPolicy())
	return func(ctx context.Context) error {
		all, err := a.Store.RepositoriesAsked(ctx)
		if err != nil {
			return err
		}
		var failed error
		for _, r := range all {
			key := r.Source + " " + r.Channel.ID + " " + r.At.String()
			failed = errors.Join(failed, dropEarly(gate.Do(ctx, key, func(ctx context.Context) error { return answerRequest(ctx, a, r) })))
		}
		if failed = errors.Join(failed, gate.Early()); failed == nil {
			return org.ErrNoWork
		}
		return failed
	}
}

func answerRequest(ctx context.Context, a *app.App, r coding.Request) error {
	found := reports.RepositoryFacts{Source: r.Source}
	added, err := AddRepository(ctx, a, coding.Repository{Source: r.Source, Name: r.Name})
	var no *workspace.UnusableError
	switch {
	case err == nil:
		found.Repository = added
		if len(added.Checks) > 0 { // the answer comes first, and how they end behind it
			if err := a.Store.AskEnvironment(ctx, coding.Environment{Repository: added.ID, Asked: r.Channel}); err != nil {
				return err
			}
		}
	case errors.As(err, &no):
		found.Why = no.Text
	case ctx.Err() != nil:
		return err
	case a.Now().Sub(r.At) > coding.RequestPatience:
		found.Why = describeObstacle(err)
	default:
		found.Why, found.Trying = describeObstacle(err), coding.RequestPatience
		err = fmt.Errorf("add the repository %s: %w", r.Source, err)
		return errors.Join(err, a.Store.Say(ctx, reports.Delivery{
			Key: fmt.Sprintf("repository:%s:%s:%d/trying", r.Channel.ID, r.Source, r.At.UnixMicro()), Channel: r.Channel,
			Kind: reports.DeliverNotice, Title: "Repository", Facts: reports.Facts{Repository: &found},
		}))
	}
	if err := a.Store.AnswerRepository(ctx, r, found); !errors.Is(err, org.ErrConflict) {
		return err
	}
	return nil // another worker did
}

// describeObstacle says what keeps a repository from being read or written, for the founder.
func describeObstacle(err error) string {
	if away, ok := errors.AsType[*workspace.UnreachableError](err); ok {
		return away.Text
	}
	why := "the log says why"
	if no, ok := errors.AsType[syscall.Errno](err); ok {
		why = no.Error()
	}
	return "something on my own machine is in the way (" + why + ")"
}

// newGate makes the gate of a loop that the store wakes: what failed waits, the log hears of it
// with the time of the next try, and it stands among what waits until it worked. Its keys begin
// with what it is about.
func newGate(a *app.App, kind reports.WaitKind, p retry.Policy) *retry.Gate {
	return &retry.Gate{Policy: p, Clock: retry.Clock{Now: a.Now}, Tell: func(t retry.Attempt) {
		w := reports.Wait{Kind: kind}
		if t.Err != nil {
			w.For, w.Why = classifyWait(t.Err), describeObstacle(t.Err)
		}
		a.NoteWait(w, t)
	}}
}

// classifyWait tells what has to pass before a failed job of this machine can go on.
func classifyWait(err error) org.WaitFor {
	switch {
	case errors.Is(err, org.ErrDisk), errors.Is(err, syscall.ENOSPC), errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return org.ForDisk
	}
	if away, ok := errors.AsType[*workspace.UnreachableError](err); ok && away.NeedsToken {
		return org.ForToken
	} else if ok {
		return org.ForNetwork
	}
	return org.ForMachine
}

// dropEarly passes on an error of a gate, but for what only waits.
func dropEarly(err error) error {
	if _, early := errors.AsType[*retry.EarlyError](err); early {
		return nil
	}
	return err
}

// RemoveRepository takes a repository away with all that this machine holds of it.
func RemoveRepository(ctx context.Context, a *app.App, r coding.Repository) error {
	if err := a.Store.RemoveRepository(ctx, r.Name); err != nil {
		return err
	}
	ws, err := openWorkspaces(a)
	if err != nil {
		return err
	}
	return errors.Join(ws.Forget(r), newMaker(a, nil, ws, nil).Forget(r))
}
