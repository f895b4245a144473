package worker_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
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

// replays does each stage of a step again and wants the bytes that were kept.
func (b *bench) replays(s org.Step) {
	b.t.Helper()
	points, err := b.db.Checkpoints(context.Background(), s.ID, s.Round())
	b.ok(err)
	for _, p := range points {
		slot := org.StageSlot(p.Stage, p.Seq)
		if got, err := b.w.Again(context.Background(), s, slot); err != nil || !got.Same {
			b.t.Errorf("%s of %s, done again: same %v, %v", slot, s.Key, got.Same, err)
		}
	}
}

// A contradiction that a change of words settles is settled in the document and
// not printed in it; one without such a change is told to the reader.
func TestAssemblyMendsContradictions(t *testing.T) {
	const reply = `{"contradictions":[{"first":"%s","second":"%s","why":"One must give way.","fix":%s}],"defects":[],"proof":[],"verdict":"return"}`
	const sentence = "The Ember 60 kiln costs 3,100 euros"
	for name, c := range map[string]struct {
		fix, how string
		mended   bool
	}{
		"mended":      {`{"part":"two","old":"` + sentence + `","new":"The Ember 60 kiln is sold for 3,100 euros"}`, "coherence review, one place mended", true},
		"not by code": {`{"part":"two","old":"` + sentence + `","new":"The Ember 60 kiln costs 9,999 euros"}`, "coherence review, with open remarks", false},
		"left to him": {`{"part":"","old":"","new":""}`, "coherence review, with open remarks", false},
	} {
		t.Run(name, func(t *testing.T) {
			rule := llmtest.Rule{Stage: "coherence", Do: "reply", Reply: fmt.Sprintf(reply, sentence, sentence, c.fix)}
			b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{rule}})
			b.plan(b.piece("one"), b.piece("two", "one"))
			for range 3 {
				b.mustWork()
			}
			list, err := b.db.Steps(context.Background(), b.project)
			b.ok(err)
			i := slices.IndexFunc(list, func(s org.Step) bool { return s.Kind == org.KindAssembly })
			two := list[slices.IndexFunc(list, func(s org.Step) bool { return s.Key == "two" })]
			if strings.Contains(two.Result, "The Ember 60 kiln is sold") != c.mended {
				t.Errorf("the result of the part is %q; want the change kept: %v", two.Result, c.mended)
			}
			for _, s := range []string{"one", "two"} { // each as it was done, whatever became of its words
				b.replays(list[slices.IndexFunc(list, func(x org.Step) bool { return x.Key == s })])
			}
			b.replays(list[i])
			d, err := b.db.Deliverable(context.Background(), b.project)
			b.ok(err)
			if list[i].Reviewed != c.how || strings.Contains(d.Markdown, "The Ember 60 kiln is sold") != c.mended || strings.Contains(d.Markdown, "do not agree") == c.mended {
				t.Errorf("reviewed %q, want %q, mended %v:\n%s", list[i].Reviewed, c.how, c.mended, d.Markdown)
			}
		})
	}
}
