package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Release lets go of everything an owner has claimed, for an orderly stop, and of
// its timed duties.
// The steps do not count it as an attempt.
func (d *Engine) Release(ctx context.Context, owner string) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "release"
		rows, err := ClaimedSteps(t, `claimed_by = ?`, owner)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if err := t.Exec(`UPDATE steps SET attempt = attempt - 1 WHERE id = ?`, r.ID); err != nil {
				return err
			}
			if err := GiveBack(t, r, org.ClaimReleased, "its worker stopped"); err != nil {
				return err
			}
		}
		err = t.Exec(`
			UPDATE missions SET claimed_by = NULL, claim_until = NULL, tries = tries - 1 WHERE `+claimedMission+`claimed_by = ?`, owner)
		if err != nil {
			return err
		}
		t.Wake = true
		if err := releaseDuties(t, owner); err != nil {
			return err
		}
		if err := t.Exec(`UPDATE readings SET claimed_by = NULL, claim_until = NULL, tries = tries - 1 WHERE claimed_by = ? AND state = 'waiting'`, owner); err != nil {
			return err
		}
		return t.Exec(`UPDATE messages SET claimed_by = NULL, claim_until = NULL WHERE claimed_by = ? AND state = 'received'`, owner)
	})
	if err != nil {
		return fmt.Errorf("release claims of %s: %w", owner, err)
	}
	return nil
}

// GiveBack lets go of one claim whose work cannot go on now. It is no attempt
// and no crash. A claim that was taken away already stays so.
func (d *Engine) GiveBack(ctx context.Context, l work.Lease) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "give-back"
		return requeueLease(t, l, "its project is stopped")
	})
	return sqldb.Wrap("give back "+string(l.Step), err)
}

// requeueLease does nothing for a claim that was taken away already. The step does not count an
// attempt.
func requeueLease(t *sqldb.Tx, l work.Lease, why string) error {
	r, err := findLeasedStep(t, l)
	if errors.Is(err, org.ErrLeaseLost) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := t.Exec(`UPDATE steps SET attempt = attempt - 1 WHERE id = ?`, r.ID); err != nil {
		return err
	}
	return GiveBack(t, r, org.ClaimReleased, why)
}

// Held returns the steps that an owner has claims on. A step that is missing
// was taken away: drop its work.
func (d *Engine) Held(ctx context.Context, owner string) ([]org.StepID, error) {
	var held []org.StepID
	err := sqldb.Many(ctx, d.db.Read, &held, `SELECT id FROM steps WHERE state IN ('in_progress', 'in_review') AND claimed_by = ?`, owner)
	return held, sqldb.Wrap("look for claims of "+owner, err)
}

// ClaimedStatement precedes a condition on claims. The order is made in Go:
// with ORDER BY, SQLite would walk all steps by their numbers instead of the
// few claimed ones.
const ClaimedStatement = `SELECT ` + record.StepColumns + ` FROM steps WHERE state IN ('in_progress', 'in_review') AND `

// claimedMission precedes a condition on claims too. It is the condition of an
// index, or all missions that there ever were would be read.
const claimedMission = `state IN ('planning', 'in_progress', 'paused') AND claimed_by IS NOT NULL AND `

// LostStatement counts the claims that a condition selects, which it holds
// three times.
func LostStatement(claims string) string {
	return `
		SELECT (SELECT count(*) FROM steps WHERE state IN ('in_progress', 'in_review') AND ` + claims + `)
		     + (SELECT count(*) FROM missions WHERE ` + claimedMission + claims + `)
		     + (SELECT count(*) FROM messages WHERE state = 'received' AND ` + claims + `)`
}

// ClaimedSteps reads the claimed steps that a condition selects.
func ClaimedSteps(t *sqldb.Tx, where string, args ...any) ([]record.StepRow, error) {
	var rows []record.StepRow
	if err := t.All(&rows, ClaimedStatement+where, args...); err != nil {
		return nil, fmt.Errorf("find claims: %w", err)
	}
	slices.SortFunc(rows, func(a, b record.StepRow) int { return cmp.Compare(a.Seq, b.Seq) })
	return rows, nil
}

// GiveBack makes a claimed step pending again.
func GiveBack(t *sqldb.Tx, r record.StepRow, as, why string) error {
	s, err := endClaim(t, r)
	if err != nil {
		return err
	}
	e := record.StepLine(org.EventStepGivenBack, s, fmt.Sprintf("Back in the queue: %s: %s", s.Title, why))
	e.Data = map[string]string{"claim": as}
	return t.Event(e)
}

// ExpireLeases takes back the claims whose term has passed and returns the
// steps concerned. A step whose workers died org.MaxCrashes times without saving
// a stage in between fails, so that it cannot kill workers for ever; so does a
// mission whose planners did.
func (d *Engine) ExpireLeases(ctx context.Context, now time.Time) ([]org.StepID, error) {
	return d.reclaimWork(ctx, "expire-leases", func(t *sqldb.Tx) ([]record.StepRow, error) {
		return ClaimedSteps(t, `claim_until <= ?`, sqldb.Micros(now))
	}, `claim_until <= ?`, sqldb.Micros(now))
}

// ReclaimDead takes back at once the claims of owners known to be dead, as
// ExpireLeases does later.
func (d *Engine) ReclaimDead(ctx context.Context, holders []string) ([]org.StepID, error) {
	var all []org.StepID
	for _, h := range holders {
		ids, err := d.reclaimWork(ctx, "reclaim-dead", func(t *sqldb.Tx) ([]record.StepRow, error) {
			return ClaimedSteps(t, `claimed_by = ?`, h)
		}, `claimed_by = ?`, h)
		if err != nil {
			return all, err
		}
		all = append(all, ids...)
		if err := d.releaseDeadOwner(ctx, h); err != nil {
			return all, err
		}
	}
	return all, nil
}

// releaseDeadOwner lets the deliveries that a dead owner was sending be sent again at once, under
// their keys, lets its files be read and its actions be done by others, and frees its timed duties.
func (d *Engine) releaseDeadOwner(ctx context.Context, owner string) error {
	const sending = `state = 'sending' AND claimed_by = ?`
	const reading = `state = 'waiting' AND claimed_by = ?`
	const doing = `state = 'doing' AND claimed_by = ?`
	idle, err := d.db.Idle(ctx, `
		SELECT (SELECT count(*) FROM deliveries WHERE `+sending+`) + (SELECT count(*) FROM beats WHERE holder = ?)
		     + (SELECT count(*) FROM readings WHERE `+reading+`) + (SELECT count(*) FROM actions WHERE `+doing+`) + (SELECT count(*) FROM keeps WHERE claimed_by = ?)`, owner, owner, owner, owner, owner)
	if err != nil || idle {
		return sqldb.Wrap("reclaim deliveries", err)
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "reclaim-deliveries", true
		if err := t.Exec(`UPDATE deliveries SET claim_until = ? WHERE `+sending, t.Now, owner); err != nil {
			return err
		}
		if err := t.Exec(`UPDATE readings SET claimed_by = NULL, claim_until = NULL WHERE `+reading, owner); err != nil {
			return err
		}
		if err := t.Exec(`UPDATE actions SET claim_until = ? WHERE `+doing, t.Now, owner); err != nil {
			return err
		}
		return releaseDuties(t, owner)
	})
	return sqldb.Wrap("reclaim deliveries", err)
}

// reclaimWork takes back steps, and the missions and messages that a condition
// on claims selects.
func (d *Engine) reclaimWork(ctx context.Context, method string, steps func(t *sqldb.Tx) ([]record.StepRow, error), claims string, arg any) ([]org.StepID, error) {
	idle, err := d.db.Idle(ctx, LostStatement(claims), arg, arg, arg)
	if err != nil {
		return nil, fmt.Errorf("reclaim: %w", err)
	}
	if idle {
		return nil, nil
	}
	var ids []org.StepID
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = method
		rows, err := steps(t)
		if err != nil {
			return err
		}
		ids = nil
		for _, r := range rows {
			ids = append(ids, r.ID)
			if err := recordCrash(t, r); err != nil {
				return err
			}
		}
		if err := reclaimMissions(t, claims, arg); err != nil {
			return err
		}
		t.Wake = true
		return reclaimMessages(t, claims, arg)
	})
	if err != nil {
		return nil, fmt.Errorf("reclaim: %w", err)
	}
	return ids, nil
}

func recordCrash(t *sqldb.Tx, r record.StepRow) error {
	if err := t.Exec(`UPDATE steps SET crashes = crashes + 1 WHERE id = ?`, r.ID); err != nil {
		return err
	}
	if r.Crashes+1 >= org.MaxCrashes {
		return failStep(t, r, CrashCause(r.Crashes+1))
	}
	return GiveBack(t, r, org.ClaimExpired, "its worker was not heard of")
}

func reclaimMissions(t *sqldb.Tx, claims string, arg any) error {
	var rows []record.MissionRow
	err := t.All(&rows, `
		UPDATE missions SET claimed_by = NULL, claim_until = NULL WHERE `+claimedMission+claims+` RETURNING `+record.MissionColumns, arg)
	if err != nil {
		return fmt.Errorf("free missions: %w", err)
	}
	for _, m := range rows {
		if m.Tries < org.MaxCrashes || m.State != org.MissionPlanning {
			continue
		}
		if err := endMission(t, m, org.MissionFailed, "it could not be planned: "+CrashCause(m.Tries)); err != nil {
			return err
		}
	}
	return nil
}

// reclaimMessages frees messages whose handler died, and puts those aside that keep killing it; the
// founder is told, and the next message of the channel is heard.
func reclaimMessages(t *sqldb.Tx, claims string, arg any) error {
	var rows []struct {
		ID      org.MessageID
		Crashes int
	}
	err := t.All(&rows, `
		UPDATE messages SET claimed_by = NULL, claim_until = NULL, crashes = crashes + 1
		 WHERE state = 'received' AND claimed_by IS NOT NULL AND `+claims+` RETURNING id, crashes`, arg)
	if err != nil {
		return fmt.Errorf("free messages: %w", err)
	}
	for _, r := range rows {
		if r.Crashes < org.MaxCrashes {
			continue
		}
		reason := describeParking(r.Crashes)
		if err := t.Exec(`UPDATE messages SET state = 'ignored', reason = ? WHERE id = ?`, reason, r.ID); err != nil {
			return err
		}
		if err := t.Event(org.Event{Kind: org.EventMessageIgnored, Message: r.ID, Text: "Put aside: " + reason}); err != nil {
			return err
		}
		m, err := record.MessageOf(t.Ctx, t, r.ID)
		if err != nil {
			return err
		}
		err = outbox.Deliver(t, reports.Delivery{
			Key: "parked:" + string(r.ID), Channel: m.Channel, Kind: reports.DeliverNotice, Title: "A message that was set aside",
			Facts: reports.Facts{Parked: &reports.ParkedFacts{Text: string([]rune(m.Text)[:min(200, len([]rune(m.Text)))]), Crashes: r.Crashes}},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func releaseDuties(t *sqldb.Tx, owner string) error {
	if err := t.Exec(`UPDATE keeps SET claimed_by = '', claim_until = 0 WHERE claimed_by = ?`, owner); err != nil {
		return err
	}
	return t.Exec(`DELETE FROM beats WHERE holder = ?`, owner)
}
