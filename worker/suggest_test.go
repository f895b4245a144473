package worker_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
)

// What the founder needs to know though nobody asked for it buys one revision and no
// second; where that does not take it up it stands among what is not established.
// Lesser things, which critics named before, do neither.
func TestImportantRemarksAreShown(t *testing.T) {
	const remark, minor = "The kiln needs a permit of its own.", "A photograph would be nice."
	for _, important := range []bool{true, false} {
		items := make([]string, 4)
		for i := range items {
			items[i] = fmt.Sprintf(`{"id":"k%d","found_quote":"","why":"It does not apply.","yes":null}`, i+1)
		}
		said := fmt.Sprintf(`"items":[%s],"contradictions":[],"missing_implicit":[{"text":%q,"important":%v},{"text":%q,"important":false}],"top_fixes":[],"lesson":{"text":"","generalises":false}`,
			strings.Join(items, ","), remark, important, minor)
		b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{
			{Stage: org.StageCritique, Do: "reply", Reply: "{" + said + "}"},
			{Stage: org.StageCompare, Do: "reply", Reply: `{"why_better":"It says more.","better":"second",` + said + "}"},
		}})
		b.plan(b.piece("one"))
		b.mustWork()
		list, err := b.db.Steps(context.Background(), b.project)
		b.ok(err)
		got := list[0].Result
		bought := 0
		if important {
			bought = 1
		}
		if b.calls(org.StageRevise) != bought || strings.Contains(got, work.RaisedAsImportant+remark) != important || strings.Contains(got, minor) {
			t.Errorf("important %v: %d revisions, and the result is\n%s", important, b.calls(org.StageRevise), got)
		}
	}
}

// A criterion that is not met sends a simple step back to its author, like any other.
func TestASimpleStepGoesBackForWhatItLacks(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: org.StageCritique, Do: "low"}}})
	p := b.piece("one")
	p.Kind, p.Depth, p.Acceptance = org.KindWriting, org.DepthSimple, p.Acceptance[:1]
	b.plan(p)
	b.mustWork()
	if n := b.calls(org.StageRevise); n == 0 {
		t.Error("nothing was revised, though nothing was met")
	}
}

// What the last reader would still change though he passes a text goes out with it.
func TestRemarksOfAPassAreShown(t *testing.T) {
	const clash = "The kiln costs 2,350 euros here and 2,530 there."
	reply := `{"fit":"It is what was asked.","inconsistent":[{"quote":"The Fornax 40 kiln costs 2,350 euros","other":"2,530 euros","why":"` + clash + `"}],"blockers":[],"proof":["The Fornax 40 kiln costs 2,350 euros and reaches 1,280 degrees"],"verdict":"pass"}`
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: org.StageLead, Do: "reply", Reply: reply}}})
	p := b.piece("one")
	p.Grave = true
	b.plan(p)
	b.mustWork()
	list, err := b.db.Steps(context.Background(), b.project)
	b.ok(err)
	if got := list[0]; got.State != org.StepCompleted || b.calls(org.StageLead) != 1 || !strings.Contains(got.Result, work.RaisedByReviewer) || !strings.Contains(got.Result, clash) {
		t.Errorf("%s after %d readings by the lead, and the result is\n%s", got.State, b.calls(org.StageLead), got.Result)
	}
}
