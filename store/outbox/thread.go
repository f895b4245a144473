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

// ProjectOfThread returns the project whose thread a channel is, or
// org.ErrNotFound.
func (d *Outbox) ProjectOfThread(ctx context.Context, channel org.Channel) (org.ProjectID, error) {
	var project org.ProjectID
	err := sqldb.One(ctx, d.db.Read, &project, `SELECT project_id FROM threads WHERE transport = ? AND thread = ?`, channel.Transport, channel.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("thread: %w", org.ErrNotFound)
	}
	return project, sqldb.Wrap("read thread", err)
}
