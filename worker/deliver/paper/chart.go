package paper

import (
	"cmp"
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/quote"
)

// Bounds of what a bar chart shows better than its table does.
const (
	barsAtLeast  = 3
	barsAtMost   = 12
	labelAtMost  = 40  // characters
	spreadAtMost = 500 // the longest bar over the shortest; beyond that the short ones vanish
)

// Chart is a table's column of figures as bars. Each figure stands in the
// document too, and the sources are the column's own: a chart adds nothing.
type Chart struct {
	title    string     // what the bars are
	bars     []chartBar // in the table's order, then our own
	color    color.RGBA
	language string   // of the document
	source   []string // the numbers of the document's sources; never empty
}

// chartBar is one row: its first cell and its figure, as printed and as a number.
type chartBar struct {
	label, figure string
	value         float64
	unit          string
	own           bool // a figure that the document decides
}

// ownFigure is a figure that the document decides, and the words of its column.
type ownFigure struct {
	chartBar
	head string
}

// Tables that show the same series get one chart, in the part that decides a figure of that kind
// when there is one, else where it stands first; the figures that the document decides stand in it
// beside the others.
func chooseCharts(parts []Reading, accent color.RGBA, language string) map[ast.Node]Chart {
	type candidate struct {
		table ast.Node
		part  int
		chart Chart
	}
	var found []candidate
	var ours []ownFigure
	deciding := map[int]bool{}
	for i, p := range parts {
		Walk(p.Root, func(n ast.Node) {
			t, ok := n.(*tables.Table)
			if !ok {
				return
			}
			if list := findDecided(Cells(t, p.Src)); len(list) > 0 {
				ours, deciding[i] = append(ours, list...), true
			}
			if c, ok := makeChart(t, p.Src, p.Title); ok {
				c.color, c.language = accent, language
				found = append(found, candidate{t, i, c})
			}
		})
	}
	out := map[ast.Node]Chart{}
	taken := map[string]ast.Node{}
	for _, c := range found {
		at, again := taken[c.chart.nameSeries()]
		if again && !deciding[c.part] {
			continue
		}
		if again {
			delete(out, at)
		}
		taken[c.chart.nameSeries()] = c.table
		out[c.table] = c.chart.addDecided(ours)
	}
	return out
}

// The name does not depend on what the column is called.
func (c Chart) nameSeries() string {
	var b strings.Builder
	for _, x := range c.bars {
		b.WriteString(strings.ToLower(x.label) + "\x00" + strconv.FormatFloat(x.value, 'g', -1, 64) + x.unit + "\x00")
	}
	return b.String()
}

var ownColumn = lazyregexp.New(`(?i)^(?:our|proposed|chosen|recommended)\s+(.+)$`)

// Such columns are called "Our price" or "Proposed price".
func findDecided(rows [][]string) []ownFigure {
	if len(rows) < 2 {
		return nil
	}
	var out []ownFigure
	for column := 1; column < len(rows[0]); column++ {
		m := ownColumn.FindStringSubmatch(rows[0][column])
		if m == nil {
			continue
		}
		for _, r := range rows[1:] {
			if len(r) <= column || r[0] == "" {
				continue
			}
			found := quote.Numbers(r[column])
			if len(found) == 1 && found[0].Value >= 0 && !isWordy(r[column], found[0]) {
				label := "Our " + strings.ToLower(r[0][:1]) + r[0][1:]
				out = append(out, ownFigure{chartBar{label, r[column], found[0].Value, found[0].Unit, true}, m[1]})
			}
		}
	}
	return out
}

// Only figures of the chart's unit whose column is named after the same thing are added.
func (c Chart) addDecided(ours []ownFigure) Chart {
	c.bars = slices.Clip(c.bars)
	named := " " + strings.ToLower(c.title) + " "
	for _, o := range ours {
		head := strings.Fields(strings.ToLower(o.head))
		same := o.unit == c.bars[0].unit && strings.Contains(named, " "+head[0]+" ")
		there := slices.ContainsFunc(c.bars, func(b chartBar) bool {
			return strings.EqualFold(b.label, o.label) || strings.EqualFold("our "+b.label, o.label)
		})
		if same && !there && len(c.bars) < barsAtMost {
			c.bars = append(c.bars, o.chartBar)
		}
	}
	return c
}

// A table gets a chart when it has three to twelve rows, a column of figures of one kind that is
// no date, and at least one source for them. Of several columns it shows the one that has figures
// of the part's title, which is what was found; where the title has none of any, no column is the
// one to show. Rows that add up the others are left out. Tables that a chart would show badly have
// none.
func makeChart(n *tables.Table, src []byte, finding string) (Chart, bool) {
	rows, nodes := Cells(n, src), listCells(n)
	if len(rows) == 0 {
		return Chart{}, false
	}
	for i := len(rows) - 1; i > 0; i-- {
		if len(rows[i]) > 0 && total.MatchString(rows[i][0]) {
			rows, nodes = slices.Delete(rows, i, i+1), slices.Delete(nodes, i, i+1)
		}
	}
	if len(rows) < 1+barsAtLeast || len(rows) > 1+barsAtMost {
		return Chart{}, false
	}
	said := quote.Numbers(finding)
	var best Chart
	most, columns := -1, 0
	for column := 1; column < len(rows[0]); column++ {
		bars, ok := readBars(rows[1:], column)
		if !ok {
			continue
		}
		columns++
		c := Chart{title: rows[0][column], bars: bars, source: listColumnSources(rows[1:], nodes[1:], column)}
		if len(c.source) == 0 || c.title == "" {
			continue
		}
		if rows[0][0] != "" {
			first, size := utf8.DecodeRuneInString(rows[0][0])
			c.title += " by " + string(unicode.ToLower(first)) + rows[0][0][size:]
		}
		if hits := c.countShown(said); hits > most {
			best, most = c, hits
		}
	}
	return best, most > 0 || most == 0 && (columns == 1 || len(said) == 0)
}

// total matches the name of a row that adds up the others.
var total = lazyregexp.New(`(?i)^(?:all|total|sum|together|overall|average|mean|median)\b`)

func (c Chart) countShown(said []quote.Number) int {
	hits := 0
	for _, b := range c.bars {
		for _, have := range quote.Numbers(b.figure) {
			if slices.ContainsFunc(said, func(n quote.Number) bool { return n.Matches(have) }) {
				hits++
			}
		}
	}
	return hits
}

// Cells that only cite speak for their rows.
func listColumnSources(rows [][]string, nodes [][]ast.Node, column int) []string {
	found := map[string]bool{}
	for i, r := range nodes {
		for k, cell := range r {
			if k == column || k < len(rows[i]) && rows[i][k] == "" {
				for _, s := range listSourceNumbers(cell) {
					found[s] = true
				}
			}
		}
	}
	out := slices.Collect(maps.Keys(found))
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	return out
}

func listCells(n *tables.Table) [][]ast.Node {
	var rows [][]ast.Node
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var out []ast.Node
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			out = append(out, c)
		}
		rows = append(rows, out)
	}
	return rows
}

// Cells returns the plain text of a table, header first, without markers.
func Cells(n *tables.Table, src []byte) [][]string {
	var rows [][]string
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var out []string
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			out = append(out, spaceBefore.ReplaceAllString(strings.Join(strings.Fields(Plain(c, src)), " "), "$1$2"))
		}
		rows = append(rows, out)
	}
	return rows
}

// Plain returns the text in a node without links to sources.
func Plain(n ast.Node, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.Write(c.Segment.Value(src))
		case *ast.String:
			b.Write(c.Value)
		case *ast.Link:
			if !sourceLink.Match(c.Destination) {
				b.WriteString(Plain(c, src))
			}
		case *Note:
		default:
			b.WriteString(Plain(c, src))
		}
	}
	return b.String()
}

// A citation leaves a gap before a mark.
var spaceBefore = lazyregexp.New(`[ \t]+([.,;:!?])(\s|$)`)

var sourceLink = lazyregexp.New(`^#source-(\d+)[a-z]*$`)

func listSourceNumbers(n ast.Node) []string {
	var found []int
	Walk(n, func(c ast.Node) {
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

// Every row must have a name and exactly one figure there, all of one unit, none negative, and not
// all alike.
func readBars(rows [][]string, column int) ([]chartBar, bool) {
	var out []chartBar
	unit, thing, least, most := "", "", math.Inf(1), 0.0
	for i, r := range rows {
		if len(r) <= column || r[0] == "" || utf8.RuneCountInString(r[0]) > labelAtMost {
			return nil, false
		}
		found := quote.Numbers(r[column])
		if len(found) != 1 || found[0].Unit == "date" || found[0].Value < 0 || math.IsInf(found[0].Value, 0) || isWordy(r[column], found[0]) {
			return nil, false
		}
		counts := findCounted(r[column], found[0])
		if i == 0 {
			unit, thing = found[0].Unit, counts
		}
		if found[0].Unit != unit || counts != thing { // offices and loaves have no common measure
			return nil, false
		}
		least, most = min(least, found[0].Value), max(most, found[0].Value)
		out = append(out, chartBar{label: r[0], figure: r[column], value: found[0].Value, unit: found[0].Unit})
	}
	years := unit == "" && least >= 1900 && most <= 2100
	return out, !years && most > least && (least == 0 || most/least <= spreadAtMost)
}

// "office" of "412 offices".
func findCounted(cell string, n quote.Number) string {
	return strings.TrimSuffix(strings.ToLower(strings.TrimSpace(strings.Replace(cell, n.Text, "", 1))), "s")
}

// A short unit is no words.
func isWordy(cell string, n quote.Number) bool {
	rest := strings.TrimSpace(strings.Replace(cell, n.Text, "", 1))
	return utf8.RuneCountInString(rest) > 16
}

// Caption returns the line under a chart.
func (c Chart) Caption(number int) string {
	word := "Source"
	if len(c.source) > 1 {
		word = "Sources"
	}
	title := c.title
	if slices.ContainsFunc(c.bars, func(b chartBar) bool { return b.own }) {
		title += ", with ours"
	}
	return "Figure " + strconv.Itoa(number) + ". " + title + ". " + word + ": [" + strings.Join(c.source, "], [") + "]."
}

// Alt describes the picture for those who cannot see it: each bar with its figure.
func (c Chart) Alt() string {
	list := make([]string, 0, len(c.bars))
	for _, b := range c.bars {
		list = append(list, b.label+": "+b.figure)
	}
	return "Bar chart. " + c.title + ". " + strings.Join(list, "; ") + "."
}

// Rightward finds the columns in which every cell is a figure; they are set at
// their right edge, so that digits stand below digits. The first column names rows.
func Rightward(n *tables.Table, src []byte) []bool {
	rows := Cells(n, src)
	out := make([]bool, len(n.Alignments))
	for i := range out {
		out[i] = i > 0 && len(rows) > 1
		for _, r := range rows[1:] {
			out[i] = out[i] && i < len(r) && Figure(r[i])
		}
	}
	return out
}

// Figure reports whether a cell is a number with at most a short unit. A date is none.
func Figure(cell string) bool {
	const longest = 14
	if utf8.RuneCountInString(cell) > longest || !strings.ContainsAny(cell[:min(len(cell), 5)], "0123456789") || strings.ContainsAny(cell, "年月日년월일") {
		return false
	}
	return len(quote.Numbers(cell)) == 1 && (!hasMonth(cell) || !boundDates().MatchString(cell))
}
