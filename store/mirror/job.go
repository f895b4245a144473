package mirror

import (
	"context"

	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/inbox"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

type objectRow struct {
	Ours    string
	Kind    mirror.Kind
	Project org.ProjectID `db:"project_id"`
	Theirs  string
	Link    string
	Name    string
	Life    mirror.Life
	Base    string
	Tries   int
	Why     string
}

func (r objectRow) toKnown() (mirror.Known, error) {
	k := mirror.Known{Key: r.Ours, Kind: r.Kind, Project: r.Project, ID: r.Theirs, Link: r.Link, Name: r.Name, Life: r.Life, Tries: r.Tries, Why: r.Why}
	return k, sqldb.FromJSON(r.Base, &k.Base)
}

func readObjects(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]mirror.Known, error) {
	var rows []objectRow
	if err := sqldb.Many(ctx, q, &rows, `SELECT ours, kind, project_id, theirs, link, name, life, base, tries, why FROM mirror_objects WHERE `+where, args...); err != nil {
		return nil, err
	}
	out := make([]mirror.Known, 0, len(rows))
	for _, r := range rows {
		k, err := r.toKnown()
		if err != nil {
			return nil, sqldb.Wrap("read "+r.Ours, err)
		}
		out = append(out, k)
	}
	return out, nil
}

// anyProject selects the things that all projects share: a label belongs to none of them alone.
const anyProject = `kind = 'label'`

// NextMirror returns the project that is to be brought up to date there next. It returns org.ErrNoWork when all stand as they should.
func (d *Mirrors) NextMirror(ctx context.Context, sink mirror.Sink) (mirror.Job, error) {
	var j mirror.Job
	if err := d.db.NumberLines(ctx); err != nil {
		return j, err
	}
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		var rows []struct {
			Project    org.ProjectID `db:"project_id"`
			Origin     string
			Generation int
			Done       int64 `db:"done_seq"`
			Head       int64
			Fresh      bool
			Look       bool
			Tries      int
			Coarse     bool
			Archive    mirror.Archive
		}
		err := sqldb.Many(ctx, q, &rows, `
			SELECT project_id, origin, generation, done_seq, head, fresh, look, tries, coarse, archive FROM (
			       SELECT r.*, (SELECT p.state IN ('active', 'paused') FROM projects p WHERE p.id = r.project_id) AS alive, (SELECT coalesce(max(e.seq), 0) FROM events e WHERE e.project_id = r.project_id AND `+sqldb.LineNumbered+`) AS head
			         FROM mirror_projects r WHERE r.sink = ? AND `+record.PermitLevel("r.project_id", "r.sink", string(outward.LevelAsk))+` <> 'off' AND r.due_at <= ?) x
			 WHERE archive = 'asked' OR archive = 'done' AND alive OR archive = '' AND (head > done_seq OR look = 1 OR fresh = 1) ORDER BY due_at, at, project_id LIMIT 1`, sink, d.db.Now().UnixMicro())
		if err == nil && len(rows) == 0 {
			err = org.ErrNoWork
		}
		if err != nil {
			return err
		}
		r := rows[0]
		j = mirror.Job{Project: r.Project, Origin: r.Origin, Generation: r.Generation, Done: r.Done, Head: r.Head, Fresh: r.Fresh, Look: r.Look, Tries: r.Tries, Coarse: r.Coarse, Archive: r.Archive}
		return fillJob(ctx, q, sink, &j)
	})
	return j, err
}

// MirrorJob returns one project as NextMirror does, whether anything is to be done or not.
func (d *Mirrors) MirrorJob(ctx context.Context, sink mirror.Sink, p org.ProjectID) (mirror.Job, error) {
	j := mirror.Job{Project: p}
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		var generation []int
		if err := sqldb.Many(ctx, q, &generation, `SELECT generation FROM mirror_projects WHERE sink = ? AND project_id = ?`, sink, p); err != nil {
			return err
		}
		if len(generation) > 0 {
			j.Generation = generation[0]
		}
		return fillJob(ctx, q, sink, &j)
	})
	return j, err
}

func fillJob(ctx context.Context, q sqldb.Getter, sink mirror.Sink, j *mirror.Job) error {
	all, err := readObjects(ctx, q, `sink = ? AND (project_id = ? OR `+anyProject+`)`, sink, j.Project)
	if err != nil {
		return err
	}
	j.Known = make(map[string]mirror.Known, len(all))
	for _, k := range all {
		j.Known[k.Key] = k
	}
	var answers []struct{ Key, Object, Answer string }
	err = sqldb.Many(ctx, q, &answers, `SELECT key, object, answer FROM mirror_changes WHERE sink = ? AND project_id = ? AND state = 'applied' AND answer <> '' ORDER BY at, key`, sink, j.Project)
	for _, a := range answers {
		j.Answers = append(j.Answers, mirror.Answer{Key: a.Key, Object: a.Object, Text: a.Answer})
	}
	return err
}

// NoteObjects keeps the ids under which things are to be made, before they are, and counts the tries.
func (d *Mirrors) NoteObjects(ctx context.Context, sink mirror.Sink, all []mirror.Known) error {
	return sqldb.Wrap("note what is to be made there", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "note-objects"
		for _, k := range all {
			err := t.Exec(`
				INSERT INTO mirror_objects (sink, ours, kind, project_id, theirs, life, tries, at) VALUES (?, ?, ?, ?, ?, 'new', 1, ?)
				    ON CONFLICT (sink, ours) DO UPDATE SET tries = mirror_objects.tries + 1`, sink, k.Key, k.Kind, k.Project, k.ID, t.Now)
			if err != nil {
				return err
			}
		}
		return nil
	}))
}

// KeepObjects keeps what was agreed of things.
func (d *Mirrors) KeepObjects(ctx context.Context, sink mirror.Sink, all []mirror.Known) error {
	if len(all) == 0 {
		return nil
	}
	return sqldb.Wrap("keep what is agreed there", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-objects"
		return keepObjects(t, sink, all)
	}))
}

func keepObjects(t *sqldb.Tx, sink mirror.Sink, all []mirror.Known) error {
	for _, k := range all {
		base, err := sqldb.JSONText(k.Base)
		if err != nil {
			return err
		}
		err = t.Exec(`
			INSERT INTO mirror_objects (sink, ours, kind, project_id, theirs, link, name, life, base, why, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			    ON CONFLICT (sink, ours) DO UPDATE SET theirs = excluded.theirs, link = excluded.link, name = excluded.name, life = excluded.life, base = excluded.base, why = excluded.why`,
			sink, k.Key, k.Kind, k.Project, k.ID, k.Link, k.Name, k.Life, base, k.Why, t.Now)
		if err != nil {
			return err
		}
	}
	return nil
}

// ForgetObject takes a thing away that we removed there.
func (d *Mirrors) ForgetObject(ctx context.Context, sink mirror.Sink, key string) error {
	return sqldb.Wrap("forget "+key, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "forget-object"
		return t.Exec(`DELETE FROM mirror_objects WHERE sink = ? AND ours = ?`, sink, key)
	}))
}

// EndMirror keeps how far a project stands there, or that it could not be brought further and when it is tried again.
func (d *Mirrors) EndMirror(ctx context.Context, sink mirror.Sink, e mirror.Ended) error {
	return sqldb.Wrap("end the mirror of "+string(e.Project), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "end-mirror"
		if e.Tries > 0 {
			return t.Exec(`UPDATE mirror_projects SET tries = ?, why = ?, due_at = ? WHERE sink = ? AND project_id = ?`, e.Tries, e.Why, sqldb.Micros(e.Due), sink, e.Project)
		}
		return t.Exec(`UPDATE mirror_projects SET done_seq = ?, fresh = 0, look = 0, tries = 0, why = ?, due_at = ? WHERE sink = ? AND project_id = ?`,
			e.Done, e.Why, sqldb.Micros(e.Due), sink, e.Project)
	}))
}

// NoteLook keeps what was found there: what is agreed by it, what founders said or changed, each once, and how much strangers did. All of it
// or nothing, so that a change that is taken note of is never found again.
func (d *Mirrors) NoteLook(ctx context.Context, sink mirror.Sink, keep []mirror.Known, all []mirror.Change, strange int) error {
	if len(keep) == 0 && len(all) == 0 && strange == 0 {
		return nil
	}
	return sqldb.Wrap("note what was found there", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "note-look", len(all) > 0
		if err := keepObjects(t, sink, keep); err != nil {
			return err
		}
		if err := noteChanges(t, sink, all); err != nil || strange == 0 {
			return err
		}
		return t.Exec(`UPDATE mirrors SET strange = strange + ? WHERE sink = ?`, strange, sink)
	}))
}

func noteChanges(t *sqldb.Tx, sink mirror.Sink, all []mirror.Change) error {
	for _, c := range all {
		if c.Kind == mirror.Ignored { // not even its text is kept
			if err := t.Exec(`UPDATE mirrors SET strange = strange + 1 WHERE sink = ?`, sink); err != nil {
				return err
			}
			continue
		}
		at := t.Now
		if !c.At.IsZero() {
			at = sqldb.Micros(c.At)
		}
		err := t.Exec(`
			INSERT INTO mirror_changes (sink, key, kind, object, project_id, said_by, body, state, at) VALUES (?, ?, ?, ?, ?, ?, ?, 'received', ?)
			    ON CONFLICT (sink, key) DO NOTHING`, sink, c.Key, c.Kind, c.Object, c.Project, c.By, c.Text, at)
		if err != nil {
			return err
		}
	}
	return nil
}

// NextChange returns the oldest thing that a founder said or changed there and that nothing came of yet. It returns org.ErrNoWork where there is none.
func (d *Mirrors) NextChange(ctx context.Context, sink mirror.Sink) (mirror.Change, error) {
	var rows []struct {
		Key, Object, Body string
		Kind              mirror.ChangeKind
		Project           org.ProjectID `db:"project_id"`
		By                string        `db:"said_by"`
		At                int64
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT key, kind, object, project_id, said_by, body, at FROM mirror_changes WHERE sink = ? AND state = 'received' ORDER BY at, key LIMIT 1`, sink)
	if err == nil && len(rows) == 0 {
		err = org.ErrNoWork
	}
	if err != nil {
		return mirror.Change{}, err
	}
	r := rows[0]
	return mirror.Change{Key: r.Key, Kind: r.Kind, Object: r.Object, Project: r.Project, By: r.By, Text: r.Body, At: sqldb.Moment(r.At)}, nil
}

// EndChange keeps what came of a change; its answer is said there with the next look at the project.
func (d *Mirrors) EndChange(ctx context.Context, sink mirror.Sink, c mirror.Change, answer string) error {
	return sqldb.Wrap("end "+c.Key, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "end-change", answer != ""
		if err := t.Exec(`UPDATE mirror_changes SET state = 'applied', answer = ?, body = '' WHERE sink = ? AND key = ?`, answer, sink, c.Key); err != nil || answer == "" {
			return err
		}
		return t.Exec(`UPDATE mirror_projects SET done_seq = 0 WHERE sink = ? AND project_id = ?`, sink, c.Project)
	}))
}

// FindObjects returns the things of ours that have these ids there.
func (d *Mirrors) FindObjects(ctx context.Context, sink mirror.Sink, ids []string) (map[string]mirror.Known, error) {
	out := make(map[string]mirror.Known, len(ids))
	for _, id := range ids {
		if _, ok := out[id]; ok {
			continue
		}
		all, err := readObjects(ctx, d.db.Read, `sink = ? AND theirs = ?`, sink, id)
		if err != nil {
			return nil, sqldb.Wrap("find "+id, err)
		}
		if len(all) > 0 {
			out[id] = all[0]
		}
	}
	return out, nil
}

// TakeOrder keeps that a thing there orders work, with its words as the message that does: once, however often it is read. It reports whether it
// was new.
func (d *Mirrors) TakeOrder(ctx context.Context, sink mirror.Sink, o mirror.Order, m org.Message) (fresh bool, err error) {
	items, err := sqldb.JSONText(o.Items)
	if err != nil {
		return false, err
	}
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, fresh = "take-order", false
		var known int
		if err := t.Get(&known, `SELECT count(*) FROM mirror_orders WHERE sink = ? AND theirs = ?`, sink, o.Theirs); err != nil || known > 0 {
			return err
		}
		id, _, err := inbox.Save(t, m)
		if err != nil {
			return err
		}
		fresh, t.Wake = true, true
		return t.Exec(`INSERT INTO mirror_orders (sink, theirs, kind, message_id, items, state, at) VALUES (?, ?, ?, ?, ?, 'asked', ?)`, sink, o.Theirs, o.Kind, id, items, t.Now)
	})
	return fresh, sqldb.Wrap("take the order "+o.Theirs, err)
}

// TellMirror says something of a project to who talks about it, once of its key.
func (d *Mirrors) TellMirror(ctx context.Context, p org.ProjectName, ch org.Channel, key string, r org.Reply) error {
	return sqldb.Wrap("tell of "+string(p.ID), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "tell-mirror", true
		return outbox.Deliver(t, reports.Delivery{Key: key, Channel: ch, Project: p.ID, Kind: reports.DeliverEscalation, Body: r.Text, Card: r.Card})
	}))
}

// IsOrder reports whether a thing there ordered work before.
func (d *Mirrors) IsOrder(ctx context.Context, sink mirror.Sink, theirs string) (bool, error) {
	var n int
	err := sqldb.One(ctx, d.db.Read, &n, `SELECT count(*) FROM mirror_orders WHERE sink = ? AND theirs = ?`, sink, theirs)
	return n > 0, sqldb.Wrap("look for the order "+theirs, err)
}

// AdoptOrders has the projects that were ordered there stand there: their things are the ones that ordered them. It reports how many.
func (d *Mirrors) AdoptOrders(ctx context.Context, sink mirror.Sink) (int, error) {
	const due = `FROM mirror_orders o JOIN projects p ON p.message_id = o.message_id WHERE o.sink = ? AND o.state = 'asked'`
	idle, err := d.db.Idle(ctx, `SELECT count(*) `+due, sink)
	if err != nil || idle {
		return 0, err
	}
	n := 0
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "adopt-orders", true
		var rows []struct {
			Theirs, Items string
			Kind          mirror.Kind
			Project       org.ProjectID `db:"id"`
		}
		if err := t.All(&rows, `SELECT o.theirs, o.items, o.kind, p.id `+due, sink); err != nil {
			return err
		}
		n = len(rows)
		for _, r := range rows {
			var items []string
			if err := sqldb.FromJSON(r.Items, &items); err != nil {
				return err
			}
			if err := t.Exec(`INSERT INTO mirror_projects (sink, project_id, origin, look, at) VALUES (?, ?, ?, 1, ?) ON CONFLICT (sink, project_id) DO NOTHING`, sink, r.Project, r.Theirs, t.Now); err != nil {
				return err
			}
			if err := permit(t, sink, r.Project, "the order in "+string(sink)); err != nil {
				return err
			}
			var all []mirror.Known
			if r.Kind == mirror.Project {
				all = append(all, mirror.Known{Key: mirror.ProjectKey(r.Project), Kind: mirror.Project, Project: r.Project, ID: r.Theirs, Life: mirror.Live})
			}
			var keys []string
			if err := t.All(&keys, `SELECT item FROM roadmap_items WHERE project_id = ? ORDER BY n`, r.Project); err != nil {
				return err
			}
			if len(keys) == 0 {
				keys = []string{""} // one task
			}
			for i, key := range keys[:min(len(keys), len(items))] {
				all = append(all, mirror.Known{Key: mirror.ItemKey(r.Project, key), Kind: mirror.Issue, Project: r.Project, ID: items[i], Life: mirror.Live})
			}
			if err := keepObjects(t, sink, all); err != nil {
				return err
			}
			if err := t.Exec(`UPDATE mirror_orders SET state = 'taken' WHERE sink = ? AND theirs = ?`, sink, r.Theirs); err != nil {
				return err
			}
		}
		return nil
	})
	return n, sqldb.Wrap("take what was ordered there", err)
}
