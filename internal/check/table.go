package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// The lines of docs/performance.md between which the table stands.
const (
	above = "<!-- proof: written by make proof -->\n"
	below = "<!-- end of proof -->\n"
)

// row is a line of the table.
type row struct {
	what, figure, commit string
	seed                 uint64
	took                 time.Duration
}

// publish writes the table into a page, in the place of the one before.
func publish(path string, rows []row) error {
	raw, err := os.ReadFile(path) //nolint:gosec // a page of ours
	if err != nil {
		return err
	}
	page, err := place(string(raw), table(rows))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(page), 0o644) //nolint:gosec // everybody may read the page
}

// table renders rows in Markdown.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| what | figure | seed | seconds | commit |\n|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %s |\n", r.what, strings.ReplaceAll(r.figure, "|", "\\|"), r.seed, int(r.took.Seconds()), r.commit)
	}
	return b.String()
}

// place puts a text between the two lines of a page.
func place(page, text string) (string, error) {
	before, rest, found := strings.Cut(page, above)
	_, after, closed := strings.Cut(rest, below)
	if !found || !closed {
		return "", fmt.Errorf("no lines %q and %q", strings.TrimSpace(above), strings.TrimSpace(below))
	}
	return before + above + text + below + after, nil
}
