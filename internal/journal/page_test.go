package journal_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The page for operators lists each kind of event as the package does.
func TestPageListsEveryKind(t *testing.T) {
	code, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/log.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^//\t([a-z_]+) +(\w+) +(\(?\w+\)?) +([A-Z_]+)$`).FindAllStringSubmatch(string(code), -1)
	if len(rows) < 50 {
		t.Fatalf("%d kinds in doc.go, want all", len(rows))
	}
	for _, r := range rows {
		if line := fmt.Sprintf("\n| %s | %s | %s | %s |\n", r[1], r[2], r[3], r[4]); !strings.Contains(string(page), line) {
			t.Errorf("docs/log.md has no line %q", strings.TrimSpace(line))
		}
	}
}
