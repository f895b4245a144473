package discord

import (
	"regexp"
	"strings"

	"golang.org/x/text/width"
)

// A table may take as many columns of letters as the narrow screen of a phone shows of a code
// block without breaking its lines.
const tableMost = 56

// rewriteTables rewrites the tables of a text, which Discord shows as bars: to an
// aligned block where that is narrow enough, else to a list with an item a row.
// What stands in a code block stays as it is.
func rewriteTables(text string) string {
	if !strings.Contains(text, "|") {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	var out strings.Builder
	var inside fenceState
	for i := 0; i < len(lines); {
		if rows, n := tableAt(lines[i:]); inside.ticks == "" && n > 0 {
			end := ""
			if strings.HasSuffix(lines[i+n-1], "\n") {
				end = "\n"
			}
			out.WriteString(tableText(rows) + end)
			i += n
			continue
		}
		inside = inside.readOn(lines[i])
		out.WriteString(lines[i])
		i++
	}
	return out.String()
}

func tableRule() *regexp.Regexp {
	return regexp.MustCompile(`^\s{0,3}\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$`)
}

// tableAt returns the rows of a table with which lines begin, the head first, and
// of how many lines it is; 0 for none.
func tableAt(lines []string) (rows [][]string, n int) {
	if len(lines) < 2 || !strings.Contains(lines[0], "|") || !strings.Contains(lines[1], "|") || !tableRule().MatchString(lines[1]) {
		return nil, 0
	}
	head := splitRow(lines[0])
	if len(head) == 0 || len(head) != len(splitRow(lines[1])) {
		return nil, 0
	}
	rows = append(rows, head)
	for n = 2; n < len(lines) && strings.Contains(lines[n], "|") && strings.TrimSpace(lines[n]) != ""; n++ {
		row := splitRow(lines[n])
		for len(row) < len(head) {
			row = append(row, "")
		}
		rows = append(rows, row[:len(head)])
	}
	return rows, n
}

// splitRow returns those of a row: bars separate them, but for those behind a backslash
// and in code.
func splitRow(line string) []string {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(line, "|")
	var out []string
	var cell strings.Builder
	code := false
	for i, r := range line {
		switch {
		case r == '`':
			code = !code
		case r == '|' && !code && i > 0 && line[i-1] == '\\':
			kept := strings.TrimSuffix(cell.String(), `\`)
			cell.Reset()
			cell.WriteString(kept)
		case r == '|' && (!code || !strings.Contains(line[i:], "`")):
			out = append(out, strings.TrimSpace(cell.String()))
			cell.Reset()
			continue
		}
		cell.WriteRune(r)
	}
	if rest := strings.TrimSpace(cell.String()); rest != "" || !strings.HasSuffix(line, "|") {
		out = append(out, rest)
	}
	return out
}

// tableText is a table as Discord can show it.
func tableText(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	sum := 2 * (len(widths) - 1)
	plain := make([][]string, len(rows))
	linkless := true
	for i, row := range rows {
		for c, text := range row {
			linkless = linkless && !strings.Contains(text, "://")
			text = stripMarks(text)
			plain[i] = append(plain[i], text)
			widths[c] = max(widths[c], countColumns(text))
		}
	}
	for _, w := range widths {
		sum += w
	}
	if sum > tableMost || !linkless {
		return tableList(rows)
	}
	var b strings.Builder
	b.WriteString("```\n")
	for i, row := range plain {
		line := ""
		for c, text := range row {
			line += text + strings.Repeat(" ", widths[c]-countColumns(text)+2)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
		if i == 0 {
			for c, w := range widths {
				b.WriteString(strings.Repeat("-", max(w, 1)))
				if c < len(widths)-1 {
					b.WriteString("  ")
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String() + "```"
}

// tableList is a table as a list: what a row is about, then its other cells
// with the heads of their columns.
func tableList(rows [][]string) string {
	head := rows[0]
	var items []string
	for _, row := range rows[1:] {
		item := "- "
		if row[0] != "" {
			item += "**" + stripMarks(row[0]) + "**"
		}
		var said []string
		for c := 1; c < len(row); c++ {
			switch {
			case row[c] == "":
			case head[c] == "":
				said = append(said, row[c])
			default:
				said = append(said, stripMarks(head[c])+": "+row[c])
			}
		}
		if len(said) > 0 && row[0] != "" {
			item += ": "
		}
		items = append(items, item+strings.Join(said, "; "))
	}
	if len(items) == 0 { // a head alone
		return "- " + strings.Join(head, "; ")
	}
	return strings.Join(items, "\n")
}

// stripMarks returns a cell without marks that a code block would show.
func stripMarks(cell string) string {
	return strings.NewReplacer("**", "", "__", "", "`", "", `\|`, "|").Replace(cell)
}

// countColumns returns how many columns of letters a text takes: two for each sign of
// Chinese, Japanese and Korean and for emoji, none for what joins the sign before.
func countColumns(text string) int {
	n := 0
	for _, r := range text {
		switch {
		case isJoining(r):
		case r >= 0x1F300 && r <= 0x1FAFF:
			n += 2
		default:
			switch width.LookupRune(r).Kind() { //nolint:exhaustive // all others are one wide
			case width.EastAsianWide, width.EastAsianFullwidth:
				n += 2
			default:
				n++
			}
		}
	}
	return n
}
