package store_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
)

func TestTierRecordsCountWhatEndedByItsOwnWork(t *testing.T) {
	b := newBench(t)
	p := b.project("Record")
	b.plan(p, step("a"), step("b"), step("c", "b"))
	claims := b.claim()
	b.finish(claims["a"], work.Outcome{Next: org.StepCompleted, Result: "done", Reviewed: "auto", Served: org.T2})
	b.finish(claims["b"], work.Outcome{Next: org.StepFailed, Cause: "the site is gone"})
	if got, err := b.db.TierRecords(t.Context()); err != nil || got != nil {
		t.Fatalf("the router does not learn: got %v, %v; want nothing", got, err)
	}
	if err := b.db.SetPolicy(t.Context(), policy.Router, "perhaps"); err == nil {
		t.Error("the policy took a value that nobody can read")
	}
	b.ok(b.db.SetPolicy(t.Context(), policy.Router, "on"))
	got, err := b.db.TierRecords(t.Context())
	b.ok(err)
	kind, tier := b.steps(p)["a"].Kind, b.steps(p)["a"].Tier
	if diff := cmp.Diff([]tiers.Record{{Kind: kind, Tier: tier, Ended: 1, First: 1}}, got); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
}

// However many lessons an agent ever learnt, a step is handed in at nearly the
// same cost, and what it taught is compared with the newest, the forgotten too.
func TestManyLessonsCostLittle(t *testing.T) {
	b := newBench(t)
	p := b.project("Many")
	b.plan(p, step("a"), step("b"), step("c"))
	claims := b.claim()
	agent := b.steps(p)["a"].Agent
	finish := func(key, lesson string) int {
		o := done(key)
		o.Lesson = lesson
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		b.finish(claims[key], o)
		runtime.ReadMemStats(&after)
		return int(after.Mallocs - before.Mallocs)
	}
	few := finish("a", "When a vendor hides its prices ask for the annual list first.")
	const many = 20_000
	for i := 0; i < many; i += 1000 {
		b.ok(b.db.Plant(t.Context(), fmt.Sprintf(`
			WITH RECURSIVE n(i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO lessons (id, kind, state, body, importance, agent_id, trick, created_at)
			SELECT 'x' || i, 'lesson', 'forgotten', 'Lesson ' || i || ' of the market of kind ' || i * 7 || ' with price list and quarter ' || i * 13, 4, ?, 0, i FROM n`, i+1, i+1000), agent))
	}
	if n := finish("b", "A statute is read in the consolidated form, never in the form that was passed first."); n > few+200*1000 { // some 80 for each that it is compared with
		t.Errorf("%d allocations beside %d lessons, %d beside none", n, many, few)
	}
	finish("c", "When a vendor hides its prices, ask for its annual list first.")
	if n, err := b.db.Count(t.Context(), `SELECT count(*) FROM lessons WHERE id LIKE 'l%'`); err != nil || n != 2 {
		t.Errorf("%d lessons (%v), want 2: the third was known", n, err)
	}
}
