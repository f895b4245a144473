// Package ledger keeps model calls, what they cost, and the limits on that.
package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// errorCrashed is the error of a call whose process stopped before it knew
// the end. Its real end is still welcome when it comes late after all.
const errorCrashed = "crashed"

// CallRow is one row of the ledger.
type CallRow struct {
	Seq        int64
	Key        string `db:"call_key"`
	Try        int    `db:"try_no"`
	Purpose    string
	Project    sql.NullString `db:"project_id"`
	Mission    sql.NullString `db:"mission_id"`
	Step       sql.NullString `db:"step_id"`
	Agent      sql.NullString `db:"agent_id"`
	TierAsked  org.Tier       `db:"tier_asked"`
	Tier       org.Tier
	Model      string
	Served     string
	Provider   string
	Generation string
	Finish     string
	State      org.CallState
	Error      string
	Reply      string
	TokensIn   int `db:"tokens_in"`
	TokensOut  int `db:"tokens_out"`
	Cached     int
	Reasoning  int
	Cost       sql.NullInt64
	CostSource org.CostSource `db:"cost_source"`
	Reserve    int64
	Day        string
	Unparsed   bool          `db:"ghost"`
	StartedAt  int64         `db:"started_at"`
	EndedAt    sql.NullInt64 `db:"ended_at"`
}

// CallColumns are those of CallRow.
const CallColumns = `seq, call_key, try_no, purpose, project_id, mission_id, step_id, agent_id, tier_asked, tier, model,
	served, provider, generation, finish, state, error, reply, tokens_in, tokens_out, cached, reasoning, cost,
	cost_source, reserve, day, ghost, started_at, ended_at`

// End returns how the call ended.
func (r CallRow) End() org.CallEnd {
	return org.CallEnd{
		Key: r.Key, Try: r.Try, State: r.State, Reply: r.Reply, Model: r.Served, Tier: r.Tier, Provider: r.Provider,
		Generation: r.Generation, Finish: r.Finish, ErrorClass: r.Error, TokensIn: r.TokensIn,
		TokensOut: r.TokensOut, Cached: r.Cached, Reasoning: r.Reasoning, Cost: org.NanoUSD(r.Cost.Int64),
		CostSource: r.CostSource, Unparsed: r.Unparsed, At: sqldb.NullMoment(r.EndedAt),
	}
}

// closeCalls closes the calls under way that where selects, as those of a process
// that stopped: failed, with unknown cost. It returns how many there were.
func closeCalls(t *sqldb.Tx, where string, args ...any) (int, error) {
	var days []string
	err := t.All(&days, closeStatement+where+` RETURNING day`, append([]any{t.Now}, args...)...)
	if err != nil {
		return 0, err
	}
	return len(days), noteClosed(t, days)
}

// closeStatement takes the time and what its condition does.
const closeStatement = `
	UPDATE llm_calls SET state = 'failed', error = '` + errorCrashed + `', ended_at = ? WHERE state = 'pending' AND `

// noteClosed notes that calls of these days were closed.
func noteClosed(t *sqldb.Tx, days []string) error {
	slices.Sort(days)
	for _, day := range slices.Compact(days) {
		if err := markDayChanged(t, day); err != nil {
			return err
		}
	}
	return nil
}

// EndCall writes down what became of a call and returns how its project fares
// with its model. A second call for the same try changes nothing. A cost whose
// source is unknown is stored as unknown, whatever the number says. It returns
// org.ErrNotFound for a try that was never begun.
func (d *Ledger) EndCall(ctx context.Context, e org.CallEnd) (org.ModelHealth, error) {
	var h org.ModelHealth
	if e.State == org.CallPending || e.State == "" {
		return h, fmt.Errorf("end call %s: it has no end", e.Key)
	}
	var rows []CallRow
	err := d.db.WriteAfter(ctx, func(t *sqldb.Tx) error {
		if err := t.Turn(sqldb.Budgets); err != nil {
			return err
		}
		return t.Ahead(&rows, `SELECT `+CallColumns+` FROM llm_calls WHERE call_key = ? AND try_no = ?`, e.Key, e.Try)
	}, func(t *sqldb.Tx) (err error) {
		t.Method = "end-call"
		if len(rows) == 0 {
			return fmt.Errorf("end call %s: %w", e.Key, org.ErrNotFound)
		}
		row := rows[0]
		if row.State == org.CallPending || row.Error == errorCrashed {
			if err = writeEnd(t, row, e); err != nil {
				return err
			}
		}
		h, err = readHealth(t, org.ProjectID(row.Project.String))
		return err
	})
	return h, err
}

func writeEnd(t *sqldb.Tx, row CallRow, e org.CallEnd) error {
	cost := sql.NullInt64{Int64: int64(e.Cost), Valid: true}
	source := e.CostSource
	if source == "" || source == org.CostUnknown {
		cost, source = sql.NullInt64{}, org.CostUnknown
	}
	err := t.Exec(`
		UPDATE llm_calls SET state = ?, reply = ?, served = ?, provider = ?, generation = ?, finish = ?, error = ?,
		       tokens_in = ?, tokens_out = ?, cached = ?, reasoning = ?, cost = ?, cost_source = ?, ghost = ?, ended_at = ?
		 WHERE seq = ?`,
		e.State, e.Reply, e.Model, e.Provider, e.Generation, e.Finish, e.ErrorClass,
		e.TokensIn, e.TokensOut, e.Cached, e.Reasoning, cost, source, e.Unparsed, t.Now, row.Seq)
	if err != nil {
		return fmt.Errorf("end call %s: %w", e.Key, err)
	}
	if err = recordCost(t, row, cost); err != nil {
		return err
	}
	if !e.Waits {
		if err = countHealth(t, row, e); err != nil {
			return err
		}
	}
	return recordCallEvents(t, row, e)
}

// recordCost puts a call's cost in the place of what was held for it, and
// warns the founder when a sum has reached the next amount.
func recordCost(t *sqldb.Tx, row CallRow, cost sql.NullInt64) error {
	known, held := -row.Cost.Int64, int64(0)
	if !row.Cost.Valid {
		held = -row.Reserve
	}
	if cost.Valid {
		known += cost.Int64
	} else {
		held += row.Reserve
	}
	if known == 0 && held == 0 {
		return markDayChanged(t, row.Day)
	}
	project := org.ProjectID(row.Project.String)
	var caps []capRow
	if err := t.Ahead(&caps, capsQuery); err != nil {
		return fmt.Errorf("read caps: %w", err)
	}
	budgets, err := addSpending(t, listBudgets(row.Day, project, org.MissionID(row.Mission.String), org.StepID(row.Step.String)), known, held)
	if err != nil || known <= 0 {
		return err
	}
	if err := warnNearCap(t, project, budgets, capsIn(caps, org.KindCap)); err != nil {
		return err
	}
	return warnSpending(t, project, budgets, capsIn(caps, org.KindWarn))
}

// countHealth keeps the project's run of bad replies. A usable reply ends the
// run; an unusable one lengthens it; a failure only begins its time. After a
// long silence (a machine that slept, a project that was paused) the time
// begins anew, because nobody asked the model in between; and so it does when the
// clock was set, which shows in a call that took longer than any may, or less than
// no time.
func countHealth(t *sqldb.Tx, row CallRow, e org.CallEnd) error {
	if !row.Project.Valid {
		return nil
	}
	state := e.State
	if e.Away {
		h, err := readHealth(t, org.ProjectID(row.Project.String))
		if err != nil || h.Answered {
			return err
		}
	}
	var err error
	const quiet = 5 * org.ModelPatience
	if state != org.CallUsable {
		set := 0
		if took := t.Now - row.StartedAt; took < 0 || took > quiet.Microseconds() {
			set = 1
		}
		err = t.Exec(`
			UPDATE projects SET bad_since = NULL
			 WHERE id = ? AND (? = 1 OR abs(? - coalesce((SELECT ended_at FROM llm_calls
			                                   WHERE project_id = ? AND seq < ? AND ended_at IS NOT NULL AND error <> '`+errorCrashed+`'
			                                   ORDER BY seq DESC LIMIT 1), 0)) > ?)`,
			row.Project, set, row.StartedAt, row.Project, row.Seq, quiet.Microseconds())
		if err != nil {
			return fmt.Errorf("count bad reply for %s: %w", row.Project.String, err)
		}
	}
	switch state {
	case org.CallUsable:
		err = t.Exec(`
			UPDATE projects SET bad_replies = 0, bad_since = NULL, answered = 1 WHERE id = ?`, row.Project)
	case org.CallUnusable:
		err = t.Exec(`
			UPDATE projects SET bad_replies = bad_replies + 1, bad_since = coalesce(bad_since, ?), answered = 1
			 WHERE id = ?`, t.Now, row.Project)
	case org.CallFailed:
		err = t.Exec(`
			UPDATE projects SET bad_since = coalesce(bad_since, ?) WHERE id = ?`, t.Now, row.Project)
	case org.CallPending:
	}
	if err != nil {
		return fmt.Errorf("count reply for %s: %w", row.Project.String, err)
	}
	return nil
}

// recordCallEvents writes what a founder should see of a call: a reply that could not be read, and
// one that a lower tier gave.
func recordCallEvents(t *sqldb.Tx, row CallRow, e org.CallEnd) error {
	base := org.Event{
		Project: org.ProjectID(row.Project.String), Mission: org.MissionID(row.Mission.String),
		Step: org.StepID(row.Step.String), Agent: org.AgentID(row.Agent.String), Attempt: row.Try,
		Data: map[string]string{"purpose": row.Purpose, "model": e.Model, "try": strconv.Itoa(row.Try)},
	}
	if e.Unparsed {
		unparsed := base
		unparsed.Kind = org.EventUnparsed
		unparsed.Text = fmt.Sprintf("The model's reply to %s could not be read", row.Purpose)
		if err := t.Event(unparsed); err != nil {
			return err
		}
	}
	if e.State != org.CallUsable || row.Tier.Rank() >= row.TierAsked.Rank() {
		return nil
	}
	base.Kind = org.EventDowngrade
	base.Data["asked"], base.Data["served"] = string(row.TierAsked), string(row.Tier)
	base.Text = fmt.Sprintf("%s asked for %s and was served by %s (%s)", row.Purpose, row.TierAsked, row.Tier, e.Model)
	return t.Event(base)
}

// readHealth returns the zero value for calls without a project.
func readHealth(t *sqldb.Tx, p org.ProjectID) (org.ModelHealth, error) {
	if p == "" {
		return org.ModelHealth{}, nil
	}
	var row struct {
		Calls      int
		BadReplies int           `db:"bad_replies"`
		BadSince   sql.NullInt64 `db:"bad_since"`
		Answered   bool
	}
	err := t.Get(&row, `
		SELECT calls, bad_replies, bad_since, answered FROM projects WHERE id = ?`, p)
	if err != nil {
		return org.ModelHealth{}, fmt.Errorf("read health of %s: %w", p, err)
	}
	var since time.Duration
	if row.BadSince.Valid {
		since = time.Duration(t.Now-row.BadSince.Int64) * time.Microsecond
	}
	return org.ModelHealth{
		Calls: row.Calls, BadInARow: row.BadReplies, BadFor: since, Answered: row.Answered,
	}, nil
}

// CloseLateCalls closes every call that is past its deadline by more than
// grace, as the call of a process that stopped: failed, with unknown cost. It
// returns how many there were.
func (d *Ledger) CloseLateCalls(ctx context.Context, grace time.Duration) (int, error) {
	n := 0
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "close-late-calls"
		var err error
		n, err = closeCalls(t, `deadline <= ?`, t.Now-grace.Microseconds())
		return err
	})
	return n, sqldb.Wrap("close late calls", err)
}

// Ledger is this part of an open database. Its methods may be called at once.
type Ledger struct {
	db   *sqldb.DB
	kept sumCache
}

// New returns the part of a database.
func New(db *sqldb.DB) *Ledger { return &Ledger{db: db} }
