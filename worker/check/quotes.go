package check

import (
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
)

// LeastQuote is the fewest letters and digits of a quote that counts as evidence.
const LeastQuote = 12

// checkQuotes is A2: every evidence quote stands in its source. A quote too short
// to be evidence counts for nothing, unless it stands nowhere.
func (c *checker) checkQuotes() {
	for _, line := range c.Draft.Claims {
		at := c.findSentence(line)
		if Letters(line.Quote) < LeastQuote && c.standsLiterally(line) {
			continue
		}
		c.audit.Quotes++
		cited, repaired, ok := c.findQuote(line, c.findClaim(line, at))
		if !ok {
			c.reportFabricated(line, at)
			continue
		}
		if repaired {
			c.audit.Repaired++
		}
		for i, q := range cited {
			if at >= 0 {
				c.list[at].quoted[q.Passage] = true
			}
			p := c.pack[q.Passage]
			start, end := p.widenSpan(q.Start-p.Start, q.End-p.Start)
			cited[i] = makeCitation(q.Claim, p.Passage, start, end)
		}
		c.audit.Citations = append(c.audit.Citations, cited...)
	}
}

func (c *checker) reportFabricated(line ClaimLine, at int) {
	c.audit.Fabricated = append(c.audit.Fabricated, line.Quote)
	d := Defect{
		Check: "A2", Text: line.Quote, Hard: true, Fix: "this quote does not stand in its passage: copy it exactly or drop the claim",
		Passage: c.showNearest(c.filterKnown(line.Passages), line.Quote),
	}
	if at >= 0 {
		c.list[at].invented = append(c.list[at].invented, line.Quote)
		d.Para = c.list[at].Para
	}
	c.addDefect(d)
}

// Letters counts the letters and digits of a text.
func Letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

func (c *checker) standsLiterally(line ClaimLine) bool {
	for _, id := range c.filterKnown(line.Passages) {
		if strings.Contains(c.pack[id].folded, " "+prose.Fold(line.Quote)+" ") {
			return true
		}
	}
	return false
}

func (c *checker) findSentence(line ClaimLine) int {
	if c.targets == nil {
		for _, s := range c.list {
			c.targets = append(c.targets, makeTarget(s.Sentence))
		}
	}
	return findSentence(c.targets, line)
}

func (c *checker) findClaim(line ClaimLine, at int) string {
	switch {
	case at >= 0:
		return Plain(c.list[at].Text)
	case line.Claim != "":
		return line.Claim
	}
	return line.Quote
}

// The passages that the line names come first, then the others, then two that follow each other,
// then near matches.
func (c *checker) findQuote(line ClaimLine, claim string) (cited []work.Citation, repaired, ok bool) {
	named := c.filterKnown(line.Passages)
	rest := slices.DeleteFunc(slices.Clone(c.ids), func(id string) bool { return slices.Contains(named, id) })
	for _, id := range slices.Concat(named, rest) {
		p := c.pack[id]
		if spans, found := p.index.Find(line.Quote); found {
			for _, s := range spans {
				cited = append(cited, makeCitation(claim, p.Passage, s.Start, s.End))
			}
			return cited, false, true
		}
	}
	for _, id := range named {
		if cited := c.findAcross(c.pack[id], line.Quote, claim); len(cited) > 0 {
			return cited, false, true
		}
	}
	for _, id := range named {
		p := c.pack[id]
		if s, found := p.index.Repair(line.Quote); found {
			return []work.Citation{makeCitation(claim, p.Passage, s.Start, s.End)}, true, true
		}
	}
	return nil, false, false
}

// A quote may run over the border of two passages of one document; each gives its part.
func (c *checker) findAcross(p *source, text, claim string) []work.Citation {
	const widest = 4 // bytes of white space between two passages
	for _, id := range c.ids {
		q := c.pack[id]
		if q.Document != p.Document {
			continue
		}
		for _, pair := range [][2]*source{{p, q}, {q, p}} {
			a, b := pair[0], pair[1]
			gap := b.Start - a.End
			if gap < 0 || gap > widest || len(a.Text) != a.End-a.Start {
				continue
			}
			spans, found := quote.NewIndex(a.Text + strings.Repeat(" ", gap) + b.Text).Find(text)
			if !found {
				continue
			}
			var out []work.Citation
			border := len(a.Text)
			for _, s := range spans {
				if s.Start < border {
					out = append(out, makeCitation(claim, a.Passage, s.Start, min(s.End, border)))
				}
				if s.End > border+gap {
					out = append(out, makeCitation(claim, b.Passage, max(s.Start-border-gap, 0), s.End-border-gap))
				}
			}
			return out
		}
	}
	return nil
}
