package coding_test

import (
	"os"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Each change is judged by the kind that it is, whatever it was called.
func TestKindsOfChanges(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/kinds.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		word := strings.Fields(line)
		if word[0] == "#" {
			continue
		}
		n++
		var files []coding.FileChange
		for _, name := range word[2:] {
			files = append(files, coding.FileChange{Path: name, OldMode: "100644", NewMode: "100644"})
		}
		named := coding.Sourced[coding.ChangeKind]{Value: coding.ChangeKind(word[0]), From: coding.FromOrder}
		if got := coding.DecideKind(named, files); string(got) != word[1] {
			t.Errorf("%s: %s", strings.TrimSpace(line), got)
		}
	}
	if n < 60 {
		t.Errorf("%d changes, want 60", n)
	}
}
