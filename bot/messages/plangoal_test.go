package messages_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// What all phases are for is said with the first plan; a phase with a goal of its own says it.
func TestTheGoalIsSaidOnce(t *testing.T) {
	const goal = "Decide whether to open in Lisbon this year"
	ticket := reports.Ticket{
		Project: org.Project{ID: "p3", Title: "Lisbon", Goal: goal, State: org.ProjectActive, Phases: make([]org.Phase, 3)},
		Notes:   map[org.MissionID]work.PlanNotes{"n2": {Objective: goal}, "n3": {Objective: "Choose a street"}},
	}
	for i, id := range []org.MissionID{"n1", "n2", "n3"} {
		ticket.Missions = append(ticket.Missions, org.Mission{ID: id, Project: "p3", Phase: i})
	}
	for id, want := range map[org.MissionID]string{"n1": "Goal: " + goal, "n2": "", "n3": "Goal: Choose a street"} {
		plan, ok := messages.Plan(ticket, id)
		if !ok || strings.Contains(plan.Text, "Goal: ") != (want != "") || !strings.Contains(plan.Text, want) {
			t.Errorf("%s: %q; want the goal as %q", id, plan.Text, want)
		}
	}
}
