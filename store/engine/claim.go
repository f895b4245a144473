package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// InScope narrows a claim to one project; its two parameters are the
// project's id, empty for all.
const InScope = ` AND (? = '' OR project_id = ?)`

// What a claim of a worker that takes only code, or none of it, adds to the condition.
const (
	changesCode = ` AND EXISTS (SELECT 1 FROM code_steps c WHERE c.step_id = steps.id)`
	changesNone = ` AND NOT EXISTS (SELECT 1 FROM code_steps c WHERE c.step_id = steps.id)`
)

// ShareCondition narrows a claim to the steps of a share.
func ShareCondition(s work.CodeShare) string {
	switch s {
	case work.OnlyCode:
		return changesCode
	case work.NoCode:
		return changesNone
	case work.AnyStep:
	}
	return ""
}

// Trusted and suspect tell steps apart by whether one more dead worker would
// fail them. A suspect is worked on alone, without a mission that is planned
// beside it, so that what it kills is only itself, and only what killed a
// worker is failed for it. See apart.
const (
	Trusted = ` AND crashes < 2 AND NOT EXISTS (SELECT 1 FROM missions WHERE state = 'planning' AND claimed_by = ? AND tries > 2)` // org.MaxCrashes less one
	suspect = ` AND crashes >= 2 AND NOT EXISTS (SELECT 1 FROM missions WHERE state = 'planning' AND claimed_by = ?)
	       AND NOT EXISTS (SELECT 1 FROM steps s WHERE s.state IN ('in_progress', 'in_review') AND s.claimed_by = ?)` // once more the owner
)

const claimUpdate = `
	UPDATE steps
	   SET state = 'in_progress', claimed_by = ?, claim_until = ?, attempt = attempt + 1, fence = fence + 1,
	       claimed_at = ?, started_at = coalesce(started_at, ?), stage = ''
	 WHERE `

// ClaimStatement takes owner, until, now twice, the owner again, the scope and how many. SQLite
// prepares a statement anew whose LIMIT is a bare parameter.
func ClaimStatement(l *sqldb.Dialect, which string) string {
	return claimUpdate + l.Row + l.First(`SELECT `+l.Row+` FROM steps WHERE `+record.Ready+which+InScope+` ORDER BY priority DESC, seq LIMIT CAST(? AS BIGINT)`) + `
	RETURNING ` + record.StepColumns
}

// PeekStatement looks for a step that is ready, and takes the scope.
func PeekStatement(which string) string {
	return `SELECT 1 FROM steps WHERE ` + record.Ready + which + InScope + ` ORDER BY priority DESC, seq LIMIT 1`
}

func peekStatement(which string) string {
	return `
	SELECT (SELECT count(*) FROM (` + PeekStatement(which) + `) AS waiting) AS steps, (SELECT count(*) FROM (SELECT 1 FROM step_ends LIMIT 1) AS noted) AS ends`
}

// RenewStatement takes until and owner.
const RenewStatement = `
	UPDATE steps SET claim_until = ? WHERE claimed_by = ? AND state IN ('in_progress', 'in_review') RETURNING id`

// ClaimSteps leases at most n ready steps for term, those with the longest
// path behind them first. A step that one more dead worker would fail comes
// alone, and only to an owner that has nothing else. It returns org.ErrNoWork when none is ready. Two
// callers never get the same step.
func (d *Engine) ClaimSteps(ctx context.Context, owner string, term time.Duration, n int) ([]work.Claim, error) {
	return d.Within("", work.AnyStep).ClaimSteps(ctx, owner, term, n)
}

// Scope is the engine with its claims narrowed to one project and to a share of
// its steps: who works with it never gets another's.
type Scope struct {
	*Engine
	project org.ProjectID
	which   string // a condition
}

// Within narrows claims to a project, where the empty id narrows nothing, and to a share.
func (d *Engine) Within(project org.ProjectID, share work.CodeShare) Scope {
	return Scope{Engine: d, project: project, which: ShareCondition(share)}
}

// ClaimSteps is Engine.ClaimSteps for the steps of the scope.
func (d Scope) ClaimSteps(ctx context.Context, owner string, term time.Duration, n int) ([]work.Claim, error) {
	if err := d.requeueUnconfirmed(ctx); err != nil {
		return nil, fmt.Errorf("give back what may have been claimed: %w", err)
	}
	var waiting struct{ Steps, Ends int }
	if err := sqldb.One(ctx, d.db.Read, &waiting, peekStatement(d.which), d.project, d.project); err != nil {
		return nil, fmt.Errorf("claim steps: %w", err)
	}
	if waiting.Steps == 0 && waiting.Ends > 0 {
		if err := d.followUp(ctx); err != nil { // which may free some
			return nil, err
		}
	} else if waiting.Steps == 0 {
		return nil, org.ErrNoWork
	}
	for range claimTries {
		claims, passed, err := d.claim(ctx, owner, term, n)
		if err != nil || len(claims) > 0 {
			return claims, err
		}
		if !passed {
			break
		}
	}
	return nil, org.ErrNoWork
}

// claimTries bounds how often steps are picked that others turn out to have claimed already.
const claimTries = 3

// claim is ClaimSteps once. It reports whether it passed over what others were faster at.
func (d Scope) claim(ctx context.Context, owner string, term time.Duration, n int) (claims []work.Claim, passed bool, err error) {
	var picked []org.StepID
	err = d.db.WriteAfter(ctx, func(t *sqldb.Tx) error {
		return pick(t, &picked, d, owner, n)
	}, func(t *sqldb.Tx) (err error) {
		t.Method = "claim-steps"
		claims, err = d.claimSteps(t, picked, owner, term, n)
		return err
	})
	if err != nil {
		if errors.Is(err, sqldb.ErrCommit) {
			for _, c := range claims {
				d.doubted.addLeases(c.Lease)
			}
		}
		return nil, false, fmt.Errorf("claim steps: %w", err)
	}
	return claims, len(picked) > 0, nil
}

// unconfirmedClaims are claims whose commit failed with an unknown result. Their owner renews all
// that it has, so nobody would ever get them back otherwise.
type unconfirmedClaims struct {
	mu     sync.Mutex
	leases []work.Lease
}

func (d *unconfirmedClaims) addLeases(leases ...work.Lease) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.leases = append(d.leases, leases...)
}

func (d *unconfirmedClaims) takeLeases() []work.Lease {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := d.leases
	d.leases = nil
	return all
}

func (d *Engine) requeueUnconfirmed(ctx context.Context) error {
	doubts := d.doubted.takeLeases()
	if len(doubts) == 0 {
		return nil
	}
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "give-back"
		for _, l := range doubts {
			if err := requeueLease(t, l, "it was not known whether its claim was stored"); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		d.doubted.addLeases(doubts...)
	}
	return err
}

// pick looks for ready steps that nobody else has picked, if others claim at the same
// time: a look for them that locks their rows would hold steps that were claimed
// meanwhile.
func pick(t *sqldb.Tx, picked *[]org.StepID, s Scope, owner string, n int) error {
	if t.Alone() == nil {
		return nil
	}
	return t.Ahead(picked, t.OneOf(`SELECT seq, id FROM steps WHERE `+record.Ready+Trusted+s.which+InScope+` ORDER BY priority DESC, seq`), owner, s.project, s.project, n)
}

// takeStatement takes owner, until, now twice and the steps that were picked.
func takeStatement(l *sqldb.Dialect) string {
	return claimUpdate + l.Row + l.First(`SELECT `+l.Row+` FROM steps WHERE id`+l.Among+` AND `+record.Ready) + ` RETURNING ` + record.StepColumns
}

func takePicked(t *sqldb.Tx, rows *[]record.StepRow, picked []org.StepID, owner string, until int64) error {
	list, err := sqldb.JSONText(picked)
	if err != nil {
		return err
	}
	return t.All(rows, takeStatement(t.Dialect), owner, until, t.Now, t.Now, list)
}

// claimSteps leases at most n steps, or one that is to be worked on alone when its
// owner has nothing else.
func (d Scope) claimSteps(t *sqldb.Tx, picked []org.StepID, owner string, term time.Duration, n int) ([]work.Claim, error) {
	until := t.Now + term.Microseconds()
	var rows []record.StepRow
	var err error
	switch {
	case t.Alone() == nil:
		err = t.All(&rows, ClaimStatement(t.Dialect, Trusted+d.which), owner, until, t.Now, t.Now, owner, d.project, d.project, n)
	case len(picked) > 0:
		err = takePicked(t, &rows, picked, owner, until)
	}
	if err == nil && len(rows) == 0 && n > 0 {
		if alone, err := mayBeSuspect(t); err != nil || !alone {
			return nil, err
		}
		err = t.All(&rows, ClaimStatement(t.Dialect, suspect+d.which), owner, until, t.Now, t.Now, owner, owner, d.project, d.project, 1)
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(rows, func(a, b record.StepRow) int {
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.Seq, b.Seq))
	})
	claims := make([]work.Claim, 0, len(rows))
	for _, r := range rows {
		s, err := r.Step()
		if err != nil {
			return nil, err
		}
		if err := record.StepEvent(t, org.EventStepStarted, s, "Started: "+s.Title); err != nil {
			return nil, err
		}
		claims = append(claims, work.Claim{
			Step: s, Lease: work.Lease{Step: s.ID, Mission: s.Mission, Owner: owner, Fence: r.Fence, Until: sqldb.NullMoment(r.ClaimUntil)},
		})
	}
	return claims, nil
}

// mayBeSuspect reports whether a step waits that is to be worked on alone. Whoever
// claims that must see what else its owner has.
func mayBeSuspect(t *sqldb.Tx) (bool, error) {
	var waiting int
	err := t.Get(&waiting, `SELECT count(*) FROM (SELECT 1 FROM steps WHERE `+record.Ready+` AND crashes >= 2 LIMIT 1) AS suspects`)
	if err != nil || waiting == 0 {
		return false, err
	}
	return true, t.Alone()
}

// Renew keeps all claims of an owner for term from now and returns the steps
// that it still holds. A step that is missing was taken away: drop its work.
func (d *Engine) Renew(ctx context.Context, owner string, term time.Duration) ([]org.StepID, error) {
	var held []org.StepID
	err := d.db.WriteBeside(ctx, func(t *sqldb.Tx) error {
		t.Method = "renew"
		return t.All(&held, RenewStatement, t.Now+term.Microseconds(), owner)
	})
	if err != nil {
		return nil, fmt.Errorf("renew claims of %s: %w", owner, err)
	}
	return held, nil
}

// findLeasedStep returns the step of a lease that still holds. Every write of a
// worker asks it first, in the same transaction: the fence rises with each
// claim, so an owner that slept through its lease is refused whatever the
// clocks say.
func findLeasedStep(t *sqldb.Tx, l work.Lease) (record.StepRow, error) {
	var r record.StepRow
	err := t.Get(&r, `SELECT `+heldColumns+` FROM steps WHERE id = ? AND fence = ? AND claimed_by = ?`+t.Dialect.Hold, l.Step, l.Fence, l.Owner)
	if sqldb.NoRow(err) {
		return r, org.ErrLeaseLost
	}
	return r, sqldb.Wrap("look for the lease", err)
}

// heldColumns are those that matter while a step is worked on and when that
// ends: its long texts do not.
const heldColumns = `seq, id, mission_id, project_id, key, item, title, kind, agent_id, tier, final, critical, state, strikes, attempt,
	crashes, fence, served, started_at, rounds`
