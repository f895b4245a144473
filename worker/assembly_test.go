package worker_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
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
// not printed in it. What no change settles goes back once to the author of the part at
// fault, with what the other part says; what is left then, and what the founder must
// choose, is told to the reader, never on page 1.
func TestAssemblyMendsContradictions(t *testing.T) {
	const reply = `{"contradictions":[{"first":"%s","second":"%s","why":"One must give way.","fix":%s}],"defects":[],"proof":[],"verdict":"return"}`
	const sentence = "The Ember 60 kiln costs 3,100 euros"
	const sold = "The Ember 60 kiln is sold for 3,100 euros"
	const coded = `{"part":"two","old":"` + sentence + `","new":"The Ember 60 kiln costs 9,999 euros"}`
	changes := func(now string) string {
		return "```changes\n{\"old\":\"" + sentence + "\",\"new\":\"" + now + "\"}\n```"
	}
	for name, c := range map[string]struct {
		fix, author, how string
		asked            int
		mended           bool
		says             string // in the document
	}{
		"mended":           {fix: `{"part":"two","old":"` + sentence + `","new":"` + sold + `"}`, how: "coherence review, one place mended", mended: true},
		"not by code":      {fix: coded, author: changes(sold), asked: 1, how: "coherence review, one place mended", mended: true},
		"more than words":  {fix: `{"part":"two","old":"","new":""}`, author: changes(sold), asked: 1, how: "coherence review, one place mended", mended: true},
		"author as wrong":  {fix: coded, author: changes("The Ember 60 kiln costs 9,999 euros"), asked: 1, how: "coherence review, with open remarks", says: "do not agree"},
		"author keeps it":  {fix: coded, author: "```kept\n{\"finding\":\"D0\",\"why\":\"The price list of March says so.\"}\n```", asked: 1, how: "coherence review, with open remarks", says: "The author of the part keeps it: The price list of March says so."},
		"left to the user": {fix: `{"part":"","old":"","new":""}`, how: "coherence review, with open remarks", says: "do not agree"},
	} {
		t.Run(name, func(t *testing.T) {
			said := fmt.Sprintf(reply, sentence, sentence, c.fix)
			rules := []llmtest.Rule{{Stage: "coherence", Do: "reply", Reply: said}}
			if c.author != "" {
				rules = append(rules, llmtest.Rule{Stage: "revise", Do: "reply", Reply: c.author})
			}
			b := newBench(t, llmtest.Options{Rules: rules})
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
			if got := b.calls(org.StageRevise); got != c.asked {
				t.Errorf("%d authors were asked, want %d", got, c.asked)
			}
			b.replays(two) // as it was done, whatever became of its words
			b.replays(list[i])
			d, err := b.db.Deliverable(context.Background(), b.project)
			b.ok(err)
			if list[i].Reviewed != c.how || strings.Contains(d.Markdown, "The Ember 60 kiln is sold") != c.mended || strings.Contains(d.Markdown, "do not agree") == c.mended || !strings.Contains(d.Markdown, c.says) {
				t.Errorf("reviewed %q, want %q, mended %v, %q:\n%s", list[i].Reviewed, c.how, c.mended, c.says, d.Markdown)
			}
			if first, _, _ := strings.Cut(d.Markdown, "<a id="); strings.Contains(first, "One must give way") {
				t.Errorf("page 1 speaks of the document:\n%s", first)
			}
		})
	}
}
