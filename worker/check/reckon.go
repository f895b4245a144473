package check

import (
	"math"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// unshownFigures are told as one finding: their author computed them without showing how.
type unshownFigures struct {
	first   *checkedSentence
	figures []string
}

// Tables compute without saying so: a row's last figures from those before them, a last row from
// the column above it. Figures that some sentence gives with its passage are listed too.
func (c *checker) computeTables() {
	for i := range c.list {
		s := &c.list[i]
		known := c.filterKnown(s.Markers)
		for _, n := range quote.Numbers(s.said) {
			if len(known) > 0 && c.hasNumber(n, known) {
				c.cited = append(c.cited, n)
			}
		}
	}
	for i := 0; i < len(c.list); {
		end := i + 1
		for end < len(c.list) && c.list[i].Row && c.list[end].Row && c.list[end].header == c.list[i].header && c.list[end].Para == c.list[i].Para {
			end++
		}
		if c.list[i].Row {
			c.readTable(c.list[i:end])
		}
		i = end
	}
}

func (c *checker) readTable(rows []checkedSentence) {
	cells := make([][]quote.Number, len(rows))
	for i, r := range rows {
		cells[i] = readFigureCells(r)
	}
	for i := range rows {
		for j, n := range cells[i] {
			if n.Text == "" || countDigits(n) < fewestDigits {
				continue
			}
			var column []quote.Number
			for _, above := range cells[:i] {
				if j < len(above) && above[j].Text != "" {
					column = append(column, above[j])
				}
			}
			total := i == len(rows)-1 && len(column) == i && i > 1 && isTotal(n, column)
			if total || isOfTwo(n, cells[i][:j]) || c.appliesRate(n, rows[i]) {
				c.results = append(c.results, equation{value: n.Value, results: []quote.Number{n}, operands: slices.Concat(column, cells[i][:j])})
			}
		}
	}
}

// A rate gives the tax on a price, or the price less a discount. It stands in the row, in what it
// cites, or in the draft.
func (c *checker) appliesRate(n quote.Number, row checkedSentence) bool {
	const fewest = 4 // digits; of fewer, some rate and figure give any
	if countDigits(n) < fewest || isPercent(n) {
		return false
	}
	rates := c.listRates()
	for _, id := range c.filterKnown(row.Markers) {
		rates = append(rates, listPercents(c.pack[id].numbers)...)
	}
	for _, a := range quote.Numbers(row.said) {
		if a.Start == n.Start || isPercent(a) {
			continue
		}
		if slices.ContainsFunc(rates, func(r float64) bool {
			return isNear(n, a.Value*r) || isNear(n, a.Value*(1+r)) || isNear(n, a.Value*(1-r))
		}) {
			return true
		}
	}
	return false
}

func (c *checker) listRates() []float64 {
	if c.percentages == nil {
		c.percentages = []float64{}
		for _, s := range c.list {
			c.percentages = append(c.percentages, listPercents(quote.Numbers(s.said))...)
		}
	}
	return slices.Clone(c.percentages)
}

func listPercents(all []quote.Number) []float64 {
	var out []float64
	for _, n := range all {
		if n.Unit == "%" {
			const hundred = 100
			out = append(out, n.Value/hundred)
		}
	}
	return out
}

// A cell with a citation is not computed and yields an empty number.
func readFigureCells(r checkedSentence) []quote.Number {
	var out []quote.Number
	for cell := range strings.SplitSeq(strings.Trim(r.prose, "| "), "|") {
		var n quote.Number
		if all := quote.Numbers(cell); len(all) == 1 && len(Markers(cell)) == 0 && !hasMarkerCell(r.prose) {
			n = all[0]
		}
		out = append(out, n)
	}
	return out
}

// With fewer digits a figure may come about from others by chance.
const fewestDigits = 3

// slack covers the error of binary fractions.
const slack = 1e-6

// Trailing zeros say nothing: 1,470 has 3.
func countDigits(n quote.Number) int {
	v, count := math.Abs(math.Round(n.Value/n.Step)), 0
	for ; v >= 1 && math.Mod(v, 10) == 0; v = math.Floor(v / 10) {
	}
	for ; v >= 1; v = math.Floor(v / 10) {
		count++
	}
	return count
}

func isTotal(n quote.Number, column []quote.Number) bool {
	total := 0.0
	for _, m := range column {
		total += m.Value
	}
	return math.Abs(total-n.Value) <= n.Step*(1+slack)
}

func isOfTwo(n quote.Number, others []quote.Number) bool {
	for i, a := range others {
		for _, b := range others[i+1:] {
			if a.Text == "" || b.Text == "" {
				continue
			}
			for _, v := range []float64{a.Value + b.Value, a.Value - b.Value, b.Value - a.Value} {
				if math.Abs(v-n.Value) <= n.Step*(1+slack) {
					return true
				}
			}
		}
	}
	return false
}

// A loss of 325.63 is the result -325.63.
func (c *checker) isComputed(n quote.Number) bool {
	minus := n
	minus.Value = -n.Value
	return slices.ContainsFunc(c.results, func(r equation) bool { return r.states(n) || countDigits(n) >= fewestDigits && r.states(minus) })
}

// Such a number stands in a row that cites nothing, of a draft that shows sums, and enters
// arithmetic itself or stands beside what does.
func (c *checker) seemsComputed(s *checkedSentence, n quote.Number) bool {
	if c.followsFromDraft(s, n) {
		return true
	}
	if !s.Row || len(s.Markers) > 0 || countDigits(n) < fewestDigits {
		return false
	}
	beside := slices.ContainsFunc(quote.Numbers(s.said), func(m quote.Number) bool { return m.Start != n.Start && c.isComputed(m) })
	return beside || slices.ContainsFunc(c.results, func(r equation) bool { return r.hasOperand(n) })
}

// Nobody comes by so many digits by chance: they are what two amounts of the draft make, or a
// price of the sentence times a count of it, with a rate of the draft added or not.
func (c *checker) followsFromDraft(s *checkedSentence, n quote.Number) bool {
	const fewest = 5 // digits
	if n.Step >= 1 || countDigits(n) < fewest {
		return false
	}
	if c.amounts == nil {
		c.amounts = []quote.Number{}
		for _, o := range c.list {
			c.amounts = append(c.amounts, slices.DeleteFunc(quote.Numbers(o.said), func(m quote.Number) bool { return m.Step >= 1 })...)
		}
	}
	for i, a := range c.amounts {
		if slices.ContainsFunc(c.amounts[i+1:], func(b quote.Number) bool { return isNear(n, a.Value+b.Value) || isNear(n, a.Value-b.Value) }) {
			return true
		}
	}
	own, rates := quote.Numbers(s.said), append(c.listRates(), 0)
	for i, a := range own {
		for _, b := range own[i+1:] {
			if slices.ContainsFunc(rates, func(r float64) bool { return isNear(n, a.Value*b.Value*(1+r)) }) {
				return true
			}
		}
	}
	return false
}

func (c *checker) noteUnshown(s *checkedSentence, n quote.Number) {
	c.audit.BadNumbers = append(c.audit.BadNumbers, n.Text)
	if c.unshown.first == nil {
		c.unshown.first = s
	}
	if !slices.Contains(c.unshown.figures, n.Text) {
		c.unshown.figures = append(c.unshown.figures, n.Text)
	}
}

func (c *checker) reportUnshown() {
	if c.unshown.first == nil {
		return
	}
	c.addDefect(Defect{
		Check: "A4", Para: c.unshown.first.Para, Text: c.unshown.first.Text,
		Fix: "no sum is shown for " + strings.Join(c.unshown.figures, ", ") + ": show each once, as (computed: 3 x 49 = 147), or cite the passage that gives it",
	})
}

func isConclusion(said string) bool {
	words := prose.Words(Plain(said))
	return len(words) > 0 && slices.Contains([]string{"so", "thus", "hence", "therefore", "consequently", "folglich"}, words[0])
}

// No passage can be cited for "no margin is given".
func isAboutSilence(said string) bool {
	words := prose.Words(said)
	no := slices.Index(words, "no")
	if no < 0 {
		return false
	}
	const near = 5
	rest := words[no:min(len(words), no+near)]
	return slices.ContainsFunc(rest, func(w string) bool {
		return slices.Contains([]string{"given", "stated", "named", "reported", "published"}, w)
	})
}

func describeNoSource(n quote.Number) string {
	return numberHead + n.Text + " has no source: cite the passage that gives it or show its sum; without either leave it out"
}

func isYear(n quote.Number) bool {
	return n.Unit == "" && n.Step == 1 && n.Value >= 1900 && n.Value <= 2100
}

// Both name what is counted, as in "8 of 14 interviews", or take parts of it, as in "of your 46"
// and "31 of 46".
func (c *checker) countsSameThing(s *checkedSentence, n quote.Number, id string, known []string) bool {
	if n.Unit != "" || !c.collectDocuments(known)[c.pack[id].Document] {
		return false
	}
	before := prose.Words(s.said[:n.Start])
	if slices.Contains(before[max(0, len(before)-2):], "of") && strings.Contains(c.pack[id].folded, " of "+prose.Fold(n.Text)+" ") {
		return true
	}
	said := prose.Words(s.said[n.End:])
	if len(said) == 0 || prose.StopWord(said[0]) {
		return false
	}
	want := n.Text + " " + said[0]
	return strings.Contains(c.pack[id].folded, " "+prose.Fold(want)+" ")
}

// It is the only figure of its unit that shares words of its own with the number, a name or half
// of the words among them.
func (c *checker) findSameQuantity(s *checkedSentence, n quote.Number, known []string) string {
	i := slices.IndexFunc(s.listFigures(), func(f figure) bool { return f.Start == n.Start })
	if i < 0 || n.Unit == "" {
		return ""
	}
	said, found := s.listFigures()[i], ""
	for _, id := range known {
		for _, f := range c.pack[id].figures {
			hits := keepShared(said.labels, f.labels)
			name := slices.ContainsFunc(hits, func(w string) bool { return c.capital[w] })
			const half = 2
			if f.Unit != n.Unit || len(hits) == 0 || !name && len(hits)*half < len(said.labels) {
				continue
			}
			if found != "" && found != f.Text {
				return ""
			}
			found = f.Text
		}
	}
	return found
}
