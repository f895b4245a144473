package org_test

import (
	"reflect"
	"slices"
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

func TestRenamed(t *testing.T) {
	plan := org.Plan{
		Steps: []org.PlannedStep{{Key: "a", Agent: "new-1"}, {Key: "b", Agent: "content-1"}},
		Roles: []org.RoleAssignment{{Title: "analyst", Agent: "new-1"}, {Title: "writer", Agent: "content-1"}},
	}
	got := plan.Renamed(map[org.AgentID]org.AgentID{"new-1": "brave-otter"})
	if got.Steps[0].Agent != "brave-otter" || got.Steps[1].Agent != "content-1" || got.Roles[0].Agent != "brave-otter" || got.Roles[1].Agent != "content-1" {
		t.Errorf("got %+v and %+v, want the new agent under its name", got.Steps, got.Roles)
	}
	if plan.Steps[0].Agent != "new-1" || plan.Roles[0].Agent != "new-1" {
		t.Error("the plan that was given has changed")
	}
	if got := plan.Renamed(nil); !reflect.DeepEqual(got, plan) {
		t.Errorf("without names: got %+v", got)
	}
}

func TestPlanFileOf(t *testing.T) {
	p := org.Project{ID: "p1", Title: "Launch", Phases: []org.Phase{{Index: 0, Label: "Look"}, {Index: 1, Label: "Write"}}}
	got := org.PlanFileOf(p, "completed", []org.Step{
		{ID: "s1", Key: "a", Phase: 0, State: org.StepCompleted},
		{ID: "s2", Key: "b", Phase: 1, DependsOn: []org.StepID{"s1"}, Acceptance: []org.Criterion{{ID: "a1", Text: "Names a price"}}},
	})
	if len(got.Steps) != 2 || got.Steps[0].Phase != "Look" || got.Steps[1].Phase != "Write" {
		t.Fatalf("got %+v, want two steps under the labels of their phases", got.Steps)
	}
	if got.Steps[0].DependsOn == nil || got.Steps[0].Acceptance == nil {
		t.Error("an empty list is absent in JSON")
	}
	if !slices.Equal(got.Steps[1].DependsOn, []string{"s1"}) || !slices.Equal(got.Steps[1].Acceptance, []string{"Names a price"}) {
		t.Errorf("got %+v", got.Steps[1])
	}
}

func TestDiagnosisLines(t *testing.T) {
	if got := (*org.Diagnosis)(nil).Lines(); got != nil {
		t.Errorf("no diagnosis: got %q", got)
	}
	d := &org.Diagnosis{Recap: "It was rejected.", Instruction: "Name a price.", Queries: []string{"oat prices"}}
	if got, want := d.Lines(), []string{"It was rejected.", "Name a price.", "Search for: oat prices"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTrick(t *testing.T) {
	for text, want := range map[string]string{"TRICK: sort first": "sort first", "  trick:sort first ": "sort first", "TRICK:": ""} {
		if got, trick := org.Trick(text); !trick || got != want {
			t.Errorf("Trick(%q) = %q, %v; want %q", text, got, trick, want)
		}
	}
	for _, text := range []string{"", "TRICK", "A trick: sort first"} {
		if got, trick := org.Trick(text); trick || got != text {
			t.Errorf("Trick(%q) = %q, %v; want that it is none", text, got, trick)
		}
	}
}

func TestProgressInWords(t *testing.T) {
	for want, p := range map[string]org.Progress{
		"":                                     {},
		"progress: 1 of 2 requirements served": {Satisfied: []string{"a"}, Open: []string{"b"}},
		"progress: 0 of 1 requirements served, 1 blocked by failures":                     {Blocked: []string{"a"}},
		"progress: 0 of 1 requirements served; did not get on 1 time, planned again at 3": {Open: []string{"a"}, Stalls: 1},
	} {
		if got := p.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
