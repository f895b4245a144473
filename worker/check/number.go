package check

import (
	"math"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// numbers is A4. A number of a text has one of three origins. Quoted: a passage
// that its sentence cites holds it; without a marker, any passage or what stands
// around the task. Computed: declared arithmetic of the draft gives it, before or
// after it. Its author's own: he sets or supposes it, as his sentence or the task
// says. What has none of them is told. It is hard only where that is certain: its
// digits stand in nothing that the sentence cites, whatever the unit, and nowhere
// as the author's own. It reports whether all numbers stand.
func (c *checker) numbers(s *checkedSentence, known []string) bool {
	before := len(c.audit.BadNumbers)
	right := c.sums(s)
	s.wrong = !right
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
	right = right && len(c.audit.BadNumbers) == before
	if right {
		c.noteRisk(s, known)
	}
	return right
}

// number judges one number of a sentence.
func (c *checker) number(s *checkedSentence, n quote.Number, known []string, cited bool) {
	exact := n
	n = Hedged(s.said, n)
	switch {
	case n.Value == 0, slices.ContainsFunc(s.sums, func(r sum) bool { return r.states(n) }):
	case cited && c.inPassages(s.said, n, known):
		c.meant(s, exact, known)
	case c.elsewhere(s, n, known, cited), c.computed(n), c.factor(n), cited && c.joined(s, n, known), c.own(s, n, cited), saysGap(s.Sentence):
	case strings.Contains(strings.ToLower(s.prose), "[unsourced]"):
		c.badNumber(s, n, known, noSource(n))
	case cited && c.ownDay(s, n, known):
		s.ownDay = true
	case cited:
		c.citedNumber(s, n, known)
	case len(s.sums) > 0 && !money(n):
	case c.reckoned(s, n):
		c.withoutSum(s, n)
	default:
		c.badNumber(s, n, known, noSource(n))
	}
}

// elsewhere reports whether a number stands where its sentence does not point
// with a marker of its own: in what stands around the task, as the day on which a
// passage was read, as the end of a range beside it, or, where nothing is cited
// for it or its part of the sentence, in any passage.
func (c *checker) elsewhere(s *checkedSentence, n quote.Number, known []string, cited bool) bool {
	read := c.passagesOf(known)
	if len(known) == 0 {
		read = c.passagesOf(c.ids)
	}
	if dayRead(s.said, n, read) || c.bound(n, known) || c.stands(n, known) {
		return true
	}
	if cited {
		return c.standsBeside(s, n)
	}
	return c.stands(n, c.ids) || n.Base() != n && c.digitsStand(n.Base(), c.ids) || digits(n) > fewestDigits && amongAny(n, c.around) // an earlier result, whose table names the unit
}

// own reports whether a number is its author's: one that he sets, or one that a
// sentence which shows its arithmetic supposes.
func (c *checker) own(s *checkedSentence, n quote.Number, cited bool) bool {
	return c.decided(s, n, cited) || len(s.sums) > 0 && among(n, s.assumed)
}

// inPassages reports whether one of the cited passages holds a number: as it is,
// as an amount where only one of the two names the currency, or in the thousands
// or millions that the sentence names.
func (c *checker) inPassages(said string, n quote.Number, known []string) bool {
	if c.holds(n, known) || c.holdsAmount(said, n, known) {
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

// holdsAmount reports whether a passage holds an amount of money of which the
// sentence or the passage names the currency and the other does not. A number
// that counts things, "620 offices", is no amount.
func (c *checker) holdsAmount(said string, n quote.Number, known []string) bool {
	if digits(n) < 2 || n.Unit != "" && !money(n) || n.Unit == "" && counts(n, said[n.End:]) {
		return false
	}
	return slices.ContainsFunc(known, func(id string) bool {
		p := c.pack[id]
		return slices.ContainsFunc(quote.Numbers(p.Text), func(m quote.Number) bool {
			if m.Unit == "%" || n.Unit == "%" || (m.Unit == "") == (n.Unit == "") || m.Unit != "" && !money(m) || m.Unit == "" && counts(m, p.Text[m.End:]) {
				return false
			}
			m.Unit = n.Unit
			return among(n, []quote.Number{m}) && c.mayBeIn(n.Unit, id)
		})
	})
}

// mayBeIn reports whether the document of a passage may count in a currency: it
// names it, or it names none.
func (c *checker) mayBeIn(unit, id string) bool {
	names := func(unit string) bool {
		return slices.ContainsFunc(c.sameDocuments([]string{id}), func(id string) bool { return quote.Names(c.pack[id].Text, unit) })
	}
	return unit == "" || names(unit) || !slices.ContainsFunc([]string{"USD", "EUR", "GBP", "JPY", "INR", "CHF", "PLN"}, names)
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

// inFabricated reports whether a number stands in a quote of the sentence that
// is reported as invented: one fault is told once.
func (c *checker) inFabricated(s *checkedSentence, n quote.Number) bool {
	return slices.ContainsFunc(s.invented, func(q string) bool { return amongAny(n, quote.Numbers(q)) })
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
		if !slices.Contains(known, id) && c.holds(n, []string{id}) && (c.shares(s.words, id) || c.beside(s, n, id, known) || c.writesReference(s, n, id)) {
			c.badNumber(s, n, []string{id}, numberHead+n.Text+" stands in ["+id+"] and not in what the sentence cites: add that marker")
			return
		}
	}
	fix := numberHead + n.Text + " stands in none of the cited passages: "
	if same := c.sameQuantity(s, n, known); same != "" {
		fix += "they give " + same + " for it"
	} else {
		fix += "cite the passage that gives it, show its sum, or leave it out"
	}
	c.badNumber(s, n, known, fix)
}

// shares reports whether a passage has half of a sentence's content words, so
// that the sentence may be about it.
func (c *checker) shares(words []string, id string) bool {
	const half = 0.5
	return c.support(words, id) >= half
}

// referenceNumber is the number of an offer, a bill or a file, behind its year.
var referenceNumber = lazyregexp.New(`\b(?:19|20)\d\d[-/]\d{3,6}\b`)

// writesReference reports whether a number is part of a reference that a passage writes
// the same.
func (c *checker) writesReference(s *checkedSentence, n quote.Number, id string) bool {
	return slices.ContainsFunc(referenceNumber.FindAllStringIndex(s.said, -1), func(at []int) bool {
		return at[0] <= n.Start && n.End <= at[1] && strings.Contains(" "+c.pack[id].folded+" ", " "+prose.Fold(s.said[at[0]:at[1]])+" ")
	})
}

// numberHead begins what is told of a number that has no source.
const numberHead = "the number "

// badNumber tells of a number. What cannot be certain is not hard: a small
// count, digits that stand in what is cited or may follow from it, a number that the author sets
// somewhere without a marker, and one without a marker where the task is to set numbers.
func (c *checker) badNumber(s *checkedSentence, n quote.Number, show []string, fix string) {
	absent := strings.HasPrefix(fix, numberHead) // and not that it stands there for something else
	if absent && c.proved(s, n.Text) || !absent && c.provedMeant(s, n.Text) {
		return
	}
	where := c.knownOf(s.Markers)
	hard := !bareSmall(n) && (len(where) > 0 || !c.sets)
	if len(where) == 0 {
		where = c.ids
	}
	hard = hard && !c.digitsStand(n, append(slices.Clone(where), show...)) && !amongAny(n, c.free) && !amongAny(n, c.around) && !c.mayFollow(s.said, n, where)
	c.audit.BadNumbers = append(c.audit.BadNumbers, n.Text)
	s.wrong = s.wrong || hard
	d := Defect{Check: "A4", Para: s.Para, Text: s.Text, Fix: fix, Passage: c.show(show, s.Text), Hard: hard}
	if absent {
		d.About = n.Text
	}
	c.must(d)
}

// digitsStand reports whether the digits of a number stand in one of the
// passages, as a value or as they are printed, whatever is counted there.
func (c *checker) digitsStand(n quote.Number, ids []string) bool {
	return slices.ContainsFunc(ids, func(id string) bool {
		return amongAny(n, c.pack[id].numbers) || slices.ContainsFunc(c.pack[id].numbers, func(m quote.Number) bool {
			return len(onlyDigits(n.Text)) > 1 && onlyDigits(n.Text) == onlyDigits(m.Text)
		})
	})
}

func onlyDigits(text string) string {
	return strings.TrimLeft(strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text), "0")
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

// among reports whether n is one of the numbers, however each is written.
func among(n quote.Number, in []quote.Number) bool { return quote.AmongNumbers(n, in) }

// amongAny is among without regard to units: arithmetic is declared without.
func amongAny(n quote.Number, in []quote.Number) bool {
	n.Unit, n.Cell = "", true
	return among(n, in)
}
