package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// CostRow is the spend of one group.
type CostRow struct {
	Name      string
	Calls     int
	Cost      int64
	Unknown   int
	Unparsed  int
	TokensIn  int `db:"tokens_in"`
	TokensOut int `db:"tokens_out"`
}

// Line converts the row.
func (r CostRow) Line() org.CostLine {
	return org.CostLine{
		Name: r.Name, Calls: r.Calls, Cost: org.NanoUSD(r.Cost), Unknown: r.Unknown, Unparsed: r.Unparsed,
		In: r.TokensIn, Out: r.TokensOut,
	}
}

// addRow keeps the first one's name.
func (r CostRow) addRow(o CostRow) CostRow {
	return CostRow{
		Name: r.Name, Calls: r.Calls + o.Calls, Cost: r.Cost + o.Cost, Unknown: r.Unknown + o.Unknown, Unparsed: r.Unparsed + o.Unparsed,
		TokensIn: r.TokensIn + o.TokensIn, TokensOut: r.TokensOut + o.TokensOut,
	}
}

// CostSums counts a call whose cost is unknown beside the sum, never in it. One
// that is under way has no cost yet: it is not among them before it has ended.
const CostSums = `count(*) AS calls, coalesce(sum(c.cost), 0) AS cost, count(c.ended_at) - count(c.cost) AS unknown,
	coalesce(sum(c.ghost), 0) AS unparsed, coalesce(sum(c.tokens_in), 0) AS tokens_in,
	coalesce(sum(c.tokens_out), 0) AS tokens_out`

// listGroupings lists the groups of a report in their order, then day and tier. They are
// expressions, so that SQLite looks for the days and not for calls in the order of their groups,
// which would be all there ever were.
func listGroupings() []string {
	return []string{
		`coalesce(c.project_id, '')`, `coalesce(c.tier, '')`, `coalesce(c.agent_id, '')`, `CASE WHEN c.served <> '' THEN c.served ELSE c.model END`, `coalesce(c.purpose, '')`, `c.day || ' ' || coalesce(c.tier, '')`,
	}
}

// Where the groups stand among the groupings.
const (
	byProject = iota
	byTier
	byAgent
	byModel
	byPurpose
	byDay // and tier
)

// Costs returns the spend of the founder's last days, a report for each number
// of days: 1 is today alone, 0 is all there ever were. Each is whole and by
// project, tier, agent, model and purpose, the dearest group first, with what
// went over the network; every grouping sums to the total. Beyond the dearest
// hundred, projects are named by their ids alone. A day is the founder's, as it
// was when a call was made.
func (d *Ledger) Costs(ctx context.Context, days ...int) ([]reports.CostReport, error) {
	var out []reports.CostReport
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		zone, today, err := d.readToday(ctx, q)
		if err != nil {
			return err
		}
		now, err := d.kept.sumBetween(ctx, q, today, lastDay)
		if err != nil {
			return err
		}
		spans := make([]sums, len(days))
		for i, n := range days {
			from := computeDayBefore(today, n-1)
			past, err := d.kept.sumBetween(ctx, q, from, today)
			if err != nil {
				return err
			}
			spans[i] = past.addSums(now)
			r := reports.CostReport{Since: calendar.Begin(from, zone)}
			if r.Traffic, err = readTraffic(ctx, q, from); err != nil {
				return err
			}
			out = append(out, r)
		}
		return fillReports(ctx, q, out, spans)
	})
	if err != nil {
		return nil, fmt.Errorf("sum costs: %w", err)
	}
	return out, nil
}

func (d *Ledger) readToday(ctx context.Context, q sqldb.Getter) (*time.Location, string, error) {
	c, err := ClockOf(ctx, q)
	if err != nil {
		return nil, "", err
	}
	zone, err := calendar.Zone(c.Zone)
	if err != nil {
		return nil, "", err
	}
	return zone, calendar.Day(d.db.Now(), zone), nil
}

// computeDayBefore returns "", which is before all, for a negative n.
func computeDayBefore(day string, n int) string {
	at, err := time.Parse(time.DateOnly, day)
	if n < 0 || err != nil {
		return ""
	}
	return at.AddDate(0, 0, -n).Format(time.DateOnly)
}

type sums struct {
	total  CostRow
	groups []map[string]CostRow
}

func (s sums) addSums(o sums) sums {
	out := sums{total: s.total.addRow(o.total)}
	for i := range s.groups {
		all := make(map[string]CostRow, len(s.groups[i])+len(o.groups[i]))
		for _, rows := range []map[string]CostRow{s.groups[i], o.groups[i]} {
			for name, r := range rows {
				all[name] = r.addRow(all[name])
			}
		}
		out.groups = append(out.groups, all)
	}
	return out
}

func readSums(ctx context.Context, q sqldb.Getter, where string, args ...any) (sums, error) {
	var out sums
	if err := sqldb.One(ctx, q, &out.total, `SELECT 'total' AS name, `+CostSums+` FROM llm_calls c WHERE `+where, args...); err != nil {
		return out, err
	}
	for _, g := range listGroupings() {
		var rows []CostRow
		if err := sqldb.Many(ctx, q, &rows, `SELECT `+g+` AS name, `+CostSums+` FROM llm_calls c WHERE `+where+` GROUP BY 1`, args...); err != nil {
			return out, err
		}
		all := make(map[string]CostRow, len(rows))
		for _, r := range rows {
			all[r.Name] = r
		}
		out.groups = append(out.groups, all)
	}
	return out, nil
}

// namedProjects bounds how many of a report's projects are named by their titles.
const namedProjects = 100

func fillReports(ctx context.Context, q sqldb.Getter, out []reports.CostReport, spans []sums) error {
	lists := make([][][]CostRow, len(spans))
	ids := []string{""} // which is no project's
	for i, s := range spans {
		for _, g := range s.groups {
			rows := make([]CostRow, 0, len(g))
			for _, r := range g {
				rows = append(rows, r)
			}
			slices.SortFunc(rows, func(a, b CostRow) int {
				return cmp.Or(cmp.Compare(b.Cost, a.Cost), cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Name, b.Name))
			})
			lists[i] = append(lists[i], rows)
		}
		for _, r := range lists[i][byProject][:min(namedProjects, len(lists[i][byProject]))] {
			ids = append(ids, r.Name)
		}
	}
	projects, agents, err := readNames(ctx, q, ids)
	if err != nil {
		return err
	}
	for i, l := range lists {
		r := &out[i]
		r.Total = spans[i].total.Line()
		r.ByProject, r.ByTier, r.ByAgent = Lines(l[byProject], projects), Lines(l[byTier], nil), Lines(l[byAgent], agents)
		r.ByModel, r.ByPurpose = Lines(l[byModel], nil), Lines(l[byPurpose], nil)
	}
	return nil
}

// readNames reads what projects of some ids and all agents are called in a report.
func readNames(ctx context.Context, q sqldb.Getter, ids []string) (projects, agents map[string]string, err error) {
	read := func(into map[string]string, query string, args ...any) error {
		var rows []struct{ ID, Name string }
		err := sqldb.Many(ctx, q, &rows, query, args...)
		for _, r := range rows {
			into[r.ID] = r.Name
		}
		return err
	}
	projects, agents = map[string]string{"": "conversation"}, map[string]string{"": "no agent"}
	query, args, err := sqlx.In(`SELECT id, id || ' ' || title AS name FROM projects WHERE id IN (?)`, ids)
	if err != nil {
		return nil, nil, err
	}
	if err := read(projects, query, args...); err != nil {
		return nil, nil, err
	}
	return projects, agents, read(agents, `SELECT id, name FROM agents`)
}

// Lines converts rows for a report, under the names that called gives.
func Lines(rows []CostRow, called map[string]string) []org.CostLine {
	out := make([]org.CostLine, 0, len(rows))
	for _, r := range rows {
		l := r.Line()
		if name, ok := called[r.Name]; ok {
			l.Name = name
		}
		out = append(out, l)
	}
	return out
}

// lastDay is after every day.
const lastDay = "9999-12-31"

// sumCache keeps what days cost, which takes long to sum. The zero value is empty; it is safe for
// concurrent use.
type sumCache struct {
	mu    sync.Mutex
	spans map[daySpan]cachedSums
}

// daySpan goes from one day on to the day before another.
type daySpan struct{ from, to string }

// cachedSums holds what days cost, and how often their calls had been written then.
type cachedSums struct {
	sums
	changes int64
}

// maxSpans is enough for today, and the spans before it that a page has.
const maxSpans = 5

// sumBetween sums the calls from a day on to the day before another. What was summed before is
// taken again as long as no call of these days was written since, by this process or another: each
// transaction that writes one counts that for its day.
func (s *sumCache) sumBetween(ctx context.Context, q sqldb.Getter, from, to string) (sums, error) {
	var is cachedSums
	err := sqldb.One(ctx, q, &is.changes, `SELECT coalesce(sum(changes), 0) FROM spending WHERE scope = 'day' AND project_id = '' AND subject >= ? AND subject < ?`, from, to)
	if err != nil {
		return sums{}, err
	}
	s.mu.Lock()
	was, ok := s.spans[daySpan{from, to}]
	s.mu.Unlock()
	if ok && was.changes == is.changes {
		return was.sums, nil
	}
	if is.sums, err = readSums(ctx, q, `c.day >= ? AND c.day < ?`, from, to); err != nil {
		return sums{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.spans == nil || !ok && len(s.spans) >= maxSpans {
		s.spans = map[daySpan]cachedSums{}
	}
	s.spans[daySpan{from, to}] = is
	return is.sums, nil
}
