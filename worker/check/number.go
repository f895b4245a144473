package check

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// numbers is A4. A number of a text is one of four kinds, each with its rule.
// Quoted: it stands in a passage that the sentence cites. Computed: declared
// arithmetic of the draft gives it, before or after it. Decided: the author
// sets it, in a decision or a task that is to set numbers. Assumed: the
// sentence says that it is supposed. What is none of these has no source; what
// is cited and stands not in the passages contradicts them. It reports whether
// all numbers stand.
func (c *checker) numbers(s *checkedSentence, known []string) bool {
	before := len(c.audit.BadNumbers)
	right := c.sums(s)
	last := lastMarker(s.prose)
	cells := s.Row && !markerCell(s.prose)
	for _, n := range quote.Numbers(s.said) {
		if reference(s.said, n) || c.inFabricated(s, n) {
			continue
		}
		c.audit.Numbers++
		cited := len(known) > 0 && n.Start < last && (!cells || strings.Contains(cellAt(s.prose, n.Start), "[S"))
		c.number(s, n, known, cited)
	}
	return right && len(c.audit.BadNumbers) == before
}

// number judges one number of a sentence.
func (c *checker) number(s *checkedSentence, n quote.Number, known []string, cited bool) {
	exact := n
	n = Hedged(s.said, n)
	read := c.passagesOf(known)
	if len(known) == 0 {
		read = c.passagesOf(c.ids)
	}
	computed := slices.ContainsFunc(s.sums, func(r sum) bool { return r.states(n) })
	switch {
	case computed, dayRead(s.said, n, read), n.Value == 0:
	case cited && c.inPassages(s.said, n, known):
		c.meant(s, exact, known)
	case c.bound(n, known), c.factor(n):
	case cited && (c.namesUnit(n, known) || c.joined(s, n, known)):
	case c.stands(n, known), c.computed(n):
	case c.decided(s, n, cited), c.assumption(s, n):
	case strings.Contains(strings.ToLower(s.prose), "[unsourced]"), saysGap(s.Sentence):
		if !saysGap(s.Sentence) {
			c.badNumber(s, n, known, !bareSmall(n), noSource(n))
		}
	case cited:
		c.citedNumber(s, n, known)
	case c.uncited(s, n):
	case c.reckoned(s, n):
		c.withoutSum(s, n)
	default:
		c.badNumber(s, n, known, !c.sets && !bareSmall(n), noSource(n))
	}
}

// inPassages reports whether one of the cited passages holds a number: as it is,
// in the thousands or millions that the sentence names, or between the ends of
// a range.
func (c *checker) inPassages(said string, n quote.Number, known []string) bool {
	if c.holds(n, known) {
		return true
	}
	low := strings.ToLower(said)
	for word, scale := range map[string]float64{"in thousands": 1e3, "(thousands)": 1e3, "in millions": 1e6, "(millions)": 1e6} {
		scaled := n
		scaled.Value, scaled.Step, scaled.Cell = n.Value*scale, n.Step*scale, true
		if strings.Contains(low, word) && c.holds(scaled, known) {
			return true
		}
	}
	return false
}

// bound reports whether a passage gives a whole number as the end of a range
// beside it: "over 120 members" are 121 and more, "fewer than 40" are 39 and
// less.
func (c *checker) bound(n quote.Number, known []string) bool {
	if n.Step != 1 {
		return false
	}
	for _, id := range known {
		text := strings.ToLower(c.pack[id].Text)
		for _, m := range quote.Numbers(text) {
			head := strings.TrimRight(text[:m.Start], " *_")
			above := m.Value == n.Value-1 && (strings.HasSuffix(head, "over") || strings.HasSuffix(head, "more than") || strings.HasSuffix(head, "above"))
			below := m.Value == n.Value+1 && (strings.HasSuffix(head, "under") || strings.HasSuffix(head, "fewer than") || strings.HasSuffix(head, "less than") || strings.HasSuffix(head, "below"))
			if above || below {
				return true
			}
		}
	}
	return false
}

// factor reports whether a number is what a share that a source or the author
// gives makes of a whole: 1.2 for a tax of 20%.
func (c *checker) factor(n quote.Number) bool {
	if n.Unit != "" || n.Value <= 1 || n.Value >= 2 {
		return false
	}
	p := quote.Number{Value: math.Round((n.Value-1)*1e6) / 1e4, Step: 1, Unit: "%"}
	return c.stands(p, c.ids) || amongAny(p, c.chosen)
}

// decided reports whether a number is one that the author sets: he proposes it
// here or elsewhere in the draft, or the task is to set numbers and the
// sentence states nothing of the world.
func (c *checker) decided(s *checkedSentence, n quote.Number, cited bool) bool {
	switch {
	case c.copy && !cited:
		return true
	case amongAny(n, c.chosen) && (!cited || c.sets || Proposal(clauseAt(s.said, n.Start))):
		return true
	case cited:
		return timely(n) && Proposal(clauseAt(s.said, n.Start)) ||
			c.sets && (s.decides || slices.ContainsFunc(s.sums, func(r sum) bool { return r.enters(n) }))
	}
	return proposed(s.Sentence, s.said, n) || c.sets && (s.decides || s.Row || timely(n) || slices.ContainsFunc(s.sums, func(r sum) bool { return r.enters(n) }))
}

// assumption reports whether a sentence that shows its arithmetic supposes a
// number: "At 300 conversations a month the add-on comes to $270".
func (c *checker) assumption(s *checkedSentence, n quote.Number) bool {
	return len(s.sums) > 0 && among(n, s.assumed)
}

// uncited reports whether a number without a marker may stand: some passage
// holds it, as it stands or in the unit that it is a multiple of.
func (c *checker) uncited(s *checkedSentence, n quote.Number) bool {
	if digits(n) > fewestDigits && amongAny(n, c.around) {
		return true // a result of an earlier step, whose table names the unit
	}
	return c.stands(n, c.ids) || slices.ContainsFunc(c.ids, func(id string) bool {
		return n.Base() != n && amongAny(n.Base(), c.pack[id].numbers)
	}) || len(s.sums) > 0 && !money(n)
}

// assumedIn returns the numbers of a text that it supposes: those behind "at",
// "if" and the like.
func assumedIn(said string) []quote.Number {
	var out []quote.Number
	for _, n := range quote.Numbers(said) {
		if slices.ContainsFunc(prose.Words(said[clauseStart(said, n.Start):n.Start]), supposes) {
			out = append(out, n)
		}
	}
	return out
}

func supposes(w string) bool {
	switch w {
	case "at", "if", "assuming", "assume", "suppose", "say", "with", "given", "estimate", "count", "counting":
		return true
	}
	return false
}

// inFabricated reports whether a number stands in a quote of the sentence that
// is reported as invented: one fault is told once.
func (c *checker) inFabricated(s *checkedSentence, n quote.Number) bool {
	return slices.ContainsFunc(s.invented, func(q string) bool { return amongAny(n, quote.Numbers(q)) })
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
func (c *checker) citedNumber(s *checkedSentence, n quote.Number, known []string) {
	if n.Unit == "" && n.Value == float64(len(s.Markers)) || bareSmall(n) && n.Value == float64(len(c.documents(known))) {
		return // a count of the sources themselves
	}
	if n.Unit == "" && n.Value == 100 {
		return // the whole that shares are shares of
	}
	if year(n) && c.holds(n, c.sameDocuments(known)) {
		return // a document gives its year once
	}
	for _, id := range c.ids {
		if !slices.Contains(known, id) && c.holds(n, []string{id}) && (c.shares(s.words, id) || c.beside(s, n, id, known)) {
			c.badNumber(s, n, []string{id}, false, "the number "+n.Text+" stands in ["+id+"] and not in what the sentence cites: add that marker")
			return
		}
	}
	fix := "the number " + n.Text + " stands in none of the cited passages: "
	if same := c.sameQuantity(s, n, known); same != "" {
		fix += "they give " + same + " for it"
	} else {
		fix += "cite the passage that gives it, show its sum, or leave it out"
	}
	c.badNumber(s, n, known, !bareSmall(n), fix)
}

// shares reports whether a passage has half of a sentence's content words, so
// that the sentence may be about it.
func (c *checker) shares(words []string, id string) bool {
	const half = 0.5
	return c.support(words, id) >= half
}

func (c *checker) badNumber(s *checkedSentence, n quote.Number, show []string, hard bool, fix string) {
	c.audit.BadNumbers = append(c.audit.BadNumbers, n.Text)
	c.must(Defect{Check: "A4", Para: s.Para, Text: s.Text, Fix: fix, Passage: c.show(show, s.Text), Hard: hard})
}

// stands reports whether one of the passages or what stands around the task
// holds the number.
func (c *checker) stands(n quote.Number, ids []string) bool {
	return c.holds(n, ids) || among(n, c.around)
}

// holds reports whether one of the passages holds the number.
func (c *checker) holds(n quote.Number, ids []string) bool {
	return slices.ContainsFunc(ids, func(id string) bool {
		return among(n, c.pack[id].numbers) || dateIn(n, c.pack[id])
	})
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

// rangeStart matches the first figure of a range and what leads to the second.
var rangeStart = regexp.MustCompile(`[$€£¥]?\d[\d.,]*(?: ?[%€a-z]{1,8})? ?(?:to|and|or|bis|–|-)$`)

// Hedged widens the precision of a number that its author calls rough: "about
// 11,000" stands for what is rounded to thousands.
func Hedged(text string, n quote.Number) quote.Number {
	head := strings.ToLower(strings.TrimRight(text[:n.Start], " *_"))
	if m := rangeStart.FindStringIndex(head); m != nil { // the end of "about 319,000 to 464,000"
		head = strings.TrimRight(head[:m[0]], " *_")
	}
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
	end := len(text)
	if j := strings.IndexAny(text[i:], ",;"); j >= 0 {
		end = i + j
	}
	return text[clauseStart(text, i):end]
}

func clauseStart(text string, i int) int {
	start := 0
	for _, mark := range []string{", ", "; ", ": ", " – ", " - ", "| "} {
		if j := strings.LastIndex(text[:i], mark); j >= 0 {
			start = max(start, j+len(mark))
		}
	}
	return start
}

// planned reports whether a section is about what to do.
func planned(section string) bool {
	f := " " + prose.Fold(section) + " "
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
		f := prose.Fold(t)
		for _, w := range []string{
			"not established", "could not be found", "could not be established", "no source", "not published", "is unknown", "not known", "found nothing",
			"nothing was found", "no figures", "no figure", "not found", "not say", "not publish", "neither", "nicht belegt",
		} {
			if strings.Contains(f, w) {
				return true
			}
		}
	}
	return false
}
