package messages_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// A table is as large as its columns and rows; of anything else the words are counted.
func TestATableIsMeasuredInRows(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"prices.csv", "name,price\noats,212\n", "(2 columns, 1 row)"},
		{"prices.csv", "name,price\n\"oats, rolled\",\"2\n1\"\nrye,3\n", "(2 columns, 2 rows)"},
		{"prices.csv", "just words\n", "(2 words)"},
		{"notes.md", "name,price\noats,212\n", "(2 words)"},
		{"till.xlsx", "## Sheet 1\n\n| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | x \\| y |\n| 4 | 5 | 6 |\n", "(3 columns, 2 rows)"},
		{"till.xlsx", "## One\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## Two\n\n| a |\n|---|\n| 1 |\n| 2 |\n", "(2 tables, 3 rows in all)"},
		{"plan.md", "# Plan\n\nFirst words.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", "words)"},
	} {
		got := messages.ChatFile(org.Attachment{Name: c.name, Text: c.text})
		if !strings.Contains(got, c.want) {
			t.Errorf("%s %q: got %q, want %q in it", c.name, c.text, got, c.want)
		}
	}
}
