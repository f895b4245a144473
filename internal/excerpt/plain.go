package excerpt

import (
	"regexp"
	"slices"
	"strings"
)

var (
	citation = regexp.MustCompile(` ?\[\\\[\w+\\\]\]\(#[^)]*\)|\[\^\w+\]|<a id="[^"]*"></a>`)
	link     = regexp.MustCompile(`\[([^\]]+)\]\([^)]+\)`)
)

// Plain returns the text of a delivered document without what only the document can use: anchors,
// citations, footnotes, pictures, what was asked for, and the list of sources at its end.
// Headings, lists and tables stay; of a table a column in which only citations stood goes.
func Plain(markdown string) string {
	return removeEmptyColumns(stripMarks(markdown))
}

func stripMarks(markdown string) string {
	var out []string
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, " \n")
		switch {
		case strings.HasPrefix(line, "## Sources"):
			return strings.TrimSpace(strings.Join(out, "\n"))
		case strings.HasPrefix(line, "![") || strings.HasPrefix(line, "[^") || strings.HasPrefix(line, "*Asked for:"):
			continue
		}
		line = link.ReplaceAllString(citation.ReplaceAllString(line, ""), "$1")
		if line == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out = append(out, line)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// Columns of tables that have a heading and nothing below it are left out.
func removeEmptyColumns(text string) string {
	lines := strings.Split(text, "\n")
	var out []string
	for at := 0; at < len(lines); {
		end := at
		for end < len(lines) && strings.HasPrefix(lines[end], "|") {
			end++
		}
		if end == at {
			out = append(out, lines[at])
			at++
			continue
		}
		out = append(out, removeEmptyIn(lines[at:end])...)
		at = end
	}
	return strings.Join(out, "\n")
}

// A table that has no row below its heading, or rows of different lengths, stays as it is.
func removeEmptyIn(table []string) []string {
	const head = 2 // the heading and the line below it
	rows := make([][]string, 0, len(table))
	for _, line := range table {
		rows = append(rows, splitCells(line))
		if len(rows[len(rows)-1]) != len(rows[0]) {
			return table
		}
	}
	if len(rows) <= head {
		return table
	}
	keep := make([]bool, len(rows[0]))
	for _, row := range rows[head:] {
		for i, c := range row {
			keep[i] = keep[i] || c != ""
		}
	}
	if !slices.Contains(keep, false) || !slices.Contains(keep, true) {
		return table
	}
	out := make([]string, 0, len(table))
	for _, row := range rows {
		line := "|"
		for i, c := range row {
			if keep[i] {
				line += " " + c + " |"
			}
		}
		out = append(out, line)
	}
	return out
}

// splitCells knows that a bar within a cell has a backslash before it.
func splitCells(line string) []string {
	const bar = "\x00"
	line = strings.ReplaceAll(line, `\|`, bar)
	line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
	all := strings.Split(line, "|")
	for i, c := range all {
		all[i] = strings.ReplaceAll(strings.TrimSpace(c), bar, `\|`)
	}
	return all
}
