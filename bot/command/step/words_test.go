package step_test

import (
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/step"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
	"github.com/frasier-cos/frasier/internal/work"
)

func TestWords(t *testing.T) {
	all := slices.Concat(projectCommandExamples(), companyExamples(), converseExamples(), reportExamples(), terminalExamples())
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func projectCommandExamples() []nountest.Example {
	p, done := lisbon(), org.ProjectName{ID: "p1", Title: "Lisbon launch", State: org.ProjectCompleted}
	return []nountest.Example{
		{Name: "Steered", Message: step.Steered(p, "Leave Porto out")},
		{Name: "SteerTooLate", Message: step.SteerTooLate(done)},
		{Name: "SteeredStep", Message: step.SteeredStep("s12", "Fix the decimal comma", "Use the parser that is there")},
		{Name: "SteerStepTooLate", Message: step.SteerStepTooLate("s12", "Use the parser that is there")},
		{Name: "AddHow", Message: step.AddHow()},
		{Name: "AddGone", Message: step.AddGone()},
		{Name: "RedoNotNow", Message: step.RedoNotNow("s1", "a newer plan took its place")},
		{Name: "ChangesBegun", Message: step.ChangesBegun(p, "use euros", []step.ChangedStep{{ID: "s1", Title: "Find the price", More: 2}})},
		{Name: "ChangesNotNow", Message: step.ChangesNotNow(p, "its project was cancelled")},
		{Name: "ChangesWhere", Message: step.ChangesWhere(p, []org.Step{{ID: "s1", Title: "Find the price"}, {ID: "s2", Title: "Sum up"}})},
	}
}

func companyExamples() []nountest.Example {
	return []nountest.Example{
		{Name: "Dropped", Message: step.Dropped("s12", nil)},
		{Name: "Dropped: others needed it", Message: step.Dropped("s12", []string{"Compare the prices", "Write the letter"})},
		{Name: "DropNotNow", Message: step.DropNotNow("s12", "everything else stands on it")},
	}
}

func converseExamples() []nountest.Example {
	return []nountest.Example{
		{Name: "StepFirst", Message: step.First("s2", "Email to customers", nil)},
		{Name: "StepFirst: with what it needs", Message: step.First("s2", "Email to customers", []string{"Price list"})},
		{Name: "RedoAsks", Message: step.RedoAsks([]string{"Market", "Price", "Risks"}, "about $0.24 and 4 min", "confirm 17")},
	}
}

func reportExamples() []nountest.Example {
	_, _, now := reportFacts()
	return []nountest.Example{
		{Name: "Why", Message: step.Why(reports.WhyReport{
			Subject: "s3 “Find the price of oats” of p2", State: "in_progress", Reasons: []string{"approved: auto", "its draft got 8 of 9 points", "planned for tier T2 because its kind is research"},
			Reviews:   []work.Review{{Reviewer: "Quinn", Model: "some/model", Findings: []string{"the year is missing"}}, {Reviewer: "Lena", Model: "some/model", Pass: true}},
			Calls:     []reports.CallLine{{Purpose: org.StageSynthesize, Asked: org.T3, Served: org.T2, Model: "some/model", State: org.CallUsable, Cost: org.Dollar / 30}},
			Decisions: []org.Event{{At: now, Text: "Completed: Find the price of oats"}},
		})},
	}
}

func isolationExamples(begun coding.StepChange, shop coding.Repository) []nountest.Example {
	waits, off, ended, there := begun, begun, begun, begun
	waits.Order.Repository, waits.Placed, waits.Step.State = shop, nil, org.StepPending
	off.Order.Repository, off.Order.Isolation = shop, coding.NotIsolated
	into := waits
	into.Order.Isolation = coding.NotIsolated
	ended.Order.Repository, ended.Step.State = shop, org.StepCompleted
	how := coding.Place(coding.PlaceFacts{Model: true, Tip: "3f2c1ab90817", Order: into.Order})
	how.Handle = "clever-otter"
	there.Order.Repository, there.Order.Branch, there.Step.State, there.Placed = shop, "frasier/p7-prices", org.StepCompleted, &how
	there.Merged = &coding.Commit{N: 1}
	there.Arrival = &coding.Arrival{State: coding.ArrivalThere, Files: 3}
	only := shop
	only.Policy.Isolation = coding.Isolated
	fixed := waits
	fixed.Order.Repository = only
	return []nountest.Example{
		{Name: "Isolation: settled by the operator", Message: step.Isolation(fixed)},
		{Name: "Isolation", Message: step.Isolation(waits)},
		{Name: "Isolation: comes in", Message: step.Isolation(into)},
		{Name: "Isolation: has ended", Message: step.Isolation(ended)},
		{Name: "Isolation: is there", Message: step.Isolation(there)},
		{Name: "Isolated", Message: step.Isolated(into)},
		{Name: "Isolated: begun already", Message: step.Isolated(off)},
		{Name: "IsolateHow", Message: step.IsolateHow("s12")},
		{Name: "IsolateTooLate", Message: step.IsolateTooLate(ended.Step)},
		{Name: "IsolateFixed", Message: step.IsolateFixed(shop)},
	}
}

func terminalExamples() []nountest.Example {
	shop := coding.Repository{Name: "shop", Ref: "main", Kind: coding.RepositoryPath, Source: "/srv/shop", Checks: []string{"go vet ./...", "go test ./..."}}
	how := coding.Place(coding.PlaceFacts{Tier: org.T2, Model: true, Tip: "3f2c1ab90817", Order: coding.CodeOrder{Repository: shop, Branch: "frasier/p7-prices"}})
	how.Handle = "clever-otter"
	begun := coding.StepChange{Step: org.Step{ID: "s12", Project: "p7", Title: "Read decimal commas", State: org.StepInProgress, Stage: org.StageTurn}, Placed: &how}
	return slices.Concat(isolationExamples(begun, shop))
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
