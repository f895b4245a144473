package ledger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

type budget struct {
	Scope   org.CapScope
	Subject string
	Project org.ProjectID `db:"project_id"`
	Known   int64
	Held    int64
	Warned  int64
	// Estimate is the most a mission was to cost; 0 when nothing was
	// foreseen, or the founder was told that it cost far more.
	Estimate int64
}

// listBudgets lists the sums that a call counts in, always in the same order, so that no two
// transactions wait for each other.
func listBudgets(day string, p org.ProjectID, m org.MissionID, s org.StepID) []budget {
	var out []budget
	add := func(scope org.CapScope, subject string, p org.ProjectID) {
		out = append(out, budget{Scope: scope, Subject: subject, Project: p})
	}
	if len(day) > monthLen {
		add(org.ScopeDay, day, "")
		add(org.ScopeMonth, day[:monthLen], "")
		if p != "" {
			add(org.ScopeDay, day, p)
			add(org.ScopeMonth, day[:monthLen], p)
		}
	}
	if m != "" {
		add(org.ScopeMission, string(m), p)
	}
	if s != "" {
		add(org.ScopeStep, string(s), p)
	}
	return out
}

// addSpending adds to the sums of a call, which was written in this transaction, and
// returns them as they are then.
func addSpending(t *sqldb.Tx, budgets []budget, known, held int64) ([]budget, error) {
	var out []budget
	query, args := addQuery(budgets, known, held)
	err := t.All(&out, query+` RETURNING scope, subject, project_id, known, held, warned, estimate`, args...)
	return out, sqldb.Wrap("sum what calls cost", err)
}

// addTo is addSpending for whoever does not go by the sums.
func addTo(t *sqldb.Tx, budgets []budget, known, held int64) error {
	query, args := addQuery(budgets, known, held)
	return sqldb.Wrap("sum what calls cost", t.Exec(query, args...))
}

func addQuery(budgets []budget, known, held int64) (query string, args []any) {
	for _, p := range budgets {
		args = append(args, p.Scope, p.Subject, p.Project, known, held)
	}
	rows := strings.TrimSuffix(strings.Repeat(`(?, ?, ?, ?, ?, 1), `, len(budgets)), ", ")
	return `
		INSERT INTO spending (scope, subject, project_id, known, held, changes) VALUES ` + rows + `
		    ON CONFLICT (scope, subject, project_id) DO UPDATE
		       SET known = spending.known + excluded.known, held = spending.held + excluded.held, changes = spending.changes + 1`, args
}

// markDayChanged notes that a call of a day was written without a change of what it cost or may
// cost.
func markDayChanged(t *sqldb.Tx, day string) error {
	if day == "" { // calls before days were kept; none of them is under way
		return nil
	}
	_, err := addSpending(t, []budget{{Scope: org.ScopeDay, Subject: day}}, 0, 0)
	return err
}

// askSpent asks for the sums of a call as they are now.
func askSpent(t *sqldb.Tx, dest *[]budget, budgets []budget) error {
	args := make([]any, 0, len(budgets)*3)
	for _, p := range budgets {
		args = append(args, p.Scope, p.Subject, p.Project)
	}
	const one = `(scope = ? AND subject = ? AND project_id = ?)`
	err := t.Ahead(dest, `SELECT scope, subject, project_id, known, held, warned FROM spending WHERE `+one+strings.Repeat(` OR `+one, len(budgets)-1), args...)
	return sqldb.Wrap("read what was spent", err)
}

// filledIn returns the sums of a call as rows has them; one that nothing was added to yet is 0.
func filledIn(budgets, rows []budget) []budget {
	out := slices.Clone(budgets)
	for i, p := range budgets {
		for _, r := range rows {
			if r.Scope == p.Scope && r.Subject == p.Subject && r.Project == p.Project {
				out[i] = r
			}
		}
	}
	return out
}

const capsQuery = `SELECT scope, project_id, kind, amount, set_at FROM caps`

// readCaps returns the founder's amounts of a kind, by scope and project.
func readCaps(t *sqldb.Tx, kind org.CapKind) (map[budget]org.Cap, error) {
	var rows []capRow
	if err := t.All(&rows, capsQuery); err != nil {
		return nil, fmt.Errorf("read caps: %w", err)
	}
	return capsIn(rows, kind), nil
}

func capsIn(rows []capRow, kind org.CapKind) map[budget]org.Cap {
	out := make(map[budget]org.Cap, len(rows))
	for _, r := range rows {
		if r.Kind == kind {
			out[budget{Scope: r.Scope, Project: r.Project}] = r.toCap()
		}
	}
	return out
}

// findCaps finds what the founder set for a sum. A step or mission answers to the amount of its
// project and to that of all projects.
func findCaps(caps map[budget]org.Cap, p budget) []org.Cap {
	var out []org.Cap
	if c, ok := caps[budget{Scope: p.Scope, Project: p.Project}]; ok {
		out = append(out, c)
	}
	if p.Project != "" && (p.Scope == org.ScopeStep || p.Scope == org.ScopeMission) {
		if c, ok := caps[budget{Scope: p.Scope}]; ok {
			out = append(out, c)
		}
	}
	return out
}

// stopAtCap notes that a cap has no room for a call and tells the founder, once, unless the room
// is only taken by calls that are under way.
func stopAtCap(t *sqldb.Tx, c org.ModelCall, p budget, limit org.Cap) error {
	err := t.Exec(`
		INSERT INTO cap_stops (scope, subject, project_id, asked, at) VALUES (?, ?, ?, ?, ?)
		    ON CONFLICT (scope, subject, project_id) DO UPDATE
		       SET asked = CASE WHEN excluded.asked < cap_stops.asked THEN excluded.asked ELSE cap_stops.asked END`,
		p.Scope, p.Subject, p.Project, int64(c.Reserve), t.Now)
	if err != nil {
		return fmt.Errorf("note the cap: %w", err)
	}
	if p.Known+int64(c.Reserve) <= int64(limit.Amount) {
		return nil
	}
	return SayMoney(t, c.Project, fmt.Sprintf("cap:%s:%s:%s:%d", p.Scope, p.Subject, p.Project, limit.Amount),
		reports.MoneyFacts{What: reports.MoneyCap, Cap: limit, Spent: org.NanoUSD(p.Known), Mark: c.Reserve}, true)
}

// warnNearCap tells the founder, once for each cap and day, month, plan or step, that most of it
// is spent.
func warnNearCap(t *sqldb.Tx, of org.ProjectID, budgets []budget, caps map[budget]org.Cap) error {
	if len(caps) == 0 {
		return nil
	}
	say := func(p budget, limit org.Cap) error {
		if !Near(limit.Amount, org.NanoUSD(p.Known)) {
			return nil
		}
		return SayMoney(t, of, fmt.Sprintf("near:%s:%s:%s:%d", p.Scope, p.Subject, p.Project, limit.Amount),
			reports.MoneyFacts{What: reports.MoneyNear, Cap: limit, Spent: org.NanoUSD(p.Known)}, false)
	}
	for _, p := range budgets {
		for _, limit := range findCaps(caps, p) {
			if err := say(p, limit); err != nil {
				return err
			}
		}
	}
	limit, capped := caps[budget{Scope: org.ScopeProject, Project: of}]
	if !capped {
		return nil
	}
	p, err := sumProject(t.Ctx, t, of)
	if err != nil {
		return err
	}
	return say(p, limit)
}

// warnSpending tells the founder, once for each rung, what was spent.
func warnSpending(t *sqldb.Tx, of org.ProjectID, budgets []budget, caps map[budget]org.Cap) error {
	for _, p := range budgets {
		first := org.Cap{Scope: p.Scope, Project: p.Project, Kind: org.KindWarn}
		if p.Scope == org.ScopeDay && p.Project == "" || p.Scope == org.ScopeMission {
			first.Amount = warnFirst
		}
		if err := warnBeyondEstimate(t, of, p); err != nil {
			return err
		}
		if set := findCaps(caps, p); len(set) > 0 {
			first.Amount = set[0].Amount
		}
		rung := Rung(first.Amount, org.NanoUSD(p.Known))
		if int64(rung) <= p.Warned {
			continue
		}
		err := t.Exec(`
			UPDATE spending SET warned = ? WHERE scope = ? AND subject = ? AND project_id = ?`, int64(rung), p.Scope, p.Subject, p.Project)
		if err != nil {
			return fmt.Errorf("note a warning: %w", err)
		}
		err = SayMoney(t, of, fmt.Sprintf("warn:%s:%s:%s:%d", p.Scope, p.Subject, p.Project, rung),
			reports.MoneyFacts{What: reports.MoneyWarn, Cap: first, Spent: org.NanoUSD(p.Known), Mark: rung}, false)
		if err != nil {
			return err
		}
	}
	return nil
}

// warnBeyondEstimate tells the founder, once, that a mission cost far more than its plan was to
// cost.
func warnBeyondEstimate(t *sqldb.Tx, of org.ProjectID, p budget) error {
	if p.Estimate == 0 || p.Known <= max(org.FarBeyond*p.Estimate, int64(beyondLeast)) {
		return nil
	}
	err := t.Exec(`UPDATE spending SET estimate = 0 WHERE scope = ? AND subject = ? AND project_id = ?`, p.Scope, p.Subject, p.Project)
	if err != nil {
		return fmt.Errorf("note that an estimate was passed: %w", err)
	}
	return SayMoney(t, of, "estimate:"+p.Subject, reports.MoneyFacts{What: reports.MoneyBeyond, Spent: org.NanoUSD(p.Known), Mark: org.NanoUSD(p.Estimate)}, false)
}

// Foresee notes what a mission's plan is to cost at the most, and returns what it is
// expected to take.
func Foresee(t *sqldb.Tx, m record.MissionRow, p org.Project, steps []org.Step) (forecast.Forecast, error) {
	usual, err := UsualOf(t.Ctx, t)
	if err != nil {
		return forecast.Forecast{}, err
	}
	f := forecast.Of(steps, usual, p.Offline, sqldb.Moment(t.Now))
	if f.Free {
		return f, nil
	}
	return f, t.Exec(`
		INSERT INTO spending (scope, subject, project_id, estimate) VALUES (?, ?, ?, ?)
		    ON CONFLICT (scope, subject, project_id) DO UPDATE SET estimate = excluded.estimate + spending.known`,
		org.ScopeMission, m.ID, p.ID, int64(f.CostHigh))
}

// SayMoney tells the founder something about money where the project was
// ordered, or where he spoke last.
func SayMoney(t *sqldb.Tx, of org.ProjectID, key string, facts reports.MoneyFacts, ping bool) error {
	facts.Project = of
	say := reports.Delivery{Key: key, Project: of, Kind: reports.DeliverNotice, Title: "Money", Facts: reports.Facts{Money: &facts}, Card: org.Card{Ping: ping}}
	if of != "" {
		p, err := record.ProjectOf(t.Ctx, t, of)
		if err != nil {
			return err
		}
		say.Channel = p.Channel
		return outbox.Deliver(t, say)
	}
	var found bool
	var err error
	if say.Channel, found, err = Home(t); err != nil || !found {
		return err
	}
	return outbox.Deliver(t, say)
}

// HomeStatement finds where a founder spoke last, and AnsweredStatement, of one who gave only commands so far, where one was answered last.
const (
	HomeStatement     = `SELECT transport, channel FROM messages WHERE transport NOT IN ('', 'company', 'agent', 'linear') ORDER BY seq DESC LIMIT 1`
	AnsweredStatement = `SELECT transport, channel FROM deliveries WHERE transport <> '' AND state = 'sent' ORDER BY seq DESC LIMIT 1`
)

// Home returns where the founder spoke last; found is false when he never did.
func Home(t *sqldb.Tx) (ch org.Channel, found bool, err error) {
	var row struct{ Transport, Channel string }
	if err = t.Get(&row, HomeStatement); sqldb.NoRow(err) {
		err = t.Get(&row, AnsweredStatement)
	}
	if sqldb.NoRow(err) {
		return org.Channel{}, false, nil
	}
	return org.Channel{Transport: row.Transport, ID: row.Channel}, err == nil, err
}

// ReleaseBudget lets go of the steps whose cap has room again: it was raised
// or taken away, its day or month is over, or calls under way cost less than
// they might have. It returns how many.
func (d *Ledger) ReleaseBudget(ctx context.Context) (int, error) {
	idle, err := d.db.Idle(ctx, `SELECT (SELECT count(*) FROM cap_stops) + (SELECT count(*) FROM steps WHERE `+overBudget+`)`)
	if err != nil || idle {
		return 0, sqldb.Wrap("release what a cap held", err)
	}
	n := 0
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "release-budget"
		n, err = releaseBudget(t)
		return err
	})
	return n, sqldb.Wrap("release what a cap held", err)
}

const overBudget = `state = 'pending' AND held & ` + record.HoldBudget + ` <> 0`

func releaseBudget(t *sqldb.Tx) (int, error) {
	left, err := pruneStops(t)
	if err != nil {
		return 0, err
	}
	var held []record.StepRow
	if err := t.All(&held, `SELECT `+record.StepColumns+` FROM steps WHERE `+overBudget+` ORDER BY seq`); err != nil {
		return 0, err
	}
	n := 0
	for _, r := range held {
		if isStopped(left, r) {
			continue
		}
		s, err := r.Step()
		if err != nil {
			return n, err
		}
		if err := t.Exec(`UPDATE steps SET held = held & ~`+record.HoldBudget+` WHERE id = ?`, r.ID); err != nil {
			return n, err
		}
		n++
		t.Wake = true
		if err := record.StepEvent(t, org.EventHoldLifted, s, "Goes on, there is room under the cap again: "+s.Title); err != nil {
			return n, err
		}
	}
	return n, nil
}

// pruneStops forgets the stops that no longer hold and returns the others.
func pruneStops(t *sqldb.Tx) ([]budget, error) {
	today, err := Today(t)
	if err != nil {
		return nil, err
	}
	caps, err := readCaps(t, org.KindCap)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		budget
		Asked int64
	}
	err = t.All(&rows, `
		SELECT c.scope, c.subject, c.project_id, c.asked, coalesce(s.known, 0) AS known, coalesce(s.held, 0) AS held
		  FROM cap_stops c LEFT JOIN spending s ON s.scope = c.scope AND s.subject = c.subject AND s.project_id = c.project_id`)
	if err != nil {
		return nil, fmt.Errorf("read what caps hold: %w", err)
	}
	var left []budget
	for _, r := range rows {
		over := r.Scope == org.ScopeDay && r.Subject != today || r.Scope == org.ScopeMonth && r.Subject != today[:len(r.Subject)]
		if r.Scope == org.ScopeProject {
			sum, err := sumProject(t.Ctx, t, r.Project)
			if err != nil {
				return nil, err
			}
			r.budget = sum
		}
		full := false
		for _, c := range findCaps(caps, r.budget) {
			full = full || r.Known+r.Held+r.Asked > int64(c.Amount)
		}
		if !over && full {
			left = append(left, r.budget)
			continue
		}
		err := t.Exec(`DELETE FROM cap_stops WHERE scope = ? AND subject = ? AND project_id = ?`, r.Scope, r.Subject, r.Project)
		if err != nil {
			return nil, err
		}
	}
	return left, nil
}

func isStopped(left []budget, r record.StepRow) bool {
	for _, p := range left {
		switch p.Scope {
		case org.ScopeStep:
			if p.Subject == string(r.ID) {
				return true
			}
		case org.ScopeMission:
			if p.Subject == string(r.Mission) {
				return true
			}
		case org.ScopeDay, org.ScopeMonth, org.ScopeProject:
			if p.Project == "" || p.Project == r.Project {
				return true
			}
		}
	}
	return false
}
