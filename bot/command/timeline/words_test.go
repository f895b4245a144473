package timeline_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/timeline"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := examples()
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func examples() []nountest.Example {
	_, _, now := reportFacts()
	return []nountest.Example{
		{Name: "Timeline", Message: timeline.Timeline(org.ProjectName{ID: "p2", Title: "Oats market"}, []org.Event{
			{At: now, Kind: org.EventMissionPlanned, Text: "Planned: 4 steps"},
			{At: now, Kind: org.EventDecided, Text: "Decided: go on", Data: map[string]string{"by": "Ana"}},
			{At: now, Kind: org.EventMessageHandled, Text: "Handled as NEW_PROJECT (full_project, confidence 1.00)"},
			{At: now, Kind: org.EventStepRejected, Text: "Rejected (1 of 3): Sum up", Data: map[string]string{"reviewer": "agent-plumb"}},
		}, org.CostLine{Calls: 40, Unparsed: 1})},
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
