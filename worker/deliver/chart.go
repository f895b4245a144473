package deliver

import (
	"image/color"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/internal/quote"
)

// Bounds of what a bar chart shows better than its table does.
const (
	barsAtLeast  = 3
	barsAtMost   = 12
	labelAtMost  = 40  // characters
	spreadAtMost = 500 // the longest bar over the shortest; beyond that the short ones vanish
)

// chart is a table's first column of figures as bars. Each figure stands in
// the table too, and the sources are the table's own: a chart adds nothing.
type chart struct {
	title  string // what the bars are
	bars   []bar  // in the table's order
	color  color.RGBA
	source []string // the numbers of the document's sources; never empty
}

// bar is one row: its first cell and its figure, as printed and as a number.
type bar struct {
	label, figure string
	value         float64
}

// chartOf makes a chart of a table, when the table has three to twelve rows, a
// column of figures of one kind that is no date, and at least one source.
// Tables that a chart would show badly have none.
func chartOf(n *tables.Table, src []byte) (chart, bool) {
	rows := cells(n, src)
	if len(rows) < 1+barsAtLeast || len(rows) > 1+barsAtMost {
		return chart{}, false
	}
	source := sourcesIn(n)
	if len(source) == 0 {
		return chart{}, false
	}
	for column := 1; column < len(rows[0]); column++ {
		bars, ok := barsOf(rows[1:], column)
		if !ok {
			continue
		}
		title := rows[0][column]
		if rows[0][0] != "" && title != "" {
			title += " by " + strings.ToLower(rows[0][0][:1]) + rows[0][0][1:]
		}
		return chart{title: title, bars: bars, source: source}, title != ""
	}
	return chart{}, false
}

// cells returns the plain text of a table, header first, without markers.
func cells(n *tables.Table, src []byte) [][]string {
	var rows [][]string
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var out []string
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			out = append(out, strings.Join(strings.Fields(plain(c, src)), " "))
		}
		rows = append(rows, out)
	}
	return rows
}

// plain is the text in a node without links to sources.
func plain(n ast.Node, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.Write(c.Segment.Value(src))
		case *ast.String:
			b.Write(c.Value)
		case *ast.Link:
			if !sourceLink.Match(c.Destination) {
				b.WriteString(plain(c, src))
			}
		default:
			b.WriteString(plain(c, src))
		}
	}
	return b.String()
}

var sourceLink = regexp.MustCompile(`^#source-(\d+)$`)

// sourcesIn lists the sources that a table's cells link to, in order.
func sourcesIn(n ast.Node) []string {
	var found []int
	walk(n, func(c ast.Node) {
		l, ok := c.(*ast.Link)
		if !ok {
			return
		}
		if m := sourceLink.FindSubmatch(l.Destination); m != nil {
			if k, err := strconv.Atoi(string(m[1])); err == nil && !slices.Contains(found, k) {
				found = append(found, k)
			}
		}
	})
	slices.Sort(found)
	var out []string
	for _, k := range found {
		out = append(out, strconv.Itoa(k))
	}
	return out
}

// barsOf reads one column: every row must have a name and exactly one figure
// there, all of one unit, none negative, and not all alike.
func barsOf(rows [][]string, column int) ([]bar, bool) {
	var out []bar
	unit, least, most := "", math.Inf(1), 0.0
	for i, r := range rows {
		if len(r) <= column || r[0] == "" || utf8.RuneCountInString(r[0]) > labelAtMost {
			return nil, false
		}
		found := quote.Numbers(r[column])
		if len(found) != 1 || found[0].Unit == "date" || found[0].Value < 0 || math.IsInf(found[0].Value, 0) || wordy(r[column], found[0]) {
			return nil, false
		}
		if i == 0 {
			unit = found[0].Unit
		}
		if found[0].Unit != unit {
			return nil, false
		}
		least, most = min(least, found[0].Value), max(most, found[0].Value)
		out = append(out, bar{label: r[0], figure: r[column], value: found[0].Value})
	}
	years := unit == "" && least >= 1900 && most <= 2100
	return out, !years && most > least && (least == 0 || most/least <= spreadAtMost)
}

// wordy reports whether a cell says more than its figure and a short unit.
func wordy(cell string, n quote.Number) bool {
	rest := strings.TrimSpace(strings.Replace(cell, n.Text, "", 1))
	return utf8.RuneCountInString(rest) > 16
}

// caption is the line under a chart.
func (c chart) caption(number int) string {
	word := "Source"
	if len(c.source) > 1 {
		word = "Sources"
	}
	return "Figure " + strconv.Itoa(number) + ". " + c.title + ". " + word + ": [" + strings.Join(c.source, "], [") + "]."
}
