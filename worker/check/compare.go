package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// Critics skim a list beyond a dozen; with fewer, swapped labels of a long draft would be missed.
const comparedMost = 12

// riskyStatement cites figures that code finds in the source, though they may stand there for
// something else.
type riskyStatement struct {
	text string
	risk int
}

// Risks of a statement, the greatest first.
const (
	riskInWords   = iota + 1 // figures in words, which code cannot compare
	riskNeighbour            // the passage has another figure of that unit: the labels may be swapped
	riskBeyond               // a figure stands in the passage, but not in the words that the author quotes for it
	riskUnlike               // the passage has another unit, currency, day or name with it, or "not"
)

func (c *checker) noteRisk(s *checkedSentence, known []string) {
	if len(known) == 0 {
		return
	}
	said, risk := quote.Numbers(s.said), 0
	if len(parseSpelled(s.said)) > 0 || spellsNumbers(s.said) || slices.ContainsFunc(prose.Words(s.said), ordinalNumerals().MatchString) {
		risk = riskInWords
	}
	for _, id := range known {
		there := c.pack[id].printed
		figures := len(there) > 0 || spellsNumbers(c.pack[id].Text)
		if risk == 0 && figures && (len(said) > 0 || !English(s.said)) {
			risk = riskInWords
		}
		for _, n := range said {
			if slices.ContainsFunc(there, func(m quote.Number) bool { return m.Unit == n.Unit && m.Value != n.Value && !isYear(n) }) {
				risk = riskNeighbour
			}
		}
	}
	switch {
	case s.ownDay, c.differsFromCited(s, known), c.isTurned(s):
		risk = riskUnlike
	case risk > 0 && c.goesBeyondQuotes(s):
		risk = riskBeyond
	}
	if risk > 0 {
		c.risky = append(c.risky, riskyStatement{s.Text, risk})
	}
}

func (c *checker) chooseComparisons() {
	slices.SortStableFunc(c.risky, func(a, b riskyStatement) int { return cmp.Compare(b.risk, a.risk) })
	for _, r := range c.risky[:min(len(c.risky), comparedMost)] {
		c.audit.Compare = append(c.audit.Compare, r.text)
	}
}

// CompareFigures words a question to a critic about the figures of each statement.
func CompareFigures(all []string) []string {
	out := make([]string, 0, len(all))
	for _, s := range all {
		out = append(out, fmt.Sprintf("Does the cited passage give each figure, date and unit of this for just what is said here? %q", s))
	}
	return out
}
