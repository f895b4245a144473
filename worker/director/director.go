// Package director lets the company's directors think.
//
// What comes in is a turn: one department, claimed, with all that its director is shown.
// He answers with a list of actions, which the store carries out whole or not at all.
// An answer that breaks a rule is asked for once more, with what is wrong; then the
// turn is over and nothing of it happened. While the company is off there is no turn.
package director

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/stagelog"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Records keeps the turns of directors.
type Records interface {
	// ClaimSitting claims the turn that is due longest; org.ErrNoWork when none is.
	ClaimSitting(ctx context.Context, owner string, term time.Duration) (company.Sitting, error)
	// SaveSitting carries out an answer whole.
	SaveSitting(ctx context.Context, s company.Sitting, r company.DirectorReply) error
	// AbortSitting ends a turn whose answer could not be used.
	AbortSitting(ctx context.Context, s company.Sitting, fault string) error
	// PutBackSitting has a turn tried again when wait is over.
	PutBackSitting(ctx context.Context, l company.SittingLease, wait time.Duration) error
}

// Director takes turns. All fields but Crash must be set.
type Director struct {
	Records Records
	Client  *llm.Client
	Prompts *prompt.Set
	Owner   string
	Secret  string // of this database, see prompt.Nonce
	Log     *slog.Logger
	Crash   func(point string) // test hook; nil in shipped commands
}

const (
	// A claim holds longer than all calls of a turn.
	term = 20 * time.Minute
	// later is the wait of a turn that no model could be had for, poorer that of one that this
	// week's budget has no room for.
	later  = 5 * time.Minute
	poorer = time.Hour
)

// Next takes one turn, and returns org.ErrNoWork when nobody is due.
func (d *Director) Next(ctx context.Context) error {
	if d.Client.Offline() {
		return org.ErrNoWork
	}
	s, err := d.Records.ClaimSitting(ctx, d.Owner, term)
	if err != nil {
		return err
	}
	if d.Crash != nil {
		d.Crash("directing")
	}
	r, err := d.Decide(ctx, s)
	var call *llm.Error
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, org.ErrBudget):
		return d.Records.PutBackSitting(ctx, s.Lease, poorer)
	case llm.Content(err):
		return d.Records.AbortSitting(ctx, s, findFault(err))
	case errors.As(err, &call), errors.Is(err, org.ErrNoModel):
		d.Log.WarnContext(ctx, "a director thinks later", "department", s.Lease.Department, "err", err)
		return d.Records.PutBackSitting(ctx, s.Lease, later)
	default:
		return errors.Join(err, d.Records.PutBackSitting(ctx, s.Lease, later))
	}
	err = d.Records.SaveSitting(ctx, s, r)
	if err == nil || ctx.Err() != nil || errors.Is(err, org.ErrLeaseLost) || errors.Is(err, org.ErrDisk) {
		return err
	}
	d.Log.WarnContext(ctx, "a director's answer was not carried out", "department", s.Lease.Department, "err", err)
	return d.Records.AbortSitting(ctx, s, err.Error())
}

// Decide has the director of a turn answer, with an answer that breaks no rule as the turn
// shows things. Nothing of it is carried out.
func (d *Director) Decide(ctx context.Context, s company.Sitting) (company.DirectorReply, error) {
	var out company.DirectorReply
	dep, tier := s.Lease.Department, Tier(s)
	stage := s.Mode.Stage()
	blocks, err := d.Prompts.Blocks(prompt.Data{
		Stage: stage, Tier: tier, Persona: d.Prompts.Director(dep), Nonce: prompt.Nonce(d.Secret, "director:"+string(dep)),
		Contract: prompt.DirectorContract{Department: dep, Name: dep.Name(), Sitting: s}, Volatile: prompt.Volatile{Day: s.Day},
	})
	if err != nil {
		return out, fmt.Errorf("ask the director of %s: %w", dep, err)
	}
	reply, err := d.Client.Do(ctx, llm.Request{
		Purpose: stage, Caller: llm.Caller{Agent: dep.Agent(), Key: "director:" + string(dep), Round: s.Lease.N}, Tier: tier, Blocks: blocks,
		Schema: d.Prompts.Schema(stage),
		Check: func(obj json.RawMessage) []string {
			var r company.DirectorReply
			if err := json.Unmarshal(obj, &r); err != nil {
				return []string{err.Error()}
			}
			return company.Check(s, r)
		},
	})
	if err != nil {
		return out, err
	}
	if err := json.Unmarshal(reply.Object, &out); err != nil {
		return out, fmt.Errorf("read the answer of %s: %w", dep, err)
	}
	return out, nil
}

// Again does a turn again and compares the answer with the one that was kept.
func (d *Director) Again(ctx context.Context, k company.KeptSitting) (stagelog.Replay, error) {
	out, err := d.Decide(ctx, k.Sitting)
	if err != nil {
		return stagelog.Replay{}, err
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return stagelog.Replay{}, fmt.Errorf("compare a turn of %s: %w", k.Sitting.Lease.Department, err)
	}
	return stagelog.Replay{Stage: k.Sitting.Mode.Stage(), Round: k.Sitting.Lease.N, Bytes: string(raw), Same: string(raw) == k.Answer}, nil
}

// Tier is the model tier that a turn is thought with: what the founder set, else the cheapest,
// but for who leads while an order of the founder's is open and who reviews the week.
func Tier(s company.Sitting) org.Tier {
	switch {
	case s.Tier != "":
		return s.Tier
	case s.Mode == company.ModeCEO, s.Lease.Department == org.Management && s.Review:
		return org.T2
	}
	return org.T1
}

func findFault(err error) string {
	var call *llm.Error
	if errors.As(err, &call) && call.Err != nil {
		return call.Err.Error()
	}
	return err.Error()
}
