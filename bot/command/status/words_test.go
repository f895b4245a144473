package status_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	_, long := oneProject()
	gone, _ := status.WorkLine(nil, now)
	stopped, _ := status.WorkLine([]reports.WorkerAge{{Owner: "worker-1", Seen: now.Add(-time.Hour)}}, now)
	all := slices.Concat(projectCommandExamples(), reportExamples(), []nountest.Example{
		{Name: "one project, and its list", Message: status.BoardList(long)}, {Name: "WorkLine: never started", Message: gone}, {Name: "WorkLine: stopped", Message: stopped},
	})
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func projectCommandExamples() []nountest.Example {
	return []nountest.Example{
		{Name: "ProjectStateUnknown", Message: status.ProjectStateUnknown("asleep")},
	}
}

func reportExamples() []nountest.Example {
	active, done, now := reportFacts()
	steps := reportSteps(now)
	left := forecast.Forecast{Cost: org.Dollar / 100, CostHigh: 6 * org.Dollar / 100, Time: 3 * time.Minute, TimeHigh: 8 * time.Minute}
	alive := []reports.WorkerAge{{Owner: "worker-1", Seen: now}}
	asked := active
	asked.Decisions, asked.Project.State, asked.Cap = []string{"Which year counts?", "Which town?"}, org.ProjectPaused, 5*org.Dollar
	failed := done
	failed.Project.State, failed.Project.Outcome, failed.Project.ID, failed.Project.Title = org.ProjectFailed, "no source could be read", "p4", "Tea"
	board := status.BoardFacts{
		Report: reports.StatusReport{Projects: []reports.ProjectStatus{active, done}, Queue: 1, Working: 1, Outbox: 2, Workers: alive}, Total: 2,
		Lefts: map[org.ProjectID]forecast.Forecast{"p2": left}, Accepted: map[org.ProjectID]reports.Acceptance{"p1": {By: "157568110000000001", At: now}}, Now: now,
	}
	trouble := status.BoardFacts{
		Report: reports.StatusReport{
			Projects: []reports.ProjectStatus{asked, failed}, Stuck: 2, Unanswered: 1, Waits: waitFacts(now), Workers: []reports.WorkerAge{{Owner: "worker-1", Seen: now.Add(-time.Hour)}},
			Searches: reports.SearchMonth{Month: "2026-03", Asked: 90, Limit: 100}, Unparsed: []org.CostLine{{Name: org.StagePlan, Unparsed: 2, Calls: 40}},
		}, Total: 9, Now: now,
	}
	one := status.ProjectFacts{
		Status: active, Steps: steps, Names: map[org.AgentID]string{"a": "Rosalind"}, Left: &left, Now: now,
		Costs: map[org.StepID]org.CostLine{"s3": {Calls: 1, Cost: 31 * org.Dollar / 1000}, "s4": {Calls: 1, Unknown: 1}},
	}
	two := one
	two.Status, two.Left, two.Steps = asked, nil, nil
	return []nountest.Example{
		{Name: "Board", Message: status.Board(board)},
		{Name: "Board: trouble", Message: status.Board(trouble)},
		{Name: "Board: first start", Message: status.Board(status.BoardFacts{Now: now})},
		{Name: "BoardList", Message: status.BoardList(board)},
		{Name: "BoardList: trouble", Message: status.BoardList(trouble)},
		{Name: "BoardList: none", Message: status.BoardList(status.BoardFacts{Now: now})},
		{Name: "BoardShown", Message: strconv.Itoa(status.BoardShown)},
		{Name: "BoardPage", Message: strconv.Itoa(status.BoardPage)},
		{Name: "Project", Message: status.Project(one)},
		{Name: "Project: paused, with questions", Message: status.Project(two)},
		{Name: "Project: failed", Message: status.Project(status.ProjectFacts{Status: failed})},
		{Name: "Turn: the second of three", Message: turned(status.Board(status.BoardFacts{Now: now}).Reply())},
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

func turned(r org.Reply) org.Reply {
	wording.Turn(&r, "status", 2, 3)
	return r
}

// waitFacts are one of each kind that waits.
func waitFacts(now time.Time) []reports.Wait {
	since, next := now.Add(-12*time.Minute), now.Add(40*time.Second)
	return []reports.Wait{
		{Kind: reports.WaitRepository, About: "https://github.com/acme/shop", For: org.ForNetwork, Why: "github.com cannot be reached now: https://github.com/acme/shop: no such host", Since: since, Next: next},
		{Kind: reports.WaitPush, About: "p7", For: org.ForNetwork, Why: "github.com cannot be reached now.", Since: since, Next: next},
		{Kind: reports.WaitArrival, About: "p7", For: org.ForDisk, Why: "the folder is not there", Since: since, Next: next},
		{Kind: reports.WaitPublishing, About: "documents", For: org.ForDisk, Why: "no space left on device", Since: since, Next: now},
		{Kind: reports.WaitStep, About: "Find the price of oats", For: org.ForDisk, Why: "the disk is full", Since: since, Next: next},
		{Kind: reports.WaitStep, About: "Sum up", For: org.ForProvider, Why: "the AI provider isn't answering", Since: since, Next: next},
		{Kind: reports.WaitStep, About: "Sum up", For: org.ForNetwork, Why: "github.com cannot be reached now", Since: since, Next: next},
		{Kind: reports.WaitStep, About: "Sum up", For: org.ForMachine, Why: "the work broke off", Since: since, Next: next},
	}
}
