package ticket_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/bot/ticket"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

const cent = org.Dollar / 100

// market is a project of five steps in the middle of its work.
func market() reports.Ticket {
	ago := func(d time.Duration) time.Time { return noon.Add(-d) }
	t := reports.Ticket{
		Now: noon, Moved: ago(2 * time.Minute),
		Project: org.Project{
			ID: "p3", Title: "Enter the Lisbon market", Goal: "Decide whether to open in Lisbon this year.\nBudget is small.",
			State: org.ProjectActive, Channel: org.Channel{Transport: "discord", ID: "100"},
			Phases: []org.Phase{{Index: 0, Label: "the work"}}, CreatedAt: ago(20 * time.Minute),
		},
		Missions: []org.Mission{{ID: "n1", Project: "p3", Label: "the work", State: org.MissionInProgress}},
		Names:    map[org.AgentID]string{"agent-scout": "Scout", "agent-quill": "Quill", "agent-plumb": "Plumb", "agent-folio": "Folio"},
		Notes: map[org.MissionID]work.PlanNotes{"n1": {
			Objective: "Say with figures whether a first shop in Lisbon pays back within two years.", Risk: "rents stay where they are",
			Assumptions: []string{"One shop of about 60 square metres.", "Opening in autumn."},
		}},
		Roles: map[org.MissionID][]work.RoleAssignment{"n1": {
			{Title: "Market researcher", Why: "sizes the market and finds who is there already", Agent: "agent-scout"},
			{Title: "Pricing analyst", Why: "turns prices into a plan", Agent: "agent-quill"},
		}},
		Costs: map[org.StepID]org.NanoUSD{"s1": 21 * cent, "s2": 34 * cent, "s3": 9 * cent},
		Spent: org.CostLine{Cost: 112 * cent, Calls: 31}, Cap: 5 * org.Dollar,
		Usual: work.History{
			{Kind: org.KindResearch, Tier: org.T2}: {N: 30, Priced: 30, Time: 4 * time.Minute, TimeHigh: 9 * time.Minute, Cost: 20 * cent, CostHigh: 40 * cent},
			{Kind: org.KindAnalysis, Tier: org.T2}: {N: 9, Priced: 9, Time: 2 * time.Minute, TimeHigh: 5 * time.Minute, Cost: 10 * cent, CostHigh: 25 * cent},
			{Kind: org.KindAssembly, Tier: org.T2}: {N: 9, Priced: 9, Time: 30 * time.Second, TimeHigh: time.Minute, Cost: cent, CostHigh: 2 * cent},
		},
		Rejections: map[org.StepID][]work.Rejection{}, Reviews: map[org.StepID][]work.Review{}, Rejected: map[org.StepID][]int64{},
		Drafts: map[org.StepID]string{}, Pictures: map[org.MissionID]org.File{"n1": {Name: "plan.png", SHA256: strings.Repeat("a", 64)}},
	}
	step := func(id, title string, kind org.StepKind, agent org.AgentID, state org.StepState, took time.Duration, needs ...org.StepID) {
		s := org.Step{
			ID: org.StepID(id), Mission: "n1", Project: "p3", Key: id, Title: title, Goal: "Do it.", Kind: kind, Agent: agent, Tier: org.T2,
			Depth: org.DepthStandard, State: state, DependsOn: needs,
		}
		if state.Ended() {
			s.StartedAt, s.EndedAt = ago(15*time.Minute), ago(15*time.Minute).Add(took)
		} else if state.Claimed() {
			s.StartedAt = ago(took)
		}
		if state == org.StepCompleted {
			s.Result, s.Reviewed, s.Score, s.Scored = "done", "qa", 4.25, true
		}
		s.Acceptance = []org.Criterion{{ID: "a1", Text: "a figure for " + strings.ToLower(title) + " with its source", Check: org.CheckSources}}
		t.Steps = append(t.Steps, s)
	}
	step("s1", "Size of the market", org.KindResearch, "agent-scout", org.StepCompleted, 41*time.Second)
	step("s2", "Rivals and their prices", org.KindResearch, "agent-scout", org.StepCompleted, 190*time.Second)
	step("s3", "Rents in Chiado, Baixa and Alvalade, by square metre and year", org.KindResearch, "agent-scout", org.StepInProgress, 2*time.Minute)
	step("s4", "Pricing plan", org.KindAnalysis, "agent-quill", org.StepPending, 0, "s1", "s2")
	step("s5", "Recommendation", org.KindAnalysis, "agent-quill", org.StepPending, 0, "s3", "s4")
	step("s6", "assembly", org.KindAssembly, "agent-folio", org.StepPending, 0, "s5")
	t.Steps[2].Stage = "gather"
	return t
}

const document = `# Enter the Lisbon market

## Summary

Opening pays back in **19 months** at a rent of 32 EUR per square metre [[3]](#source-3). Chiado does not; Alvalade does.

## Pricing plan

Text.

## About this document

- Its coherence was reviewed by model tier T1 instead of T2.
- The figure for footfall comes from one source.
`

func finished(state org.ProjectState) reports.Ticket {
	t := market()
	t.Project.State, t.Project.EndedAt, t.Project.Outcome = state, noon, "every step is done"
	t.Missions[0].State = org.MissionCompleted
	for i := range t.Steps {
		s := &t.Steps[i]
		s.State, s.Result, s.Reviewed = org.StepCompleted, "done", "qa"
		s.StartedAt, s.EndedAt = noon.Add(-10*time.Minute), noon.Add(-9*time.Minute)
	}
	t.Sources, t.Checked, t.Revisions = 23, 21, 1
	t.Deliverable = work.Deliverable{Title: t.Project.Title, Markdown: document}
	t.Files = []org.File{{Name: "deliverable.md", Data: []byte(document)}, {Name: "deliverable.pdf", SHA256: strings.Repeat("b", 64)}}
	return t
}

// struck is the market after the third rejection of its rents.
func struck() reports.Ticket {
	t := market()
	s := &t.Steps[2]
	s.State, s.Strikes, s.Score, s.Scored = org.StepFailed, 3, 4.1, true
	s.Cause = "rejected 3 times: no source for Alvalade"
	t.Rejections["s3"] = []work.Rejection{
		{Round: 1, Reviewer: "agent-plumb", Feedback: []string{"“rents fell” has no source", "Baixa is missing"}},
		{Round: 2, Reviewer: "code", Feedback: []string{"the quote of [2] is not in its document"}},
		{Round: 3, Reviewer: "agent-plumb", Feedback: []string{"no source for Alvalade"}},
	}
	t.Rejected["s3"] = []int64{41, 52, 63}
	t.Drafts["s3"] = "# Rents\n\nThe best draft."
	t.Decisions = []org.Decision{{
		ID: "e4", Project: "p3", Step: "s3", Kind: org.DecideStrikes, Question: s.Cause, Safe: question.StrikesSafe, At: noon,
		Options: question.StrikeOptions(*s, question.Effort{Cost: 9 * cent, Known: true, Time: 4 * time.Minute}), Blocks: []string{"Recommendation"},
	}}
	return t
}

func event(seq int64, kind org.EventKind, step org.StepID, data map[string]string) org.Event {
	return org.Event{Seq: seq, Kind: kind, Project: "p3", Mission: "n1", Step: step, Text: "Paused: Enter the Lisbon market", Data: data}
}

// render writes deliveries as a founder would see them.
func render(said []reports.Delivery) string {
	var b strings.Builder
	for _, v := range said {
		fmt.Fprintf(&b, "=== %s %s", v.Kind, v.Key)
		if v.Card.As != "" {
			b.WriteString(" as " + v.Card.As)
		}
		if v.Card.Slot != "" {
			b.WriteString(" slot " + v.Card.Slot)
		}
		if v.Card.Silent {
			b.WriteString(" silent")
		}
		b.WriteString("\n" + v.Body + "\n")
		for _, f := range v.Files {
			b.WriteString("[file] " + f.Name + "\n")
		}
		for _, r := range v.Card.Refers {
			b.WriteString("[refers] " + r + "\n")
		}
		for _, x := range v.Card.Buttons {
			fmt.Fprintf(&b, "[%s] %s", x.Label, x.Command)
			if x.Ask != "" {
				b.WriteString(" ? " + x.Ask)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // the switch of golden tests
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s (-want +got):\n%s", name, cmp.Diff(string(want), got))
	}
}

func TestThreadAsItReads(t *testing.T) {
	rejected := struck()
	partial := finished(org.ProjectPartial)
	partial.Project.Outcome = `missing: "Rents"`
	partial.Steps[2].State, partial.Steps[2].Cause, partial.Steps[2].Result = org.StepFailed, "rejected 3 times: no source for Alvalade", ""
	partial.Steps[4].State, partial.Steps[4].Cause, partial.Steps[4].CauseStep = org.StepFailed, "needs rents", "s3"
	failed := struck()
	failed.Project.State, failed.Project.EndedAt, failed.Project.Outcome = org.ProjectFailed, noon, "2 of 5 steps done; missing: rents"
	approved := market()
	approved.Reviews["s2"] = []work.Review{{Reviewer: "agent-plumb", Role: "qa", Pass: true, Findings: []string{"prices of *nine* rivals,\neach with its page"}}}
	auto := market()
	auto.Steps[0].Reviewed = "auto"
	decided := struck()
	decided.Decisions[0].Answer, decided.Decisions[0].Text, decided.Decisions[0].By = "d", "ask Idealista", "Ana"
	decided.Decisions[0].DecidedAt = noon
	asked := struck()
	asked.Decisions = []org.Decision{{ID: "e5", Project: "p3", Step: "s3", Kind: org.DecideQuestion, Question: "Which year counts?", At: noon}}
	held := market()
	held.Project.State = org.ProjectPaused
	long, broken := market(), failed
	long.Later, long.Unbegun = 6, 6
	broken.Unbegun = 6
	for _, c := range []struct {
		name   string
		ticket reports.Ticket
		event  org.Event
	}{
		{"plan of a part", long, event(10, org.EventMissionPlanned, "", nil)},
		{"failure of a part", broken, event(90, org.EventProjectFailed, "", nil)},
		{"plan", market(), event(10, org.EventMissionPlanned, "", nil)},
		{"third strike", rejected, event(64, org.EventEscalation, "s3", map[string]string{"decision": "e4"})},
		{"question", asked, event(65, org.EventEscalation, "s3", map[string]string{"decision": "e5"})},
		{"decided", decided, event(66, org.EventDecided, "s3", map[string]string{"decision": "e4"})},
		{"approved", approved, event(30, org.EventStepCompleted, "s2", nil)},
		{"approved by score", auto, event(31, org.EventStepCompleted, "s1", nil)},
		{"paused", held, event(32, org.EventProjectPaused, "", nil)},
		{"result", finished(org.ProjectCompleted), event(90, org.EventProjectCompleted, "", nil)},
		{"partial", partial, event(90, org.EventProjectCompleted, "", nil)},
		{"failure", failed, event(90, org.EventProjectFailed, "", nil)},
	} {
		golden(t, strings.ReplaceAll(c.name, " ", "_"), render(ticket.Messages(c.ticket, c.event)))
	}
}

func TestCardAsItReads(t *testing.T) {
	paused := market()
	paused.Project.State = org.ProjectPaused
	waiting := struck()
	waiting.Waiting = []string{`"Pricing plan" is held: your spending cap is reached`}
	still := market()
	still.Moved = noon.Add(-9 * time.Minute)
	phased := market()
	phased.Project.Phases = []org.Phase{{Index: 0, Label: "discovery"}, {Index: 1, Label: "requirements"}, {Index: 2, Label: "design"}}
	phased.Project.Phase = 1
	phased.Missions = []org.Mission{
		{ID: "n0", Project: "p3", Label: "discovery", State: org.MissionCompleted}, {ID: "n1", Project: "p3", Label: "requirements", Phase: 1, State: org.MissionInProgress},
	}
	old := phased.Steps[0]
	old.ID, old.Mission = "s0", "n0"
	phased.Steps = append([]org.Step{old}, phased.Steps...)
	part := market()
	part.Later, part.Unbegun = 1, 1
	for _, c := range []struct {
		name   string
		ticket reports.Ticket
	}{
		{"card_working", market()},
		{"card_paused", paused},
		{"card_waiting", waiting},
		{"card_quiet", still},
		{"card_phases", phased},
		{"card_part", part},
		{"card_finished", finished(org.ProjectCompleted)},
	} {
		_, said, _ := ticket.Card(c.ticket, reports.CardState{Project: "p3", Marks: 1})
		golden(t, c.name, render(said))
	}
}
