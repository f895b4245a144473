package engine_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/engine"
)

func TestMissionOutcome(t *testing.T) {
	critical := mission(9, 10, org.StepCompleted)
	critical[9].Critical = true
	safe := mission(9, 10, org.StepCompleted)
	safe[0].Critical = true
	for _, c := range []struct {
		name  string
		steps []org.Step
		want  org.MissionState
	}{
		{"all", mission(10, 10, org.StepCompleted), org.MissionCompleted},
		{"69 %", mission(69, 100, org.StepCompleted), org.MissionFailed},
		{"70 %", mission(70, 100, org.StepCompleted), org.MissionPartial},
		{"71 %", mission(71, 100, org.StepCompleted), org.MissionPartial},
		{"7 of 10", mission(7, 10, org.StepCompleted), org.MissionPartial},
		{"2 of 3", mission(2, 3, org.StepCompleted), org.MissionFailed},
		{"5 of 7", mission(5, 7, org.StepCompleted), org.MissionPartial},
		{"the final step alone is missing", mission(10, 10, org.StepFailed), org.MissionPartial},
		{"69 % and no final step", mission(69, 100, org.StepFailed), org.MissionFailed},
		{"a critical step failed", critical, org.MissionFailed},
		{"a critical step is done", safe, org.MissionPartial},
		{"one step, done", []org.Step{{State: org.StepCompleted}}, org.MissionCompleted},
		{"one final step, failed", []org.Step{{Final: true, State: org.StepFailed}}, org.MissionFailed},
		{"a cancelled step counts as missing", []org.Step{{State: org.StepCompleted}, {State: org.StepCancelled}}, org.MissionFailed},
	} {
		if got := engine.MissionOutcome(c.steps, true); got != c.want {
			t.Errorf("MissionOutcome of %s: got %s, want %s", c.name, got, c.want)
		}
		if got := engine.MissionOutcome(c.steps, false); got != org.MissionFailed {
			t.Errorf("MissionOutcome of %s without a document: got %s, want failed", c.name, got)
		}
	}
}

// mission is done of n steps, with a final one and an assembly.
func mission(done, n int, final org.StepState) []org.Step {
	var out []org.Step
	for i := range n {
		s := org.Step{State: org.StepCompleted}
		if i >= done {
			s.State = org.StepFailed
		}
		out = append(out, s)
	}
	return append(out, org.Step{Final: true, State: final}, org.Step{Kind: org.KindAssembly, State: org.StepCompleted})
}
