// Package mirror keeps how projects stand in trackers of others: what was last agreed of each thing there, what founders changed there,
// and what is ordered there.
package mirror

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Mirrors is this part of an open database. Its methods may be called at once.
type Mirrors struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Mirrors { return &Mirrors{db: db} }

type setupRow struct {
	Sink       mirror.Sink
	Connection string
	Office     string
	Team       string
	TeamName   string `db:"team_name"`
	Founders   string
	Policy     outward.Level
	Seen       string
	PollAt     int64 `db:"poll_at"`
	Tries      int
	Since      int64
	Why        string
	Strange    int
}

func (r setupRow) toSetup() (mirror.Setup, error) {
	s := mirror.Setup{
		Sink: r.Sink, Connection: r.Connection, Office: r.Office, Team: r.Team, TeamName: r.TeamName, Policy: r.Policy, Seen: r.Seen,
		Poll: sqldb.Moment(r.PollAt), Tries: r.Tries, Why: r.Why, Strange: r.Strange,
	}
	if r.Since > 0 {
		s.Since = sqldb.Moment(r.Since)
	}
	return s, sqldb.FromJSON(r.Founders, &s.Founders)
}

// newLevel selects the permit that new projects begin with.
var newLevel = record.PermitLevel("''", "m.sink", string(outward.LevelAsk)) //nolint:gochecknoglobals // a part of SQL

var setupColumns = `m.sink, m.connection, m.office, m.team, m.team_name, m.founders, ` + newLevel + ` AS policy, m.seen, m.poll_at, m.tries, m.since, m.why, m.strange` //nolint:gochecknoglobals // a part of SQL

// SetUpMirror has projects stand in a tracker, as its connection allows. Of another workspace than before the projects that stood there stay
// there as they are, and are mirrored no more. What is known after a connection that was off for a restored copy is taken from there first.
func (d *Mirrors) SetUpMirror(ctx context.Context, s mirror.Setup) error {
	founders, err := sqldb.JSONText(s.Founders)
	if err != nil {
		return err
	}
	return sqldb.Wrap("set up the mirror "+string(s.Sink), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "set-up-mirror", true
		const moved = `WHERE sink = ? AND EXISTS (SELECT 1 FROM mirrors m WHERE m.sink = ? AND m.office <> ?)`
		err := t.Exec(`UPDATE mirror_projects SET why = 'it stands in another workspace' `+moved, s.Sink, s.Sink, s.Office)
		if err == nil {
			err = t.Exec(`INSERT INTO permits (project_id, sink, level, said_by, at) SELECT project_id, sink, 'off', 'the move to another workspace', ? FROM mirror_projects `+moved+`
				ON CONFLICT (project_id, sink) DO UPDATE SET level = excluded.level, said_by = excluded.said_by, at = excluded.at`, t.Now, s.Sink, s.Sink, s.Office)
		}
		if err != nil {
			return err
		}
		return t.Exec(`
			INSERT INTO mirrors (sink, connection, office, team, team_name, founders, at) VALUES (?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (sink) DO UPDATE SET connection = excluded.connection, team = excluded.team, team_name = excluded.team_name, founders = excluded.founders,
			       seen = CASE WHEN mirrors.office = excluded.office THEN mirrors.seen ELSE '' END, office = excluded.office, poll_at = 0, tries = 0, since = 0, why = ''`,
			s.Sink, s.Connection, s.Office, s.Team, s.TeamName, founders, t.Now)
	}))
}

// Mirror returns a tracker as it is mirrored to, and the connection to it. It returns org.ErrNoWork where there is none, or it is off.
func (d *Mirrors) Mirror(ctx context.Context, sink mirror.Sink) (mirror.Setup, outward.Connection, error) {
	var rows []struct {
		setupRow
		Name, Address, Account string
		Service                outward.Service
		Sealed                 []byte
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT `+setupColumns+`, c.name, c.address, c.account, c.service, c.sealed
		  FROM mirrors m JOIN connections c ON c.name = m.connection AND c.active = 1 WHERE m.sink = ?`, sink)
	if err == nil && len(rows) == 0 {
		err = org.ErrNoWork
	}
	if err != nil {
		return mirror.Setup{}, outward.Connection{}, err
	}
	s, err := rows[0].toSetup()
	r := rows[0]
	return s, outward.Connection{Name: r.Name, Service: r.Service, Address: r.Address, Account: r.Account, Sealed: r.Sealed, On: true}, err
}

// MirrorSetup returns a tracker as it is set up, whether its connection is on or not; org.ErrNotFound where it is not.
func (d *Mirrors) MirrorSetup(ctx context.Context, sink mirror.Sink) (mirror.Setup, error) {
	var rows []setupRow
	err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT `+setupColumns+` FROM mirrors m WHERE m.sink = ?`, sink)
	if err == nil && len(rows) == 0 {
		err = org.ErrNotFound
	}
	if err != nil {
		return mirror.Setup{}, sqldb.Wrap("read the mirror "+string(sink), err)
	}
	return rows[0].toSetup()
}

// GoOn has a project that stands in a tracker, or did, be looked at as one that may stand there again: what was taken away there is made anew. One
// that never did begins as a proposal.
func GoOn(t *sqldb.Tx, sink string, p org.ProjectID) error {
	n, err := t.Change(`UPDATE mirror_projects SET look = 1, due_at = 0, tries = 0, why = '' WHERE sink = ? AND project_id = ?`, sink, p)
	if err != nil || n == 0 {
		return err
	}
	var gone int
	if err := t.Get(&gone, `SELECT count(*) FROM mirror_objects WHERE sink = ? AND ours = ? AND life = 'gone'`, sink, mirror.ProjectKey(p)); err != nil || gone == 0 {
		return err
	}
	if err := t.Exec(`DELETE FROM mirror_objects WHERE sink = ? AND project_id = ? AND kind <> 'label'`, sink, p); err != nil {
		return err
	}
	return t.Exec(`UPDATE mirror_projects SET generation = generation + 1, coarse = 0, archive = '' WHERE sink = ? AND project_id = ?`, sink, p)
}

// MirrorsToPropose lists the projects that are planned and about which nobody was asked yet whether they are to be mirrored: of those that a founder
// spoke of himself all that are not off.
func (d *Mirrors) MirrorsToPropose(ctx context.Context, sink mirror.Sink) ([]org.ProjectID, error) {
	var out []org.ProjectID
	err := sqldb.Many(ctx, d.db.Read, &out, `
		SELECT p.id FROM projects p JOIN mirrors m ON m.sink = ? AND `+record.PermitLevel("p.id", "m.sink", string(outward.LevelAsk))+` <> 'off'
		 WHERE (p.state IN ('active', 'paused') AND p.single = 0 AND p.archived_at = 0 AND p.created_at >= m.at OR EXISTS (SELECT 1 FROM permits x WHERE x.project_id = p.id AND x.sink = m.sink))
		   AND EXISTS (SELECT 1 FROM missions x WHERE x.project_id = p.id AND x.planned = 1)
		   AND NOT EXISTS (SELECT 1 FROM mirror_projects r WHERE r.sink = m.sink AND r.project_id = p.id)
		   AND NOT EXISTS (SELECT 1 FROM mirror_orders o WHERE o.sink = m.sink AND o.message_id = p.message_id)
		   AND NOT EXISTS (SELECT 1 FROM actions a WHERE a.project_id = p.id AND a.kind = 'mirror_project')
		 ORDER BY p.created_at, p.id`, sink)
	return out, sqldb.Wrap("list what is to be mirrored", err)
}

// BeginMirror has a project stand there from now on; generation says how often it was made there before, by who allowed it. Said twice it is the same.
func (d *Mirrors) BeginMirror(ctx context.Context, sink mirror.Sink, p org.ProjectID, generation int, by string) error {
	return sqldb.Wrap("begin the mirror of "+string(p), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "begin-mirror", true
		err := t.Exec(`INSERT INTO mirror_projects (sink, project_id, generation, at) VALUES (?, ?, ?, ?) ON CONFLICT (sink, project_id) DO NOTHING`, sink, p, generation, t.Now)
		if err != nil {
			return err
		}
		return permit(t, sink, p, by)
	}))
}

// permit notes that a project may stand there, unless a founder spoke of it himself: what is said of new ones leaves it where it is.
func permit(t *sqldb.Tx, sink mirror.Sink, p org.ProjectID, by string) error {
	return t.Exec(`INSERT INTO permits (project_id, sink, level, said_by, at) VALUES (?, ?, 'allowed', ?, ?) ON CONFLICT (project_id, sink) DO NOTHING`, p, sink, by, t.Now)
}

// MirrorHome returns where a founder spoke last; false where nobody has yet.
func (d *Mirrors) MirrorHome(ctx context.Context) (org.Channel, bool, error) {
	var row struct{ Transport, Channel string }
	err := sqldb.One(ctx, d.db.Read, &row, ledger.HomeStatement)
	if sqldb.NoRow(err) {
		return org.Channel{}, false, nil
	}
	return org.Channel{Transport: row.Transport, ID: row.Channel}, err == nil, sqldb.Wrap("find where a founder spoke last", err)
}

// KeepPoll keeps what a look there came to, and has the projects looked at that changed.
func (d *Mirrors) KeepPoll(ctx context.Context, s mirror.Setup, changed []org.ProjectID) error {
	since := int64(0)
	if !s.Since.IsZero() {
		since = sqldb.Micros(s.Since)
	}
	return sqldb.Wrap("keep the look at "+string(s.Sink), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "keep-poll", len(changed) > 0
		for _, p := range changed {
			if err := t.Exec(`UPDATE mirror_projects SET look = 1 WHERE sink = ? AND project_id = ?`, s.Sink, p); err != nil {
				return err
			}
		}
		return t.Exec(`UPDATE mirrors SET seen = ?, poll_at = ?, tries = ?, since = ?, why = ? WHERE sink = ?`, s.Seen, sqldb.Micros(s.Poll), s.Tries, since, s.Why, s.Sink)
	}))
}

// nudgeAfter spaces the looks that others ask for.
const nudgeAfter = time.Second

// keepNudges bounds how long a delivery is remembered, so that its repetition is noticed.
const keepNudges = 7 * 24 * time.Hour

// NudgeMirror has a tracker looked at in a moment, as a delivery of its asks. It reports whether that delivery is new.
func (d *Mirrors) NudgeMirror(ctx context.Context, sink mirror.Sink, delivery string) (fresh bool, err error) {
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, fresh = "nudge-mirror", false
		if err := t.Exec(`DELETE FROM nudges WHERE at < ?`, t.Now-keepNudges.Microseconds()); err != nil {
			return err
		}
		var known int
		if err := t.Get(&known, `SELECT count(*) FROM nudges WHERE delivery = ?`, delivery); err != nil || known > 0 {
			return err
		}
		if err := t.Exec(`INSERT INTO nudges (delivery, place, at) VALUES (?, ?, ?)`, delivery, sink, t.Now); err != nil {
			return err
		}
		fresh, t.Wake = true, true
		soon := t.Now + nudgeAfter.Microseconds()
		return t.Exec(`UPDATE mirrors SET poll_at = ? WHERE sink = ? AND poll_at > ? AND tries = 0`, soon, sink, soon)
	})
	return fresh, sqldb.Wrap("look at "+string(sink)+" at once", err)
}

// Standings lists the projects that are or were mirrored, the newest first.
func (d *Mirrors) Standings(ctx context.Context, sink mirror.Sink) ([]mirror.Standing, error) {
	var rows []struct {
		Project                        org.ProjectID `db:"project_id"`
		Title, Why, Link               string
		Level                          outward.Level
		Things, Waiting, Gone, Refused int
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT r.project_id, p.title, `+record.PermitLevel("r.project_id", "r.sink", string(outward.LevelAsk))+` AS level, r.why,
		       coalesce((SELECT max(o.link) FROM mirror_objects o WHERE o.sink = r.sink AND o.ours = 'project:' || r.project_id), '') AS link,
		       (SELECT count(*) FROM mirror_objects o WHERE o.project_id = r.project_id AND o.sink = r.sink AND o.life = 'live') AS things,
		       (SELECT count(*) FROM mirror_objects o WHERE o.project_id = r.project_id AND o.sink = r.sink AND o.life = 'new') AS waiting,
		       (SELECT count(*) FROM mirror_objects o WHERE o.project_id = r.project_id AND o.sink = r.sink AND o.life = 'gone') AS gone,
		       (SELECT count(*) FROM mirror_objects o WHERE o.project_id = r.project_id AND o.sink = r.sink AND o.life = 'refused') AS refused
		  FROM mirror_projects r JOIN projects p ON p.id = r.project_id WHERE r.sink = ? ORDER BY r.at DESC, r.project_id`, sink)
	if err != nil {
		return nil, fmt.Errorf("list what is mirrored: %w", err)
	}
	out := make([]mirror.Standing, 0, len(rows))
	for _, r := range rows {
		out = append(out, mirror.Standing{
			Project: r.Project, Title: r.Title, On: r.Level != outward.LevelOff, Link: r.Link, Things: r.Things, Waiting: r.Waiting, Gone: r.Gone, Refused: r.Refused, Why: r.Why,
		})
	}
	return out, nil
}
