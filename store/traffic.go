package store

import (
	"context"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// CountTraffic adds what went over the network to the day.
func (d *DB) CountTraffic(ctx context.Context, more []org.Traffic) error {
	if len(more) == 0 {
		return nil
	}
	err := d.tx(ctx, func(t *tx) error {
		t.verb = "count-traffic"
		day := moment(t.now).UTC().Format(time.DateOnly)
		for _, m := range more {
			err := t.exec(`
				INSERT INTO traffic (day, kind, requests, sent, received) VALUES (?, ?, ?, ?, ?)
				    ON CONFLICT (day, kind) DO UPDATE
				       SET requests = traffic.requests + excluded.requests, sent = traffic.sent + excluded.sent,
				           received = traffic.received + excluded.received`, day, m.Kind, m.Requests, m.Sent, m.Received)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return wrap("count traffic", err)
}

// trafficSince returns what went over the network on the days in UTC from that
// of since on, the most first.
func trafficSince(ctx context.Context, q getter, since time.Time) ([]org.Traffic, error) {
	out := []org.Traffic{}
	err := many(ctx, q, &out, `
		SELECT kind, CAST(sum(requests) AS BIGINT) AS requests, CAST(sum(sent) AS BIGINT) AS sent, CAST(sum(received) AS BIGINT) AS received
		  FROM traffic WHERE day >= ? GROUP BY kind ORDER BY sum(sent) + sum(received) DESC, kind`, since.UTC().Format(time.DateOnly))
	return out, err
}
