package outward

import (
	"context"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/store/mirror"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Permits lists what founders said of a project's effects at others, and of those of all. What nobody spoke of is not there.
func (d *Outward) Permits(ctx context.Context, project org.ProjectID) ([]outward.Permit, error) {
	out, err := readPermits(ctx, d.db.Read, `project_id IN (?, '')`, project)
	return out, sqldb.Wrap("list what may be done outside", err)
}

func readPermits(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]outward.Permit, error) {
	var rows []struct {
		Project org.ProjectID `db:"project_id"`
		Sink    outward.Sink
		Level   outward.Level
		By      string `db:"said_by"`
		At      int64
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT project_id, sink, level, said_by, at FROM permits WHERE `+where+` ORDER BY project_id, sink`, args...)
	out := make([]outward.Permit, 0, len(rows))
	for _, r := range rows {
		p := outward.Permit{Project: r.Project, Sink: r.Sink, Level: r.Level, By: r.By}
		if r.At > 0 {
			p.At = sqldb.Moment(r.At)
		}
		out = append(out, p)
	}
	return out, err
}

// permitOf returns what was said of an action's sink; a permit without a level where nobody spoke of it.
func permitOf(t *sqldb.Tx, a outward.Action) (outward.Permit, error) {
	sink := outward.SinkOf(a)
	if sink == "" {
		return outward.Permit{}, nil
	}
	all, err := readPermits(t.Ctx, t, `project_id IN (?, '') AND sink = ?`, a.Project, sink)
	return outward.Decide(all, a.Project, sink, outward.Permit{}), err
}

// restrict has an action that is proposed follow what a founder said of its sink: it is done by itself, waits for a yes, or is left out.
func restrict(t *sqldb.Tx, a *outward.Action) error {
	p, err := permitOf(t, *a)
	if err != nil {
		return err
	}
	switch p.Level {
	case outward.LevelAllowed:
		a.AllowedBy = p.Source()
	case outward.LevelAsk:
		if a.Kind != outward.SetStatus { // the yes to its pull request covers it
			a.AllowedBy = ""
		}
	case outward.LevelOff:
		a.Why = outward.OffWhy(p.Sink)
	}
	return nil
}

// SetPermit keeps what a founder says of a sink of a project, or of all that he says nothing else of; an empty level for what holds where nobody
// spoke of it. What waits of that project follows at once: off leaves it out, and what was left out so waits for a yes once that is not off any
// more. What is under way is done.
func (d *Outward) SetPermit(ctx context.Context, p outward.Permit) error {
	return sqldb.Wrap("say what may be done outside for "+p.Whose(), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "set-permit"
		return setPermit(t, p)
	}))
}

func setPermit(t *sqldb.Tx, p outward.Permit) error {
	t.Wake = true
	err := t.Exec(`DELETE FROM permits WHERE project_id = ? AND sink = ?`, p.Project, p.Sink)
	if err == nil && p.Level != "" {
		err = t.Exec(`INSERT INTO permits (project_id, sink, level, said_by, at) VALUES (?, ?, ?, ?, ?)`, p.Project, p.Sink, p.Level, p.By, t.Now)
	}
	if err == nil && p.Project != "" {
		err = followAll(t, p)
	}
	if err == nil && p.Level != outward.LevelOff && p.Project != "" {
		err = mirror.GoOn(t, string(p.Sink), p.Project)
	}
	if err != nil {
		return err
	}
	level := p.Level
	if level == "" {
		level = "default"
	}
	return t.Event(org.Event{
		Kind: org.EventPermit, Project: p.Project, Text: "Outside, " + string(p.Sink) + " of " + p.Whose() + ": " + string(level),
		Data: map[string]string{"sink": string(p.Sink), "level": string(level), "by": p.By},
	})
}

// followAll has what waits of a project follow what was said of a sink.
func followAll(t *sqldb.Tx, p outward.Permit) error {
	all, err := readActions(t.Ctx, t, `project_id = ? AND (state IN ('proposed', 'allowed', 'dropped') OR state = 'refused' AND kind = 'mirror_project') ORDER BY at, id`, p.Project)
	if err != nil {
		return err
	}
	for _, a := range all {
		if outward.SinkOf(a) != p.Sink || !follow(&a, p) {
			continue
		}
		if err := t.Exec(`UPDATE actions SET state = ?, allowed_by = ?, why = ? WHERE id = ?`, a.State, a.AllowedBy, a.Why, a.ID); err != nil {
			return err
		}
		if err := recordChange(t, a, p.By); err != nil {
			return err
		}
	}
	return nil
}

// follow changes an action that nobody has in hand by what was said of its sink, and reports whether that changes it.
func follow(a *outward.Action, p outward.Permit) bool {
	was := *a
	off := a.State == outward.Dropped && a.Why == outward.OffWhy(p.Sink)
	switch {
	case a.Kind == outward.MirrorProject && a.State.Ended(): // of a project there is one, so to allow it is to have it done after all
		if p.Level == outward.LevelAllowed {
			a.State, a.AllowedBy, a.Why = outward.Allowed, p.Source(), ""
		}
	case a.State == outward.Dropped && !off: // somebody left it out himself
	case p.Level == outward.LevelOff:
		a.State, a.AllowedBy, a.Why = outward.Dropped, "", outward.OffWhy(p.Sink)
	case p.Level == outward.LevelAllowed && (off || a.State == outward.Proposed):
		a.State, a.AllowedBy, a.Why = outward.Allowed, p.Source(), ""
	case off, p.Level == outward.LevelAsk:
		a.State, a.AllowedBy, a.Why = outward.Proposed, "", ""
	}
	return a.State != was.State
}
