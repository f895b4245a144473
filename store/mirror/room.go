package mirror

import (
	"context"
	"time"

	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// CountIssues returns how many issues stand there that are not put away.
func (d *Mirrors) CountIssues(ctx context.Context, sink mirror.Sink) (int, error) {
	var n int
	err := sqldb.One(ctx, d.db.Read, &n, `
		SELECT count(*) FROM mirror_objects o WHERE o.sink = ? AND o.kind = 'issue' AND o.life = 'live'
		   AND NOT EXISTS (SELECT 1 FROM mirror_projects r WHERE r.sink = o.sink AND r.project_id = o.project_id AND r.archive = 'done')`, sink)
	return n, sqldb.Wrap("count what stands there", err)
}

// MakeRoom has the issues put away of the project that ended first, if it did so before a time. It reports whether there is one, or one is being put
// away already.
func (d *Mirrors) MakeRoom(ctx context.Context, sink mirror.Sink, before time.Time) (found bool, err error) {
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, found = "make-room", false
		var asked int
		if err := t.Get(&asked, `SELECT count(*) FROM mirror_projects WHERE sink = ? AND archive = 'asked'`, sink); err != nil || asked > 0 {
			found = asked > 0
			return err
		}
		n, err := t.Change(`
			UPDATE mirror_projects SET archive = 'asked', due_at = 0 WHERE sink = ? AND project_id = (
			       SELECT r.project_id FROM mirror_projects r JOIN projects p ON p.id = r.project_id
			        WHERE r.sink = ? AND r.archive = '' AND p.ended_at < ? AND p.state NOT IN ('active', 'paused')
			          AND `+record.PermitLevel("r.project_id", "r.sink", string(outward.LevelAsk))+` <> 'off'
			          AND EXISTS (SELECT 1 FROM mirror_objects o WHERE o.sink = r.sink AND o.project_id = r.project_id AND o.kind = 'issue' AND o.life = 'live')
			        ORDER BY p.ended_at, p.id LIMIT 1)`, sink, sink, sqldb.Micros(before))
		found, t.Wake = n > 0, n > 0
		return err
	})
	return found, sqldb.Wrap("make room there", err)
}

// KeepArchive keeps whether a project's issues are put away there.
func (d *Mirrors) KeepArchive(ctx context.Context, sink mirror.Sink, p org.ProjectID, a mirror.Archive) error {
	return sqldb.Wrap("keep that "+string(p)+" is put away there", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "keep-archive", true
		return t.Exec(`UPDATE mirror_projects SET archive = ? WHERE sink = ? AND project_id = ?`, a, sink, p)
	}))
}

// KeepCoarse has one issue stand for each part of a project there from now on.
func (d *Mirrors) KeepCoarse(ctx context.Context, sink mirror.Sink, p org.ProjectID) error {
	return sqldb.Wrap("keep how "+string(p)+" stands there", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-coarse"
		return t.Exec(`UPDATE mirror_projects SET coarse = 1 WHERE sink = ? AND project_id = ?`, sink, p)
	}))
}
