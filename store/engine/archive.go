package engine

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Archive deletes a project that has ended from every list; its money, journal and
// documents stay, and Unarchive brings it back. Twice is once. It returns
// org.ErrReserved for a reserved project and org.ErrConflict for one that is open.
func (d *Engine) Archive(ctx context.Context, id org.ProjectID) error {
	if company.Reserved(id) {
		return fmt.Errorf("delete %s: %w", id, org.ErrReserved)
	}
	return d.Control(ctx, "archive", id, func(t *sqldb.Tx, p org.Project) error {
		switch {
		case !p.State.Ended():
			return fmt.Errorf("it is %s: %w", p.State, org.ErrConflict)
		case p.Archived:
			return nil
		}
		if err := t.Exec(`UPDATE projects SET archived_at = ? WHERE id = ?`, t.Now, id); err != nil {
			return err
		}
		n, err := t.Change(`DELETE FROM shares WHERE project_id = ?`, id)
		if err != nil {
			return err
		}
		if n > 0 { // brought back it has another address, if its founder shares it again
			if err := t.Event(org.Event{Kind: org.EventUnshared, Project: id, Text: "Not shared any more."}); err != nil {
				return err
			}
		}
		return t.Event(org.Event{Kind: org.EventProjectArchived, Project: id, Text: "Deleted from the lists: " + p.Title})
	})
}

// Unarchive brings a deleted project back into the lists. Twice is once.
func (d *Engine) Unarchive(ctx context.Context, id org.ProjectID) error {
	if company.Reserved(id) {
		return fmt.Errorf("undelete %s: %w", id, org.ErrReserved)
	}
	return d.Control(ctx, "unarchive", id, func(t *sqldb.Tx, p org.Project) error {
		if !p.Archived {
			return nil
		}
		if err := t.Exec(`UPDATE projects SET archived_at = 0 WHERE id = ?`, id); err != nil {
			return err
		}
		return t.Event(org.Event{Kind: org.EventProjectRestored, Project: id, Text: "Back in the lists: " + p.Title})
	})
}
