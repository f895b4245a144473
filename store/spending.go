package store

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// purse is one running sum of what was spent.
type purse struct {
	Scope   org.CapScope
	Subject string
	Project org.ProjectID `db:"project_id"`
	Known   int64
	Held    int64
	Warned  int64
	// Estimate is what a mission was to cost at the most; 0 when nothing was
	// foreseen, or the founder was told that it cost far more.
	Estimate int64
}

// pursesOf are the sums that a call counts in, always in the same order, so
// that no two transactions wait for each other.
func pursesOf(day string, p org.ProjectID, m org.MissionID, s org.StepID) []purse {
	var out []purse
	add := func(scope org.CapScope, subject string, p org.ProjectID) {
		out = append(out, purse{Scope: scope, Subject: subject, Project: p})
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

// spend adds to the sums of a call and returns them as they are then.
func (t *tx) spend(purses []purse, known, held int64) ([]purse, error) {
	for i, p := range purses {
		err := t.get(&purses[i], `
			INSERT INTO spending (scope, subject, project_id, known, held) VALUES (?, ?, ?, ?, ?)
			    ON CONFLICT (scope, subject, project_id) DO UPDATE
			       SET known = spending.known + excluded.known, held = spending.held + excluded.held
			RETURNING scope, subject, project_id, known, held, warned, estimate`, p.Scope, p.Subject, p.Project, known, held)
		if err != nil {
			return nil, fmt.Errorf("sum what %s %s cost: %w", p.Scope, p.Subject, err)
		}
	}
	return purses, nil
}

// capsOn are the founder's amounts of a kind, by scope and project.
func (t *tx) capsOn(kind org.CapKind) (map[purse]org.Cap, error) {
	var rows []capRow
	if err := t.all(&rows, `SELECT scope, project_id, kind, amount, set_at FROM caps WHERE kind = ?`, kind); err != nil {
		return nil, fmt.Errorf("read caps: %w", err)
	}
	out := make(map[purse]org.Cap, len(rows))
	for _, r := range rows {
		out[purse{Scope: r.Scope, Project: r.Project}] = r.limit()
	}
	return out, nil
}

// capFor finds what the founder set for a sum. A step or mission answers to
// the amount of its project and to that of all projects.
func capFor(caps map[purse]org.Cap, p purse) []org.Cap {
	var out []org.Cap
	if c, ok := caps[purse{Scope: p.Scope, Project: p.Project}]; ok {
		out = append(out, c)
	}
	if p.Project != "" && (p.Scope == org.ScopeStep || p.Scope == org.ScopeMission) {
		if c, ok := caps[purse{Scope: p.Scope}]; ok {
			out = append(out, c)
		}
	}
	return out
}

// afford returns the cap that a call of such a reserve would pass, nil when
// there is none. What is under way counts with all it may cost, so that a cap
// is never passed by more than what one call's own estimate is wrong by.
func (t *tx) afford(c org.ModelCall, day string) (*org.Cap, error) {
	caps, err := t.capsOn(org.KindCap)
	if err != nil || len(caps) == 0 {
		return nil, err
	}
	for _, p := range pursesOf(day, c.Project, c.Mission, c.Step) {
		for _, limit := range capFor(caps, p) {
			now := p
			err := t.get(&now, `
				SELECT scope, subject, project_id, known, held, warned FROM spending
				 WHERE scope = ? AND subject = ? AND project_id = ?`, p.Scope, p.Subject, p.Project)
			if err != nil && !noRow(err) {
				return nil, fmt.Errorf("read what was spent: %w", err)
			}
			if now.Known+now.Held+int64(c.Reserve) <= int64(limit.Amount) {
				continue
			}
			limit.Spent = org.NanoUSD(now.Known)
			return &limit, t.stop(c, now, limit)
		}
	}
	limit, capped := caps[purse{Scope: org.ScopeProject, Project: c.Project}]
	if !capped {
		return nil, nil
	}
	now, err := projectSum(t.ctx, t, c.Project)
	if err != nil || now.Known+now.Held+int64(c.Reserve) <= int64(limit.Amount) {
		return nil, err
	}
	limit.Spent = org.NanoUSD(now.Known)
	return &limit, t.stop(c, now, limit)
}

// stop notes that a cap has no room for a call and tells the founder, once,
// unless the room is only taken by calls that are under way.
func (t *tx) stop(c org.ModelCall, p purse, limit org.Cap) error {
	err := t.exec(`
		INSERT INTO cap_stops (scope, subject, project_id, asked, at) VALUES (?, ?, ?, ?, ?)
		    ON CONFLICT (scope, subject, project_id) DO UPDATE
		       SET asked = CASE WHEN excluded.asked < cap_stops.asked THEN excluded.asked ELSE cap_stops.asked END`,
		p.Scope, p.Subject, p.Project, int64(c.Reserve), t.now)
	if err != nil {
		return fmt.Errorf("note the cap: %w", err)
	}
	if p.Known+int64(c.Reserve) <= int64(limit.Amount) {
		return nil
	}
	return t.sayMoney(c.Project, fmt.Sprintf("cap:%s:%s:%s:%d", p.Scope, p.Subject, p.Project, limit.Amount),
		org.CapText(limit, p.Subject, org.NanoUSD(p.Known), c.Reserve), true)
}

// warn tells the founder, once for each rung, what was spent.
func (t *tx) warn(of org.ProjectID, purses []purse) error {
	caps, err := t.capsOn(org.KindWarn)
	if err != nil {
		return err
	}
	for _, p := range purses {
		first := org.Cap{Scope: p.Scope, Project: p.Project, Kind: org.KindWarn}
		if p.Scope == org.ScopeDay && p.Project == "" || p.Scope == org.ScopeMission {
			first.Amount = org.WarnFirst
		}
		if err := t.beyond(of, p); err != nil {
			return err
		}
		if set := capFor(caps, p); len(set) > 0 {
			first.Amount = set[0].Amount
		}
		rung := org.Rung(first.Amount, org.NanoUSD(p.Known))
		if int64(rung) <= p.Warned {
			continue
		}
		err := t.exec(`
			UPDATE spending SET warned = ? WHERE scope = ? AND subject = ? AND project_id = ?`, int64(rung), p.Scope, p.Subject, p.Project)
		if err != nil {
			return fmt.Errorf("note a warning: %w", err)
		}
		err = t.sayMoney(of, fmt.Sprintf("warn:%s:%s:%s:%d", p.Scope, p.Subject, p.Project, rung),
			org.WarnText(first, p.Subject, rung, org.NanoUSD(p.Known)), false)
		if err != nil {
			return err
		}
	}
	return nil
}

// beyond tells the founder, once, that a mission cost far more than its plan
// was to cost.
func (t *tx) beyond(of org.ProjectID, p purse) error {
	if p.Estimate == 0 || p.Known <= max(org.FarBeyond*p.Estimate, int64(org.BeyondLeast)) {
		return nil
	}
	err := t.exec(`UPDATE spending SET estimate = 0 WHERE scope = ? AND subject = ? AND project_id = ?`, p.Scope, p.Subject, p.Project)
	if err != nil {
		return fmt.Errorf("note that an estimate was passed: %w", err)
	}
	return t.sayMoney(of, "estimate:"+p.Subject, org.BeyondText(of, p.Subject, org.NanoUSD(p.Estimate), org.NanoUSD(p.Known)), false)
}

// foresee notes what a mission's plan is to cost at the most.
func (t *tx) foresee(m missionRow, p org.Project, steps []org.Step) error {
	usual, err := usualOf(t.ctx, t)
	if err != nil {
		return err
	}
	f := org.ForecastOf(steps, usual, p.Offline, moment(t.now))
	if f.Free {
		return nil
	}
	return t.exec(`
		INSERT INTO spending (scope, subject, project_id, estimate) VALUES (?, ?, ?, ?)
		    ON CONFLICT (scope, subject, project_id) DO UPDATE SET estimate = excluded.estimate + spending.known`,
		org.ScopeMission, m.ID, p.ID, int64(f.CostHigh))
}

// sayMoney tells the founder something about money where the project was
// ordered, or where he spoke last.
func (t *tx) sayMoney(of org.ProjectID, key, text string, ping bool) error {
	say := org.Delivery{Key: key, Project: of, Kind: org.DeliverNotice, Title: "Money", Body: text, Card: org.Card{Ping: ping}}
	if of != "" {
		p, err := projectOf(t.ctx, t, of)
		if err != nil {
			return err
		}
		say.Channel = p.Channel
		return t.deliver(say)
	}
	var found bool
	var err error
	if say.Channel, found, err = t.home(); err != nil || !found {
		return err
	}
	return t.deliver(say)
}

// home is where the founder spoke last; found is false when he never did.
func (t *tx) home() (ch org.Channel, found bool, err error) {
	var row struct{ Transport, Channel string }
	err = t.get(&row, `SELECT transport, channel FROM messages ORDER BY seq DESC LIMIT 1`)
	if noRow(err) {
		return org.Channel{}, false, nil
	}
	return org.Channel{Transport: row.Transport, ID: row.Channel}, err == nil, err
}

// ReleaseBudget lets go of the steps whose cap has room again: it was raised
// or taken away, its day or month is over, or calls under way cost less than
// they might have. It returns how many.
func (d *DB) ReleaseBudget(ctx context.Context) (int, error) {
	idle, err := d.idle(ctx, `SELECT (SELECT count(*) FROM cap_stops) + (SELECT count(*) FROM steps WHERE `+overBudget+`)`)
	if err != nil || idle {
		return 0, wrap("release what a cap held", err)
	}
	n := 0
	err = d.tx(ctx, func(t *tx) error {
		t.method = "release-budget"
		n, err = t.releaseBudget()
		return err
	})
	return n, wrap("release what a cap held", err)
}

const overBudget = `state = 'pending' AND held & 8 <> 0`

func (t *tx) releaseBudget() (int, error) {
	left, err := t.standingStops()
	if err != nil {
		return 0, err
	}
	var held []stepRow
	if err := t.all(&held, `SELECT `+stepColumns+` FROM steps WHERE `+overBudget+` ORDER BY seq`); err != nil {
		return 0, err
	}
	n := 0
	for _, r := range held {
		if stopped(left, r) {
			continue
		}
		s, err := r.step()
		if err != nil {
			return n, err
		}
		if err := t.exec(`UPDATE steps SET held = held & ~8 WHERE id = ?`, r.ID); err != nil {
			return n, err
		}
		n++
		t.wake = true
		if err := t.stepEvent(org.EventStepReleased, s, "Goes on, there is room under the cap again: "+s.Title); err != nil {
			return n, err
		}
	}
	return n, nil
}

// standingStops forgets the stops that no longer hold and returns the others.
func (t *tx) standingStops() ([]purse, error) {
	today, err := t.today()
	if err != nil {
		return nil, err
	}
	caps, err := t.capsOn(org.KindCap)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		purse
		Asked int64
	}
	err = t.all(&rows, `
		SELECT c.scope, c.subject, c.project_id, c.asked, coalesce(s.known, 0) AS known, coalesce(s.held, 0) AS held
		  FROM cap_stops c LEFT JOIN spending s ON s.scope = c.scope AND s.subject = c.subject AND s.project_id = c.project_id`)
	if err != nil {
		return nil, fmt.Errorf("read what caps hold: %w", err)
	}
	var left []purse
	for _, r := range rows {
		over := r.Scope == org.ScopeDay && r.Subject != today || r.Scope == org.ScopeMonth && r.Subject != today[:len(r.Subject)]
		if r.Scope == org.ScopeProject {
			sum, err := projectSum(t.ctx, t, r.Project)
			if err != nil {
				return nil, err
			}
			r.purse = sum
		}
		full := false
		for _, c := range capFor(caps, r.purse) {
			full = full || r.Known+r.Held+r.Asked > int64(c.Amount)
		}
		if !over && full {
			left = append(left, r.purse)
			continue
		}
		err := t.exec(`DELETE FROM cap_stops WHERE scope = ? AND subject = ? AND project_id = ?`, r.Scope, r.Subject, r.Project)
		if err != nil {
			return nil, err
		}
	}
	return left, nil
}

// stopped reports whether a stop that stands concerns a step.
func stopped(left []purse, r stepRow) bool {
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
