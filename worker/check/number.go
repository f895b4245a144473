package check

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/quote"
)

// numbers is A4: each number of a cited sentence stands in one of the passages
// it cites, in the task or upstream text, or is declared arithmetic. Without a
// marker, or behind the last one, a number must at least stand in some
// passage, unless it belongs to what the author proposes. It reports whether
// all did.
func (c *checker) numbers(s Sentence, known []string) bool {
	before := len(c.audit.BadNumbers)
	text, computed := c.computed(s, known)
	last := lastMarker(text)
	cells := s.Row && !markerCell(text)
	said := blank(text)
	unsourced := strings.Contains(strings.ToLower(text), "[unsourced]")
	gap := saysGap(s)
	read := c.passagesOf(known)
	if len(known) == 0 {
		read = c.passagesOf(c.ids)
	}
	for _, n := range quote.Numbers(said) {
		if reference(said, n) {
			continue
		}
		c.audit.Numbers++
		n = hedged(said, n)
		cited := len(known) > 0 && n.Start < last && (!cells || strings.Contains(cellAt(text, n.Start), "[S"))
		switch {
		case c.stands(n, known), amongAny(n, computed), amongAny(n, c.results), dayRead(said, n, read):
		case cited && timely(n) && Proposal(clauseAt(said, n.Start)):
		case cited && !unsourced:
			c.citedNumber(s, n, known)
		case gap, !unsourced && c.uncited(s, said, n, len(computed) > 0):
		default:
			c.badNumber(s, n, known, !bareSmall(n), "the number "+n.Text+" has no source: give it its marker or remove it")
		}
	}
	c.results = append(c.results, computed...)
	return len(c.audit.BadNumbers) == before
}

// uncited reports whether a number without a marker may stand: some passage
// holds it, or it belongs to a proposal or to declared arithmetic.
func (c *checker) uncited(s Sentence, said string, n quote.Number, computed bool) bool {
	money := strings.ContainsAny(n.Text, "$€£¥%") || n.Unit == "%" || len(n.Unit) == 3 && n.Unit == strings.ToUpper(n.Unit)
	return c.stands(n, c.ids) || proposed(s, said, n) || computed && !money
}

// markerCell reports whether a table row has a cell of nothing but markers: it
// speaks for the whole row.
func markerCell(row string) bool {
	for cell := range strings.SplitSeq(strings.Trim(row, "| "), "|") {
		if t := strings.TrimSpace(cell); t != "" && strings.Trim(StripMarkers(t), " ,;") == "" {
			return true
		}
	}
	return false
}

// cellAt returns the cell of a row in which byte i stands.
func cellAt(row string, i int) string {
	start := strings.LastIndexByte(row[:i], '|') + 1
	end := strings.IndexByte(row[i:], '|')
	if end < 0 {
		return row[start:]
	}
	return row[start : i+end]
}

// citedNumber judges a number that none of the cited passages holds.
func (c *checker) citedNumber(s Sentence, n quote.Number, known []string) {
	if n.Unit == "" && n.Value == float64(len(s.Markers)) || bareSmall(n) && n.Value == float64(len(c.documents(known))) {
		return // a count of the sources themselves
	}
	for _, id := range c.ids {
		if c.stands(n, []string{id}) {
			c.badNumber(s, n, []string{id}, false, "the number "+n.Text+" stands in ["+id+"] and not in what the sentence cites: cite that")
			return
		}
	}
	c.badNumber(s, n, known, !bareSmall(n), "the number "+n.Text+" stands in none of the cited passages: use the figure as found or remove it")
}

func (c *checker) badNumber(s Sentence, n quote.Number, show []string, hard bool, fix string) {
	c.audit.BadNumbers = append(c.audit.BadNumbers, n.Text)
	c.must(Defect{Check: "A4", Para: s.Para, Text: s.Text, Fix: fix, Passage: c.show(show, s.Text), Hard: hard})
}

// stands reports whether one of the passages or what stands around the task
// holds the number.
func (c *checker) stands(n quote.Number, ids []string) bool {
	for _, id := range ids {
		if among(n, c.pack[id].numbers) || dateIn(n, c.pack[id]) {
			return true
		}
	}
	return among(n, c.around)
}

// among reports whether n is one of the numbers, where a point may also group
// thousands.
func among(n quote.Number, in []quote.Number) bool {
	dotted, ok := grouped(n)
	for _, m := range in {
		if n.Matches(m) || ok && dotted.Matches(m) {
			return true
		}
	}
	return false
}

// amongAny is among without regard to units: arithmetic is declared without.
func amongAny(n quote.Number, in []quote.Number) bool {
	n.Unit, n.Cell = "", true
	return among(n, in)
}

// grouped reads "14.900" as 14900.
func grouped(n quote.Number) (quote.Number, bool) {
	const thousandth = 0.001
	if math.Abs(n.Step-thousandth) > thousandth/10 || strings.Count(n.Text, ".") != 1 {
		return n, false
	}
	n.Value, n.Step = math.Round(n.Value/thousandth), 1
	return n, true
}

// computed checks the declared arithmetic of a sentence, "(computed: 12 * 3 =
// 36)", and returns the text without it and the results that hold.
func (c *checker) computed(s Sentence, known []string) (string, []quote.Number) {
	text := s.checked
	var out []quote.Number
	for {
		low := strings.ToLower(text)
		at := strings.Index(low, "(computed")
		if at < 0 {
			return text, out
		}
		end := closing(text, at)
		inside := strings.TrimLeft(text[at+len("(computed"):end], ": ")
		for _, eq := range equations(inside) {
			results, fault := c.equation(eq, slices.Concat(known, c.ids))
			c.results = append(c.results, results...)
			c.audit.Numbers++
			if fault != "" {
				c.audit.BadNumbers = append(c.audit.BadNumbers, eq)
				c.must(Defect{Check: "A4", Para: s.Para, Text: s.Text, Fix: fault, Hard: true})
			}
			out = append(out, results...)
		}
		text = text[:at] + strings.Repeat(" ", min(end+1, len(text))-at) + text[min(end+1, len(text)):]
	}
}

// closing returns where the parenthesis that opens at i closes.
func closing(text string, i int) int {
	depth := 0
	for j := i; j < len(text); j++ {
		switch text[j] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return len(text)
}

// equations cuts "20 x 12 = 240, 20 x 15 = 300" in two.
func equations(s string) []string {
	var out []string
	for _, part := range strings.FieldsFunc(strings.NewReplacer(", ", ";", " and ", ";").Replace(s), func(r rune) bool { return r == ';' }) {
		if part = strings.TrimSpace(part); strings.Contains(part, "=") {
			out = append(out, part)
		} else if n := len(out); n == 0 && part != "" {
			out = append(out, part)
		}
	}
	return out
}

// equation returns the numbers of one equation, all of which are then
// accounted for, and what is wrong with it.
func (c *checker) equation(eq string, known []string) ([]quote.Number, string) {
	var out []quote.Number
	for _, n := range quote.Numbers(eq) {
		n.Unit, n.Cell = "", true
		out = append(out, n)
	}
	sides := strings.Split(eq, "=")
	value, ok := evaluate(sides[0])
	if !ok || len(sides) < 2 {
		return out, "the arithmetic (" + eq + ") cannot be read: write it as (computed: 3 x 49 = 147)"
	}
	for _, printed := range sides[1:] {
		all := quote.Numbers(strings.TrimLeft(printed, " ≈~"))
		if len(all) == 0 {
			continue
		}
		n := all[0]
		percent := n.Unit == "%" && math.Abs(value*100-n.Value) <= n.Step/2+1e-9
		if math.Abs(value-n.Value) > n.Step/2+1e-9 && !percent {
			return out, fmt.Sprintf("the arithmetic (%s) is wrong: it gives %.6g", eq, value)
		}
	}
	for _, n := range quote.Numbers(sides[0]) {
		if !c.operand(n, known) {
			return out, "the number " + n.Text + " in the arithmetic (" + eq + ") has no source"
		}
	}
	return out, ""
}

// operand reports whether a number may enter arithmetic: small counts,
// calendar constants, and what the task or a passage holds, whatever its unit.
func (c *checker) operand(n quote.Number, known []string) bool {
	switch n.Value {
	case 24, 30, 52, 60, 100, 365, 1000:
		return true
	}
	n.Unit, n.Cell = "", true
	if n.Step == 1 && n.Value <= 12 || among(n, c.results) || c.stands(n, known) {
		return true
	}
	for _, v := range []float64{n.Value, 1 - n.Value, n.Value - 1} { // a share, what is left of it, or what it adds
		percent := quote.Number{Value: 100 * v, Step: 100 * n.Step, Cell: true}
		if v > 0 && v < 1 && c.stands(percent, known) {
			return true
		}
	}
	return false
}

// evaluate computes sums of products of plain numbers.
func evaluate(expr string) (float64, bool) {
	letters := func(r rune) rune {
		if unicode.IsLetter(r) && r != 'x' && r != 'X' {
			return -1
		}
		return r
	}
	p := parser{text: strings.NewReplacer(
		"×", "*", " x ", "*", " X ", "*", "÷", "/", "−", "-", "–", "-", ",", "", "$", "", "€", "", "£", "", "\u00a0", " ",
	).Replace(strings.Map(letters, expr))}
	v, ok := p.sum()
	p.space()
	return v, ok && p.at == len(p.text)
}

// lastMarker returns where the last marker of text ends.
func lastMarker(text string) int {
	all := markers(text)
	if len(all) == 0 {
		return 0
	}
	return all[len(all)-1].start
}

// blank overwrites what holds no numbers of the statement: markers, code,
// addresses and the number of a list item or section. Offsets stay.
func blank(text string) string {
	b := []byte(text)
	wipe := func(from, to int) {
		for i := from; i < to; i++ {
			b[i] = ' '
		}
	}
	for _, m := range markers(text) {
		wipe(m.start, m.end)
	}
	for from := 0; ; {
		i := strings.IndexByte(text[from:], '`')
		if i < 0 {
			break
		}
		j := strings.IndexByte(text[from+i+1:], '`')
		if j < 0 {
			break
		}
		wipe(from+i, from+i+j+2)
		from += i + j + 2
	}
	for _, scheme := range []string{"http://", "https://", "](", "www."} {
		for from := 0; ; {
			i := strings.Index(text[from:], scheme)
			if i < 0 {
				break
			}
			j := strings.IndexAny(text[from+i+len(scheme):], " )>")
			if j < 0 {
				j = len(text) - from - i - len(scheme)
			}
			wipe(from+i, from+i+len(scheme)+j)
			from += i + len(scheme) + j
		}
	}
	wipe(0, leadNumber(text))
	return string(b)
}

// leadNumber returns where the numbering at the start of a text ends: "3.",
// "2.1 Prices", "(4)".
func leadNumber(text string) int {
	head := len(text) - len(strings.TrimLeft(text, " -*+>#|_("))
	i, dots := head, 0
	for i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i] == '.') {
		if text[i] == '.' {
			dots++
		}
		i++
	}
	if i == head || i >= len(text) {
		return 0
	}
	rest := strings.TrimLeft(text[i:], " *_")
	c, _ := utf8.DecodeRuneInString(rest)
	switch {
	case text[i] == ')':
		return i
	case text[i-1] == '.' && text[i] == ' ':
		return i
	case dots > 0 && text[i] == ' ' && unicode.IsUpper(c):
		return i
	}
	return 0
}

// hedged widens the precision of a number that the author calls rough.
func hedged(text string, n quote.Number) quote.Number {
	head := strings.ToLower(strings.TrimRight(text[:n.Start], " *_"))
	rough := strings.HasSuffix(head, "~") || strings.HasSuffix(head, "≈")
	for _, w := range []string{
		"about", "around", "roughly", "approximately", "nearly", "almost", "over", "under", "some", "more than", "less than",
		"fewer than", "up to", "at least", "close to", "circa", "ca.", "c.", "rund", "etwa", "über", "fast",
	} {
		rough = rough || strings.HasSuffix(head, " "+w) || head == w
	}
	if !rough || n.Step <= 0 {
		return n
	}
	for v := n.Value / n.Step; v != 0 && math.Mod(v, 10) == 0; v /= 10 {
		n.Step *= 10
	}
	return n
}

// reference reports whether a number only points at something or orders it:
// "step 3", "(2)", "24/7", "top 5".
func reference(text string, n quote.Number) bool {
	tail := text[n.End:]
	head := strings.TrimRight(text[:n.Start], " *_")
	for _, w := range []string{"section", "chapter", "table", "figure", "version", "paragraph", "appendix", "§", "abschnitt"} {
		if strings.HasSuffix(strings.ToLower(head), w) && n.Unit == "" {
			return true
		}
	}
	if n.Unit != "" && n.Unit != "ordinal" || n.Step != 1 || n.Value < 0 || n.Value > 100 {
		return false
	}
	if strings.HasSuffix(head, "(") && strings.HasPrefix(tail, ")") || strings.HasSuffix(head, "#") {
		return true
	}
	for _, pair := range []string{"24/7", "80/20", "50/50"} {
		if i := strings.Index(text, pair); i >= 0 && n.Start >= i && n.End <= i+len(pair) {
			return true
		}
	}
	fields := strings.Fields(head)
	if len(fields) == 0 {
		return false
	}
	switch strings.ToLower(strings.Trim(fields[len(fields)-1], "(*_.")) {
	case "section", "step", "phase", "stage", "part", "chapter", "table", "figure", "option", "item", "point", "question", "priority",
		"tier", "level", "week", "sprint", "round", "criterion", "rank", "no", "number", "nr", "page", "appendix", "day", "month",
		"quarter", "top", "§", "schritt", "woche", "abschnitt", "seite":
		return true
	}
	return false
}

// bareSmall reports whether a number is a small count without a unit.
func bareSmall(n quote.Number) bool {
	return n.Unit == "" && n.Step == 1 && n.Value >= 0 && n.Value <= 12
}

// proposed reports whether a number without a source belongs to what the
// author proposes or to how the text is built: it states nothing about the
// world.
func proposed(s Sentence, text string, n quote.Number) bool {
	switch {
	case bareSmall(n), s.Answer, strings.HasSuffix(text, "?"):
		return true
	case s.Row && rating(text, n):
		return true
	}
	return Proposal(clauseAt(text, n.Start)) || Proposal(text) || planned(s.Section) && timely(n)
}

// timely reports whether a number is one that plans are made of: a time, a
// date, a small count.
func timely(n quote.Number) bool {
	switch n.Unit {
	case "":
		return n.Step == 1 && n.Value <= 100 || n.Step == 1 && n.Value >= 1990 && n.Value <= 2100
	case "second", "minute", "hour", "day", "week", "month", "quarter", "year", "date", "time", "ordinal":
		return true
	}
	return false
}

// rating reports whether a number is part of "4/5" or "8/10".
func rating(text string, n quote.Number) bool {
	before, after := text[:n.Start], text[n.End:]
	return strings.HasPrefix(after, "/5") || strings.HasPrefix(after, "/10") ||
		strings.HasSuffix(before, "/") && (n.Value == 5 || n.Value == 10)
}

// clauseAt returns the clause of a sentence in which byte i stands.
func clauseAt(text string, i int) string {
	start := 0
	for _, mark := range []string{", ", "; ", ": ", " – ", " - ", "| "} {
		if j := strings.LastIndex(text[:i], mark); j >= 0 {
			start = max(start, j+len(mark))
		}
	}
	end := len(text)
	if j := strings.IndexAny(text[i:], ",;"); j >= 0 {
		end = i + j
	}
	return text[start:end]
}

// planned reports whether a section is about what to do.
func planned(section string) bool {
	f := " " + org.Fold(section) + " "
	for _, w := range []string{
		"next step", "next steps", "recommendation", "recommendations", "recommended", "action", "actions", "plan", "timeline", "roadmap",
		"schedule", "checklist", "assumptions", "open questions", "risks", "decision", "to do", "launch", "nächste schritte", "empfehlung",
	} {
		if strings.Contains(f, " "+w+" ") {
			return true
		}
	}
	return false
}

// saysGap reports whether a sentence names what could not be found.
func saysGap(s Sentence) bool {
	for _, t := range []string{s.Section, s.Text} {
		f := org.Fold(t)
		for _, w := range []string{"not established", "could not be found", "could not be established", "no source", "not published", "is unknown", "nicht belegt"} {
			if strings.Contains(f, w) {
				return true
			}
		}
	}
	return false
}
