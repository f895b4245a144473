package costs_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/costs"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
	"github.com/frasier-cos/frasier/internal/tiers"
)

func TestWords(t *testing.T) {
	all := examples()
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func examples() []nountest.Example {
	active, _, _ := reportFacts()
	line := func(name string, cents int64, calls int) org.CostLine {
		return org.CostLine{Name: name, Calls: calls, Cost: org.NanoUSD(cents) * org.Dollar / 100}
	}
	month := reports.CostReport{
		Total: line("", 43, 50), ByProject: []org.CostLine{line("p2 Oats market", 40, 40), line("conversation", 3, 10)}, ByModel: []org.CostLine{line("some/model", 43, 50)},
		ByTier: []org.CostLine{line("T2", 43, 50)}, ByPurpose: []org.CostLine{line(org.StageSynthesize, 40, 40), line(org.StageChief, 3, 10)}, ByAgent: []org.CostLine{line("Rosalind", 43, 50)},
	}
	day := org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: 5 * org.Dollar, Spent: org.Dollar}
	warn := org.Cap{Scope: org.ScopeMission, Project: "p2", Kind: org.KindWarn, Amount: 5 * org.Dollar / 2}
	facts := costs.CostFacts{
		Spans: [3]reports.CostReport{{Total: line("", 3, 3), ByProject: month.ByProject[1:]}, month, month}, Caps: []org.Cap{day, warn}, Best: 4 * org.Dollar,
		Learnt: []tiers.Record{{Kind: org.KindResearch, Tier: org.T2, Ended: 4, First: 3, Cost: org.Dollar}},
	}
	limited := active
	limited.Cap, limited.Spent.Unknown = org.Dollar, 2
	return []nountest.Example{
		{Name: "Costs", Message: costs.Costs(facts)},
		{Name: "Costs: nothing spent", Message: costs.Costs(costs.CostFacts{})},
		{Name: "ProjectCosts", Message: costs.ProjectCosts(limited, reportSteps(time.Time{}), map[org.StepID]org.CostLine{"s3": line("", 3, 1)}, org.Dollar, []reports.Traffic{{Kind: "model", Sent: 1000, Received: 9000}})},
		{Name: "CapLine", Message: costs.CapLine(day)},
		{Name: "Caps", Message: costs.Caps([]org.Cap{day, warn})},
		{Name: "Caps: none", Message: costs.Caps(nil)},
		{Name: "CapSet", Message: costs.CapSet(day)},
		{Name: "CapSet: warning", Message: costs.CapSet(warn)},
		{Name: "CapSet: gone", Message: costs.CapSet(org.Cap{Scope: org.ScopeDay, Project: "p2"})},
		{Name: "CapUnclear", Message: costs.CapUnclear()},
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
