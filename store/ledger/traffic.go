package ledger

import (
	"context"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// CountTraffic adds what went over the network to the founder's day.
func (d *Ledger) CountTraffic(ctx context.Context, more []reports.Traffic) error {
	if len(more) == 0 {
		return nil
	}
	err := d.db.WriteBeside(ctx, func(t *sqldb.Tx) error {
		t.Method = "count-traffic"
		if err := t.Turn(sqldb.Traffic); err != nil {
			return err
		}
		day, err := Today(t)
		if err != nil {
			return err
		}
		for _, m := range more {
			err := t.Exec(`
				INSERT INTO traffic (day, kind, project_id, requests, sent, received) VALUES (?, ?, ?, ?, ?, ?)
				    ON CONFLICT (day, kind, project_id) DO UPDATE
				       SET requests = traffic.requests + excluded.requests, sent = traffic.sent + excluded.sent,
				           received = traffic.received + excluded.received`, day, m.Kind, m.Project, m.Requests, m.Sent, m.Received)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return sqldb.Wrap("count traffic", err)
}

const trafficSums = `kind, CAST(sum(requests) AS BIGINT) AS requests, CAST(sum(sent) AS BIGINT) AS sent, CAST(sum(received) AS BIGINT) AS received`

// readTraffic returns what went over the network from a day of the founder's
// on, the most first.
func readTraffic(ctx context.Context, q sqldb.Getter, day string) ([]reports.Traffic, error) {
	out := []reports.Traffic{}
	err := sqldb.Many(ctx, q, &out, `
		SELECT `+trafficSums+` FROM traffic WHERE day >= ? GROUP BY kind ORDER BY sum(sent) + sum(received) DESC, kind`, day)
	return out, err
}

// ProjectTraffic returns what went over the network for a project's planning
// and steps, the most first.
func (d *Ledger) ProjectTraffic(ctx context.Context, project org.ProjectID) ([]reports.Traffic, error) {
	out := []reports.Traffic{}
	err := sqldb.Many(ctx, d.db.Read, &out, `
		SELECT `+trafficSums+` FROM traffic WHERE project_id = ? GROUP BY kind ORDER BY sum(sent) + sum(received) DESC, kind`, project)
	return out, sqldb.Wrap("sum traffic", err)
}
