package org_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

func TestEnded(t *testing.T) {
	for s, want := range map[org.ProjectState]bool{
		org.ProjectActive: false, org.ProjectPaused: false, org.ProjectCompleted: true, org.ProjectPartial: true, org.ProjectFailed: true,
		org.ProjectCancelled: true, "": false,
	} {
		if s.Ended() != want {
			t.Errorf("project %q ended: got %v, want %v", s, s.Ended(), want)
		}
	}
	for s, want := range map[org.MissionState]bool{
		org.MissionPlanning: false, org.MissionInProgress: false, org.MissionPaused: false, org.MissionCompleted: true, org.MissionPartial: true,
		org.MissionFailed: true, org.MissionCancelled: true, "": false,
	} {
		if s.Ended() != want {
			t.Errorf("mission %q ended: got %v, want %v", s, s.Ended(), want)
		}
	}
}

func TestHoldReasons(t *testing.T) {
	if got := org.Hold(0).Reasons(); got != nil {
		t.Errorf("no hold: got %q, want nil", got)
	}
	bits := []org.Hold{org.HoldMission, org.HoldGate, org.HoldBackoff, org.HoldBudget, org.HoldCap, org.HoldUnreviewed}
	numbers, all, seen := []int{1, 2, 4, 8, 16, 32}, org.Hold(0), map[string]bool{}
	for i, b := range bits {
		if int(b) != numbers[i] {
			t.Errorf("bit %d is %d, want %d: it is stored", i, b, numbers[i])
		}
		all |= b
		r := b.Reasons()
		if len(r) != 1 || r[0] == "" || seen[r[0]] {
			t.Errorf("hold %d: %q; want one reason of its own", b, r)
			continue
		}
		seen[r[0]] = true
	}
	if got := all.Reasons(); len(got) != len(bits) {
		t.Errorf("every hold: %q; want %d reasons", got, len(bits))
	}
	if d := cmp.Diff([]string{"waits for your approval", "your spending cap is reached"}, (org.HoldGate | org.HoldBudget).Reasons()); d != "" {
		t.Errorf("two holds (-want +got):\n%s", d)
	}
}

func TestAfterReview(t *testing.T) {
	for _, c := range []struct {
		strikes int
		pass    bool
		want    int
		state   org.StepState
	}{
		{0, true, 0, org.StepCompleted},
		{2, true, 2, org.StepCompleted},
		{0, false, 1, org.StepPending},
		{1, false, 2, org.StepPending},
		{2, false, 3, org.StepFailed},
		{3, false, 4, org.StepFailed},
	} {
		if n, s := work.AfterReview(c.strikes, c.pass); n != c.want || s != c.state {
			t.Errorf("AfterReview(%d, %v): got %d, %s; want %d, %s", c.strikes, c.pass, n, s, c.want, c.state)
		}
	}
}
