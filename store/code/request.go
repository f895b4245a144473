package code

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// AskRepository keeps an address for a worker to look at. The same again, while nobody has, changes nothing.
func (d *Code) AskRepository(ctx context.Context, r coding.Request) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "ask-repository"
		t.Wake = true
		return t.Exec(`INSERT INTO repository_requests (source, transport, channel, name, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			r.Source, r.Channel.Transport, r.Channel.ID, r.Name, t.Now)
	})
	return sqldb.Wrap("ask for the repository "+r.Source, err)
}

// RepositoriesAsked returns the addresses that no worker has looked at yet, the oldest first.
func (d *Code) RepositoriesAsked(ctx context.Context) ([]coding.Request, error) {
	none, err := d.db.Idle(ctx, `SELECT count(*) FROM repository_requests`)
	if err != nil || none {
		return nil, sqldb.Wrap("look for repositories to add", err)
	}
	var rows []struct {
		Source    string
		Transport string
		Channel   string
		Name      string
		At        int64
	}
	if err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT source, transport, channel, name, at FROM repository_requests ORDER BY at, source`); err != nil {
		return nil, fmt.Errorf("list the repositories to add: %w", err)
	}
	out := make([]coding.Request, 0, len(rows))
	for _, r := range rows {
		out = append(out, coding.Request{Source: r.Source, Name: r.Name, Channel: org.Channel{Transport: r.Transport, ID: r.Channel}, At: sqldb.Moment(r.At)})
	}
	return out, nil
}

// AnswerRepository takes a request away and tells whoever asked what came of it. It returns org.ErrConflict when
// somebody else did.
func (d *Code) AnswerRepository(ctx context.Context, r coding.Request, found reports.RepositoryFacts) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "answer-repository"
		n, err := t.Change(`DELETE FROM repository_requests WHERE source = ? AND transport = ? AND channel = ? AND at = ?`,
			r.Source, r.Channel.Transport, r.Channel.ID, sqldb.Micros(r.At))
		if err == nil && n == 0 {
			err = org.ErrConflict
		}
		if err != nil {
			return err
		}
		return outbox.Deliver(t, reports.Delivery{
			Key: fmt.Sprintf("repository:%s:%s:%d", r.Channel.ID, r.Source, sqldb.Micros(r.At)), Channel: r.Channel, Kind: reports.DeliverNotice, Title: "Repository", Facts: reports.Facts{Repository: &found},
		})
	})
	return sqldb.Wrap("answer who asked for "+r.Source, err)
}

// RemoveRepository takes a repository away, so that no new work begins in it and its name is free again. What was
// done in it stays, and can be made again. It returns org.ErrNotFound for a name that is not known, and
// org.ErrConflict while a project that has not ended works in it.
func (d *Code) RemoveRepository(ctx context.Context, name string) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "remove-repository"
		var open int
		err := t.Get(&open, `
			SELECT count(*) FROM projects p JOIN repositories r ON r.id = p.repository_id
			 WHERE r.name = ? AND r.removed = 0 AND p.state IN ('active', 'paused')`, name)
		if err == nil && open > 0 {
			err = org.ErrConflict
		}
		if err != nil {
			return err
		}
		n, err := t.Change(`UPDATE repositories SET removed = 1, name = name || '#' || id WHERE name = ? AND removed = 0`, name)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		if err := t.Exec(`DELETE FROM environments WHERE repository_id IN (SELECT id FROM repositories WHERE removed = 1)`); err != nil {
			return err
		}
		if err := t.Exec(`DELETE FROM code_maps WHERE repository_id IN (SELECT id FROM repositories WHERE removed = 1)`); err != nil {
			return err
		}
		if err := t.Exec(`DELETE FROM proposed_roles WHERE repository_id IN (SELECT id FROM repositories WHERE removed = 1)`); err != nil {
			return err
		}
		if err := t.Exec(`DELETE FROM proposed_services WHERE repository_id IN (SELECT id FROM repositories WHERE removed = 1)`); err != nil {
			return err
		}
		return t.Event(org.Event{Kind: org.EventRepository, Text: "Removed the repository " + name})
	})
	return sqldb.Wrap("remove the repository "+name, err)
}
