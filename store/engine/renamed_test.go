package engine_test

import (
	"reflect"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/engine"
)

func TestProgressInWords(t *testing.T) {
	for want, p := range map[string]engine.Progress{
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

func TestRenamed(t *testing.T) {
	plan := work.Plan{
		Steps: []work.PlannedStep{{Key: "a", Agent: "new-1"}, {Key: "b", Agent: "content-1"}},
		Roles: []work.RoleAssignment{{Title: "analyst", Agent: "new-1"}, {Title: "writer", Agent: "content-1"}},
	}
	got := engine.Renamed(plan, map[org.AgentID]org.AgentID{"new-1": "brave-otter"})
	if got.Steps[0].Agent != "brave-otter" || got.Steps[1].Agent != "content-1" || got.Roles[0].Agent != "brave-otter" || got.Roles[1].Agent != "content-1" {
		t.Errorf("got %+v and %+v, want the new agent under its name", got.Steps, got.Roles)
	}
	if plan.Steps[0].Agent != "new-1" || plan.Roles[0].Agent != "new-1" {
		t.Error("the plan that was given has changed")
	}
	if got := engine.Renamed(plan, nil); !reflect.DeepEqual(got, plan) {
		t.Errorf("without names: got %+v", got)
	}
}
