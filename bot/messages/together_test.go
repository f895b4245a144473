package messages_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// asks is a project that waits for n answers, asked in one message.
func asks(n int, title string) reports.Ticket {
	t := oats()
	t.Steps, t.Rejections, t.Drafts = nil, map[org.StepID][]work.Rejection{}, map[org.StepID]string{}
	for i := range n {
		s := org.Step{ID: org.StepID(fmt.Sprint("s", i+1)), Mission: "n1", Title: fmt.Sprintf(title, i+1), Kind: org.KindResearch, State: org.StepFailed}
		d := org.Decision{
			ID: fmt.Sprint("e", i+4), Project: "p3", Step: s.ID, Kind: org.DecideStrikes, Safe: question.StrikesSafe, At: t.Now.Add(time.Duration(i) * time.Second),
			Options: question.StrikeOptions(s, question.Effort{Cost: org.Dollar / 10, Known: true, Time: 4 * time.Minute}),
		}
		if i > 0 {
			d.With = "e4"
		}
		t.Steps, t.Decisions = append(t.Steps, s), append(t.Decisions, d)
		t.Rejections[s.ID] = []work.Rejection{{Round: 1, Reviewer: "code", Feedback: []string{"no source says it"}}}
		t.Drafts[s.ID] = "# Draft"
	}
	return t
}

// together are messages with several decisions: of one kind, of several kinds, one of them
// made, and as many as there may be.
func together() (several, mixed, partly, most org.Reply) {
	t := asks(2, "Find the price of town %d")
	several, _ = messages.Question(t, "e5")
	t.Decisions[1].Answer, t.Decisions[1].By, t.Decisions[1].DecidedAt = "e", "Ana", t.Now
	partly, _ = messages.Decided(t, "e5")
	t = asks(2, "Find the price of town %d")
	d := &t.Decisions[1]
	d.Kind, d.Question, d.Safe, d.Options = org.DecideQuestion, "Which year counts?", question.HelpSafe, question.HelpOptions(t.Steps[1], question.Effort{})
	d.Blocks = []string{"Write the offer"}
	mixed, _ = messages.Question(t, "e5")
	t = asks(8, "Find the price of town %d")
	most, _ = messages.Question(t, "e11")
	return several, mixed, partly, most
}

// However much is asked, it is one message of Discord's, with a button for each decision.
func TestDecisionsFitIntoOneMessage(t *testing.T) {
	for _, n := range []int{2, 5, 6, 8} {
		for _, title := range []string{"Town %d", "Find how much the households of town %d pay for a liter of oat milk in 2026 " + strings.Repeat("and how that came to be, ", 10)} {
			for _, words := range []string{"", strings.Repeat("Which of the years that the sources name shall count for this? ", 20)} {
				tk := asks(n, title)
				for i := range tk.Decisions {
					d := &tk.Decisions[i]
					d.Blocks = []string{fmt.Sprintf(title, 20+i), fmt.Sprintf(title, 40+i)}
					if words != "" && i%2 == 0 {
						d.Kind, d.Question, d.Safe, d.Options = org.DecideQuestion, words, "", nil
					}
				}
				r, ok := messages.Question(tk, "e4")
				if units := len(utf16.Encode([]rune(r.Text))); !ok || units > 1900 {
					t.Errorf("%d decisions are %d UTF-16 units:\n%s", n, units, r.Text)
				}
				rows := 0
				asked := map[string]bool{}
				for i, b := range r.Card.Buttons {
					if b.Row || i == 0 {
						rows++
					}
					asked[strings.Fields(b.Command)[1]] = true
				}
				if len(asked) != n || rows > 5 || len(r.Card.Buttons) > 25 || r.Card.Menu != nil {
					t.Errorf("%d decisions have %d buttons for %d of them in %d rows", n, len(r.Card.Buttons), len(asked), rows)
				}
				if !strings.Contains(r.Text, fmt.Sprintf("**%d.**", n)) || r.Card.Slot != "decision:e4" {
					t.Errorf("in slot %s stands:\n%s", r.Card.Slot, r.Text)
				}
			}
		}
	}
}
