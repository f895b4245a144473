package project_test

import (
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/project"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := slices.Concat(projectCommandExamples(), costExamples())
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func projectCommandExamples() []nountest.Example {
	return []nountest.Example{
		{Name: "ProjectNeedsGoal", Message: project.NeedsGoal("project Compare three tools")},
		{Name: "ProjectStarting", Message: project.Starting("Compare three tools", 0)},
		{Name: "ProjectStarting: limited", Message: project.Starting("Compare three tools", 5*org.Dollar)},
	}
}

func costExamples() []nountest.Example {
	active, _, _ := reportFacts()
	limited := active
	limited.Cap, limited.Spent.Unknown = org.Dollar, 2
	spent := active
	spent.Cap = org.Dollar / 100
	return []nountest.Example{
		{Name: "CapOrGoal", Message: project.CapOrGoal()},
		{Name: "CapTooLate", Message: project.CapTooLate(org.ProjectName{ID: "p1", Title: "Rye", State: org.ProjectCompleted})},
		{Name: "ProjectCap", Message: project.Cap(limited)},
		{Name: "ProjectCapSet", Message: project.CapSet(limited)},
		{Name: "ProjectCapSet: reached", Message: project.CapSet(spent)},
		{Name: "ProjectCapSet: gone", Message: project.CapSet(active)},
		{Name: "NoAmount", Message: project.NoAmount("lots", true, "")},
		{Name: "NoAmount: of a project", Message: project.NoAmount("lots", false, "p2")},
	}
}

// reportFacts are the facts that the examples of reports share.
func reportFacts() (active, done reports.ProjectStatus, now time.Time) {
	now = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	active = reports.ProjectStatus{
		Project: org.Project{ID: "p2", Title: "Oats market", State: org.ProjectActive, Phases: []org.Phase{{Label: "discovery"}, {Index: 1, Label: "design"}}},
		Steps:   map[org.StepState]int{org.StepCompleted: 1, org.StepInProgress: 1, org.StepPending: 2},
		Waiting: []string{"“Find where oats are grown” is worked on since <t:1772452800:f>", "“Sum up” waits for “Find where oats are grown”", "one more thing"},
		Spent:   org.CostLine{Calls: 3, Cost: 31 * org.Dollar / 1000},
	}
	done = reports.ProjectStatus{
		Project: org.Project{ID: "p1", Title: "Rye market", State: org.ProjectCompleted, Outcome: ""},
		Steps:   map[org.StepState]int{org.StepCompleted: 2}, Spent: org.CostLine{Calls: 2, Cost: org.Dollar / 500},
	}
	return active, done, now
}
