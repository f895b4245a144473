package messages_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// chatMessages are what Frasier says in a conversation beside the chief's own
// words, with what each depends on.
func chatMessages() []string {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	bread := org.Project{ID: "p3", Title: "Bread prices", State: org.ProjectActive}
	held := org.Project{ID: "p4", Title: "Oats", State: org.ProjectPaused}
	words, label := org.Option{ID: "a", Label: "Answer", Ask: "What?"}, org.Option{ID: "b", Label: "Leave it out"}
	plan := &org.Roadmap{Items: []org.Item{{Key: "i1"}, {Key: "i2"}, {Key: "i3", Done: true}}, Notes: []string{"I read \"after: B\" as \"needs B\"."}}
	two := []org.Phase{{Label: "A"}, {Label: "B"}}
	return []string{
		messages.ChatLoop, messages.ChatNothingRead, messages.ChatNeedsList, messages.ChatNotStarted, messages.ChatGarbled, messages.ChatUnreachable,
		messages.ChatInvisible(1), messages.ChatInvisible(4),
		messages.ChatRulesKept([]string{"Always quote prices in euros.", "No calls before nine."}),
		messages.ChatMuted(true), messages.ChatMuted(false),
		messages.ChatFile(org.Attachment{Name: "plan.md", Text: "# Plan"}, 1, 0),
		messages.ChatFile(org.Attachment{Name: "plan.md", Text: "# Plan\n- a\n", Note: "I removed 2 invisible characters from plan.md.", Before: at, Started: "p3"}, 1, 1),
		messages.ChatFile(org.Attachment{Name: "logo.png", Note: "logo.png is a PNG; I kept it but cannot read it yet.", Before: at}, 0, 0),
		messages.ChatSameFile(org.Attachment{Name: "plan.md", Started: "p3"}, "Bread prices"), messages.ChatSameFile(org.Attachment{Name: "plan.md", Started: "p3"}, ""),
		messages.ChatNoProject("p77", []org.Project{bread, held}), messages.ChatNoProject("", []org.Project{bread}), messages.ChatNoProject("p77", nil),
		messages.ChatPassedOn(bread), messages.ChatPassedOn(held), messages.ChatChangeFirst(bread), messages.ChatResumeFirst(held), messages.ChatResumeFirst(org.Project{}),
		messages.ChatUnsure(org.Decision{Options: []org.Option{words, label}}), messages.ChatUnsure(org.Decision{Options: []org.Option{label}}), messages.ChatUnsure(org.Decision{}),
		messages.ChatNoDecision("e4"), messages.ChatNoDecision(""),
		messages.ChatReadLabel("Bread prices"), messages.ChatReadLabel("What the bakeries of the old town charge for rye and seeded loaves"),
		messages.ChatCited("p3", "Bread prices", at),
		messages.ChatHold(org.Classification{Question: true, Title: "Spain"}, "", false), messages.ChatHold(org.Classification{Question: true}, "", false),
		messages.ChatHold(org.Classification{Ask: "Shop or office?"}, "", false), messages.ChatHold(org.Classification{}, "Spain", false),
		messages.ChatHold(org.Classification{}, "", false), messages.ChatHold(org.Classification{}, "Spain", true),
		messages.ChatStarted("", &org.NewProject{Title: "Bread prices", Roadmap: plan, Phases: two}),
		messages.ChatStarted("On it.", &org.NewProject{Title: "Bread prices", Phases: two}), messages.ChatStarted("", &org.NewProject{Title: "Bread prices", Phases: two}),
		messages.ChatStarted("On it, one table.", &org.NewProject{Title: "Bread prices", Single: true}), messages.ChatStarted("", &org.NewProject{Title: "Bread prices", Single: true}),
		messages.ChatStarted("", &org.NewProject{Title: "Bread prices", Single: true, Offline: true, Gates: org.GatesIn("gate: after planning")}),
	}
}

// Read the file aloud before it is written anew (UPDATE_GOLDEN=1).
func TestChatGolden(t *testing.T) {
	got := strings.Join(chatMessages(), "\n\n--\n\n") + "\n"
	path := filepath.Join("testdata", "converse.golden")
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // the switch of golden tests
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("messages differ from %s (-want +got):\n%s", path, d)
	}
}
