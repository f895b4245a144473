package org_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestPlanCard(t *testing.T) {
	p := org.Project{Title: "Launch", Phases: []org.Phase{{Index: 0, Label: "discovery"}, {Index: 1, Label: "design"}}}
	steps := []org.Step{
		{ID: "s1", Title: "Market", Role: "Analyst"},
		{ID: "s2", Title: "Prices", DependsOn: []org.StepID{"s1", "s90"}},
		{ID: "s3", Title: "Conclude", Final: true, DependsOn: []org.StepID{"s1", "s2"}},
		{ID: "s4", Title: "Assemble", Kind: org.KindAssembly, DependsOn: []org.StepID{"s1", "s2", "s3"}},
	}
	got := org.PlanCard(p, org.Mission{Label: "design", Phase: 1}, steps, org.PlanNotes{Lint: []string{"one item moved"}, Assumptions: []string{"Europe only"}})
	want := `**Launch** is planned, design (phase 2 of 2): 3 steps.

1. Market (Analyst)
2. Prices, after 1
3. Conclude, when the others have ended

Notes:
- one item moved

Assumed:
- Europe only`
	if got != want {
		t.Errorf("PlanCard: got\n%s\nwant\n%s", got, want)
	}
	one := org.PlanCard(org.Project{Title: "Q", Phases: p.Phases[:1]}, org.Mission{}, steps[:1], org.PlanNotes{})
	if want := "**Q** is planned: 1 step.\n\n1. Market (Analyst)"; one != want {
		t.Errorf("PlanCard of one step: got %q, want %q", one, want)
	}
}

func TestVerdicts(t *testing.T) {
	done := org.Step{Title: "A", State: org.StepCompleted}
	root := org.Step{Title: "B", State: org.StepFailed, Cause: "no sources were found."}
	fallen := org.Step{Title: "C", State: org.StepFailed, Cause: org.CascadeCause("B", root.Cause), CauseStep: "s2"}
	assembly := org.Step{Title: "Z", Kind: org.KindAssembly, State: org.StepCompleted}
	for _, c := range []struct {
		name  string
		state org.MissionState
		steps []org.Step
		want  string
	}{
		{"all", org.MissionCompleted, []org.Step{done, assembly}, "all of 2 steps done"},
		{"partial", org.MissionPartial, []org.Step{done, fallen, root, assembly}, `1 of 3 steps done; missing: "B" (no sources were found), "C"`},
		{"no document", org.MissionFailed, []org.Step{done}, "the document was not assembled"},
	} {
		if got := org.MissionVerdict(c.state, c.steps, c.state != org.MissionFailed); got != c.want {
			t.Errorf("MissionVerdict of %s: got %q, want %q", c.name, got, c.want)
		}
	}
	if want := `needs "B", which failed: no sources were found`; fallen.Cause != want {
		t.Errorf("CascadeCause: got %q, want %q", fallen.Cause, want)
	}
	var many []org.Step
	for i := range 7 {
		many = append(many, org.Step{Title: fmt.Sprint("T", i), State: org.StepFailed, Cause: "x"})
	}
	if got := org.ProjectVerdict(many); !strings.HasSuffix(got, `"T4" (x) and 2 more`) {
		t.Errorf("ProjectVerdict of seven: got %q, want five and the number of the others", got)
	}
}

func TestEndings(t *testing.T) {
	p := org.Project{Title: "Q", State: org.ProjectCompleted, Outcome: "every step is done"}
	if got, want := org.ResultText(p), "**Q** is finished."; got != want {
		t.Errorf("ResultText: got %q, want %q", got, want)
	}
	p.State, p.Outcome = org.ProjectPartial, `missing: "B" (blocked)`
	if got, want := org.ResultText(p), `**Q** is finished in part. Missing: "B" (blocked).`; got != want {
		t.Errorf("ResultText of a part: got %q, want %q", got, want)
	}
	p.State, p.Outcome = org.ProjectFailed, "model unusable."
	if got, want := org.FailureText(p), "**Q** failed: model unusable."; got != want {
		t.Errorf("FailureText: got %q, want %q", got, want)
	}
	if got, want := org.CrashCause(1), "the worker died 1 time while working on it"; got != want {
		t.Errorf("CrashCause: got %q, want %q", got, want)
	}
}

// A founder reads of a plan what concerns him, without the names of limits.
func TestNotesForFounders(t *testing.T) {
	got := org.ForFounder([]string{org.UncheckableNote + "x", `step a may not be feasible ("all shops"): narrow it [LIM-STEPS]`, "a [sic] note"})
	if want := []string{`step a may not be feasible ("all shops"): narrow it`, "a [sic] note"}; !slices.Equal(got, want) {
		t.Errorf("notes: got %q, want %q", got, want)
	}
}
