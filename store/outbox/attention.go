package outbox

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// decideAttention asks the quiet rules about a delivery that is to be sent. What they
// decide is kept, so that a second try pings no second time and an unsent ping
// counts. It returns false when the delivery has to wait.
func decideAttention(t *sqldb.Tx, r *DeliveryRow, out *reports.Delivery) (bool, error) {
	if !out.Channel.Threaded() {
		return true, nil
	}
	if r.Attention == "" {
		verdict, err := decideVerdict(t, *out)
		if err != nil {
			return false, err
		}
		if !verdict.Until.IsZero() {
			err := t.Exec(`UPDATE deliveries SET hold_until = ? WHERE seq = ?`, sqldb.Micros(verdict.Until), r.Seq)
			if err != nil {
				return false, fmt.Errorf("hold delivery %s: %w", r.ID, err)
			}
			return false, recordHold(t, *r, verdict.Until)
		}
		r.Attention = verdict.Attention
		err = t.Exec(`UPDATE deliveries SET attention = ?, attended_at = ? WHERE seq = ?`, r.Attention, t.Now, r.Seq)
		if err != nil {
			return false, fmt.Errorf("decide how to send %s: %w", r.ID, err)
		}
		if r.Attention == policy.AttentionSpent {
			if err := updateDigest(t, *r); err != nil {
				return false, err
			}
		}
	}
	out.Card.Ping = r.Attention == policy.AttentionPing
	out.Card.Silent = r.Attention == policy.AttentionSilent || r.Attention == policy.AttentionSpent
	return true, nil
}

// sameNews is the time in which bad news of one project counts as one piece of news, unless
// somebody has answered a question of it since: who has done with the first does not look for the
// next.
const sameNews = time.Minute

func decideVerdict(t *sqldb.Tx, v reports.Delivery) (policy.Verdict, error) {
	p, err := readQuiet(t)
	if err != nil {
		return policy.Verdict{}, err
	}
	says := policy.Saying{Kind: v.Kind, Card: v.Card, Edit: v.Replaces != ""}
	if v.Kind == reports.DeliverEscalation {
		if says.BlocksAll, err = isAllBlocked(t, v.Project); err != nil {
			return policy.Verdict{}, err
		}
	}
	now := sqldb.Moment(t.Now)
	var recent int
	err = t.Get(&recent, `
		SELECT count(*) FROM deliveries d
		 WHERE project_id = ? AND kind IN ('escalation', 'failure') AND attention = 'ping' AND attended_at > ?
		   AND NOT EXISTS (SELECT 1 FROM escalations e
		        WHERE e.project_id = d.project_id AND e.decided_by NOT IN ('', 'Frasier') AND e.ended_at >= d.attended_at)`,
		v.Project, sqldb.Micros(now.Add(-sameNews)))
	if err != nil {
		return policy.Verdict{}, fmt.Errorf("look for what pinged a moment ago: %w", err)
	}
	says.Recent = recent > 0
	var pinged int
	err = t.Get(&pinged, `SELECT count(*) FROM deliveries WHERE attention = 'ping' AND attended_at >= ?`, sqldb.Micros(p.DayStart(now)))
	if err != nil {
		return policy.Verdict{}, fmt.Errorf("count today's pings: %w", err)
	}
	return p.Decide(says, pinged, now), nil
}

// readQuiet reads the founder's quiet rules. A row that cannot be read counts as not set: the
// founder hears too much rather than nothing.
func readQuiet(t *sqldb.Tx) (policy.Quiet, error) {
	rows := map[string]string{}
	for _, name := range []string{policy.QuietHours, policy.QuietPings, policy.Zone, policy.ZoneMachine} {
		var value string
		err := t.Get(&value, `SELECT value FROM policies WHERE name = ?`, name)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return policy.Quiet{}, fmt.Errorf("read policy %s: %w", name, err)
		}
		rows[name] = value
	}
	name, _ := policy.ZoneOf(rows[policy.Zone], rows[policy.ZoneMachine])
	zone, err := calendar.Zone(name)
	if err != nil {
		zone, err = calendar.Zone("")
	}
	if err != nil {
		return policy.Quiet{}, err
	}
	p, err := policy.ParseQuiet(rows[policy.QuietHours], rows[policy.QuietPings], zone)
	if err != nil {
		return policy.ParseQuiet("", "", zone)
	}
	return p, nil
}

// isAllBlocked reports whether nothing at all moves before the founder answers: his project is
// open, and no step runs, could run or will run by itself, nor is anything being planned.
func isAllBlocked(t *sqldb.Tx, p org.ProjectID) (bool, error) {
	var open, moving int
	if err := t.Get(&open, `SELECT count(*) FROM projects WHERE id = ? AND state = 'active'`, p); err != nil {
		return false, fmt.Errorf("read project %s: %w", p, err)
	}
	err := t.Get(&moving, `
		SELECT (SELECT count(*) FROM steps WHERE state IN ('in_progress', 'in_review'))
		     + (SELECT count(*) FROM steps WHERE `+record.Ready+`)
		     + (SELECT count(*) FROM steps WHERE state = 'pending' AND run_after IS NOT NULL)
		     + (SELECT count(*) FROM missions WHERE state = 'planning' AND gated = 0)`)
	if err != nil {
		return false, fmt.Errorf("look for work that moves: %w", err)
	}
	return open > 0 && moving == 0, nil
}

// updateDigest lists what was said today without a ping because the day's were used, in one message
// that is edited in place.
func updateDigest(t *sqldb.Tx, last DeliveryRow) error {
	p, err := readQuiet(t)
	if err != nil {
		return err
	}
	start := p.DayStart(sqldb.Moment(t.Now))
	var spent []DeliveryRow
	err = t.All(&spent, `
		SELECT `+DeliveryColumns+` FROM deliveries d
		 WHERE d.attention = 'spent' AND d.attended_at >= ? AND d.transport = ? AND d.channel = ? ORDER BY d.seq`,
		sqldb.Micros(start), last.Transport, last.Channel)
	if err != nil {
		return fmt.Errorf("list what was said without a ping: %w", err)
	}
	quiet := &reports.QuietFacts{Pings: p.Pings, Items: make([]reports.QuietItem, 0, len(spent))}
	for _, r := range spent {
		quiet.Items = append(quiet.Items, reports.QuietItem{Kind: r.Kind, Title: r.Title, Project: org.ProjectID(r.Project.String)})
	}
	day := start.In(p.Zone).Format("2006-01-02")
	return Deliver(t, reports.Delivery{
		Key:     fmt.Sprintf("digest:%s:%s:%s:%d", last.Transport, last.Channel, day, last.Seq),
		Channel: org.Channel{Transport: last.Transport, ID: last.Channel}, Kind: reports.DeliverDigest,
		Title: "Said without a ping", Facts: reports.Facts{Quiet: quiet}, Card: org.Card{Slot: "digest:" + day, Silent: true},
	})
}

// QuietAt tells for a channel at which moments nobody is to be pinged there.
func QuietAt(t *sqldb.Tx, ch org.Channel) (func(time.Time) bool, error) {
	p, err := readQuiet(t)
	if err != nil {
		return nil, err
	}
	return func(at time.Time) bool { return ch.Threaded() && p.IsQuiet(at) }, nil
}
