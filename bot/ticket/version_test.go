package ticket_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/ticket"
	"github.com/frasier-cos/frasier/internal/org"
)

// A new version says what it changed, in five lines at most; a first one says
// nothing of it.
func TestANewVersionSaysWhatChanged(t *testing.T) {
	body := func(before, after string) string {
		v := finished(org.ProjectCompleted)
		v.Before, v.Deliverable.Markdown = before, after
		return ticket.Messages(v, event(90, org.EventProjectCompleted, "", nil))[0].Body
	}
	const old = "# Oats\n\nBought well.\n\n## Prices\n\n<a id=\"s1\"></a>\n\nIt was 212.\n\nIt rose.\n\n## Risks\n\nRain.\n\n## About this document\n\n- 4 calls\n"
	got := body(old, "# Oats\n\nBought well.\n\n## Prices\n\n<a id=\"s9\"></a>\n\nIt was 214.\n\nIt rose.\n\nIt fell.\n\n## Lisbon\n\nNone.\n\n## About this document\n\n- 9 calls\n")
	want := "What changed:\n- “Prices”: 1 line changed and 1 line added\n- “Lisbon” is new: 1 line\n- “Risks” is gone: 1 line\n"
	if !strings.Contains(got, want) {
		t.Errorf("a new version says %q, want %q in it", got, want)
	}
	if got := body(old, strings.Replace(old, "4 calls", "9 calls", 1)); !strings.Contains(got, "Nothing changed: ") {
		t.Errorf("the same again says %q", got)
	}
	if got := body("", old); strings.Contains(got, "What changed") {
		t.Errorf("a first version says %q", got)
	}
	for n, last := range map[int]string{5: "“Part 5” is new: 1 line", 6: "and 2 more sections", 30: "and 26 more sections"} {
		more := old
		for i := range n {
			more += fmt.Sprintf("\n## Part %d\n\ntext\n", i+1)
		}
		_, list, _ := strings.Cut(body(old, more), "What changed:\n")
		list, _, _ = strings.Cut(list, "\n\n")
		if lines := strings.Split(strings.TrimSpace(list), "\n"); len(lines) != 5 || lines[4] != "- "+last {
			t.Errorf("%d new sections: %q, want five lines that end in %q", n, lines, last)
		}
	}
}
