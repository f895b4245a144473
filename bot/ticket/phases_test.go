package ticket_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/ticket"
	"github.com/frasier-cos/frasier/internal/org"
)

// phases is the finished market with a phase before its own.
func phases() org.Ticket {
	t := finished(org.ProjectCompleted)
	t.Project.Phases, t.Project.Phase = []org.Phase{{Label: "discovery"}, {Index: 1, Label: "the work"}}, 1
	t.Missions = append([]org.Mission{{ID: "n0", Project: "p3", Label: "discovery", State: org.MissionCompleted}}, t.Missions...)
	return t
}

// What has the same key is said once, so an agent joins a project once.
func TestAnAgentJoinsOnce(t *testing.T) {
	tk := phases()
	tk.Roles["n0"] = []org.RoleAssignment{{Title: "Scout of prices", Agent: "agent-scout"}}
	keys := map[string]int{}
	for seq, m := range []org.MissionID{"n0", "n1", "n1"} { // two phases, the second planned twice
		e := event(int64(seq), org.EventMissionPlanned, "", nil)
		e.Mission = m
		for _, v := range ticket.Messages(tk, e) {
			if strings.HasPrefix(v.Body, "I join") {
				keys[v.Key]++
			}
		}
	}
	if len(keys) != 2 || keys["join:p3:agent-scout"] != 3 || keys["join:p3:agent-quill"] != 2 {
		t.Errorf("agents join under %v, want one key for each agent", keys)
	}
}

func TestFinishedCardShowsNoPhaseAsRunning(t *testing.T) {
	_, said, _ := ticket.Card(phases(), org.CardState{})
	if len(said) != 1 || strings.Contains(said[0].Body, "▸") || !strings.Contains(said[0].Body, "✓ the work") {
		t.Errorf("a finished card reads:\n%s", render(said))
	}
}

// A line about a hand-off reads the same when it is written late.
func TestHandOffIsTheSameLater(t *testing.T) {
	then := market()
	e := event(31, org.EventStepCompleted, "s1", nil)
	e.At = then.Steps[0].EndedAt
	want := render(ticket.Messages(then, e))
	if !strings.Contains(want, "Over to Quill") {
		t.Fatalf("no hand-off:\n%s", want)
	}
	for state, after := range map[org.StepState]bool{org.StepCompleted: true, org.StepCancelled: false} {
		late := market()
		late.Steps[3].State, late.Steps[3].EndedAt = state, e.At.Add(-time.Second)
		if after {
			late.Steps[3].EndedAt = e.At.Add(time.Minute)
		}
		if got := render(ticket.Messages(late, e)); (got == want) != after {
			t.Errorf("with the receiver %s (after: %v):\n%s", state, after, got)
		}
	}
}

// What two phases rest on is said once.
func TestADoubtIsSaidOnce(t *testing.T) {
	tk := phases()
	tk.Notes["n0"] = org.PlanNotes{Risk: tk.Notes["n1"].Risk}
	tk.Deliverable.Markdown = "# Enter the Lisbon market\n" // which doubts nothing itself
	said := render(ticket.Messages(tk, event(90, org.EventProjectCompleted, "", nil)))
	if n := strings.Count(said, "It rests on this: rents stay where they are"); n != 1 {
		t.Errorf("the same risk is said %d times, want once:\n%s", n, said)
	}
}

// A reviewer who approves in two roles says so once, with what he found in both.
func TestAnApprovalIsSaidOnce(t *testing.T) {
	tk := market()
	tk.Reviews["s2"] = []org.Review{
		{Reviewer: "agent-plumb", Role: "qa", Pass: true, Findings: []string{"prices of nine rivals"}},
		{Reviewer: "agent-folio", Role: "lead"},
		{Reviewer: "agent-plumb", Role: "lead", Pass: true, Findings: []string{"each with its page"}},
		{Reviewer: "agent-quill", Role: "expert", Pass: true},
	}
	said := render(ticket.Messages(tk, event(30, org.EventStepCompleted, "s2", nil)))
	if n := strings.Count(said, "I approved"); n != 2 || !strings.Contains(said, "prices of nine rivals; each with its page") {
		t.Errorf("three approvals of two reviewers are %d lines, want 2:\n%s", n, said)
	}
}
