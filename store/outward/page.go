package outward

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// notEnded are the actions of a page that are not done yet.
const notEnded = `a.project_id = g.project_id AND a.connection = g.connection AND a.kind IN ('publish_page', 'trash_page') AND a.state IN ('proposed', 'allowed', 'doing')`

type pageRow struct {
	Project    org.ProjectID `db:"project_id"`
	Title      string
	State      org.ProjectState
	Connection string
	Level      outward.Level
	Wanted     int
	Version    int
	Object     string
	Link       string
	Mark       string
	Hash       string
	Why        string
	Waits      outward.ActionID
	Waiting    outward.State
	At         int64
	By         string          `db:"ordered_by"`
	How        outward.PageHow `db:"ordered_how"`
	As         string          `db:"ordered_as"`
}

func readPages(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]outward.KeptPage, error) {
	var rows []pageRow
	err := sqldb.Many(ctx, q, &rows, `
		SELECT g.project_id, p.title, p.state, g.connection, `+record.PermitLevel("g.project_id", "g.connection", "")+` AS level, g.wanted, g.version, g.object, g.link, g.mark, g.hash, g.at, g.ordered_by, g.ordered_how, g.ordered_as,
		       coalesce((SELECT CASE WHEN a.state = 'refused' THEN a.why ELSE '' END FROM actions a
		                  WHERE a.project_id = g.project_id AND a.connection = g.connection AND a.kind = 'publish_page' ORDER BY a.at DESC, a.id DESC LIMIT 1), '') AS why,
		       coalesce((SELECT a.id FROM actions a WHERE `+notEnded+` ORDER BY a.at, a.id LIMIT 1), '') AS waits,
		       coalesce((SELECT a.state FROM actions a WHERE `+notEnded+` ORDER BY a.at, a.id LIMIT 1), '') AS waiting
		  FROM pages g JOIN projects p ON p.id = g.project_id
		 WHERE `+where+` ORDER BY g.project_id, g.connection`, args...)
	out := make([]outward.KeptPage, 0, len(rows))
	for _, r := range rows {
		k := outward.KeptPage{
			Project: r.Project, Title: r.Title, State: r.State, Connection: r.Connection, Level: r.Level, Wanted: r.Wanted, Version: r.Version,
			Object: r.Object, Link: r.Link, Mark: r.Mark, Hash: r.Hash, Why: r.Why, Waits: r.Waits, Waiting: r.Waiting,
			Order: outward.PageWish{By: r.By, How: r.How, As: r.As},
		}
		if r.At > 0 {
			k.At = sqldb.Moment(r.At)
		}
		out = append(out, k)
	}
	return out, err
}

// PagesDue lists the pages of which something was ordered, or whose document has a version for which nothing was proposed yet, at services that
// are connected. While one is being written it is not among them.
func (d *Outward) PagesDue(ctx context.Context) ([]outward.KeptPage, error) {
	const key = `'publish_page:' || g.project_id || ':' || g.connection || ':v' || g.wanted || ':'`
	out, err := readPages(ctx, d.db.Read, `p.archived_at = 0
		   AND EXISTS (SELECT 1 FROM connections c WHERE c.name = g.connection AND c.active = 1)
		   AND NOT EXISTS (SELECT 1 FROM actions a WHERE `+notEnded+` AND a.state <> 'proposed')
		   AND (g.ordered_how <> '' OR g.wanted > 0 AND `+record.PermitLevel("g.project_id", "g.connection", "")+` <> 'off'
		        AND NOT EXISTS (SELECT 1 FROM actions a WHERE a.project_id = g.project_id AND a.kind = 'publish_page' AND substr(a.key || ':', 1, length(`+key+`)) = `+key+`))`)
	return out, sqldb.Wrap("list the pages that are due", err)
}

// Pages lists the pages of a project, of all where the id is empty.
func (d *Outward) Pages(ctx context.Context, project org.ProjectID) ([]outward.KeptPage, error) {
	out, err := readPages(ctx, d.db.Read, `(g.project_id = ? OR ? = '')`, project, project)
	return out, sqldb.Wrap("list pages", err)
}

// OrderPage has something done with a project's page at a connection, and returns that page: also with a document that was finished before
// there was a connection. The same order said again, by its id, is the same. It returns org.ErrNotFound for a project without a document.
func (d *Outward) OrderPage(ctx context.Context, project org.ProjectID, connection string, w outward.PageWish) (outward.KeptPage, error) {
	var out outward.KeptPage
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "order-page"
		if err := orderPage(t, project, connection, w); err != nil {
			return err
		}
		all, err := readPages(t.Ctx, t, `g.project_id = ? AND g.connection = ?`, project, connection)
		if err == nil && len(all) == 0 {
			err = org.ErrNotFound
		}
		if err == nil {
			out = all[0]
		}
		return err
	})
	return out, sqldb.Wrap(fmt.Sprintf("order the page of %s at %s", project, connection), err)
}

func orderPage(t *sqldb.Tx, project org.ProjectID, connection string, w outward.PageWish) error {
	var done int
	if err := sqldb.One(t.Ctx, t, &done, `SELECT count(*) FROM actions WHERE project_id = ? AND connection = ? AND substr(key, length(key) - ?) = ?`, project, connection, len(w.As), ":"+w.As); err != nil || done > 0 {
		return err // it is an action by now
	}
	n, err := t.Change(`
			INSERT INTO pages (project_id, connection, wanted, ordered_by, ordered_how, ordered_as) SELECT project_id, ?, version, ?, ?, ? FROM publications WHERE project_id = ?
			    ON CONFLICT (project_id, connection) DO UPDATE SET wanted = excluded.wanted, ordered_by = excluded.ordered_by, ordered_how = excluded.ordered_how, ordered_as = excluded.ordered_as`,
		connection, w.By, w.How, w.As, project)
	if err == nil && n == 0 {
		err = org.ErrNotFound
	}
	if err != nil {
		return err
	}
	t.Wake = true
	said, err := permitOf(t, outward.Action{Kind: outward.PublishPage, Connection: connection, Project: project})
	next := outward.Permit{Project: project, Sink: outward.Sink(connection), By: w.By}
	switch {
	case err != nil:
	case w.How == outward.PageRemove:
		next.Level = outward.LevelOff
		err = setPermit(t, next)
	case said.Level == outward.LevelOff: // whoever has it there again has newer versions follow
		err = setPermit(t, next)
	}
	return err
}

// TakePageOrder marks an order as an action. Another one that came meanwhile stays.
func (d *Outward) TakePageOrder(ctx context.Context, p outward.KeptPage) error {
	return sqldb.Wrap("take the order of a page", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "take-page-order"
		return t.Exec(`UPDATE pages SET ordered_by = '', ordered_how = '', ordered_as = '' WHERE project_id = ? AND connection = ? AND ordered_as = ?`, p.Project, p.Connection, p.Order.As)
	}))
}

// KeepPage keeps where a page is there and what it says. Said again it is the same.
func (d *Outward) KeepPage(ctx context.Context, p outward.KeptPage) error {
	return sqldb.Wrap(fmt.Sprintf("keep the page of %s at %s", p.Project, p.Connection), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-page"
		at := int64(0)
		if p.Version > 0 {
			at = t.Now
		}
		n, err := t.Change(`UPDATE pages SET version = ?, object = ?, link = ?, mark = ?, hash = ?, at = ? WHERE project_id = ? AND connection = ?`,
			p.Version, p.Object, p.Link, p.Mark, p.Hash, at, p.Project, p.Connection)
		if err == nil && n == 0 {
			err = errors.Join(org.ErrNotFound, errors.New("there is no such page"))
		}
		return err
	}))
}
