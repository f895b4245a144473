package ledger

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// byDirectors selects the calls of directors, by the condition of their index.
const byDirectors = `agent_id IN ('agent-director-business', 'agent-director-research', 'agent-director-tech', 'agent-director-management', 'agent-director-marketing')`

// WeekOf returns the first and the last day of the founder's week that holds a time.
func WeekOf(ctx context.Context, q sqldb.Getter, at time.Time) (first, last string, err error) {
	c, err := ClockOf(ctx, q)
	if err != nil {
		return "", "", err
	}
	zone, err := calendar.Zone(c.Zone)
	if err != nil {
		return "", "", err
	}
	day := at.In(zone)
	const week = 7
	since := (int(day.Weekday()) + week - int(time.Monday)) % week
	return day.AddDate(0, 0, -since).Format(time.DateOnly), day.AddDate(0, 0, week-1-since).Format(time.DateOnly), nil
}

// CompanyWeek sums the present week of the company: of its cap what its projects spent in it, what
// those that are open may still cost, and what its directors cost. Calls of unknown cost count with
// all that they may have cost.
func CompanyWeek(ctx context.Context, q sqldb.Getter, limit org.NanoUSD, now time.Time) (company.WeekMoney, error) {
	m := company.WeekMoney{Cap: limit}
	first, last, err := WeekOf(ctx, q, now)
	if err != nil {
		return m, err
	}
	m.Week = first
	var sum struct{ Spent, Bound, Thinking int64 }
	err = sqldb.One(ctx, q, &sum, `
		SELECT coalesce((SELECT sum(s.known + s.held) FROM spending s JOIN projects p ON p.id = s.project_id
		                  WHERE s.scope = 'day' AND s.subject BETWEEN ? AND ? AND p.opened_by <> ''), 0) AS spent,
		       coalesce((SELECT sum(CASE WHEN c.amount > paid.all_of_it THEN c.amount - paid.all_of_it ELSE 0 END)
		                   FROM (SELECT p.id, coalesce((SELECT sum(s.known + s.held) FROM spending s WHERE s.scope = 'month' AND s.project_id = p.id), 0) AS all_of_it
		                           FROM projects p WHERE p.opened_by <> '' AND p.state IN ('active', 'paused')) AS paid
		                   JOIN caps c ON c.scope = 'project' AND c.kind = 'cap' AND c.project_id = paid.id), 0) AS bound,
		       coalesce((SELECT sum(coalesce(cost, reserve)) FROM llm_calls WHERE `+byDirectors+` AND day BETWEEN ? AND ?), 0) AS thinking`,
		first, last, first, last)
	m.Spent, m.Bound, m.Thinking = org.NanoUSD(sum.Spent), org.NanoUSD(sum.Bound), org.NanoUSD(sum.Thinking)
	return m, sqldb.Wrap("sum what the company costs", err)
}

// CompanyCap returns what the company may cost in a week; 0 while it is off.
func CompanyCap(ctx context.Context, q sqldb.Getter) (org.NanoUSD, error) {
	var limit int64
	err := sqldb.One(ctx, q, &limit, `SELECT coalesce(max(cap), 0) FROM company WHERE working = 1`)
	return org.NanoUSD(limit), sqldb.Wrap("read the company's budget", err)
}

// checkThinking refuses a director's call that its share of the week's budget leaves no room for.
func checkThinking(t *sqldb.Tx, c org.ModelCall) (*org.Cap, error) {
	if !strings.HasPrefix(string(c.Agent), "agent-director-") {
		return nil, nil
	}
	limit, err := CompanyCap(t.Ctx, t)
	if err != nil {
		return nil, err
	}
	m, err := CompanyWeek(t.Ctx, t, limit, sqldb.Moment(t.Now))
	if err != nil {
		return nil, fmt.Errorf("look at the company's budget: %w", err)
	}
	if m.Thinking+c.Reserve <= m.ThinkingCap() {
		return nil, nil
	}
	return &org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: max(1, m.ThinkingCap()), Spent: m.Thinking}, nil
}
