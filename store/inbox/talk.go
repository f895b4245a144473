package inbox

import (
	"context"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Talk returns the last n things that were said in a channel by either side, oldest first, without those that a founder had forgotten. Of what
// was said in place of something earlier it has the last.
func (d *Inbox) Talk(ctx context.Context, ch org.Channel, n int) ([]reports.Said, error) {
	var said []struct {
		ID      string
		Body    string
		State   string
		At      int64
		Project string
	}
	var told []struct {
		ID      string
		Body    string
		Card    string
		At      int64
		Project string
	}
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		err := sqldb.Many(ctx, q, &said, `
			SELECT m.id, m.body, m.state, m.received_at AS at, coalesce(t.project_id, '') AS project
			  FROM messages m LEFT JOIN turns t ON t.message_id = m.id
			 WHERE m.transport = ? AND m.channel = ? AND m.body <> '' AND m.origin NOT LIKE 'hook:%' ORDER BY m.seq DESC LIMIT ?`, ch.Transport, ch.ID, n)
		if err != nil {
			return err
		}
		return sqldb.Many(ctx, q, &told, `
			SELECT d.id, d.body, d.card, d.created_at AS at, coalesce(d.project_id, '') AS project FROM deliveries d
			 WHERE d.transport = ? AND d.channel = ? AND d.body <> ''
			   AND NOT EXISTS (SELECT 1 FROM deliveries l WHERE l.project_id = d.project_id AND l.slot = d.slot AND l.slot <> '' AND l.body <> '' AND l.seq > d.seq)
			 ORDER BY d.seq DESC LIMIT ?`, ch.Transport, ch.ID, n)
	})
	if err != nil {
		return nil, fmt.Errorf("read what was said in %s: %w", ch.ID, err)
	}
	out := make([]reports.Said, 0, len(said)+len(told))
	for _, r := range said {
		out = append(out, reports.Said{ID: r.ID, Mine: true, Text: r.Body, Project: org.ProjectID(r.Project), Waits: r.State == "received", At: sqldb.Moment(r.At)})
	}
	for _, r := range told {
		s := reports.Said{ID: r.ID, Text: r.Body, Project: org.ProjectID(r.Project), At: sqldb.Moment(r.At)}
		if err := sqldb.FromJSON(r.Card, &s.Card); err != nil {
			return nil, fmt.Errorf("read the buttons of %s: %w", r.ID, err)
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b reports.Said) int { return a.At.Compare(b.At) })
	return out[max(0, len(out)-n):], nil
}
