package plan_test

import (
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/plan"
	"github.com/frasier-cos/frasier/bot/command/schedule"
	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
	"github.com/frasier-cos/frasier/internal/work"
)

func TestWords(t *testing.T) {
	all := slices.Concat(projectCommandExamples(), memoryExamples(), reportExamples())
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func projectCommandExamples() []nountest.Example {
	p, _ := lisbon(), org.ProjectName{ID: "p1", Title: "Lisbon launch", State: org.ProjectCompleted}
	return []nountest.Example{
		{Name: "ReplanNotNow", Message: plan.ReplanNotNow(p, "it is being planned")},
	}
}

func memoryExamples() []nountest.Example {
	at := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	p := lisbon()
	plan := reports.Schedule{ID: "t1", Project: "p1", Title: "Lisbon launch", Spec: "0 8 * * 1", Zone: "Europe/Berlin", Due: at, Runs: 2}
	return []nountest.Example{
		{Name: "Scheduled", Message: schedule.Scheduled(p, plan)},
		{Name: "Schedules", Message: schedule.Schedules([]schedule.Facts{{Schedule: plan, First: org.CostLine{Calls: 1, Cost: org.Dollar}}}, "")},
	}
}

func reportExamples() []nountest.Example {
	active, _, now := reportFacts()
	steps := reportSteps(now)
	left := forecast.Forecast{Cost: org.Dollar / 100, CostHigh: 6 * org.Dollar / 100, Time: 3 * time.Minute, TimeHigh: 8 * time.Minute}
	one := status.ProjectFacts{
		Status: active, Steps: steps, Names: map[org.AgentID]string{"a": "Rosalind"}, Left: &left, Now: now,
		Costs: map[org.StepID]org.CostLine{"s3": {Calls: 1, Cost: 31 * org.Dollar / 1000}, "s4": {Calls: 1, Unknown: 1}},
	}
	return []nountest.Example{
		{Name: "PlanShown", Message: plan.Shown(active.Project, steps, []work.PlanNotes{{Assumptions: []string{"prices are those of Europe"}}}, one.Names)},
		{Name: "PlanShown: not planned", Message: plan.Shown(active.Project, nil, nil, nil)},
	}
}

func lisbon() org.ProjectName {
	return org.ProjectName{ID: "p1", Title: "Lisbon launch", State: org.ProjectActive}
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

// reportSteps are the steps of the active one.
func reportSteps(now time.Time) []org.Step {
	judged := []org.Criterion{{ID: "a1", Text: "each price has a source"}}
	return []org.Step{
		{ID: "s3", Title: "Find the price of oats", Agent: "a", State: org.StepCompleted, StartedAt: now.Add(-time.Minute), EndedAt: now, Acceptance: judged},
		{ID: "s4", Title: "Find where oats are grown", Agent: "a", State: org.StepInProgress, StartedAt: now.Add(-time.Minute), Strikes: 1, Acceptance: judged},
		{ID: "s5", Title: "Sum up", Agent: "a", State: org.StepPending, OpenDeps: 1, DependsOn: []org.StepID{"s3", "s4"}},
		{ID: "s6", Title: "Assemble: Oats market", Kind: org.KindAssembly, State: org.StepPending, OpenDeps: 1, DependsOn: []org.StepID{"s5"}},
	}
}
