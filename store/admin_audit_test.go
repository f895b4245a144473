package store_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestAuditPutsWrongCountersRight(t *testing.T) {
	b := newBench(t)
	p := b.project("Audit")
	b.plan(p, step("a"), step("b", "a"), step("c", "a", "b"))
	if n, err := b.db.AuditCounters(t.Context()); err != nil || n != 0 {
		t.Fatalf("right counters: %d put right, %v", n, err)
	}
	run(t, unguarded(t, b.path), `UPDATE steps SET open_deps = 0 WHERE key = 'c'`, `UPDATE steps SET open_deps = 7 WHERE key = 'a'`, `UPDATE missions SET open_steps = open_steps + 5`)
	n, err := b.db.AuditCounters(t.Context())
	b.ok(err)
	if n != 3 {
		t.Errorf("%d counters put right, want 3", n)
	}
	events, err := b.db.Events(t.Context(), 0, 1000)
	b.ok(err)
	told := 0
	for _, e := range events {
		if e.Kind == org.EventCounterMended {
			told++
		}
	}
	if told != 3 {
		t.Errorf("%d lines in the journal, want 3", told)
	}
	checks, err := b.db.Verify(t.Context())
	b.ok(err)
	for _, c := range checks {
		if !c.OK {
			t.Errorf("%s: %s", c.Name, c.Detail)
		}
	}
}
