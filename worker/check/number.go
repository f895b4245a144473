package check

import (
	"math"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// checkNumbers is A4. A number of a text has one of three origins. Quoted: a passage
// that its sentence cites holds it; without a marker, any passage or what stands
// around the task. Computed: declared arithmetic of the draft gives it, before or
// after it. Its author's own: he sets or supposes it, as his sentence or the task
// says. What has none of them is told. It is hard only where that is certain: its
// digits stand in nothing that the sentence cites, whatever the unit, and nowhere
// as the author's own. It reports whether all numbers stand.
func (c *checker) checkNumbers(s *checkedSentence, known []string) bool {
	before := len(c.audit.BadNumbers)
	right := c.checkSums(s)
	s.wrong = !right
	last := findLastMarker(s.prose)
	cells := s.Row && !hasMarkerCell(s.prose)
	for _, n := range quote.Numbers(s.said) {
		if isReference(s.said, n) || c.isInFabricated(s, n) {
			continue
		}
		c.audit.Numbers++
		cited := len(known) > 0 && n.Start < last && (!cells || strings.Contains(findCell(s.prose, n.Start), "[S"))
		c.checkNumber(s, n, known, cited)
	}
	right = right && len(c.audit.BadNumbers) == before
	if right {
		c.noteRisk(s, known)
	}
	return right
}

func (c *checker) checkNumber(s *checkedSentence, n quote.Number, known []string, cited bool) {
	exact := n
	n = Hedged(s.said, n)
	switch {
	case n.Value == 0, slices.ContainsFunc(s.sums, func(r equation) bool { return r.states(n) }):
	case cited && c.standsInPassages(s.said, n, known):
		c.checkMeaning(s, exact, known)
	case c.standsElsewhere(s, n, known, cited), c.isComputed(n), c.isFactor(n), cited && c.isJoined(s, n, known), c.isOwnNumber(s, n, cited), isGap(s.Sentence):
	case strings.Contains(strings.ToLower(s.prose), "[unsourced]"):
		c.reportNumber(s, n, known, describeNoSource(n))
	case cited && c.isOwnDay(s, n, known):
		s.ownDay = true
	case cited:
		c.checkCitedNumber(s, n, known)
	case len(s.sums) > 0 && !isMoney(n):
	case c.seemsComputed(s, n):
		c.noteUnshown(s, n)
	default:
		c.reportNumber(s, n, known, describeNoSource(n))
	}
}

// standsElsewhere reports whether a number stands where its sentence does not point
// with a marker of its own: in what stands around the task, as the day on which a
// passage was read, as the end of a range beside it, or, where nothing is cited
// for it or its part of the sentence, in any passage.
func (c *checker) standsElsewhere(s *checkedSentence, n quote.Number, known []string, cited bool) bool {
	read := c.findPassages(known)
	if len(known) == 0 {
		read = c.findPassages(c.ids)
	}
	if isReadDay(s.said, n, read) || c.isRangeEnd(n, known) || c.isKnownNumber(n, known) {
		return true
	}
	if cited {
		return c.isOfOtherFact(s, n)
	}
	return c.isKnownNumber(n, c.ids) || n.Base() != n && c.hasDigits(n.Base(), c.ids) || countDigits(n) > fewestDigits && isAmongAny(n, c.around) // an earlier result, whose table names the unit
}

// A sentence that shows its arithmetic supposes its own numbers.
func (c *checker) isOwnNumber(s *checkedSentence, n quote.Number, cited bool) bool {
	return c.isDecided(s, n, cited) || len(s.sums) > 0 && isAmong(n, s.assumed)
}

// Only one of the two may name the currency, and the sentence may name thousands or millions.
func (c *checker) standsInPassages(said string, n quote.Number, known []string) bool {
	if c.hasNumber(n, known) || c.holdsAmount(said, n, known) {
		return true
	}
	low := strings.ToLower(said)
	for word, scale := range map[string]float64{"in thousands": 1e3, "(thousands)": 1e3, "in millions": 1e6, "(millions)": 1e6} {
		scaled := n
		scaled.Value, scaled.Step, scaled.Cell = n.Value*scale, n.Step*scale, true
		if strings.Contains(low, word) && c.hasNumber(scaled, known) {
			return true
		}
	}
	return false
}

// "Over 120 members" are 121 and more, "fewer than 40" are 39 and less.
func (c *checker) isRangeEnd(n quote.Number, known []string) bool {
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

// The sentence or the passage names the currency and the other does not. A number that counts
// things, "620 offices", is no amount.
func (c *checker) holdsAmount(said string, n quote.Number, known []string) bool {
	if countDigits(n) < 2 || n.Unit != "" && !isMoney(n) || n.Unit == "" && isCount(n, said[n.End:]) {
		return false
	}
	return slices.ContainsFunc(known, func(id string) bool {
		p := c.pack[id]
		return slices.ContainsFunc(quote.Numbers(p.Text), func(m quote.Number) bool {
			if m.Unit == "%" || n.Unit == "%" || (m.Unit == "") == (n.Unit == "") || m.Unit != "" && !isMoney(m) || m.Unit == "" && isCount(m, p.Text[m.End:]) {
				return false
			}
			m.Unit = n.Unit
			return isAmong(n, []quote.Number{m}) && c.mayHaveCurrency(n.Unit, id)
		})
	})
}

// A document that names no currency may count in any.
func (c *checker) mayHaveCurrency(unit, id string) bool {
	names := func(unit string) bool {
		return slices.ContainsFunc(c.listSameDocuments([]string{id}), func(id string) bool { return quote.Names(c.pack[id].Text, unit) })
	}
	return unit == "" || names(unit) || !slices.ContainsFunc([]string{"USD", "EUR", "GBP", "JPY", "INR", "CHF", "PLN"}, names)
}

// A tax of 20% makes 1.2 of a whole.
func (c *checker) isFactor(n quote.Number) bool {
	if n.Unit != "" || n.Value <= 1 || n.Value >= 2 {
		return false
	}
	p := quote.Number{Value: math.Round((n.Value-1)*1e6) / 1e4, Step: 1, Unit: "%"}
	return c.isKnownNumber(p, c.ids) || isAmongAny(p, c.chosen)
}

// The author proposes the number here or elsewhere in the draft, or the task is to set numbers and
// the sentence states nothing of the world.
func (c *checker) isDecided(s *checkedSentence, n quote.Number, cited bool) bool {
	switch {
	case c.copy && !cited:
		return true
	case isAmongAny(n, c.chosen) && (!cited || c.sets || Proposal(findClause(s.said, n.Start))):
		return true
	case cited:
		return isTimely(n) && Proposal(findClause(s.said, n.Start)) ||
			c.sets && (s.decides || slices.ContainsFunc(s.sums, func(r equation) bool { return r.hasOperand(n) }))
	}
	return isProposed(s.Sentence, s.said, n) || c.sets && (s.decides || s.Row || isTimely(n) || slices.ContainsFunc(s.sums, func(r equation) bool { return r.hasOperand(n) }))
}

// The quote is reported as invented already, and one fault is told once.
func (c *checker) isInFabricated(s *checkedSentence, n quote.Number) bool {
	return slices.ContainsFunc(s.invented, func(q string) bool { return isAmongAny(n, quote.Numbers(q)) })
}

func (c *checker) checkCitedNumber(s *checkedSentence, n quote.Number, known []string) {
	if n.Unit == "" && n.Value == float64(len(s.Markers)) || isBareSmall(n) && n.Value == float64(len(c.collectDocuments(known))) {
		return // a count of the sources themselves
	}
	if n.Unit == "" && n.Value == 100 {
		return // the whole that shares are shares of
	}
	if isYear(n) && c.hasNumber(n, c.listSameDocuments(known)) {
		return // a document gives its year once
	}
	for _, id := range c.ids {
		if !slices.Contains(known, id) && c.hasNumber(n, []string{id}) && (c.sharesWords(s.words, id) || c.countsSameThing(s, n, id, known) || c.writesReference(s, n, id)) {
			c.reportNumber(s, n, []string{id}, numberHead+n.Text+" stands in ["+id+"] and not in what the sentence cites: add that marker")
			return
		}
	}
	fix := numberHead + n.Text + " stands in none of the cited passages: "
	if same := c.findSameQuantity(s, n, known); same != "" {
		fix += "they give " + same + " for it"
	} else {
		fix += "cite the passage that gives it, show its sum, or leave it out"
	}
	c.reportNumber(s, n, known, fix)
}

// A sentence may be about a passage that has half of its content words.
func (c *checker) sharesWords(words []string, id string) bool {
	const half = 0.5
	return c.computeSupport(words, id) >= half
}

// referenceNumber matches the number of an offer, a bill or a file, behind its year.
var referenceNumber = lazyregexp.New(`\b(?:19|20)\d\d[-/]\d{3,6}\b`)

func (c *checker) writesReference(s *checkedSentence, n quote.Number, id string) bool {
	return slices.ContainsFunc(referenceNumber.FindAllStringIndex(s.said, -1), func(at []int) bool {
		return at[0] <= n.Start && n.End <= at[1] && strings.Contains(" "+c.pack[id].folded+" ", " "+prose.Fold(s.said[at[0]:at[1]])+" ")
	})
}

const numberHead = "the number "

// What cannot be certain is not hard: a small count, digits that stand in what is cited or may
// follow from it, a number that the author sets somewhere without a marker, and one without a
// marker where the task is to set numbers.
func (c *checker) reportNumber(s *checkedSentence, n quote.Number, show []string, fix string) {
	absent := strings.HasPrefix(fix, numberHead) // and not that it stands there for something else
	if absent && c.hasProof(s, n.Text) || !absent && c.hasProofFor(s, n.Text) {
		return
	}
	where := c.filterKnown(s.Markers)
	hard := !isBareSmall(n) && (len(where) > 0 || !c.sets)
	if len(where) == 0 {
		where = c.ids
	}
	hard = hard && !c.hasDigits(n, append(slices.Clone(where), show...)) && !isAmongAny(n, c.free) && !isAmongAny(n, c.around) && !c.mayFollowFrom(s.said, n, where)
	c.audit.BadNumbers = append(c.audit.BadNumbers, n.Text)
	s.wrong = s.wrong || hard
	d := Defect{Check: "A4", Para: s.Para, Text: s.Text, Fix: fix, Passage: c.showNearest(show, s.Text), Hard: hard}
	if absent {
		d.About = n.Text
	}
	c.addDefect(d)
}

// It does not matter what is counted there, and digits count as they are printed too.
func (c *checker) hasDigits(n quote.Number, ids []string) bool {
	return slices.ContainsFunc(ids, func(id string) bool {
		return isAmongAny(n, c.pack[id].numbers) || slices.ContainsFunc(c.pack[id].numbers, func(m quote.Number) bool {
			return len(extractDigits(n.Text)) > 1 && extractDigits(n.Text) == extractDigits(m.Text)
		})
	})
}

func extractDigits(text string) string {
	return strings.TrimLeft(strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text), "0")
}

func (c *checker) isKnownNumber(n quote.Number, ids []string) bool {
	return c.hasNumber(n, ids) || isAmong(n, c.around)
}

func (c *checker) hasNumber(n quote.Number, ids []string) bool {
	return slices.ContainsFunc(ids, func(id string) bool {
		return isAmong(n, c.pack[id].numbers) || hasDateIn(n, c.pack[id])
	})
}

func isAmong(n quote.Number, in []quote.Number) bool { return quote.AmongNumbers(n, in) }

// Arithmetic is declared without units.
func isAmongAny(n quote.Number, in []quote.Number) bool {
	n.Unit, n.Cell = "", true
	return isAmong(n, in)
}
