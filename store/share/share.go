// Package share keeps what a founder shows to others: which projects, and which
// documents are still to be put into the folder of published ones.
package share

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// addressBytes make an address that nobody guesses.
const addressBytes = 16

// Sharing is this part of an open database. Its methods may be called at once.
type Sharing struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Sharing { return &Sharing{db: db} }

// Share shows a project to whoever has its address, which a project that is shown
// already keeps; the same once more changes nothing. It returns org.ErrConflict for one without a document.
func (d *Sharing) Share(ctx context.Context, id org.ProjectID, cost, listed bool) (org.Share, error) {
	raw := make([]byte, addressBytes)
	_, _ = rand.Read(raw) // it never fails: it ends the program instead
	address := strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(raw))
	var out org.Share
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "share"
		p, err := record.ProjectOf(ctx, t, id)
		if err != nil {
			return err
		}
		if p.Archived {
			return org.ErrConflict
		}
		if all, err := readShares(ctx, t, `s.project_id = ?`, id); err != nil {
			return err
		} else if len(all) > 0 && all[0].Cost == cost && all[0].Listed == listed {
			out = all[0]
			return nil // whose process died after it was done says the same again
		}
		if err := t.Exec(`
			INSERT INTO shares (project_id, address, cost, listed, at) VALUES (?, ?, ?, ?, ?)
			    ON CONFLICT (project_id) DO UPDATE SET cost = excluded.cost, listed = excluded.listed, at = excluded.at`,
			id, address, cost, listed, t.Now); err != nil {
			return err
		}
		all, err := readShares(ctx, t, `s.project_id = ?`, id)
		if err != nil {
			return err
		}
		if len(all) == 0 { // there is nothing to show
			return org.ErrConflict
		}
		out = all[0]
		return t.Event(org.Event{Kind: org.EventShared, Project: id, Text: "Shared: " + p.Title, Data: map[string]string{"cost": fmt.Sprint(cost), "listed": fmt.Sprint(listed)}})
	})
	return out, sqldb.Wrap("share "+string(id), err)
}

// Unshare takes a project away from whoever had its address, for good: shared
// again it gets another one. It returns org.ErrNotFound for one that is not shared.
func (d *Sharing) Unshare(ctx context.Context, id org.ProjectID) error {
	return sqldb.Wrap("unshare "+string(id), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "unshare"
		n, err := t.Change(`DELETE FROM shares WHERE project_id = ?`, id)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return t.Event(org.Event{Kind: org.EventUnshared, Project: id, Text: "Not shared any more."})
	}))
}

// Shares lists what is shown, the newest first. A deleted project is not among it.
func (d *Sharing) Shares(ctx context.Context) ([]org.Share, error) {
	out, err := readShares(ctx, d.db.Read, `1 = 1`)
	return out, sqldb.Wrap("list what is shared", err)
}

func readShares(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]org.Share, error) {
	var rows []struct {
		Project org.ProjectID `db:"project_id"`
		Address string
		Cost    bool
		Listed  bool
		At      int64
		Made    int64
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT s.project_id, s.address, s.cost, s.listed, s.at, max(v.at) AS made
		  FROM shares s JOIN projects p ON p.id = s.project_id JOIN deliverables v ON v.project_id = s.project_id
		 WHERE p.archived_at = 0 AND `+where+`
		 GROUP BY s.project_id, s.address, s.cost, s.listed, s.at ORDER BY s.at DESC, s.project_id`, args...)
	out := make([]org.Share, 0, len(rows))
	for _, r := range rows {
		out = append(out, org.Share{Project: r.Project, Address: r.Address, Cost: r.Cost, Listed: r.Listed, At: sqldb.Moment(r.At), Made: sqldb.Moment(r.Made)})
	}
	return out, err
}

// Queue notes that a project has a new document for the folder, and for each service that keeps pages.
func Queue(t *sqldb.Tx, id org.ProjectID) error {
	err := t.Exec(`
		INSERT INTO publications (project_id, version, done, at) VALUES (?, 1, 0, ?)
		    ON CONFLICT (project_id) DO UPDATE SET version = publications.version + 1, at = excluded.at`, id, t.Now)
	if err == nil {
		err = t.Exec(`
			INSERT INTO pages (project_id, connection, wanted)
			SELECT v.project_id, c.name, v.version FROM publications v JOIN connections c ON c.service IN ('notion', 'google') WHERE v.project_id = ?
			    ON CONFLICT (project_id, connection) DO UPDATE SET wanted = excluded.wanted`, id)
	}
	return sqldb.Wrap("queue the document of "+string(id), err)
}

// Unpublished returns a project whose newest document is not in the folder. It
// returns org.ErrNoWork when each is.
func (d *Sharing) Unpublished(ctx context.Context) (org.Publication, error) {
	var rows []struct {
		Project org.ProjectID `db:"project_id"`
		Version int
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT project_id, version FROM publications WHERE done < version ORDER BY project_id LIMIT 1`)
	if err == nil && len(rows) == 0 {
		return org.Publication{}, org.ErrNoWork
	}
	if err != nil {
		return org.Publication{}, fmt.Errorf("look for documents to publish: %w", err)
	}
	return org.Publication{Project: rows[0].Project, Version: rows[0].Version}, nil
}

// Published records that a version of a project's document is in the folder. Twice is once.
func (d *Sharing) Published(ctx context.Context, p org.Publication, path string) error {
	return sqldb.Wrap("publish "+string(p.Project), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "published"
		n, err := t.Change(`UPDATE publications SET done = ?, at = ? WHERE project_id = ? AND done < ?`, p.Version, t.Now, p.Project, p.Version)
		if err != nil || n == 0 {
			return err
		}
		return t.Event(org.Event{Kind: org.EventPublished, Project: p.Project, Text: "Its document is in the folder " + path, Data: map[string]string{"folder": path}})
	}))
}
