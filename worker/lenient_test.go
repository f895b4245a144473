package worker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// A critic who says yes to everything lets out no draft in which code sees what readers
// would not pass: somebody else reads it. An honest draft costs no such reader.
func TestALenientCriticAloneLetsNothingOut(t *testing.T) {
	const advice = "It is advisable to compare the prices of several kilns. A good plan should name a budget."
	const work = "Buy the Fornax 40 kiln in March. It is the one that fits the room, and the budget pays for it."
	for text, readers := range map[string]int{advice: 1, work: 0} {
		var items []string
		for _, id := range []string{"a1", "k1", "k2", "k3", "k4"} {
			items = append(items, fmt.Sprintf(`{"id":%q,"found_quote":%q,"why":"Fine.","yes":true}`, id, text))
		}
		b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{
			{Stage: "synthesize", Do: "reply", Reply: text},
			{Stage: "critique", Do: "reply", Reply: `{"items":[` + strings.Join(items, ",") + `],"contradictions":[],"missing_implicit":[],"top_fixes":[],"lesson":{"text":"","generalises":false}}`},
			{Stage: "qa", Do: "reject"},
		}})
		p := b.piece("one")
		p.Kind, p.Depth, p.Acceptance = org.KindStrategy, org.DepthSimple, p.Acceptance[:1]
		b.plan(p)
		b.mustWork()
		if got := b.calls(org.StageQA); got != readers || b.calls(org.StageRevise) != 0 {
			t.Errorf("%q: %d read it besides the critic, want %d; %d revisions", text, got, readers, b.calls(org.StageRevise))
		}
		if s := b.step("one"); (s.State == org.StepCompleted) != (readers == 0) || s.Strikes != readers {
			t.Errorf("%q: %s after %d strikes", text, s.State, s.Strikes)
		}
	}
}
