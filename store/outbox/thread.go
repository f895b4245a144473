package outbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// OpenThread records a project's own thread: where it was opened, its id and
// the message it began with, as the transport names them. A second thread of
// a project takes the place of the first, because a chat opens one only when
// the other is gone. It returns org.ErrConflict for a thread that is another
// project's.
func (d *Outbox) OpenThread(ctx context.Context, project org.ProjectID, channel org.Channel, thread, starter string) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "open-thread"
		var other []org.ProjectID
		err := t.All(&other, `SELECT project_id FROM threads WHERE transport = ? AND thread = ? AND project_id <> ?`,
			channel.Transport, thread, project)
		if err != nil {
			return err
		}
		if len(other) > 0 {
			return fmt.Errorf("it is the thread of %s: %w", other[0], org.ErrConflict)
		}
		return t.Exec(`
			INSERT INTO threads (project_id, transport, channel, thread, starter, opened_at) VALUES (?, ?, ?, ?, ?, ?)
			    ON CONFLICT (project_id) DO UPDATE
			       SET transport = excluded.transport, channel = excluded.channel, thread = excluded.thread,
			           starter = excluded.starter, opened_at = excluded.opened_at`,
			project, channel.Transport, channel.ID, thread, starter, t.Now)
	})
	return sqldb.Wrap(fmt.Sprintf("record thread %s of %s", thread, project), err)
}

// ThreadOf returns the thread of a project, or org.ErrNotFound.
func (d *Outbox) ThreadOf(ctx context.Context, project org.ProjectID) (org.Thread, error) {
	return readThread(ctx, d.db.Read, `project_id = ?`, project)
}

// ProjectOfThread returns the project whose thread a channel is, or
// org.ErrNotFound.
func (d *Outbox) ProjectOfThread(ctx context.Context, channel org.Channel) (org.ProjectID, error) {
	found, err := readThread(ctx, d.db.Read, `transport = ? AND thread = ?`, channel.Transport, channel.ID)
	return found.Project, err
}

func readThread(ctx context.Context, q sqldb.Getter, where string, args ...any) (org.Thread, error) {
	var r struct {
		Project   org.ProjectID `db:"project_id"`
		Transport string
		Channel   string
		Thread    string
		Starter   string
		OpenedAt  int64 `db:"opened_at"`
	}
	err := sqldb.One(ctx, q, &r, `SELECT project_id, transport, channel, thread, starter, opened_at FROM threads WHERE `+where, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return org.Thread{}, fmt.Errorf("thread: %w", org.ErrNotFound)
	}
	if err != nil {
		return org.Thread{}, fmt.Errorf("read thread: %w", err)
	}
	return org.Thread{
		Project: r.Project, Channel: org.Channel{Transport: r.Transport, ID: r.Channel}, ID: r.Thread, Starter: r.Starter,
		OpenedAt: sqldb.Moment(r.OpenedAt),
	}, nil
}
