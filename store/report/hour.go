package report

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// HourStatement takes the hour's begin and end, and its begin again. A step
// that ended in it is of a mission that is open or ended since.
const HourStatement = `
	SELECT coalesce(sum(CASE WHEN s.state = 'completed' THEN 1 ELSE 0 END), 0) AS completed,
	       coalesce(sum(CASE WHEN s.state = 'failed' THEN 1 ELSE 0 END), 0) AS failed,
	       (SELECT count(*) FROM steps WHERE ` + record.Ready + `) AS queue,
	       (SELECT count(*) FROM deliveries WHERE state IN ('queued', 'sending')) AS outbox
	  FROM missions m CROSS JOIN steps s
	 WHERE s.mission_id = m.id AND s.state IN ('completed', 'failed') AND s.ended_at >= ? AND s.ended_at < ? AND (m.ended_at IS NULL OR m.ended_at >= ?)`

// RecordHour writes down how work went in the last full hour. Doing so
// twice changes nothing but the numbers that came late.
func (d *Report) RecordHour(ctx context.Context) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "record-hour"
		end := sqldb.Moment(t.Now).Truncate(time.Hour)
		from, to := sqldb.Micros(end.Add(-time.Hour)), sqldb.Micros(end)
		var row ledger.CostRow
		err := t.Get(&row, `SELECT 'hour' AS name, `+ledger.CostSums+` FROM llm_calls c WHERE c.started_at >= ? AND c.started_at < ?`, from, to)
		if err != nil {
			return err
		}
		var n struct{ Completed, Failed, Queue, Outbox int }
		err = t.Get(&n, HourStatement, from, to, from)
		if err != nil {
			return err
		}
		return t.Exec(`
			INSERT INTO hours (hour, calls, ghosts, cost, unknown, completed, failed, queue, outbox) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (hour) DO UPDATE
			       SET calls = excluded.calls, ghosts = excluded.ghosts, cost = excluded.cost, unknown = excluded.unknown,
			           completed = excluded.completed, failed = excluded.failed, queue = excluded.queue, outbox = excluded.outbox`,
			from, row.Calls, row.Unparsed, row.Cost, row.Unknown, n.Completed, n.Failed, n.Queue, n.Outbox)
	})
	return sqldb.Wrap("record the hour", err)
}

// NoticeVelocity tells the founder, once a day at the most, when money goes
// much faster than usual. Nothing is paused by it.
func (d *Report) NoticeVelocity(ctx context.Context) error {
	now := d.db.Now()
	idle, err := d.db.Idle(ctx, `SELECT count(*) FROM (SELECT 1 FROM llm_calls WHERE started_at >= ? LIMIT 1) AS recent`, sqldb.Micros(now.Add(-org.VelocityWindow)))
	if err != nil || idle {
		return sqldb.Wrap("look how fast money goes", err)
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "notice-velocity"
		var spent int64
		err := t.Get(&spent, `SELECT coalesce(sum(cost), 0) FROM llm_calls WHERE started_at >= ?`, sqldb.Micros(now.Add(-org.VelocityWindow)))
		if err != nil {
			return err
		}
		var hours []int64
		err = t.All(&hours, `SELECT cost FROM hours WHERE hour >= ? AND cost > 0 ORDER BY cost`, sqldb.Micros(now.Add(-velocityBack)))
		if err != nil {
			return err
		}
		var usual org.NanoUSD
		if len(hours) > 0 {
			slices.Sort(hours)
			usual = org.NanoUSD(hours[len(hours)/2]) / org.NanoUSD(time.Hour/org.VelocityWindow)
		}
		if !TooFast(org.NanoUSD(spent), usual) {
			return nil
		}
		day, err := ledger.Today(t)
		if err != nil {
			return err
		}
		return ledger.SayMoney(t, "", "velocity:"+day, reports.MoneyFacts{What: reports.MoneyFast, Spent: org.NanoUSD(spent), Mark: usual}, false)
	})
	return sqldb.Wrap("look how fast money goes", err)
}

const dailyPrefix = "daily:"

// SendDigest queues the brief at the founder's hour: what ended since the last one, what waits
// for the founder, what is planned for the day, what was spent. meets says that there are meetings, mails that there is unread mail. It pings, as one of the day's pings. It
// reports false when nothing happened, when the day's was sent already, or when nobody ever wrote to Frasier.
func (d *Report) SendDigest(ctx context.Context, meets, mails bool) (bool, error) {
	sent := false
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "send-digest"
		sent = false
		day, err := ledger.Today(t)
		if err != nil {
			return err
		}
		ch, found, err := ledger.Home(t)
		if err != nil || !found {
			return err
		}
		var known int
		if err := t.Get(&known, `SELECT count(*) FROM deliveries WHERE key = ?`, dailyPrefix+day); err != nil || known > 0 {
			return err
		}
		digest, err := buildDailyDigest(t)
		if err != nil || Empty(digest) && !meets && !mails {
			return err
		}
		digest.Meets, digest.Mails = meets, mails
		sent = true
		return outbox.Deliver(t, reports.Delivery{
			Key: dailyPrefix + day, Channel: ch, Kind: reports.DeliverDigest, Title: "Your day", Facts: reports.Facts{Day: &digest}, Card: org.Card{Ping: true},
		})
	})
	return sent, sqldb.Wrap("send the digest", err)
}

// buildDailyDigest reads what happened since the last digest, a week at the most.
func buildDailyDigest(t *sqldb.Tx) (reports.Daily, error) {
	const most, first = 7 * 24 * time.Hour, 24 * time.Hour
	var last int64
	err := t.Get(&last, `SELECT coalesce(max(created_at), 0) FROM deliveries WHERE key LIKE '`+dailyPrefix+`%'`)
	if err != nil {
		return reports.Daily{}, err
	}
	if last == 0 {
		last = t.Now - first.Microseconds()
	}
	since := max(last, t.Now-most.Microseconds())
	out := reports.Daily{}
	ended, err := record.ProjectsOf(t.Ctx, t, `projects.ended_at > ?`, since)
	if err != nil {
		return out, err
	}
	open, err := record.ProjectsOf(t.Ctx, t, `projects.state IN ('active', 'paused')`)
	if err != nil {
		return out, err
	}
	out.Ended, out.Open = record.ProjectLines(ended), record.ProjectLines(open)
	var cost ledger.CostRow
	if err := t.Get(&cost, `SELECT 'total' AS name, `+ledger.CostSums+` FROM llm_calls c WHERE c.started_at > ?`, since); err != nil {
		return out, err
	}
	out.Cost = cost.Line()
	err = t.All(&out.Questions, `
		SELECT e.id || ' ' || p.title FROM escalations e JOIN projects p ON p.id = e.project_id
		 WHERE e.state = 'open' ORDER BY e.created_at, length(e.id), e.id`)
	if err != nil {
		return out, fmt.Errorf("read open questions: %w", err)
	}
	err = t.All(&out.Noticed, `
		SELECT project_id || ': ' || body FROM alerts WHERE level = 'low' AND created_at > ? ORDER BY created_at, length(id), id`, since)
	if err != nil {
		return out, fmt.Errorf("read alerts: %w", err)
	}
	var held []int
	if err := t.All(&held, `SELECT held FROM steps WHERE state = 'pending' AND (held & (`+record.HoldGate+` | `+record.HoldBudget+` | `+record.HoldUnreviewed+`)) <> 0`); err != nil {
		return out, fmt.Errorf("read held steps: %w", err)
	}
	for _, h := range held {
		out.Held = append(out.Held, org.Hold(h))
	}
	out.Planned, err = listPlanned(t)
	return out, err
}

// listPlanned lists what comes within a day: reminders, and projects that are run again.
func listPlanned(t *sqldb.Tx) ([]reports.PlannedLine, error) {
	var rows []struct {
		Due  int64 `db:"due_at"`
		Body string
		Runs bool
	}
	err := t.All(&rows, `
		SELECT due_at, body, 0 AS runs FROM reminders WHERE ended_at IS NULL AND agreed = 1 AND due_at > ? AND due_at < ?
		UNION ALL SELECT c.due_at, coalesce(p.title, m.body) AS body, 1 AS runs
		  FROM schedules c LEFT JOIN projects p ON p.id = c.project_id LEFT JOIN messages m ON m.id = c.message_id WHERE c.due_at > ? AND c.due_at < ?
		 ORDER BY 1, 2`, t.Now, t.Now+(24*time.Hour).Microseconds(), t.Now, t.Now+(24*time.Hour).Microseconds())
	if err != nil {
		return nil, fmt.Errorf("read what is planned: %w", err)
	}
	var out []reports.PlannedLine
	for _, r := range rows {
		out = append(out, reports.PlannedLine{At: sqldb.Moment(r.Due), Text: r.Body, Runs: r.Runs})
	}
	return out, nil
}
