// Package company keeps the company: what the founder told it, who of its directors
// thinks when, and what they decided. A director's turn is claimed, shown and saved here;
// each is one transaction. Its work is projects like all others.
package company

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Departments is this part of an open database. Its methods may be called at once.
type Departments struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Departments { return &Departments{db: db} }

func makeClaimName(d org.Department) string { return "director:" + string(d) }

type state struct {
	Working   bool
	Cap       int64
	Transport string
	Channel   string
	ReviewAt  int64 `db:"review_at"`
}

func (s state) toChannel() org.Channel { return org.Channel{Transport: s.Transport, ID: s.Channel} }

// readState returns the zero value where the company was never on.
func readState(ctx context.Context, q sqldb.Getter) (state, error) {
	var rows []state
	err := sqldb.Many(ctx, q, &rows, `SELECT working, cap, transport, channel, review_at FROM company`)
	if err != nil || len(rows) == 0 {
		return state{}, sqldb.Wrap("read the company", err)
	}
	return rows[0], nil
}

// CompanyOn switches the company on with a budget for each week, or changes that. What
// its directors do is told in ch. Nobody thinks because of it.
func (d *Departments) CompanyOn(ctx context.Context, limit org.NanoUSD, ch org.Channel) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "company-on"
		if err := insertDefaults(t); err != nil {
			return err
		}
		next, err := ledger.NextReview(t)
		if err != nil {
			return err
		}
		if home, found, err := ledger.Home(t); err != nil {
			return err
		} else if found && home.Threaded() && !ch.Threaded() {
			ch = home // nobody reads what is sent to a command of the shell
		}
		n, err := t.Change(`
			INSERT INTO company (one, working, cap, transport, channel, review_at, changed_at) VALUES (1, 1, ?, ?, ?, ?, ?)
			    ON CONFLICT (one) DO UPDATE
			       SET working = 1, cap = excluded.cap, transport = excluded.transport, channel = excluded.channel, changed_at = excluded.changed_at,
			           review_at = CASE company.working WHEN 1 THEN company.review_at ELSE excluded.review_at END
			     WHERE company.working = 0 OR company.cap <> excluded.cap OR company.transport <> excluded.transport OR company.channel <> excluded.channel`,
			int64(limit), ch.Transport, ch.ID, sqldb.Micros(next), t.Now)
		if err != nil || n == 0 {
			return err
		}
		t.Wake = true // what waited while it was off
		return t.Event(org.Event{Kind: org.EventCompanyOn, Text: "The company works, for at most " + limit.String() + " a week", Data: map[string]string{"cap": fmt.Sprint(int64(limit))}})
	})
	return sqldb.Wrap("switch the company on", err)
}

// insertDefaults stores what is the same in every company.
func insertDefaults(t *sqldb.Tx) error {
	for _, w := range company.MemoRoutes() {
		if err := t.Exec(`INSERT INTO memo_routes (kind, sender, recipient) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, w.Kind, w.Sender, w.To); err != nil {
			return fmt.Errorf("store a route: %w", err)
		}
	}
	for _, p := range []org.ProjectID{company.PlatformReserved, company.OpsReserved} {
		if err := t.Exec(`INSERT INTO reserved_projects (id) VALUES (?) ON CONFLICT DO NOTHING`, p); err != nil {
			return fmt.Errorf("reserve %s: %w", p, err)
		}
	}
	for _, d := range org.Departments() {
		if err := t.Exec(`INSERT INTO departments (id) VALUES (?) ON CONFLICT DO NOTHING`, d); err != nil {
			return fmt.Errorf("store department %s: %w", d, err)
		}
		// Not active: it names him in the ledger, and nobody gives him a step.
		err := t.Exec(`
			INSERT INTO agents (id, name, role, category, persona, active) VALUES (?, ?, ?, 'director', 'A director.', 0) ON CONFLICT DO NOTHING`,
			d.Agent(), d.Director(), "Director of "+d.Name())
		if err != nil {
			return fmt.Errorf("store the director of %s: %w", d, err)
		}
	}
	return nil
}

type directorSettings struct {
	tier org.Tier // empty for the usual
	all  bool     // Management may let the founder's own projects rest
}

func readSettings(ctx context.Context, q sqldb.Getter) (directorSettings, error) {
	var rows []struct{ Name, Value string }
	if err := sqldb.Many(ctx, q, &rows, `SELECT name, value FROM policies WHERE name IN (?, ?)`, policy.CompanyTier, policy.CompanyReach); err != nil {
		return directorSettings{}, fmt.Errorf("read what directors are set to: %w", err)
	}
	var out directorSettings
	for _, r := range rows {
		switch r.Name {
		case policy.CompanyTier:
			tier, err := policy.ParseCompanyTier(r.Value)
			if err != nil {
				return directorSettings{}, fmt.Errorf("read %s: %w", r.Name, err)
			}
			out.tier = org.Tier(tier)
		case policy.CompanyReach:
			all, err := policy.ParseCompanyReach(r.Value)
			if err != nil {
				return directorSettings{}, fmt.Errorf("read %s: %w", r.Name, err)
			}
			out.all = all
		}
	}
	return out, nil
}

// CompanyOff switches the company off. A director who thinks ends his turn; what he
// did stays, and projects go on.
func (d *Departments) CompanyOff(ctx context.Context) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "company-off"
		n, err := t.Change(`UPDATE company SET working = 0, changed_at = ? WHERE working = 1`, t.Now)
		if err != nil || n == 0 {
			return err
		}
		return t.Event(org.Event{Kind: org.EventCompanyOff, Text: "The company rests"})
	})
	return sqldb.Wrap("switch the company off", err)
}

// TellCompany hands the founder's words to Business, as a directive, and returns it. The same
// order (by its origin) is one directive. It returns org.ErrConflict while the company is off.
func (d *Departments) TellCompany(ctx context.Context, origin, words string) (company.Memo, error) {
	var out company.Memo
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "tell-company"
		if s, err := readState(ctx, t); err != nil || !s.Working {
			return explainOff(err)
		}
		title, _, _ := strings.Cut(strings.TrimSpace(words), "\n")
		id, err := memos.Send(t, "told:"+origin, memos.ByFounder, company.Memo{
			Kind: company.MemoDirective, From: org.Founder, To: org.Business, Project: company.OpsReserved, Subject: memos.Clip(title, org.MemoSubject), Body: words,
		})
		if err != nil {
			return err
		}
		out, err = readMemo(ctx, t, id)
		return err
	})
	return out, sqldb.Wrap("tell the company", err)
}

func explainOff(err error) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("the company is off: %w", org.ErrConflict)
}

func readMemo(ctx context.Context, q sqldb.Getter, id org.MemoID) (company.Memo, error) {
	all, err := memos.Of(ctx, q, `id = ?`, id)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("message %s: %w", id, org.ErrNotFound)
	}
	if err != nil {
		return company.Memo{}, err
	}
	return all[0], nil
}

// Memo returns one memo, or org.ErrNotFound.
func (d *Departments) Memo(ctx context.Context, id org.MemoID) (company.Memo, error) {
	return readMemo(ctx, d.db.Read, id)
}

// MemosUnder returns all memos that came of a directive, itself the first.
func (d *Departments) MemosUnder(ctx context.Context, root org.MemoID) ([]company.Memo, error) {
	return memos.Of(ctx, d.db.Read, `root = ?`, root)
}

// ReviewCompany has every director think now, as on the day of the weekly review.
func (d *Departments) ReviewCompany(ctx context.Context) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "company-review"
		if s, err := readState(ctx, t); err != nil || !s.Working {
			return explainOff(err)
		}
		t.Wake = true
		return t.Exec(`UPDATE departments SET review = 1, due_at = ?`, t.Now)
	})
	return sqldb.Wrap("have the company review", err)
}

// DropDirective ends a directive and all that still waits under it; projects that came of
// it go on unless the founder cancels them. It returns how many messages were dropped under it so far.
func (d *Departments) DropDirective(ctx context.Context, id org.MemoID) (int, error) {
	n := 0
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "drop-directive"
		m, err := readMemo(ctx, t, id)
		if err != nil {
			return err
		}
		all, err := memos.Of(ctx, t, `root = ? AND `+memos.Waiting, m.Root)
		for _, m := range all {
			if err == nil {
				err = memos.End(t, m.ID, memos.Ending{State: company.MemoDeclined, By: memos.ByFounder, Reason: "you dropped it"})
			}
		}
		if err != nil {
			return err
		}
		// A command that is carried out again says again what it did.
		return t.Get(&n, `SELECT count(*) FROM memos WHERE root = ? AND state = 'declined' AND settled_by = 'founder'`, m.Root)
	})
	return n, sqldb.Wrap("drop "+string(id), err)
}

// AnswerMemo stores the founder's answer to a director's question and has him think.
func (d *Departments) AnswerMemo(ctx context.Context, id org.MemoID, words string) (company.Memo, error) {
	var out company.Memo
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "answer-memo"
		m, err := readMemo(ctx, t, id)
		if err != nil {
			return err
		}
		if m.Kind != company.MemoEscalation {
			return fmt.Errorf("%s asks you nothing: %w", id, org.ErrConflict)
		}
		if m.State.Ended() {
			out = m
			return nil
		}
		m.Data.Answer = words
		data, err := sqldb.JSONText(m.Data)
		if err != nil {
			return err
		}
		if err := t.Exec(`UPDATE memos SET data = ? WHERE id = ?`, data, id); err != nil {
			return err
		}
		if err := memos.End(t, id, memos.Ending{State: company.MemoSettled, By: memos.ByFounder, Reason: words, Answered: true}); err != nil {
			return err
		}
		out = m
		return memos.Think(t, m.From, true)
	})
	return out, sqldb.Wrap("answer "+string(id), err)
}

// Company returns how the company stands.
func (d *Departments) Company(ctx context.Context) (company.State, error) {
	var out company.State
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		s, err := readState(ctx, q)
		if err != nil {
			return err
		}
		out, err = readStanding(ctx, q, s, d.db.Now())
		return err
	})
	return out, sqldb.Wrap("read the company", err)
}

func readStanding(ctx context.Context, q sqldb.Getter, s state, now time.Time) (company.State, error) {
	out := company.State{On: s.Working, Cap: org.NanoUSD(s.Cap), Channel: s.toChannel(), Next: sqldb.Moment(s.ReviewAt)}
	var err error
	if out.Money, err = ledger.CompanyWeek(ctx, q, out.Cap, now); err != nil {
		return out, err
	}
	if out.Open, err = memos.Of(ctx, q, memos.Waiting); err != nil {
		return out, err
	}
	out.Departments, err = readDepartments(ctx, q, out.Open)
	return out, err
}

func readDepartments(ctx context.Context, q sqldb.Getter, open []company.Memo) ([]company.DepartmentState, error) {
	projects, err := readProjects(ctx, q, `id IN (`+Lately+`)`, ProjectsShown)
	if err != nil {
		return nil, err
	}
	var out []company.DepartmentState
	for _, dep := range org.Departments() {
		r := company.DepartmentState{Department: dep, Director: dep.Director()}
		var row []struct {
			Due     *int64 `db:"due_at"`
			Sat     *int64 `db:"sat_at"`
			Summary string
		}
		err := sqldb.Many(ctx, q, &row, `
			SELECT due_at, sat_at, coalesce((SELECT summary FROM sittings s WHERE s.department = d.id AND s.state = 'done' ORDER BY n DESC LIMIT 1), '') AS summary
			  FROM departments d WHERE id = ?`, dep)
		if err != nil {
			return nil, fmt.Errorf("read department %s: %w", dep, err)
		}
		for _, f := range row {
			r.Last = f.Summary
			if f.Due != nil {
				r.Due = sqldb.Moment(*f.Due)
			}
			if f.Sat != nil {
				r.Sat = sqldb.Moment(*f.Sat)
			}
		}
		for _, m := range open {
			if m.To == dep && m.Kind != company.MemoObjective {
				r.Open++
			}
		}
		for _, p := range projects {
			if p.OpenedBy == dep {
				r.Projects = append(r.Projects, p)
			}
		}
		out = append(out, r)
	}
	return out, nil
}

func readProjects(ctx context.Context, q sqldb.Getter, where string, args ...any) ([]company.Project, error) {
	all, err := record.ProjectsOf(ctx, q, where, args...)
	if err != nil {
		return nil, err
	}
	money, err := ledger.MoneyOf(ctx, q, where, args...)
	if err != nil {
		return nil, err
	}
	out := make([]company.Project, 0, len(all))
	for _, p := range all {
		m := money[p.ID]
		out = append(out, company.Project{
			ID: p.ID, Title: p.Title, State: p.State, OpenedBy: p.OpenedBy, For: p.ForMemo, Health: p.Health, PausedBy: p.PausedBy, Resumed: p.Resumed, Outcome: p.Outcome,
			Cap: org.NanoUSD(m.Limit), Spent: org.NanoUSD(m.Spent),
		})
	}
	return out, nil
}

func pauseProject(t *sqldb.Tx, id org.ProjectID, by org.MemoID) error {
	p, err := record.ProjectOf(t.Ctx, t, id)
	if err != nil || p.State != org.ProjectActive {
		return err
	}
	return engine.Pause(t, p, by)
}

func resumeProject(t *sqldb.Tx, id org.ProjectID, by org.MemoID) error {
	p, err := record.ProjectOf(t.Ctx, t, id)
	if err != nil || p.State != org.ProjectPaused {
		return err
	}
	return engine.Resume(t, p, by)
}
