package inbox_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/inbox"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := slices.Concat(projectCommandExamples(), decisionExamples())
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func projectCommandExamples() []nountest.Example {
	return []nountest.Example{
		{Name: "CancelledByAnswer", Message: inbox.CancelledByAnswer("p1")},
	}
}

func decisionExamples() []nountest.Example {
	at := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	d := org.Decision{
		ID: "e4", Project: "p3", Kind: org.DecideStrikes, Safe: question.StrikesSafe, Question: "“Sum up” was sent back three times: the year is missing.", At: at, Blocks: []string{"Write the offer"},
		Options: question.StrikeOptions(org.Step{ID: "s2"}, question.Effort{Cost: org.Dollar / 10, Known: true, Time: 4 * time.Minute}),
	}
	open := org.Decision{ID: "e5", Project: "p3", Question: "Which year counts?", At: at}
	held := []reports.HeldUp{{Project: "p3", Title: "Oats", Planning: 1, Capped: 2, Unreviewed: 1}}
	weak := org.Decision{
		ID: "e6", Project: "p3", Safe: question.GuardSafe, At: at, Options: question.GuardOptions(org.Step{ID: "s2"}, true, "Leave the tests as they are."),
		Question: "\"Charge three\" changes how the code is checked: fee_test.go asserts less than before: 1 line instead of 2. Its checks pass. Nothing is merged unless you allow it.",
		Hunk:     "--- fee_test.go\n@@ -7,2 +7 @@\n-\tt.Error(2) // ```\n \tt.Error(1)\n",
	}
	answered := d
	answered.Answer, answered.Text, answered.By, answered.DecidedAt = "d", "ask the ministry", "Ana", at
	return []nountest.Example{
		{Name: "DecisionShown", Message: inbox.DecisionShown(d)},
		{Name: "DecisionShown: in words", Message: inbox.DecisionShown(open)},
		{Name: "DecisionShown: lines of a change", Message: inbox.DecisionShown(weak)},
		{Name: "Inbox: two questions", Message: inbox.Inbox([]org.Decision{d, open}, held, map[org.ProjectID]bool{d.Project: true}, 1)},
		{Name: "Inbox: on hold", Message: inbox.Inbox(nil, held, nil, 1)},
		{Name: "Inbox: nothing", Message: inbox.Inbox(nil, nil, nil, 1)},
		{Name: "InboxPages", Message: fmt.Sprint(inbox.Pages([]org.Decision{d, open}, held))},
		{Name: "DecisionDone", Message: inbox.DecisionDone(answered, wording.Redone("s2", "ask the ministry", nil))},
		{Name: "DecisionTold", Message: inbox.DecisionTold("only the coast")},
		{Name: "DecisionBefore", Message: inbox.DecisionBefore(answered)},
		{Name: "DecisionNotNow", Message: inbox.DecisionNotNow("e4", "its part of the project is being planned again")},
		{Name: "DecisionNeedsText", Message: inbox.DecisionNeedsText(d, d.Options[0])},
		{Name: "DecisionNoAnswer", Message: inbox.DecisionNoAnswer(open, "maybe")},
		{Name: "DecisionNotYesNo", Message: inbox.DecisionNotYesNo(open)},
		{Name: "DecisionWhich", Message: inbox.DecisionWhich(2, "approve", "e4")},
		{Name: "DecisionUnknown", Message: inbox.DecisionUnknown("e99")},
		{Name: "DecisionNone", Message: inbox.DecisionNone()},
	}
}
