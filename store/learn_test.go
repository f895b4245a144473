package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestTierRecordsCountWhatEndedByItsOwnWork(t *testing.T) {
	b := newBench(t)
	p := b.project("Record")
	b.plan(p, step("a"), step("b"), step("c", "b"))
	claims := b.claim()
	b.finish(claims["a"], org.Outcome{Next: org.StepCompleted, Result: "done", Reviewed: "auto", Served: org.T2})
	b.finish(claims["b"], org.Outcome{Next: org.StepFailed, Cause: "the site is gone"})
	if got, err := b.db.TierRecords(t.Context()); err != nil || got != nil {
		t.Fatalf("the router does not learn: got %v, %v; want nothing", got, err)
	}
	if err := b.db.SetPolicy(t.Context(), org.PolicyRouter, "perhaps"); err == nil {
		t.Error("the policy took a value that nobody can read")
	}
	b.ok(b.db.SetPolicy(t.Context(), org.PolicyRouter, "on"))
	got, err := b.db.TierRecords(t.Context())
	b.ok(err)
	kind, tier := b.steps(p)["a"].Kind, b.steps(p)["a"].Tier
	if diff := cmp.Diff([]org.TierRecord{{Kind: kind, Tier: tier, Ended: 1, First: 1}}, got); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
}
