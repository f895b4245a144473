package ticket_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/ticket"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// phases is the finished market with a phase before its own.
func phases() reports.Ticket {
	t := finished(org.ProjectCompleted)
	t.Project.Phases, t.Project.Phase = []org.Phase{{Label: "discovery"}, {Index: 1, Label: "the work"}}, 1
	t.Missions = append([]org.Mission{{ID: "n0", Project: "p3", Label: "discovery", State: org.MissionCompleted}}, t.Missions...)
	return t
}

func TestFinishedCardShowsNoPhaseAsRunning(t *testing.T) {
	_, said, _ := ticket.Card(phases(), reports.CardState{})
	if len(said) != 1 || strings.Contains(said[0].Body, "▸") || !strings.Contains(said[0].Body, "✓ the work") {
		t.Errorf("a finished card reads:\n%s", render(said))
	}
}

// What two phases rest on is said once.
func TestADoubtIsSaidOnce(t *testing.T) {
	tk := phases()
	tk.Notes["n0"] = work.PlanNotes{Risk: tk.Notes["n1"].Risk}
	tk.Deliverable.Markdown = "# Enter the Lisbon market\n" // which doubts nothing itself
	said := render(ticket.Messages(tk, event(90, org.EventProjectCompleted, "", nil)))
	if n := strings.Count(said, "It rests on this: rents stay where they are"); n != 1 {
		t.Errorf("the same risk is said %d times, want once:\n%s", n, said)
	}
}

// The founder reads which parts fell short, in points.
func TestResultSaysWhatFellShort(t *testing.T) {
	tk := finished(org.ProjectCompleted)
	tk.Deliverable.Markdown = "# Enter the Lisbon market\n" // which doubts nothing itself
	for i, got := range []org.Step{
		{Score: 3.9, Points: org.Points{Met: 8, Asked: 9}}, {Score: 4, Points: org.Points{Met: 9, Asked: 9}}, {Score: 3.5}, {Score: 4},
	} {
		tk.Steps[i].Score, tk.Steps[i].Points, tk.Steps[i].Scored = got.Score, got.Points, true
	}
	said := render(ticket.Messages(tk, event(90, org.EventProjectCompleted, "", nil)))
	for want, n := range map[string]int{
		"“Size of the market” got only 8 of 9 points.": 1, "“Rents in Chiado, Baixa and Alvalade, by square metre and…” didn't get all points.": 1,
		"- “Rivals and their prices”": 0, "- “Pricing plan”": 0, "of 5.": 0,
	} {
		if strings.Count(said, want) != n {
			t.Errorf("%q stands there %d times, want %d:\n%s", want, strings.Count(said, want), n, said)
		}
	}
}
