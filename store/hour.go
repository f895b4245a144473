package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// hourStatement takes the hour's begin and end, and its begin again. A step
// that ended in it is of a mission that is open or ended since.
const hourStatement = `
	SELECT coalesce(sum(CASE WHEN s.state = 'completed' THEN 1 ELSE 0 END), 0) AS completed,
	       coalesce(sum(CASE WHEN s.state = 'failed' THEN 1 ELSE 0 END), 0) AS failed,
	       (SELECT count(*) FROM steps WHERE ` + ready + `) AS queue,
	       (SELECT count(*) FROM deliveries WHERE state IN ('queued', 'sending')) AS outbox
	  FROM missions m CROSS JOIN steps s
	 WHERE s.mission_id = m.id AND s.state IN ('completed', 'failed') AND s.ended_at >= ? AND s.ended_at < ? AND (m.ended_at IS NULL OR m.ended_at >= ?)`

// RecordHour writes down how the office fared in the last full hour. Doing so
// twice changes nothing but the numbers that came late.
func (d *DB) RecordHour(ctx context.Context) error {
	err := d.tx(ctx, func(t *tx) error {
		t.method = "record-hour"
		end := moment(t.now).Truncate(time.Hour)
		from, to := micros(end.Add(-time.Hour)), micros(end)
		var row costRow
		err := t.get(&row, `SELECT 'hour' AS name, `+costSums+` FROM llm_calls c WHERE c.started_at >= ? AND c.started_at < ?`, from, to)
		if err != nil {
			return err
		}
		var n struct{ Completed, Failed, Queue, Outbox int }
		err = t.get(&n, hourStatement, from, to, from)
		if err != nil {
			return err
		}
		return t.exec(`
			INSERT INTO hours (hour, calls, ghosts, cost, unknown, completed, failed, queue, outbox) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (hour) DO UPDATE
			       SET calls = excluded.calls, ghosts = excluded.ghosts, cost = excluded.cost, unknown = excluded.unknown,
			           completed = excluded.completed, failed = excluded.failed, queue = excluded.queue, outbox = excluded.outbox`,
			from, row.Calls, row.Ghosts, row.Cost, row.Unknown, n.Completed, n.Failed, n.Queue, n.Outbox)
	})
	return wrap("record the hour", err)
}

// NoticeVelocity tells the founder, once a day at the most, when money goes
// much faster than usual. Nothing is paused by it.
func (d *DB) NoticeVelocity(ctx context.Context) error {
	now := d.now()
	idle, err := d.idle(ctx, `SELECT count(*) FROM (SELECT 1 FROM llm_calls WHERE started_at >= ? LIMIT 1) AS recent`, micros(now.Add(-org.VelocityWindow)))
	if err != nil || idle {
		return wrap("look how fast money goes", err)
	}
	err = d.tx(ctx, func(t *tx) error {
		t.method = "notice-velocity"
		var spent int64
		err := t.get(&spent, `SELECT coalesce(sum(cost), 0) FROM llm_calls WHERE started_at >= ?`, micros(now.Add(-org.VelocityWindow)))
		if err != nil {
			return err
		}
		var hours []int64
		err = t.all(&hours, `SELECT cost FROM hours WHERE hour >= ? AND cost > 0 ORDER BY cost`, micros(now.Add(-org.VelocityBack)))
		if err != nil {
			return err
		}
		var usual org.NanoUSD
		if len(hours) > 0 {
			slices.Sort(hours)
			usual = org.NanoUSD(hours[len(hours)/2]) / org.NanoUSD(time.Hour/org.VelocityWindow)
		}
		if !org.TooFast(org.NanoUSD(spent), usual) {
			return nil
		}
		day, err := t.today()
		if err != nil {
			return err
		}
		return t.sayMoney("", "velocity:"+day, org.VelocityText(org.NanoUSD(spent), usual), false)
	})
	return wrap("look how fast money goes", err)
}

// daily is how the keys of daily digests begin.
const daily = "daily:"

// SendDigest queues the daily digest: what ended since the last one, what waits
// for the founder, what it cost. It reports false when nothing happened, when
// the day's was sent already, or when nobody ever spoke to the office.
func (d *DB) SendDigest(ctx context.Context) (bool, error) {
	sent := false
	err := d.tx(ctx, func(t *tx) error {
		t.method = "send-digest"
		sent = false
		day, err := t.today()
		if err != nil {
			return err
		}
		ch, found, err := t.home()
		if err != nil || !found {
			return err
		}
		var known int
		if err := t.get(&known, `SELECT count(*) FROM deliveries WHERE key = ?`, daily+day); err != nil || known > 0 {
			return err
		}
		digest, err := t.dailyDigest()
		if err != nil || digest.Empty() {
			return err
		}
		sent = true
		return t.deliver(org.Delivery{Key: daily + day, Channel: ch, Kind: org.DeliverNotice, Title: "Your day", Body: digest.Text()})
	})
	return sent, wrap("send the digest", err)
}

// dailyDigest reads what happened since the last digest, a week at the most.
func (t *tx) dailyDigest() (org.Daily, error) {
	const most, first = 7 * 24 * time.Hour, 24 * time.Hour
	var last int64
	err := t.get(&last, `SELECT coalesce(max(created_at), 0) FROM deliveries WHERE key LIKE '`+daily+`%'`)
	if err != nil {
		return org.Daily{}, err
	}
	if last == 0 {
		last = t.now - first.Microseconds()
	}
	since := max(last, t.now-most.Microseconds())
	out := org.Daily{}
	if out.Ended, err = projectsOf(t.ctx, t, `projects.ended_at > ?`, since); err != nil {
		return out, err
	}
	if out.Open, err = projectsOf(t.ctx, t, `projects.state IN ('active', 'paused')`); err != nil {
		return out, err
	}
	var cost costRow
	if err := t.get(&cost, `SELECT 'total' AS name, `+costSums+` FROM llm_calls c WHERE c.started_at > ?`, since); err != nil {
		return out, err
	}
	out.Cost = cost.line()
	err = t.all(&out.Questions, `
		SELECT e.id || ' ' || p.title FROM escalations e JOIN projects p ON p.id = e.project_id
		 WHERE e.state = 'open' ORDER BY e.created_at, e.id`)
	if err != nil {
		return out, fmt.Errorf("read open questions: %w", err)
	}
	err = t.all(&out.Noticed, `
		SELECT project_id || ': ' || body FROM alerts WHERE level = 'low' AND created_at > ? ORDER BY created_at, id`, since)
	if err != nil {
		return out, fmt.Errorf("read alerts: %w", err)
	}
	var held []int
	if err := t.all(&held, `SELECT held FROM steps WHERE state = 'pending' AND (held & 42) <> 0`); err != nil {
		return out, fmt.Errorf("read held steps: %w", err)
	}
	for _, h := range held {
		out.Held = append(out.Held, org.Hold(h))
	}
	return out, nil
}
