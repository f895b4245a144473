package report

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
	"github.com/frasier-cos/frasier/store/upkeep"
)

// Health reads the figures of the instance's health. It looks at what is open
// and at the last hour, so that it costs the same however long the past is.
func (d *Report) Health(ctx context.Context) (reports.Health, error) {
	var out reports.Health
	now := d.db.Now()
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		if out, err = readVitals(ctx, q, now); err != nil {
			return err
		}
		out.Outside, err = readOutside(ctx, q, now)
		return err
	})
	if err != nil {
		return out, fmt.Errorf("read vitals: %w", err)
	}
	if out.Bytes, err = d.measureDatabase(ctx); err != nil {
		return out, fmt.Errorf("read vitals: %w", err)
	}
	runs, err := upkeep.New(d.db).JobRuns(ctx)
	for _, t := range runs {
		out.Jobs = append(out.Jobs, t)
	}
	return out, err
}

// measureDatabase returns the bytes that the database takes up where it is kept, without what it
// may still write down.
func (d *Report) measureDatabase(ctx context.Context) (int64, error) {
	query := `SELECT p.page_count * s.page_size FROM pragma_page_count() p, pragma_page_size() s`
	if d.db.Server() {
		query = `SELECT pg_database_size(current_database())`
	}
	var n int64
	err := sqldb.One(ctx, d.db.Read, &n, query)
	return n, sqldb.Wrap("weigh the database", err)
}

// readOutside reads what concerns other services, and who looks at the dashboard.
func readOutside(ctx context.Context, q sqldb.Getter, now time.Time) (reports.OutsideHealth, error) {
	var n struct {
		Waiting, Refused, Unmirrored, Sessions int
		Oldest, OldestUnmirrored               int64
	}
	err := sqldb.One(ctx, q, &n, `
		SELECT (SELECT count(*) FROM actions WHERE state IN ('allowed', 'doing')) AS waiting,
		       coalesce((SELECT min(at) FROM actions WHERE state IN ('allowed', 'doing')), 0) AS oldest,
		       (SELECT count(*) FROM actions WHERE state = 'refused' AND at >= ?) AS refused,
		       (SELECT count(*) FROM mirror_objects WHERE life = 'new') AS unmirrored,
		       coalesce((SELECT min(at) FROM mirror_objects WHERE life = 'new'), 0) AS oldestunmirrored,
		       (SELECT count(*) FROM sessions WHERE used_at >= ?) AS sessions`, sqldb.Micros(now.AddDate(0, 0, -1)), sqldb.Micros(now.Add(-time.Hour)))
	out := reports.OutsideHealth{Waiting: n.Waiting, Refused: n.Refused, Unmirrored: n.Unmirrored, Sessions: n.Sessions}
	if n.Oldest > 0 {
		out.OldestWaiting = max(0, now.Sub(sqldb.Moment(n.Oldest)))
	}
	if n.OldestUnmirrored > 0 {
		out.OldestUnmirrored = max(0, now.Sub(sqldb.Moment(n.OldestUnmirrored)))
	}
	return out, err
}

func readVitals(ctx context.Context, q sqldb.Getter, now time.Time) (reports.Health, error) {
	var out reports.Health
	hour := sqldb.Micros(now.Add(-time.Hour))
	var n struct {
		Queue, Working, Held, Outbox, Unanswered int
		Decisions, Memos, Turns, Aborted         int
		Oldest                                   int64
		Known, Possible                          int64
	}
	err := sqldb.One(ctx, q, &n, `
		SELECT (SELECT count(*) FROM steps WHERE `+record.Ready+`) AS queue,
		       (SELECT count(*) FROM steps WHERE state IN ('in_progress', 'in_review')) AS working,
		       (SELECT count(*) FROM steps s JOIN missions m ON m.id = s.mission_id
		         WHERE s.state = 'pending' AND s.held <> 0 AND m.state IN ('planning', 'in_progress', 'paused')) AS held,
		       (SELECT count(*) FROM deliveries WHERE state IN ('queued', 'sending')) AS outbox,
		       (SELECT count(*) FROM messages WHERE state = 'received') AS unanswered,
		       (SELECT count(*) FROM escalations WHERE state = 'open') AS decisions,
		       (SELECT count(*) FROM memos WHERE state IN ('open', 'deferred')) AS memos,
		       (SELECT count(*) FROM sittings WHERE state = 'done') AS turns,
		       (SELECT count(*) FROM sittings WHERE state = 'aborted') AS aborted,
		       coalesce((SELECT min(received_at) FROM messages WHERE state = 'received'), 0) AS oldest,
		       coalesce((SELECT sum(known) FROM spending WHERE scope = 'month' AND project_id = ''), 0) AS known,
		       coalesce((SELECT sum(held) FROM spending WHERE scope = 'month' AND project_id = ''), 0) AS possible`)
	if err != nil {
		return out, err
	}
	out = reports.Health{
		At:    now,
		Queue: n.Queue, Working: n.Working, Held: n.Held, Outbox: n.Outbox, Unanswered: n.Unanswered, Decisions: n.Decisions,
		Memos: n.Memos, Turns: n.Turns, Aborted: n.Aborted,
		Cost: org.NanoUSD(n.Known), Possible: org.NanoUSD(n.Possible),
	}
	if n.Oldest > 0 {
		out.OldestMessage = max(0, now.Sub(sqldb.Moment(n.Oldest)))
	}
	var seen []struct {
		Holder, Role string
		Seen         int64
	}
	if err := sqldb.Many(ctx, q, &seen, `SELECT holder, role, seen FROM workers WHERE seen >= ?`, hour); err != nil {
		return out, err
	}
	for _, s := range seen {
		out.Seen = append(out.Seen, reports.Process{Owner: s.Holder, Role: s.Role, Age: max(0, now.Sub(sqldb.Moment(s.Seen)))})
	}
	var tiers []ledger.CostRow
	err = sqldb.Many(ctx, q, &tiers, `SELECT c.tier AS name, `+ledger.CostSums+` FROM llm_calls c WHERE c.started_at >= ? GROUP BY 1`, hour)
	out.Hour = ledger.Lines(tiers, nil)
	return out, err
}
