package org_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

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

func TestCrashCause(t *testing.T) {
	if got, want := org.CrashCause(1), "the worker died 1 time while working on it"; got != want {
		t.Errorf("CrashCause: got %q, want %q", got, want)
	}
}
