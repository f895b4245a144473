package store_test

import (
	"cmp"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/store"
)

// What is kept of the sums of days is always the plain sum over the ledger, to the
// nano-dollar, whatever was written and whichever of two processes wrote it.
func TestCostsAreThePlainSums(t *testing.T) {
	seeds, acts := testlevel.Count(2, 6, 60), testlevel.Count(60, 100, 300)
	if server != "" && !testlevel.Proof() {
		seeds, acts = 2, 60 // each statement goes to the server
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			b := newBench(t)
			b.now = time.Date(2026, 3, 30, 21, 0, 0, 0, time.UTC) // a month ends too
			other, err := store.Open(t.Context(), store.Options{Path: b.path, Now: func() time.Time { return b.now }})
			b.ok(err)
			defer func() { b.ok(other.Close()) }()
			x := &spender{
				bench: b, plain: raw(t, b.path), random: rand.New(rand.NewPCG(uint64(seed), 1)), all: []*store.DB{b.db, other},
				projects: []org.ProjectID{"", b.project("One"), b.project("Two")},
			}
			for range acts {
				x.act()
				x.compare()
			}
		})
	}
}

// spender makes calls at random.
type spender struct {
	*bench
	plain    *sql.DB
	random   *rand.Rand
	all      []*store.DB
	projects []org.ProjectID
	begun    []org.CallEnd
	keys     int
}

func (x *spender) begin(key string) {
	x.t.Helper()
	c := org.ModelCall{
		Key: key, Try: 1, Purpose: fmt.Sprint("purpose ", x.random.IntN(3)), Project: x.projects[x.random.IntN(3)], Agent: "agent-research",
		TierAsked: org.T3, Tier: []org.Tier{org.T1, org.T2, org.T3}[x.random.IntN(3)], Model: "model/asked", Deadline: x.now.Add(time.Hour),
		Reserve: org.NanoUSD(x.random.IntN(2) * 100),
	}
	e, memo, err := x.all[x.random.IntN(2)].BeginCall(x.t.Context(), c)
	x.ok(err)
	if !memo {
		x.begun = append(x.begun, e)
	}
}

// act is one thing that may happen to the ledger.
func (x *spender) act() {
	x.t.Helper()
	db, ctx := x.all[x.random.IntN(2)], x.t.Context()
	what := x.random.IntN(8)
	if len(x.begun) == 0 || what < 2 {
		x.keys++
		x.begin(fmt.Sprint("k", x.keys))
		return
	}
	e := x.begun[x.random.IntN(len(x.begun))]
	switch what {
	case 2, 3: // an end, of known cost, of none, or of a cost that nobody knows; also twice, and after a crash
		e.State, e.CostSource, e.Cost = org.CallUsable, []org.CostSource{org.CostProvider, org.CostUnknown}[x.random.IntN(2)], org.NanoUSD(x.random.IntN(3)*1_000_003)
		e.Model, e.Unparsed, e.TokensIn, e.TokensOut, e.Generation = fmt.Sprint("model/", x.random.IntN(2)), x.random.IntN(4) == 0, x.random.IntN(5), x.random.IntN(5), "gen"
		_, err := db.EndCall(ctx, e)
		x.ok(err)
	case 4: // its process died, and the next one asks again
		x.begin(e.Key)
	case 5:
		debts, err := db.UnknownCosts(ctx, time.Time{}, 20)
		x.ok(err)
		if len(debts) > 0 {
			d := debts[x.random.IntN(len(debts))]
			x.ok(db.RecordCost(ctx, d.Key, d.Try, org.NanoUSD(x.random.IntN(1_000_000))))
		}
	case 6:
		_, err := db.CloseLateCalls(ctx, time.Minute)
		x.ok(err)
	default:
		x.pass(time.Duration(x.random.IntN(20)) * time.Hour)
	}
}

// compare reads the costs of both processes and sums the ledger anew.
func (x *spender) compare() {
	x.t.Helper()
	for _, db := range x.all {
		for _, days := range []int{1, 2, 7, 0} {
			reports, err := db.Costs(x.t.Context(), days)
			x.ok(err)
			r, from := reports[0], ""
			if days > 0 {
				from = x.now.AddDate(0, 0, 1-days).Format(time.DateOnly)
			}
			x.same("total", []org.CostLine{r.Total}, `'total'`, from)
			x.same("tier", r.ByTier, `c.tier`, from)
			x.same("purpose", r.ByPurpose, `c.purpose`, from)
			x.same("model", r.ByModel, `CASE WHEN c.served <> '' THEN c.served ELSE c.model END`, from)
			x.same("project", r.ByProject, `coalesce((SELECT id || ' ' || title FROM projects WHERE id = c.project_id), 'conversation')`, from)
			x.same("agent", r.ByAgent, `coalesce((SELECT name FROM agents WHERE id = c.agent_id), 'no agent')`, from)
			daily, err := db.Daily(x.t.Context(), days)
			x.ok(err)
			var lines []org.CostLine
			for _, d := range daily {
				lines = append(lines, org.CostLine{Name: d.Day + string(d.Tier), Calls: d.Calls, Cost: d.Cost, Unknown: d.Unknown})
			}
			x.same("day", lines, `c.day || c.tier`, from)
		}
	}
}

// same compares the lines of a report with the plain sums of the ledger.
func (x *spender) same(what string, lines []org.CostLine, of, from string) {
	x.t.Helper()
	rows, err := x.plain.QueryContext(x.t.Context(), `
		SELECT `+of+`, count(*), coalesce(sum(cost), 0), count(CASE WHEN cost IS NULL AND ended_at IS NOT NULL THEN 1 END), sum(ghost), sum(tokens_in), sum(tokens_out)
		  FROM llm_calls c WHERE day >= '`+from+`' GROUP BY 1`)
	x.ok(err)
	defer func() { x.ok(rows.Close()) }()
	var want []org.CostLine
	for rows.Next() {
		var l org.CostLine
		x.ok(rows.Scan(&l.Name, &l.Calls, &l.Cost, &l.Unknown, &l.Unparsed, &l.In, &l.Out))
		want = append(want, l)
	}
	x.ok(rows.Err())
	if what == "total" && len(want) == 0 {
		want = []org.CostLine{{Name: "total"}}
	}
	for i := range want {
		if what == "day" { // whose lines say less
			want[i].Unparsed, want[i].In, want[i].Out = 0, 0, 0
		}
	}
	got := slices.Clone(lines)
	byName := func(a, b org.CostLine) int { return cmp.Compare(a.Name, b.Name) }
	slices.SortFunc(got, byName)
	slices.SortFunc(want, byName)
	if !slices.Equal(got, want) {
		x.t.Fatalf("by %s from %q at %s:\n%+v, want\n%+v", what, from, x.now, got, want)
	}
}
