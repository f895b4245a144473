package messages_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// oats is a finished project whose document quotes a source.
func oats() org.Ticket {
	at := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	return org.Ticket{
		Now: at,
		Project: org.Project{
			ID: "p3", Title: "Oats", Goal: "oats", State: org.ProjectCompleted, CreatedAt: at.Add(-20 * time.Minute), EndedAt: at,
			Phases: []org.Phase{{Label: "discovery"}, {Index: 1, Label: "writing"}},
		},
		Missions: []org.Mission{{ID: "n1", Project: "p3", Label: "discovery", State: org.MissionCompleted}},
		Steps: []org.Step{
			{ID: "s1", Mission: "n1", Title: "Find the price", Kind: org.KindResearch, Tier: org.T2, Agent: "agent-scout", State: org.StepCompleted, Reviewed: "not done: no reviewer could be reached"},
			{ID: "s2", Mission: "n1", Title: "Sum up", Kind: org.KindWriting, Tier: org.T2, Agent: "agent-scout", State: org.StepCompleted, DependsOn: []org.StepID{"s1"}},
		},
		Names: map[org.AgentID]string{"agent-scout": "Scout"}, Sources: 2, Checked: 1,
		Deliverable: org.Deliverable{Markdown: "# Oats\n\n## Summary\n\nOats cost **212 euros** a tonne [\\[2\\]](#source-2).\n\n## Sources\n\n" +
			"- <a id=\"source-1\"></a>[1] Fields, file:fields.md, read 2026-03-04\n- <a id=\"source-2\"></a>[2] Prices, https://example.org/prices, read 2026-03-04\n"},
	}
}

// TestProjectMessages renders each message about a project that is made of
// facts; those of a thread are seen in package ticket. Read the file aloud.
func TestProjectMessages(t *testing.T) {
	day, step := org.Cap{Scope: org.ScopeDay, Amount: 5 * org.Dollar}, org.Cap{Scope: org.ScopeProject, Project: "p3", Amount: 2 * org.Dollar}
	failed := oats()
	failed.Project.State, failed.Project.Outcome = org.ProjectFailed, "the model's provider is unusable"
	cancelled := org.Project{ID: "p3", Title: "Oats"}
	made := []org.ProjectLine{{ID: "p1", Title: "One"}}
	var b strings.Builder
	show := func(name string, f org.Facts, tk org.Ticket) {
		v := messages.Render(org.Delivery{Project: "p3", Facts: f}, tk)
		fmt.Fprintf(&b, "=== %s\n%s\n", name, v.Body)
		for _, x := range v.Card.Buttons {
			fmt.Fprintf(&b, "[%s] %s\n", x.Label, x.Command)
		}
	}
	show("plan", org.Facts{Mission: "n1"}, oats())
	show("phase", org.Facts{Phase: 1}, oats())
	show("result", org.Facts{Ended: true}, oats())
	show("failure", org.Facts{Ended: true}, failed)
	late := messages.Render(org.Delivery{Kind: org.DeliverFailure, Project: "p3", Facts: org.Facts{Ended: true}}, oats())
	fmt.Fprintf(&b, "=== failure, sent late\n%s\n", late.Body)
	show("reminder", org.Facts{Questions: []string{"Which year counts?"}}, oats())
	show("reminders", org.Facts{Questions: []string{"Which year counts?", "Which town?"}}, oats())
	show("notice", org.Facts{Notice: "The AI provider isn't answering. I'll continue when it's back."}, oats())
	show("alert", org.Facts{Alert: &org.Alert{Project: "p3", Text: "“Prices” has been quiet for 12 min.", Advice: "If it stays stuck I'll restart it."}}, oats())
	show("alert, restarted", org.Facts{Alert: &org.Alert{Project: "p3", Text: "“Prices” has been quiet for 24 min.", Acted: true, Remedy: org.RemedyRequeue}}, oats())
	show("alert, paused", org.Facts{Alert: &org.Alert{Project: "p3", Text: "The same step failed five times.", Acted: true, Remedy: org.RemedyPause, Evidence: []string{"12:01 failed"}}}, oats())
	show("alert, told", org.Facts{Alert: &org.Alert{Project: "p3", Text: "It reads the same pages again.", Acted: true, Remedy: org.RemedyAdvise}}, oats())
	show("cap of a day", org.Facts{Money: &org.MoneyFacts{What: org.MoneyCap, Cap: day, Spent: 49 * org.Dollar / 10, Mark: org.Dollar / 4}}, oats())
	show("cap of a project", org.Facts{Money: &org.MoneyFacts{What: org.MoneyCap, Cap: step, Spent: 2 * org.Dollar}}, oats())
	show("cap of a plan", org.Facts{Money: &org.MoneyFacts{What: org.MoneyCap, Cap: org.Cap{Scope: org.ScopeMission, Amount: org.Dollar}, Spent: org.Dollar}}, oats())
	show("warning", org.Facts{Money: &org.MoneyFacts{What: org.MoneyWarn, Cap: day, Spent: 51 * org.Dollar / 10, Mark: 5 * org.Dollar}}, oats())
	show("far beyond the plan", org.Facts{Money: &org.MoneyFacts{What: org.MoneyBeyond, Project: "p3", Spent: 21 * org.Dollar / 10, Mark: 6 * org.Dollar / 10}}, oats())
	show("fast", org.Facts{Money: &org.MoneyFacts{What: org.MoneyFast, Spent: 3 * org.Dollar, Mark: org.Dollar / 10}}, oats())
	show("searches nearly used", org.Facts{Money: &org.MoneyFacts{What: org.MoneySearchesNear, Searches: org.SearchMonth{Month: "2026-03", Asked: 80, Limit: 100}}}, oats())
	show("searches used", org.Facts{Money: &org.MoneyFacts{What: org.MoneySearchesSpent, Searches: org.SearchMonth{Month: "2026-03", Asked: 100, Limit: 100}}}, oats())
	show("parked", org.Facts{Parked: &org.ParkedFacts{Text: "Look at\nthis", Crashes: 3}}, oats())
	quiet := []org.QuietItem{{Kind: org.DeliverResult, Title: "Oats", Project: "p3"}, {Kind: org.DeliverMoney}, {Kind: org.DeliverNotice, Title: "Rye", Project: "p4"}}
	show("quiet", org.Facts{Quiet: &org.QuietFacts{Pings: 6, Items: quiet}}, oats())
	show("quiet, pings off", org.Facts{Quiet: &org.QuietFacts{Items: []org.QuietItem{{Kind: org.DeliverEscalation, Title: "Oats", Project: "p3"}, {Kind: org.DeliverFailure, Title: "Rye", Project: "p4"}}}}, oats())
	show("day", org.Facts{Day: &org.Daily{
		Ended: []org.ProjectLine{{ID: "p1", Title: "One", State: org.ProjectPartial}}, Open: []org.ProjectLine{{ID: "p2", Title: "Two", State: org.ProjectPaused}},
		Questions: []string{"e4 Two"}, Held: []org.Hold{org.HoldBudget, org.HoldBudget | org.HoldUnreviewed}, Noticed: []string{"p2: slower than usual"},
		Cost: org.CostLine{Cost: 123 * org.Dollar / 100, Calls: 40, Unknown: 1},
	}}, oats())
	show("late, changed", org.Facts{Late: &org.LateFacts{Begun: true, Made: made, Told: made}}, oats())
	show("late, deleted", org.Facts{Late: &org.LateFacts{Deleted: true, Begun: true, Made: made, Told: made}}, oats())
	for _, kind := range []org.EventKind{org.EventProjectPaused, org.EventProjectResumed, org.EventProjectCancelled} {
		fmt.Fprintf(&b, "=== %s\n%s\n", kind, messages.Changed(cancelled, kind))
	}
	_, text, _ := messages.Unreviewed(oats(), "s1")
	fmt.Fprintf(&b, "=== unreviewed\n%s\n=== card\n%s\n=== card moved\n%s\n", text, messages.Card(oats()).Text, messages.CardMoved(cancelled))
	path := filepath.Join("testdata", "project.golden")
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // the switch of golden tests
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Errorf("messages about projects (-want +got):\n%s", d)
	}
}
