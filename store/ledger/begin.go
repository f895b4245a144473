package ledger

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// BeginCall writes a call down before it is made. When a call of the same Key
// ended usable, it returns that call's end and true, and nothing is to be
// asked again. Otherwise the returned CallEnd carries the Key and the Try to
// end the call with: the one asked for, or the next free one when a process
// stopped in the middle of an earlier try; such a try is closed as failed with
// unknown cost. It returns org.ErrCallCap when the project has made all the
// calls it may; calls without a project have no such cap. It returns
// org.ErrStopped for the work of a project that is paused or has ended. When a cap of the
// founder's leaves no room for the call's reserve it returns org.ErrBudget
// with a sentence, and the call must not be made.
func (d *Ledger) BeginCall(ctx context.Context, c org.ModelCall) (org.CallEnd, bool, error) {
	var out org.CallEnd
	var full *org.Cap
	memo := false
	blocks, err := compressBlocks(c.Prompt)
	if err != nil {
		return out, false, err
	}
	b := beginning{call: c}
	err = d.db.WriteAfter(ctx, b.askAhead, func(t *sqldb.Tx) error {
		t.Method = "begin-call"
		if memo = len(b.usable) > 0; memo {
			out = b.usable[0].End()
			return nil
		}
		try, err := b.checkAllowed(t)
		if err != nil {
			return err
		}
		if full, err = b.afford(t); err != nil || full != nil {
			return err // what the cap holds is noted all the same
		}
		out = org.CallEnd{Key: c.Key, Try: try, State: org.CallPending, Tier: c.Tier}
		return b.writeCall(t, try, blocks)
	})
	if err == nil && full != nil {
		err = fmt.Errorf("%w: %s, of which %s is spent", org.ErrBudget, CapPhrase(*full), full.Spent)
	}
	return out, memo, err
}

// beginning is a call that is to begin, with what decides whether it may. What other
// calls change as well is read when this one has the turn of budgets: nobody else begins
// or ends one until it is stored, so that two calls never both take what is left for one.
type beginning struct {
	call   org.ModelCall
	usable []CallRow
	states []org.ProjectState // of a project that stands still
	clock  []policyRow
	rows   []capRow
	steps  []int
	caps   map[budget]org.Cap
	day    string
	spent  []budget
}

// askAhead asks for what no other call changes.
func (b *beginning) askAhead(t *sqldb.Tx) error {
	c := b.call
	err := t.Ahead(&b.usable, `SELECT `+CallColumns+` FROM llm_calls WHERE call_key = ? AND state = 'usable' ORDER BY try_no LIMIT 1`, c.Key)
	if err == nil {
		err = t.Ahead(&b.clock, clockQuery, clockNames()...)
	}
	if err == nil {
		err = t.Ahead(&b.rows, capsQuery)
	}
	if err == nil && c.Project != "" {
		err = t.Ahead(&b.states, `SELECT state FROM projects WHERE id = ? AND state <> 'active'`, c.Project)
	}
	if err == nil && c.Project != "" {
		err = t.Ahead(&b.steps, `SELECT count(*) FROM steps WHERE project_id = ?`, c.Project)
	}
	return sqldb.Wrap("begin call "+c.Key, err)
}

// checkAllowed refuses the calls of steps and plans whose project is paused or has ended, from
// the instant that it is, and those of a project that has made all that it may. It closes
// what a stopped process left open under the key and returns the number of the new try.
func (b *beginning) checkAllowed(t *sqldb.Tx) (try int, err error) {
	c := b.call
	if len(b.states) > 0 && (c.Step != "" || c.Mission != "") {
		return 0, fmt.Errorf("begin call of %s, which is %s: %w", c.Project, b.states[0], org.ErrStopped)
	}
	founder, err := clockOf(b.clock)
	if err != nil {
		return 0, err
	}
	if b.day, err = dayAt(founder, sqldb.Moment(t.Now)); err != nil {
		return 0, err
	}
	b.caps = capsIn(b.rows, org.KindCap)
	if err := t.Turn(sqldb.Budgets); err != nil {
		return 0, err
	}
	var left []string
	var last, made []int
	if err = t.Ahead(&left, closeStatement+`call_key = ? RETURNING day`, t.Now, c.Key); err != nil {
		return 0, fmt.Errorf("close crashed call %s: %w", c.Key, err)
	}
	if err = t.Ahead(&last, `SELECT coalesce(max(try_no), 0) FROM llm_calls WHERE call_key = ?`, c.Key); err != nil {
		return 0, fmt.Errorf("number call %s: %w", c.Key, err)
	}
	if len(b.caps) > 0 {
		if err = askSpent(t, &b.spent, listBudgets(b.day, c.Project, c.Mission, c.Step)); err != nil {
			return 0, err
		}
	}
	if err := t.All(&made, `SELECT calls FROM projects WHERE id = ?`, c.Project); err != nil {
		return 0, fmt.Errorf("count call of %s: %w", c.Project, err)
	}
	if err := noteClosed(t, left); err != nil {
		return 0, fmt.Errorf("close crashed call %s: %w", c.Key, err)
	}
	switch {
	case c.Project == "":
	case len(made) == 0:
		return 0, fmt.Errorf("count call of %s: %w", c.Project, org.ErrNotFound)
	case made[0] >= CallCap(b.steps[0]):
		return 0, fmt.Errorf("begin call of %s after %d: %w", c.Project, made[0], org.ErrCallCap)
	}
	return max(last[0]+1, c.Try), nil
}

// afford returns the cap that the call would pass, nil when there is none. What is under
// way counts with all it may cost, so that a cap is never passed by more than what one
// call's own estimate is wrong by.
func (b *beginning) afford(t *sqldb.Tx) (*org.Cap, error) {
	c := b.call
	if full, err := checkThinking(t, c); err != nil || full != nil || len(b.caps) == 0 {
		return full, err
	}
	for _, now := range filledIn(listBudgets(b.day, c.Project, c.Mission, c.Step), b.spent) {
		for _, limit := range findCaps(b.caps, now) {
			if now.Known+now.Held+int64(c.Reserve) <= int64(limit.Amount) {
				continue
			}
			limit.Spent = org.NanoUSD(now.Known)
			return &limit, stopAtCap(t, c, now, limit)
		}
	}
	limit, capped := b.caps[budget{Scope: org.ScopeProject, Project: c.Project}]
	if !capped {
		return nil, nil
	}
	now, err := sumProject(t.Ctx, t, c.Project)
	if err != nil || now.Known+now.Held+int64(c.Reserve) <= int64(limit.Amount) {
		return nil, err
	}
	limit.Spent = org.NanoUSD(now.Known)
	return &limit, stopAtCap(t, c, now, limit)
}

// writeCall stores the call, with what it may cost and what it is given.
func (b *beginning) writeCall(t *sqldb.Tx, try int, blocks []packedBlock) error {
	c := b.call
	if c.Project != "" {
		if err := t.Exec(`UPDATE projects SET calls = calls + 1 WHERE id = ?`, c.Project); err != nil {
			return fmt.Errorf("count call of %s: %w", c.Project, err)
		}
	}
	started := t.Now
	if !c.At.IsZero() {
		started = sqldb.Micros(c.At)
	}
	err := t.Exec(`
		INSERT INTO llm_calls (call_key, try_no, purpose, project_id, mission_id, step_id, agent_id, round,
		                       tier_asked, tier, model, state, cost_source, deadline, started_at, reserve, day)
		VALUES (?, ?, ?, ?, ?, ?, (SELECT id FROM agents WHERE id = ?), ?, ?, ?, ?, 'pending', 'unknown', ?, ?, ?, ?)`,
		c.Key, try, c.Purpose, sqldb.Nullable(c.Project), sqldb.Nullable(c.Mission), sqldb.Nullable(c.Step),
		sqldb.Nullable(org.LedgerAgent(c.Agent)), c.Round, c.TierAsked, c.Tier, c.Model, sqldb.Micros(c.Deadline), started, int64(c.Reserve), b.day)
	if err != nil {
		return fmt.Errorf("begin call %s: %w", c.Key, err)
	}
	if err := addTo(t, listBudgets(b.day, c.Project, c.Mission, c.Step), 0, int64(c.Reserve)); err != nil {
		return err
	}
	return storePrompt(t, c.Key, try, blocks)
}
