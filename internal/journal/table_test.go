package journal_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/org"
)

// TestEveryKindIsInTheTable: what the log's documentation says of each kind of
// event is what is written, and each can be asked for.
func TestEveryKindIsInTheTable(t *testing.T) {
	kinds, err := os.ReadFile("../org/event.go")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string][]string{}
	for line := range strings.Lines(string(doc)) {
		if words := strings.Fields(strings.TrimPrefix(line, "//")); len(words) == 4 {
			table[words[0]] = words[1:]
		}
	}
	all := regexp.MustCompile(`EventKind = "(\w+)"`).FindAllStringSubmatch(string(kinds), -1)
	if len(all) < 60 {
		t.Fatalf("%d kinds of events: does the pattern still fit?", len(all))
	}
	for _, m := range all {
		got := journal.EntryOf(org.Event{Kind: org.EventKind(m[1])})
		if row := table[m[1]]; row == nil || row[0] != got.Cmd || row[2] != got.Event || row[1] != got.Phase && row[1][0] != '(' {
			t.Errorf("%s is written as %s %s %s; the table says %v", m[1], got.Cmd, got.Phase, got.Event, row)
		}
		if _, err := journal.ParseFilter([]string{got.Cmd}); err != nil {
			t.Errorf("nobody can ask for %s: %v", m[1], err)
		}
	}
}
