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

// publish writes the rows into a page's table. A stage that was not run this
// time keeps the row of the time before, which names its commit; stages lists
// all there are, in order.
func publish(path string, rows []row, stages []string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	page, err := place(string(raw), merged(string(raw), rows, stages))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(page), 0o644)
}

// merged renders the table of a page with the rows in it, in the order of the
// stages. Those that have none are named below it.
func merged(page string, rows []row, stages []string) string {
	lines := map[string]string{}
	_, rest, _ := strings.Cut(page, above)
	old, _, _ := strings.Cut(rest, below)
	for line := range strings.Lines(old) {
		if cells := strings.Split(line, "|"); len(cells) > 1 {
			lines[strings.TrimSpace(cells[1])] = line
		}
	}
	for _, r := range rows {
		lines[r.what] = fmt.Sprintf("| %s | %s | %d | %d | %s |\n", r.what, strings.ReplaceAll(r.figure, "|", "\\|"), r.seed, int(r.took.Seconds()), r.commit)
	}
	var b strings.Builder
	b.WriteString("| what | figure | seed | seconds | commit |\n|---|---|---|---|---|\n")
	var missing []string
	for _, s := range stages {
		if lines[s] == "" {
			missing = append(missing, s)
		}
		b.WriteString(lines[s])
	}
	if len(missing) > 0 {
		fmt.Fprintf(&b, "\nNot run whole since this table is kept: %s.\n", strings.Join(missing, ", "))
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
