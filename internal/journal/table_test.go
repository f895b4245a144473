package journal_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/org"
)

// Each kind of event has its row, what is written is what it says, each can be asked for, and the page for operators lists it; UPDATE_GOLDEN=1 writes that list.
func TestEveryKindHasItsRow(t *testing.T) {
	kinds, err := os.ReadFile("../org/event.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/log.md")
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // the switch of golden tests
		page = rewriteTable(t, kinds, page)
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

// rewriteTable writes the page's list of kinds, in the order in which they are declared.
func rewriteTable(t *testing.T, kinds, page []byte) []byte {
	t.Helper()
	table := "| kind | cmd | phase | event |\n|---|---|---|---|\n"
	for _, m := range regexp.MustCompile(`EventKind = "(\w+)"`).FindAllStringSubmatch(string(kinds), -1) {
		row := org.EventKind(m[1]).Label()
		table += fmt.Sprintf("| %s | %s | %s | %s |\n", m[1], row.Cmd, row.Phase, row.Event)
	}
	at := regexp.MustCompile(`\| kind \| cmd \|.*\n(\|.*\n)+`).FindIndex(page)
	if at == nil {
		t.Fatal("docs/log.md has no list of kinds")
	}
	out := slices.Concat(page[:at[0]], []byte(table), page[at[1]:])
	if err := os.WriteFile("../../docs/log.md", out, 0o600); err != nil {
		t.Fatal(err)
	}
	return out
}
