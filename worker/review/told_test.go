package review_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/check"
)

// Who compares two versions is told what code counted in each.
func TestCompareShowsTheCounts(t *testing.T) {
	server, base := llmtest.Start(t, llmtest.Options{})
	j := judge(t, answers{})
	j.Client.Provider = &llm.Endpoint{Base: base, HTTP: &http.Client{}}
	before, after := drafted(said), drafted(said+" It closes at six.")
	before.Audit.Accept = []check.Acceptance{{ID: "a1", ByCode: true, Detail: "181 words, at most 180: cut 1"}}
	after.Audit.Accept = []check.Acceptance{{ID: "a1", ByCode: true, Detail: "177 words, at most 180"}, {ID: "a2", Detail: "judged"}}
	if _, err := j.Compare(t.Context(), before, after); err != nil {
		t.Fatal(err)
	}
	p := server.Requests()[0].Prompt
	for _, version := range []string{"first", "second"} {
		_, text, _ := strings.Cut(p, "The "+version+" version")
		text, _, _ = strings.Cut(text, "<<<end")
		want := version + ", a1: 181 words"
		if strings.Contains(text, "closes at six") {
			want = version + ", a1: 177 words"
		}
		if !strings.Contains(p, want) || strings.Contains(p, "judged\n") {
			t.Errorf("the prompt does not say %q:\n%s", want, p)
		}
	}
}

// A reviewer need not count what code has counted, and is not told that it is settled when
// the line asks for more.
func TestReviewersAreToldTheCounts(t *testing.T) {
	server, base := llmtest.Start(t, llmtest.Options{})
	j := judge(t, answers{})
	j.Client.Provider = &llm.Endpoint{Base: base, HTTP: &http.Client{}}
	w := drafted(said)
	w.Audit.Accept = []check.Acceptance{{ID: "a1", ByCode: true, Met: true, Judged: true, Detail: "177 words, at most 180"}}
	if _, err := j.QA(t.Context(), w); err != nil {
		t.Log(err) // the fake's answer is not the point
	}
	p := server.Requests()[0].Prompt
	if !strings.Contains(p, "Code counted this much of these. What they hold is for you:\n- [a1] 177 words, at most 180") || strings.Contains(p, "Counted by code already") {
		t.Errorf("the prompt does not tell the count:\n%s", p)
	}
}

// Who judges a piece sees the results that it builds on, each once.
func TestJudgesSeeWhatAPieceBuildsOn(t *testing.T) {
	server, base := llmtest.Start(t, llmtest.Options{})
	j := judge(t, answers{})
	j.Client.Provider = &llm.Endpoint{Base: base, HTTP: &http.Client{}}
	w := drafted(said)
	w.Context.Upstream = []work.Upstream{{Key: "i1", Title: "The price", State: org.StepCompleted, Result: "We ask 14 euros a box."}}
	_, critique := j.Critique(t.Context(), w)
	_, compare := j.Compare(t.Context(), w, w)
	_, qa := j.QA(t.Context(), w)
	_, lead := j.Lead(t.Context(), w)
	if err := errors.Join(critique, compare, qa, lead); err != nil {
		t.Fatal(err)
	}
	if n := len(server.Requests()); n != 4 {
		t.Fatalf("%d calls, want 4", n)
	}
	for _, r := range server.Requests() {
		if n := strings.Count(r.Prompt, "We ask 14 euros a box."); n != 1 {
			t.Errorf("%s: the result stands %d times in the prompt, want once", r.Stage, n)
		}
	}
}

// Who judges a mail sees whole what it builds on, and of other results the figures that
// were decided and a digest.
func TestAMailIsJudgedByWhatItBuildsOn(t *testing.T) {
	server, base := llmtest.Start(t, llmtest.Options{})
	j := judge(t, answers{})
	j.Client.Provider = &llm.Endpoint{Base: base, HTTP: &http.Client{}}
	long := strings.Repeat("A paragraph of some length stands here, and no more.\n\n", 60)
	w := drafted(said)
	w.Step.Kind, w.Step.Title = org.KindWriting, "A mail to the hosts"
	w.Context.Upstream = []work.Upstream{
		{Key: "i1", Title: "The price", State: org.StepCompleted, Base: true, Result: long + "The last line of the price."},
		{Key: "i2", Title: "The risks", State: org.StepCompleted, Result: long + "The last line of the risks.\n\n*Decided figures: stop date = 15 January*"},
	}
	_, critique := j.Critique(t.Context(), w)
	w.Step.Kind = org.KindAnalysis
	_, study := j.Critique(t.Context(), w)
	if err := errors.Join(critique, study); err != nil {
		t.Fatal(err)
	}
	for i, whole := range []bool{false, true} {
		p := server.Requests()[i].Prompt
		if !strings.Contains(p, "The last line of the price.") || !strings.Contains(p, "stop date = 15 January") || strings.Contains(p, "The last line of the risks.") != whole {
			t.Errorf("a study %v: the prompt has not what it builds on, or not the rest as it should:\n%s", whole, p)
		}
	}
}
