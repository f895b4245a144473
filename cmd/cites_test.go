package cmd_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// elsewhere finds references to documents that a reader of the repository does
// not have: numbered requirements and paragraphs of notes.
var elsewhere = regexp.MustCompile(`\b[BFMPRWX]-\d{1,3}\b|\b[a-z]+\.md,? \d|\b(?:design|study|section)(?:,|'s)? \d`)

// What a comment says stands in it, and needs no document that is not here.
func TestCommentsCiteNothingElsewhere(t *testing.T) {
	list, err := exec.CommandContext(t.Context(), "git", "-C", "..", "ls-files", "*.go", "*.sql", "*.sh", "*.txtar", "Makefile").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(list))
	if len(files) < 500 {
		t.Fatalf("only %d files are looked at", len(files))
	}
	comment := regexp.MustCompile(`(?:^|\s)(?://|--|#) (.*)`)
	for _, path := range files {
		if path == "cmd/cites_test.go" {
			continue
		}
		raw, err := os.ReadFile("../" + path)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(raw), "\n") {
			if c := comment.FindStringSubmatch(line); c != nil && elsewhere.MatchString(c[1]) {
				t.Errorf("%s:%d cites %q, which nobody can look up", path, i+1, elsewhere.FindString(c[1]))
			}
		}
	}
}
