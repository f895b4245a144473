package worker_test

import (
	"context"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/llmtest"
)

// The document of a phase that is not the last is replaced by the next one: it
// is joined by code and costs no call.
func TestOnlyTheLastPhaseGetsAnOpening(t *testing.T) {
	for name, c := range map[string]struct {
		later []org.Phase
		calls int
		how   string
	}{
		"last":    {nil, 1, "coherence review"},
		"earlier": {[]org.Phase{{Index: 1, Label: "more"}}, 0, "joined by code"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, llmtest.Options{})
			b.later = c.later
			b.plan(b.piece("one"), b.piece("two", "one"))
			for range 3 {
				b.mustWork()
			}
			if got := b.calls(org.StageSummary) + b.calls(org.StageCoherence); got != 2*c.calls {
				t.Errorf("%d calls for the opening and its review, want %d", got, 2*c.calls)
			}
			list, err := b.db.Steps(context.Background(), b.project)
			b.ok(err)
			for _, s := range list {
				if s.Kind == org.KindAssembly && (s.State != org.StepCompleted || s.Reviewed != c.how) {
					t.Errorf("assembly is %s, %q; want it completed and %q", s.State, s.Reviewed, c.how)
				}
			}
		})
	}
}
