package question_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
)

// Only the founder's yes lets work go on, and at a plan a wish for another
// plan is no yes.
func TestWhatPassesAGate(t *testing.T) {
	for _, p := range []org.GatePoint{org.GatePlan, org.GateStep, org.GateDocument, org.GatePhase} {
		q := question.Gate(org.Project{ID: "p1"}, org.Gate{Point: p, Name: p.Phrase()}, "It is there.", "it goes on")
		for _, o := range q.Options {
			want := o.ID == question.GateGo || o.Label == "Go on, with a note"
			if got := question.Passes(p, o.ID); got != want {
				t.Errorf("%s: %q passes: %v, want %v", p, o.Label, got, want)
			}
		}
		if question.Passes(p, "") || q.Safe != "" {
			t.Errorf("%s: silence passes it", p)
		}
	}
}

// A change that weakens a test is suggested to nobody: neither the button that stands out nor a bare "approve" lets it through.
func TestNobodySuggestsToLetThrough(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{true, false} {
		for _, o := range append(question.GuardOptions(org.Step{ID: "s2"}, again, "Bring a test."), question.PackageOptions(org.Step{ID: "s2"}, again)...) {
			if o.Style != "" || o.ID == question.GuardSafe && o.Command != "" {
				t.Errorf("%+v: want no style, and nothing done by the answer that stands", o)
			}
		}
	}
}
