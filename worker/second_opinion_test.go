package worker_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
)

// What the panel lets through is looked at by another family where that is
// due; what it disputes an expert decides, and without one it stands.
func TestSecondOpinion(t *testing.T) {
	reject := func(stage string) llmtest.Rule { return llmtest.Rule{Stage: stage, Do: "reject"} }
	final := func(s *work.PlannedStep) { s.Final = true }
	known := func(s *work.PlannedStep) { // somebody of the field is here
		s.Final, s.Category = true, "content"
	}
	for _, c := range []struct {
		name   string
		rules  []llmtest.Rule
		change func(*work.PlannedStep)
		set    func(*bench)
		want   string // how the step was reviewed; empty for a rejected round
		asked  [2]int // calls of crosscheck and tiebreak
	}{
		{name: "agrees", change: final, want: "lead+crosscheck", asked: [2]int{1, 0}},
		{name: "not due", want: "auto"},
		{name: "switched off", change: final, want: "lead", set: func(b *bench) {
			b.ok(b.db.SetPolicy(context.Background(), policy.Crosscheck, policy.CrosscheckOff))
		}},
		{name: "unreadable", change: final, rules: []llmtest.Rule{{Stage: "crosscheck", Do: "garbage"}}, want: "lead, crosscheck not done", asked: [2]int{1, 0}},
		{name: "unreachable", change: final, rules: []llmtest.Rule{{Stage: "crosscheck", Do: "fault:401"}}, want: "lead, crosscheck not done", asked: [2]int{1, 0}},
		{name: "no other family", change: final, want: "lead, crosscheck not done", set: func(b *bench) {
			one := llm.Model{ID: "acme/one", Family: "acme"}
			b.w.Client.Models = llm.Models{T1: one, T2: one, T3: one, X: one}
		}},
		{name: "disputed, no expert", change: final, rules: []llmtest.Rule{reject("crosscheck")}, asked: [2]int{1, 0}},
		{name: "disputed, settled for the text", change: known, rules: []llmtest.Rule{reject("crosscheck")}, want: "expert+crosscheck+tiebreak", asked: [2]int{1, 1}},
		{name: "disputed, settled against it", change: known, rules: []llmtest.Rule{reject("crosscheck"), reject("tiebreak")}, asked: [2]int{1, 1}},
		{name: "disputed, unsettled", change: known, rules: []llmtest.Rule{reject("crosscheck"), {Stage: "tiebreak", Do: "garbage"}}, asked: [2]int{1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, llmtest.Options{Rules: c.rules})
			p := b.piece("one")
			if c.change != nil {
				c.change(&p)
			}
			if c.set != nil {
				c.set(b)
			}
			b.plan(p)
			b.mustWork()
			got := [2]int{b.calls(org.StageCrosscheck), b.calls(org.StageTiebreak)}
			for i := range got { // what cannot be read may be asked for again
				if c.rules != nil && c.rules[len(c.rules)-1].Do == "garbage" && got[i] > c.asked[i] && c.asked[i] > 0 {
					got[i] = c.asked[i]
				}
			}
			if got != c.asked {
				t.Errorf("crosscheck and tiebreak were asked %v times, want %v", got, c.asked)
			}
			if c.want == "" {
				b.want("one", org.StepPending, 1, 0)
				return
			}
			if s := b.want("one", org.StepCompleted, 0, 0); s.Reviewed != c.want {
				t.Errorf("reviewed %q, want %q", s.Reviewed, c.want)
			}
		})
	}
}

// A grave step is read by another family than its author's, in the seat that is due to it;
// where none can be asked, the seat's own reads it, and the record says so.
func TestGraveStepsAreReadByAnotherFamily(t *testing.T) {
	one := func(b *bench) {
		m := llm.Model{ID: "acme/one", Family: "acme"}
		b.w.Client.Models = llm.Models{T1: m, T2: m, T3: m, X: m}
	}
	off := func(b *bench) { b.ok(b.db.SetPolicy(context.Background(), policy.Crosscheck, policy.CrosscheckOff)) }
	for _, c := range []struct {
		name   string
		rules  []llmtest.Rule
		change func(*work.PlannedStep)
		set    func(*bench)
		want   string   // how the step was reviewed; empty for a rejected round
		asked  []string // families, or models of none, of its last reader
	}{
		{name: "lead", want: "lead", asked: []string{"minimax"}},
		{name: "somebody of the field", change: func(s *work.PlannedStep) { s.Category = "content" }, want: "expert", asked: []string{"minimax"}},
		{name: "sent back", rules: []llmtest.Rule{{Stage: "lead", Do: "reject"}}, asked: []string{"minimax"}},
		{name: "unreachable", rules: []llmtest.Rule{{Stage: "lead", Do: "fail", Times: 3}}, want: "lead, by the author's own family", asked: []string{"minimax", "minimax", "minimax", "~anthropic"}},
		{name: "no other family", set: one, want: "lead, by the author's own family", asked: []string{"acme"}},
		{name: "switched off", set: off, want: "lead", asked: []string{"~anthropic"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, llmtest.Options{Rules: c.rules})
			p := b.piece("one")
			p.Grave = true
			if c.change != nil {
				c.change(&p)
			}
			if c.set != nil {
				c.set(b)
			}
			b.plan(p)
			b.mustWork()
			var asked []string
			for _, r := range b.server.Requests() {
				if r.Stage == org.StageLead || r.Stage == org.StageExpert {
					family, _, _ := strings.Cut(r.Model, "/")
					asked = append(asked, family)
				}
			}
			if !slices.Equal(asked, c.asked) {
				t.Errorf("asked %v, want %v", asked, c.asked)
			}
			if c.want == "" {
				b.want("one", org.StepPending, 1, 0)
				return
			}
			if s := b.want("one", org.StepCompleted, 0, 0); s.Reviewed != c.want {
				t.Errorf("reviewed %q, want %q", s.Reviewed, c.want)
			}
		})
	}
}

// The second opinion is another family's and knows nothing of the verdicts.
func TestSecondOpinionIsBlind(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "lead", Do: "reject", Times: 1}}})
	p := b.piece("one")
	p.Final = true
	b.plan(p)
	b.mustWork()
	b.mustWork()
	b.want("one", org.StepCompleted, 1, 0)
	for _, r := range b.server.Requests() {
		if r.Stage != org.StageCrosscheck {
			continue
		}
		if strings.HasPrefix(r.Model, "~anthropic") {
			t.Errorf("%s looked at what its own family wrote", r.Model)
		}
		for _, told := range b.told("one") {
			if strings.Contains(r.Prompt, told) {
				t.Errorf("the second opinion was told %q", told)
			}
		}
	}
	if b.calls(org.StageCrosscheck) != 1 {
		t.Errorf("crosscheck was asked %d times, want once: not about a rejected draft", b.calls(org.StageCrosscheck))
	}
}

// When the debugger finds that the reviewer errs, a second opinion and an
// expert may let through what only the technical reviewer sends back.
func TestReviewerWhoErrsIsOverruled(t *testing.T) {
	const errs = `{"recap":"It was refused though it meets the criterion.","root_cause":{"evidence_quote":"rejected by agent-plumb","class":"reviewer_miscalibrated"},` +
		`"why_previous_fixes_failed":"There was nothing to fix.","change":{"queries":[],"acceptance_edit":null,"tier":null,"split":[]},"instruction_to_worker":"Write it as before."}`
	for _, c := range []struct {
		name  string
		field bool
		rule  llmtest.Rule
		want  org.StepState
	}{
		{"both find for the text", true, llmtest.Rule{Stage: "critique", Do: "good"}, org.StepCompleted},
		{"the second opinion does not", true, llmtest.Rule{Stage: "crosscheck", Do: "reject"}, org.StepFailed},
		{"the expert does not", true, llmtest.Rule{Stage: "tiebreak", Do: "reject"}, org.StepFailed},
		{"the lead sends it back too", true, llmtest.Rule{Stage: "lead", Do: "reject", From: 3}, org.StepFailed},
		{"there is no expert", false, llmtest.Rule{Stage: "critique", Do: "good"}, org.StepFailed},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "qa", Do: "reject"}, {Stage: "debug", Do: "reply", Reply: errs}, c.rule}})
			b.ok(b.db.SetPolicy(context.Background(), policy.Autonomy, "off")) // the technical reviewer reads it too
			p := b.piece("one")
			p.Tier = org.T3
			if c.field {
				p.Category = "content"
			}
			b.plan(p)
			for range org.StrikeCap {
				b.mustWork()
			}
			s := b.step("one")
			if s.State != c.want {
				t.Fatalf("got %s (%s, reviewed %q), want %s", s.State, s.Cause, s.Reviewed, c.want)
			}
			if s.State == org.StepCompleted && s.Reviewed != "expert+qa+lead, overruled by crosscheck+tiebreak" {
				t.Errorf("reviewed %q, want that it says who was overruled", s.Reviewed)
			}
		})
	}
}
