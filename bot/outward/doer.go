// Package outward does at others what was decided: it proposes what a repository's settings ask for, and carries out what
// is allowed. An action is looked for before it is done, so that one that was done before a kill is not done again; what
// the other side has is read back and kept.
package outward

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/sealed"
)

const (
	claimTerm = 5 * time.Minute // longer than four requests of a forge and what is written down of them
	recordMax = 10 * time.Second
	// tryFor bounds the tries of an action whose other side is away or answers with faults: then a founder is told.
	tryFor = 24 * time.Hour
	// How often it is tried even so, some four hours: what waited for a yes, or for a process that was off, is older than a day
	// when it is tried first.
	tryLeast = 20
	// mostPatience is the longest that it waits because the other side asks for that: GitHub counts by the hour.
	mostPatience = time.Hour
)

// isTriedLong reports whether what was ordered then, and tried so often, is given up.
func isTriedLong(at time.Time, tries int, now time.Time) bool {
	return now.Sub(at) > tryFor && tries >= tryLeast
}

// pace spaces the tries of what may go later.
func pace() retry.Policy { return retry.Policy{First: 30 * time.Second, Most: 15 * time.Minute} }

// Records is the part of the store that a Doer needs. *store.DB is one.
type Records interface {
	PullsDue(ctx context.Context) ([]coding.DuePull, error)
	ProofsDue(ctx context.Context) ([]coding.DueProof, error)
	DraftsDue(ctx context.Context) ([]outward.PullRequest, error)
	Changes(ctx context.Context, p org.ProjectID) ([]coding.StepChange, error)
	BranchesDue(ctx context.Context) ([]org.ProjectID, error)
	OpenPulls(ctx context.Context) ([]outward.PullRequest, error)
	Pulls(ctx context.Context, project org.ProjectID, most int) ([]outward.PullRequest, error)
	KeepCleaned(ctx context.Context, c coding.CleanedNow) error
	Connections(ctx context.Context) ([]outward.Connection, error)
	WasDone(ctx context.Context, kind outward.Kind, place string) (bool, error)
	ProposeAction(ctx context.Context, a outward.Action) (outward.Action, error)
	ClaimAction(ctx context.Context, owner string, term time.Duration) (outward.Claim, error)
	EndAction(ctx context.Context, c outward.Claim, e outward.Ending) error
	SwitchOff(ctx context.Context, name, why string) error
	AnswersDue(ctx context.Context) ([]outward.IssueAnswer, error)
	RepliesDue(ctx context.Context) ([]outward.DueReply, error)
	Repositories(ctx context.Context) ([]coding.Repository, error)
	PageRecords
	OrderedReviews(ctx context.Context, most int) ([]outward.Reading, error)
	ShowReview(ctx context.Context, o outward.Reading) error
	Actions(ctx context.Context, project org.ProjectID, most int) ([]outward.Action, error)
	DropAction(ctx context.Context, id outward.ActionID, who string) (outward.Action, error)
}

// Doer carries out actions at others. Its methods may be called at once.
type Doer struct {
	Records Records
	Owner   string // names this process
	// Key opens the secrets of connections.
	Key func() (sealed.Key, error)
	// Access returns what goes with a request to a connection whose access is renewed; its errors are as those of a deed.
	Access func(ctx context.Context, connection string) (string, error)
	// Transport is the way there; nil is an ordinary one.
	Transport http.RoundTripper
	// ThreadLink is the address of a project's thread in the chat; nil where it has none.
	ThreadLink func(thread string) string
	// Mirror has a project stand in a tracker, as outward.MirrorProject orders; nil where there is none.
	Mirror func(ctx context.Context, a outward.Action) (link string, answer any, err error)
	// TakeOrder has work begin that stands in a tracker, as outward.TakeOrder orders.
	TakeOrder func(ctx context.Context, a outward.Action) (link string, err error)
	// EndMirror takes that back; its errors are as those of a deed.
	EndMirror func(ctx context.Context, a outward.Action) error
	// Mail does what is done in the founder's mailbox; nil where there is none.
	Mail func(ctx context.Context, c outward.Claim) (answer any, err error)
	Now  func() time.Time
	Log  *slog.Logger

	minter forge.Minter
}

// Next proposes what is due and carries out one action. It returns org.ErrNoWork when there is nothing to do.
func (d *Doer) Next(ctx context.Context) error {
	if err := d.proposePulls(ctx); err != nil {
		return err
	}
	if err := d.proposeProofs(ctx); err != nil {
		return err
	}
	if err := d.proposeReady(ctx); err != nil {
		return err
	}
	if err := d.proposeBranches(ctx); err != nil {
		return err
	}
	if err := d.proposeAnswers(ctx); err != nil {
		return err
	}
	if err := d.proposeReplies(ctx); err != nil {
		return err
	}
	if err := d.proposeFindings(ctx); err != nil {
		return err
	}
	if err := d.proposePages(ctx); err != nil {
		return err
	}
	c, err := d.Records.ClaimAction(ctx, d.Owner, claimTerm)
	if err != nil {
		return err
	}
	e, err := d.carryOut(ctx, c)
	if err != nil {
		return err
	}
	record, stop := context.WithTimeout(context.WithoutCancel(ctx), recordMax) // what was done is written down though the process stops
	defer stop()
	err = retry.WhileDisk(record, func(ctx context.Context) error { return d.Records.EndAction(ctx, c, e) }, func(a retry.Attempt) {
		d.Log.WarnContext(ctx, "action not recorded", "action", c.Action.ID, "err", a.Err, "again_in", a.Wait)
	})
	if errors.Is(err, org.ErrLeaseLost) {
		return nil // whoever has it looks first whether it is done
	}
	return err
}

// carryOut does one action and says what became of it.
func (d *Doer) carryOut(ctx context.Context, c outward.Claim) (outward.Ending, error) {
	got, err := d.doOnce(ctx, c)
	var no *forge.RefusedError
	var later *forge.LaterError
	switch {
	case err == nil:
		raw, err := json.Marshal(got.Answer)
		return outward.Ending{State: outward.Done, Link: got.Link, Answer: raw}, err
	case errors.As(err, &no) && no.Status == http.StatusUnauthorized:
		if err := d.Records.SwitchOff(ctx, c.Action.Connection, no.Text); err != nil {
			return outward.Ending{}, err
		}
		return outward.Ending{State: outward.Allowed, Why: no.Text, Due: d.Now()}, nil // it goes on with a new token
	case errors.As(err, &no):
		return outward.Ending{State: outward.Refused, Why: no.Text}, nil
	case isTriedLong(c.Action.At, c.Action.Tries, d.Now()) && ctx.Err() == nil:
		return outward.Ending{State: outward.Refused, Why: fmt.Sprintf("tried for a day: %s", err)}, nil
	case errors.As(err, &later):
		return outward.Ending{State: outward.Allowed, Why: later.Text, Due: d.limitPatience(later.At)}, nil
	}
	wait, _ := pace().Next(c.Action.Tries, c.Action.At, d.Now())
	d.Log.WarnContext(ctx, "action at others", "action", c.Action.ID, "err", err, "again_in", wait)
	return outward.Ending{State: outward.Allowed, Why: err.Error(), Due: d.Now().Add(wait)}, nil
}

// limitPatience returns when it is tried again, whatever the other side names: it may name a year that never comes.
func (d *Doer) limitPatience(at time.Time) time.Time {
	if most := d.Now().Add(mostPatience); at.After(most) {
		return most
	}
	return at
}

// open returns the forge of a connection. One whose secret does not open is switched off, and one that leads elsewhere by now does nothing
// that was shown for another place.
func (d *Doer) open(ctx context.Context, a outward.Action) (forge.Forge, error) {
	name := a.Connection
	all, err := d.Records.Connections(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(c outward.Connection) bool { return c.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("%s is not connected any more", name)
	}
	if !all[i].Reaches(a.Place) {
		return nil, &forge.RefusedError{Text: fmt.Sprintf("%s is connected to %s now", name, all[i].Host())}
	}
	key, err := d.Key()
	if err != nil {
		return nil, err
	}
	token, err := key.Open(all[i].Sealed, all[i].Address)
	if err != nil {
		return nil, &forge.RefusedError{Status: http.StatusUnauthorized, Text: fmt.Sprintf("the token of %s cannot be read here (%s); give it again: frasier connect %s", name, err, all[i].Service)}
	}
	return d.minter.Open(all[i].Service, all[i].Address, token, d.Transport)
}
