package document

import (
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// A phone shows so many columns of fixed width without wrapping.
const tableWidth = 60

var (
	anchorLine = lazyregexp.New(`^<a id="[^"]*"></a>$`)
	sourceMark = lazyregexp.New(`\[\\?\[(\d+[a-z]*)\\?\]\]\(#source-\d+[a-z]*\)`)
	noteMark   = lazyregexp.New(`^\[\^\d+\]: .*|\[\^\d+\]`)
	innerLink  = lazyregexp.New(`\[([^\]]*)\]\(#[^)]*\)`)
	tableRule  = lazyregexp.New(`^\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?$`)
	backslash  = lazyregexp.New("\\\\([\\[\\]\\\\`*_{}()#+.!|-])")
)

// FitPhone rewrites a document's Markdown for a chat: anchors go, links within
// the document become their words, sources stand as [3a], arithmetic is left
// to the files, and tables, which a
// chat does not know, become columns where they are narrow enough and lists of
// "name: value" where they are not.
func FitPhone(markdown string) string {
	var out, table []string
	fenced := false
	flush := func() {
		if len(table) > 0 {
			out = append(out, narrow(table)...)
			table = nil
		}
	}
	for line := range strings.SplitSeq(markdown, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if fenced {
			flush()
			out = append(out, line)
			continue
		}
		if anchorLine.MatchString(strings.TrimSpace(line)) {
			continue
		}
		line = sourceMark.ReplaceAllString(line, "[$1]")
		if bare := noteMark.ReplaceAllString(line, ""); bare != line {
			if line = bare; line == "" { // the sum itself stands in the files
				continue
			}
		}
		line = innerLink.ReplaceAllString(line, "$1")
		if strings.HasPrefix(strings.TrimSpace(line), "|") {
			table = append(table, strings.TrimSpace(line))
			continue
		}
		flush()
		out = append(out, line)
	}
	flush()
	return strings.Join(out, "\n")
}

// narrow renders the lines of one table.
func narrow(lines []string) []string {
	if len(lines) < 2 || !tableRule.MatchString(lines[1]) {
		return lines
	}
	var rows [][]string
	var widths []int
	for i, l := range lines {
		if i == 1 {
			continue
		}
		row := tableCells(l)
		for k, c := range row {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], utf8.RuneCountInString(c))
		}
		rows = append(rows, row)
	}
	total := 0
	for _, w := range widths {
		total += w + 2
	}
	if total-2 <= tableWidth {
		return columns(rows, widths)
	}
	return listed(rows)
}

// tableCells splits one row at the bars that are no part of a cell.
func tableCells(line string) []string {
	const bar = "\x00"
	line = strings.ReplaceAll(line, `\|`, bar)
	var out []string
	for c := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
		out = append(out, strings.ReplaceAll(strings.TrimSpace(c), bar, "|"))
	}
	return out
}

// columns is a table in a fence, where backslashes would be seen.
func columns(rows [][]string, widths []int) []string {
	out := []string{"```"}
	for _, r := range rows {
		var b strings.Builder
		for i, c := range r {
			c = strings.ReplaceAll(backslash.ReplaceAllString(c, "$1"), "```", "'''")
			b.WriteString(c)
			if i < len(r)-1 {
				b.WriteString(strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(c))+2))
			}
		}
		out = append(out, b.String())
	}
	return append(out, "```")
}

// listed is a table as lines: the first cell, then the others by their names.
func listed(rows [][]string) []string {
	var out []string
	for _, r := range rows[1:] {
		var parts []string
		for i, c := range r {
			switch {
			case c == "":
			case i == 0:
				parts = append(parts, "**"+c+"**")
			case i < len(rows[0]) && rows[0][i] != "":
				parts = append(parts, rows[0][i]+": "+c)
			default:
				parts = append(parts, c)
			}
		}
		out = append(out, "- "+strings.Join(parts, "; "))
	}
	return out
}
