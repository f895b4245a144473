package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// gateRow has in Open the question that is asked at the gate now.
type gateRow struct {
	ID      string
	Project org.ProjectID `db:"project_id"`
	Point   org.GatePoint
	Subject string
	Name    string
	SetAt   int64 `db:"set_at"`
	Open    string
}

const gateColumns = `g.id, g.project_id, g.point, g.subject, g.name, g.set_at,
	coalesce((SELECT s.decision_id FROM gate_stops s WHERE s.gate_id = g.id AND s.passed_at IS NULL
	           ORDER BY length(s.decision_id) DESC, s.decision_id DESC LIMIT 1), '') AS open`

func (r gateRow) toGate() org.Gate {
	return org.Gate{ID: r.ID, Project: r.Project, Point: r.Point, Subject: r.Subject, Name: r.Name, SetAt: sqldb.Moment(r.SetAt), Open: r.Open}
}

// Gates returns the gates that stand in a project, in the order in which they
// were set.
func (d *Engine) Gates(ctx context.Context, p org.ProjectID) ([]org.Gate, error) {
	rows, err := readGates(ctx, d.db.Read, p)
	out := make([]org.Gate, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.toGate())
	}
	return out, err
}

func readGates(ctx context.Context, q sqldb.Getter, p org.ProjectID) ([]gateRow, error) {
	var rows []gateRow
	err := sqldb.Many(ctx, q, &rows, `SELECT `+gateColumns+` FROM gates g WHERE g.project_id = ? AND g.ended_at IS NULL ORDER BY g.set_at, length(g.id), g.id`, p)
	return rows, sqldb.Wrap("read gates of "+string(p), err)
}

// SetGate has a project stop at a point and wait for the founder there. For
// org.GateStep Subject names a step by id or key. What was passed before stays
// passed: a plan whose work has begun, a phase that runs, a document that is
// being written. It returns org.ErrConflict for a step that has ended and for
// a project that has.
func (d *Engine) SetGate(ctx context.Context, g org.Gate) (org.Gate, error) {
	err := d.Control(ctx, "set-gate", g.Project, func(t *sqldb.Tx, p org.Project) error {
		if p.State.Ended() {
			return fmt.Errorf("it is %s: %w", p.State, org.ErrConflict)
		}
		g.Name = g.Point.Phrase()
		if g.Point == org.GateStep {
			steps, err := record.StepsOf(ctx, t, `project_id = ? AND superseded = 0 AND (id = ? OR key = ?)`, p.ID, g.Subject, g.Subject)
			if err != nil {
				return err
			}
			if len(steps) == 0 {
				return org.ErrNotFound
			}
			if steps[0].State.Ended() {
				return fmt.Errorf("%q is %s: %w", steps[0].Title, steps[0].State, org.ErrConflict)
			}
			g.Subject, g.Name = steps[0].Key, fmt.Sprintf("after %q", steps[0].Title)
		}
		if err := setGate(t, &g); err != nil {
			return err
		}
		return stopAtNewGate(t, p, g)
	})
	return g, err
}

// setGate writes a gate; one that was taken away stands again, one that stands
// stays as it is.
func setGate(t *sqldb.Tx, g *org.Gate) error {
	var was gateRow
	err := t.Get(&was, `
		SELECT `+gateColumns+` FROM gates g WHERE g.project_id = ? AND g.point = ? AND g.subject = ? AND g.ended_at IS NULL`, g.Project, g.Point, g.Subject)
	if err == nil {
		g.ID, g.SetAt = was.ID, sqldb.Moment(was.SetAt)
		return nil
	}
	if !sqldb.NoRow(err) {
		return fmt.Errorf("look for gate: %w", err)
	}
	minted, err := t.NextID("g")
	if err != nil {
		return err
	}
	err = t.Get(&g.ID, `
		INSERT INTO gates (id, project_id, point, subject, name, set_at) VALUES (?, ?, ?, ?, ?, ?)
		    ON CONFLICT (project_id, point, subject) DO UPDATE SET ended_at = NULL, name = excluded.name
		RETURNING id`, minted, g.Project, g.Point, g.Subject, g.Name, t.Now)
	if err != nil {
		return fmt.Errorf("set gate: %w", err)
	}
	g.SetAt = sqldb.Moment(t.Now)
	return t.Event(org.Event{
		Kind: org.EventGateSet, Project: g.Project, Text: "The founder wants to be asked " + g.Name, Data: map[string]string{"gate": g.ID, "trigger": string(g.Point)},
	})
}

// stopAtNewGate stops at a gate that the work stands before at the moment it is set.
func stopAtNewGate(t *sqldb.Tx, p org.Project, g org.Gate) error {
	missions, err := record.MissionsIn(t.Ctx, t, p.ID)
	if err != nil || len(missions) == 0 {
		return err
	}
	m := missions[len(missions)-1]
	if m.State.Ended() || !m.Planned {
		return nil
	}
	var begun, waits int
	if err := t.Get(&begun, `SELECT count(*) FROM steps WHERE mission_id = ? AND superseded = 0 AND attempt > 0`, m.ID); err != nil {
		return err
	}
	err = t.Get(&waits, `SELECT count(*) FROM steps WHERE mission_id = ? AND superseded = 0 AND kind = 'assembly' AND state = 'pending' AND open_deps = 0`, m.ID)
	switch {
	case err != nil:
		return err
	case g.Point == org.GatePlan && begun == 0:
		return stopAfterPlan(t, m, p)
	case g.Point == org.GateDocument && waits > 0:
		_, err = stopBeforeDocument(t, m.ID)
	}
	return err
}

// DropGates takes gates of a project away: those at a point, all with an empty
// one. What waits at them goes on. It returns how many there were.
func (d *Engine) DropGates(ctx context.Context, id org.ProjectID, point org.GatePoint) (int, error) {
	n := 0
	err := d.Control(ctx, "drop-gates", id, func(t *sqldb.Tx, p org.Project) error {
		n = 0
		rows, err := readGates(ctx, t, id)
		if err != nil {
			return err
		}
		for _, g := range rows {
			if point != "" && g.Point != point {
				continue
			}
			n++
			if err := t.Exec(`UPDATE gates SET ended_at = ? WHERE id = ?`, t.Now, g.ID); err != nil {
				return err
			}
			if err := t.Exec(`UPDATE gate_stops SET passed_at = ? WHERE gate_id = ? AND passed_at IS NULL`, t.Now, g.ID); err != nil {
				return err
			}
			if err := closeGate(t, p.ID, g.ID, "you took the gate away"); err != nil {
				return err
			}
			err := t.Event(org.Event{
				Kind: org.EventGateSet, Project: id, Text: "The founder need not be asked any more " + g.Name, Data: map[string]string{"gate": g.ID, "trigger": "off"},
			})
			if err != nil {
				return err
			}
		}
		return releaseApproved(t, id)
	})
	return n, err
}

func closeGate(t *sqldb.Tx, p org.ProjectID, gate, why string) error {
	return closeWhere(t, p, why, `gate_id = ?`, gate)
}

// findGate returns nil when there is no gate at a point, or it was passed at that place.
func findGate(t *sqldb.Tx, p org.ProjectID, point org.GatePoint, subject, place string) (*org.Gate, error) {
	var r gateRow
	err := t.Get(&r, `
		SELECT `+gateColumns+` FROM gates g
		 WHERE g.project_id = ? AND g.point = ? AND g.subject = ? AND g.ended_at IS NULL
		   AND NOT EXISTS (SELECT 1 FROM gate_stops s WHERE s.gate_id = g.id AND s.place = ?)`, p, point, subject, place)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil // nil is no gate
	}
	if err != nil {
		return nil, fmt.Errorf("look for a gate of %s: %w", p, err)
	}
	g := r.toGate()
	return &g, nil
}

type gateArrival struct {
	mission org.MissionID
	place   string // where in the plan, so that it stops there once
	reached string // what is done
	next    string // what waits
}

func stopAtGate(t *sqldb.Tx, g org.Gate, a gateArrival) error {
	p, err := record.ProjectOf(t.Ctx, t, g.Project)
	if err != nil {
		return err
	}
	id, err := askQuestion(t, p, question.Gate(p, g, a.reached, a.next))
	if err != nil {
		return err
	}
	if err := t.Exec(`UPDATE escalations SET gate_id = ? WHERE id = ?`, g.ID, id); err != nil {
		return err
	}
	err = t.Exec(`INSERT INTO gate_stops (gate_id, place, mission_id, decision_id, at) VALUES (?, ?, ?, ?, ?)`, g.ID, a.place, a.mission, id, t.Now)
	if err != nil {
		return fmt.Errorf("stop at gate %s: %w", g.ID, err)
	}
	return holdAtGate(t, gateStop{Point: g.Point, Subject: g.Subject, Mission: a.mission})
}

type gateStop struct {
	Point   org.GatePoint
	Subject string
	Mission org.MissionID `db:"mission_id"`
}

func holdAtGate(t *sqldb.Tx, s gateStop) error {
	var err error
	switch s.Point {
	case org.GatePlan:
		err = t.Exec(`UPDATE steps SET held = held | `+record.HoldGate+` WHERE mission_id = ? AND state = 'pending'`, s.Mission)
	case org.GateDocument:
		err = t.Exec(`UPDATE steps SET held = held | `+record.HoldGate+` WHERE mission_id = ? AND state = 'pending' AND kind = 'assembly'`, s.Mission)
	case org.GateStep:
		err = t.Exec(`
			UPDATE steps SET held = held | `+record.HoldGate+`
			 WHERE state = 'pending' AND id IN (
			       SELECT e.step_id FROM step_dependencies e JOIN steps n ON n.id = e.depends_on JOIN missions m ON m.project_id = n.project_id
			        WHERE m.id = ? AND (n.key = ? OR n.item = ?))
			   AND coalesce(item, key) <> ?`, s.Mission, s.Subject, s.Subject, s.Subject)
	case org.GatePhase:
		err = t.Exec(`UPDATE missions SET gated = 1 WHERE id = ? AND planned = 0`, s.Mission)
	}
	return sqldb.Wrap("hold what waits at a gate", err)
}

// stopAfterPlan does nothing while the founder is asked about that plan because of its price.
func stopAfterPlan(t *sqldb.Tx, m record.MissionRow, p org.Project) error {
	var asked int
	err := t.Get(&asked, `SELECT count(*) FROM escalations WHERE project_id = ? AND state = 'open' AND kind = 'plan' AND gate_id = ''`, p.ID)
	if err != nil || asked > 0 {
		return err
	}
	place := fmt.Sprintf("%s:%d", m.ID, m.Plans)
	g, err := findGate(t, p.ID, org.GatePlan, "", place)
	if err != nil || g == nil {
		return err
	}
	steps, err := record.StepsOf(t.Ctx, t, `mission_id = ? AND superseded = 0`, m.ID)
	if err != nil {
		return err
	}
	usual, err := ledger.UsualOf(t.Ctx, t)
	if err != nil {
		return err
	}
	f := forecast.Of(steps, usual, p.Offline, sqldb.Moment(t.Now))
	return stopAtGate(t, *g, gateArrival{m.ID, place, fmt.Sprintf("The plan for %q is there: %s, %s, %s.", m.Label, prose.CountOf(len(steps), "step", "steps"), f.Price(), f.Span()), f.Price() + ", " + f.Span()})
}

// stopBeforeDocument stops before the last mission of a project writes the document, and reports
// whether it does.
func stopBeforeDocument(t *sqldb.Tx, id org.MissionID) (bool, error) {
	m, err := record.MissionOf(t.Ctx, t, id)
	if err != nil {
		return false, err
	}
	if after, err := findNextMission(t, m.Project); err != nil || len(after) > 0 {
		return false, err
	}
	place := fmt.Sprintf("%s:%d", m.ID, m.Plans)
	g, err := findGate(t, m.Project, org.GateDocument, "", place)
	if err != nil || g == nil {
		return false, err
	}
	var n struct{ Done, Others int }
	err = t.Get(&n, `
		SELECT count(CASE state WHEN 'completed' THEN 1 END) AS done, count(*) AS others FROM steps
		 WHERE mission_id = ? AND superseded = 0 AND kind <> 'assembly'`, id)
	if err != nil {
		return false, err
	}
	return true, stopAtGate(t, *g, gateArrival{id, place, fmt.Sprintf("The work of %q is done, %d of %s completed.", m.Label, n.Done, prose.CountOf(n.Others, "step", "steps")), "the document is written"})
}

// stopAfterStep stops before anything that needs the step can begin. A roadmap item that became
// several steps is done with the last of them.
func stopAfterStep(t *sqldb.Tx, r record.StepRow) error {
	for _, subject := range []string{r.Key, r.Item.String} {
		if subject == "" {
			continue
		}
		g, err := findGate(t, r.Project, org.GateStep, subject, subject)
		if err != nil {
			return err
		}
		if g == nil {
			continue
		}
		if subject == r.Item.String {
			if done, err := findDoneItems(t, r.Project); err != nil || !slices.Contains(done, subject) {
				return err
			}
		}
		return stopAtGate(t, *g, gateArrival{r.Mission, subject, fmt.Sprintf("%q is done.", r.Title), "what needs it begins"})
	}
	return nil
}

func stopBeforePhase(t *sqldb.Tx, p org.Project, n upcomingMission, id org.MissionID) (bool, error) {
	place := fmt.Sprintf("phase:%d", n.Phase)
	g, err := findGate(t, p.ID, org.GatePhase, "", place)
	if err != nil || g == nil {
		return false, err
	}
	done := "The phase before"
	if p.Phase < len(p.Phases) {
		done = fmt.Sprintf("%q", p.Phases[p.Phase].Label)
	}
	return true, stopAtGate(t, *g, gateArrival{id, place, fmt.Sprintf("%s is finished; next is %q.", done, n.Label), "the next phase is planned and worked on"})
}

func passGate(t *sqldb.Tx, q org.Decision) error {
	var point org.GatePoint
	err := t.Get(&point, `SELECT g.point FROM gates g JOIN gate_stops s ON s.gate_id = g.id WHERE s.decision_id = ?`, q.ID)
	if err != nil {
		return fmt.Errorf("find the gate of %s: %w", q.ID, err)
	}
	if !question.Passes(point, q.Answer) {
		return nil
	}
	if err := t.Exec(`UPDATE gate_stops SET passed_at = ? WHERE decision_id = ?`, t.Now, q.ID); err != nil {
		return err
	}
	return releaseApproved(t, q.Project)
}

// renewHolds holds again what the open gates and the question about the plan cover, after steps
// were made or opened again.
func renewHolds(t *sqldb.Tx, p org.ProjectID) error {
	var stops []gateStop
	err := t.All(&stops, `
		SELECT g.point, g.subject, s.mission_id FROM gates g JOIN gate_stops s ON s.gate_id = g.id JOIN escalations e ON e.id = s.decision_id
		 WHERE g.project_id = ? AND s.passed_at IS NULL AND e.state = 'open' ORDER BY s.at, g.id`, p)
	if err != nil {
		return fmt.Errorf("read what waits at gates of %s: %w", p, err)
	}
	for _, s := range stops {
		if err := holdAtGate(t, s); err != nil {
			return err
		}
	}
	return t.Exec(`
		UPDATE steps SET held = held | `+record.HoldGate+`
		 WHERE project_id = ? AND state = 'pending'
		   AND EXISTS (SELECT 1 FROM escalations e WHERE e.project_id = steps.project_id AND e.state = 'open' AND e.kind = 'plan' AND e.gate_id = '')`, p)
}

// forgetGates closes the gates that a mission waits at because it is planned
// again: its next plan comes to them anew.
func forgetGates(t *sqldb.Tx, m record.MissionRow) error {
	var open []string
	err := t.All(&open, `SELECT decision_id FROM gate_stops WHERE mission_id = ? AND place LIKE ? AND passed_at IS NULL`, m.ID, string(m.ID)+":%")
	if err != nil || len(open) == 0 {
		return err
	}
	for _, id := range open {
		if err := closeWhere(t, m.Project, "it is planned again", `id = ?`, id); err != nil {
			return err
		}
	}
	return t.Exec(`UPDATE gate_stops SET passed_at = ? WHERE mission_id = ? AND place LIKE ? AND passed_at IS NULL`, t.Now, m.ID, string(m.ID)+":%")
}

// setFirstGates sets the gates of a new project's order, of its roadmap's items, and of the
// founder's policy.
func setFirstGates(t *sqldb.Tx, id org.ProjectID, n org.NewProject) error {
	points := n.Gates
	if !n.Single {
		var value string
		err := t.Get(&value, `SELECT value FROM policies WHERE name = ?`, policy.Gates)
		if err != nil && !sqldb.NoRow(err) {
			return fmt.Errorf("read policy %s: %w", policy.Gates, err)
		}
		set, err := policy.ParseGates(value)
		if err != nil {
			return fmt.Errorf("policy %s: %w", policy.Gates, err)
		}
		points = append(points[:len(points):len(points)], set...)
	}
	for _, p := range points {
		if err := setGate(t, &org.Gate{Project: id, Point: p, Name: p.Phrase()}); err != nil {
			return err
		}
	}
	if n.Roadmap == nil {
		return nil
	}
	for _, it := range n.Roadmap.Items {
		if !it.Gate || it.Done {
			continue
		}
		err := setGate(t, &org.Gate{Project: id, Point: org.GateStep, Subject: it.Key, Name: fmt.Sprintf("after %q", strings.TrimSpace(it.Title))})
		if err != nil {
			return err
		}
	}
	return nil
}

// Gated reports whether a project's next mission waits at a gate to be
// planned.
func (d *Engine) Gated(ctx context.Context, p org.ProjectID) (bool, error) {
	var n int
	err := sqldb.One(ctx, d.db.Read, &n, `SELECT count(*) FROM missions WHERE project_id = ? AND state = 'planning' AND gated = 1`, p)
	return n > 0, sqldb.Wrap("look for a gate of "+string(p), err)
}
