package org_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestReady(t *testing.T) {
	for name, c := range map[string]struct {
		step org.Step
		want bool
	}{
		"pending":            {org.Step{State: org.StepPending}, true},
		"waits for another":  {org.Step{State: org.StepPending, OpenDeps: 1}, false},
		"held":               {org.Step{State: org.StepPending, Held: org.HoldGate}, false},
		"worked on":          {org.Step{State: org.StepInProgress}, false},
		"completed":          {org.Step{State: org.StepCompleted}, false},
		"held, and it waits": {org.Step{State: org.StepPending, Held: org.HoldGate, OpenDeps: 1}, false},
	} {
		if got := c.step.Ready(); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

func TestRound(t *testing.T) {
	if got := (org.Step{}).Round(); got != 1 {
		t.Errorf("a new step: got round %d, want 1", got)
	}
	if got := (org.Step{Rounds: 3, Strikes: 2}).Round(); got != 6 {
		t.Errorf("begun anew after 3 rounds, rejected twice since: got round %d, want 6", got)
	}
}
