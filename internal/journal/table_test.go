package journal_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/org"
)

// Each kind of event has its row, what is written is what it says, each can be asked for, and the page for operators lists it.
func TestEveryKindHasItsRow(t *testing.T) {
	kinds, err := os.ReadFile("../org/event.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/log.md")
	if err != nil {
		t.Fatal(err)
	}
	all := regexp.MustCompile(`EventKind = "(\w+)"`).FindAllStringSubmatch(string(kinds), -1)
	if len(all) < 60 {
		t.Fatalf("%d kinds of events: does the pattern still fit?", len(all))
	}
	for _, m := range all {
		row := org.EventKind(m[1]).Label()
		if row == (org.LogLabel{}) {
			t.Errorf("%s has no row in logLabels", m[1])
			continue
		}
		got := journal.EntryOf(org.Event{Kind: org.EventKind(m[1])})
		if row.Cmd != got.Cmd || row.Event != got.Event || strings.Trim(row.Phase, "()") != got.Phase {
			t.Errorf("%s is written as %s %s %s; its row says %v", m[1], got.Cmd, got.Phase, got.Event, row)
		}
		if _, err := journal.ParseFilter([]string{got.Cmd}); err != nil {
			t.Errorf("nobody can ask for %s: %v", m[1], err)
		}
		if line := fmt.Sprintf("\n| %s | %s | %s | %s |\n", m[1], row.Cmd, row.Phase, row.Event); !strings.Contains(string(page), line) {
			t.Errorf("docs/log.md has no line %q", strings.TrimSpace(line))
		}
	}
}
