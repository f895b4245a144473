package outward

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/evidence"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/retry"
)

// proposeReady asks whether drafts are ready, where their repository's setting has it asked and all of them is proven.
func (d *Doer) proposeReady(ctx context.Context) error {
	due, err := d.Records.DraftsDue(ctx)
	if err != nil {
		return err
	}
	for _, p := range due {
		if len(p.Checks.Running) > 0 || len(p.Lacks()) > 0 {
			continue
		}
		changes, err := d.Records.Changes(ctx, p.Project)
		if err != nil {
			return err
		}
		changes = coding.ChangesOf(changes, p.Step)
		if !asksReady(changes) || len(evidence.Unproven(changes)) > 0 {
			continue
		}
		raw, err := json.Marshal(p.Order())
		if err != nil {
			return fmt.Errorf("order that %s is ready: %w", p.Name(), err)
		}
		a := outward.Action{
			Key: outward.ReadyKey(p), Kind: outward.MarkReady, Connection: p.Connection, Project: p.Project, Place: p.Place, Order: raw, Object: p.Object(), Field: string(outward.MarkReady),
			Effect: fmt.Sprintf("The pull request %s is marked as ready for review. All that it says is proven%s.\n%s", p.Name(), sayChecks(p), p.Link),
		}
		if _, err := d.Records.ProposeAction(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

func sayChecks(p outward.PullRequest) string {
	if c := p.Checks.String(); c != "" {
		return "; of its checks there, " + c
	}
	return ", and there are no checks there"
}

// asksReady reports whether the setting that the changes of a project were decided by has a founder asked.
func asksReady(changes []coding.StepChange) bool {
	due := coding.DuePull{Changes: changes}
	for _, c := range changes {
		due.Order = c.Order
	}
	return due.PullMode().AsksReady()
}

// aboutPull looks at the pull request that an order is about, and does what is to be done where nothing holds it. held says what a founder
// is told of what holds it here; done reports that it is done.
type aboutPull struct {
	done func(outward.PullSeen) bool
	do   func(context.Context, forge.Forge, outward.PullOrder, outward.PullSeen) (answer any, err error)
	free bool // nothing holds it
}

func (d *Doer) changePull(of aboutPull) deed {
	return ordered(func(ctx context.Context, f forge.Forge, o outward.PullOrder) (made, error) {
		seen, err := f.Pull(ctx, o.Owner, o.Repository, o.Number)
		if err != nil {
			return made{}, err
		}
		if of.done(seen) {
			return made{o.Link, seen.State}, nil
		}
		if !of.free {
			now, err := d.hold(ctx, f, o, seen)
			if err != nil {
				return made{}, err
			}
			o.Wait = o.Wait || len(now.Checks.Running) > 0
		}
		answer, err := of.do(ctx, f, o, seen)
		if err != nil {
			return made{}, err
		}
		if answer != nil {
			return made{o.Link, answer}, nil
		}
		now, err := f.Pull(ctx, o.Owner, o.Repository, o.Number)
		if err == nil && !of.done(now) {
			err = fmt.Errorf("%s/%s#%d is not as it was ordered though that was taken", o.Owner, o.Repository, o.Number)
		}
		return made{o.Link, now.State}, err
	})
}

// lookAgain is how long a forge that says of a pull request that it conflicts with its base is given to compare them; Gitea takes a second or two.
const lookAgain = 3 * time.Second

// hold refuses what is not as it was when somebody allowed it: another commit, a review that asks for changes, a check that failed.
func (d *Doer) hold(ctx context.Context, f forge.Forge, o outward.PullOrder, seen outward.PullSeen) (outward.PullRequest, error) {
	now := outward.PullRequest{State: seen.State, Base: seen.Base, Mergeable: seen.Mergeable}
	refuse := func(why string) (outward.PullRequest, error) {
		return now, &forge.RefusedError{Status: http.StatusConflict, Text: fmt.Sprintf("left %s/%s#%d as it is: %s", o.Owner, o.Repository, o.Number, why)}
	}
	if o.Head != "" && seen.Head != o.Head && seen.State == outward.PullOpen {
		return refuse("its branch has moved on since; look at it again")
	}
	if seen.State == outward.PullOpen {
		runs, err := f.Runs(ctx, o.Owner, o.Repository, seen.Head)
		if err != nil {
			return now, err
		}
		reviews, err := f.Reviews(ctx, o.Owner, o.Repository, o.Number)
		if err != nil {
			return now, err
		}
		now.Checks = outward.SumChecks(runs)
		now.Review, _, _ = outward.DecideReviews(reviews)
	}
	if now.Mergeable == outward.ConflictsBase { // Gitea says so while it compares
		if err := retry.Sleep(ctx, lookAgain); err != nil {
			return now, err
		}
		again, err := f.Pull(ctx, o.Owner, o.Repository, o.Number)
		if err != nil {
			return now, err
		}
		now.Mergeable = again.Mergeable
	}
	if all := now.Lacks(); len(all) > 0 {
		return refuse(strings.Join(all, "; "))
	}
	return now, nil
}

func (d *Doer) markReady() deed {
	return d.changePull(aboutPull{
		done: func(p outward.PullSeen) bool { return p.State == outward.PullOpen && !p.Draft },
		do: func(ctx context.Context, f forge.Forge, o outward.PullOrder, _ outward.PullSeen) (any, error) {
			return nil, f.MarkReady(ctx, o)
		},
	})
}

func (d *Doer) closePull() deed {
	return d.changePull(aboutPull{
		free: true, done: func(p outward.PullSeen) bool { return p.State != outward.PullOpen },
		do: func(ctx context.Context, f forge.Forge, o outward.PullOrder, _ outward.PullSeen) (any, error) {
			return nil, f.ClosePull(ctx, o)
		},
	})
}

func (d *Doer) mergePull() deed {
	return d.changePull(aboutPull{
		done: func(p outward.PullSeen) bool { return p.State == outward.PullMerged },
		do: func(ctx context.Context, f forge.Forge, o outward.PullOrder, seen outward.PullSeen) (any, error) {
			if o.Onto != "" && seen.Base != o.Onto { // what it was on is merged
				if err := f.MoveOnto(ctx, o); err != nil {
					return nil, err
				}
			}
			if seen.Draft { // whoever says merge says that it is ready
				if err := f.MarkReady(ctx, o); err != nil {
					return nil, err
				}
			}
			if asked, err := f.MergeAsked(ctx, o); err != nil || asked != "" {
				return asked, err
			}
			how, err := f.Merge(ctx, o)
			var no *forge.RefusedError
			if o.Wait && errors.As(err, &no) && no.Status != http.StatusUnauthorized { // it does not wait there: then we do
				return nil, &forge.LaterError{At: d.Now().Add(time.Minute), Text: fmt.Sprintf("its checks at %s/%s#%d have not ended", o.Owner, o.Repository, o.Number)}
			}
			if err != nil || how == outward.MergeDone {
				return nil, err
			}
			return how, nil
		},
	})
}
