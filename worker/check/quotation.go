package check

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

// checkQuotations is A2 for the words between quotation marks in the text: in a
// sentence that cites, words of some length that are given as somebody else's
// stand in the task or in one of the sources. Short ones are names and terms;
// what the author proposes to write is his own.
func (c *checker) checkQuotations() {
	for i := range c.list {
		s := &c.list[i]
		known := c.filterKnown(s.Markers)
		if len(known) == 0 || Proposal(Plain(removeQuoted(s.prose))) {
			continue
		}
		for _, q := range findQuoted(StripMarkers(s.Text)) {
			const fewest = 4 // words of a quotation; fewer are a term
			if len(prose.Words(q)) < fewest || slices.Contains(s.invented, q) || c.hasQuotation(q) {
				continue
			}
			s.invented = append(s.invented, q)
			c.audit.Quotes++
			c.audit.Fabricated = append(c.audit.Fabricated, q)
			c.addDefect(Defect{
				Check: "A2", Para: s.Para, Text: q, Hard: true, Passage: c.showNearest(known, q),
				Fix: "these words between quotation marks stand in no source: quote what the passage says, or say it in your own words",
			})
		}
	}
}

// The capital and the full stop of a quotation are not part of it, nor is what an ellipsis leaves
// out.
func (c *checker) hasQuotation(q string) bool {
	for part := range strings.SplitSeq(strings.NewReplacer("…", "...", "[...]", "...").Replace(q), "...") {
		words := " " + prose.Fold(part) + " "
		if strings.TrimSpace(words) == "" || strings.Contains(c.folded, words) {
			continue
		}
		if !slices.ContainsFunc(c.ids, func(id string) bool {
			p := c.pack[id]
			if strings.Contains(p.folded, words) {
				return true
			}
			spans, found := p.index.Find(part)
			return found && len(spans) > 0
		}) {
			return false
		}
	}
	return true
}

var scope = lazyregexp.New(`(?i)\b(?:in|on|of|across)\s+(?:the\s+)?(?:(?:whole|entire)\s+)?(?:[\p{L}-]+\s+)?(?:world|country|state|city|town|region|nation|continent|market|industry|internet)\b` +
	`|\bof all\b|\bin (?:Europe|Germany|Austria|Switzerland|France|Britain|England|America|Asia|the (?:US|USA|UK|EU))\b|\bworldwide\b|\bnationwide\b|\bworld['’]s\b|\bcountry['’]s\b|\bof its kind\b`)

var superlatives = lazyregexp.New(`(?i)\b(?:most|least)\s+[\p{L}-]+|\b(?:[\p{L}]+-)?[\p{L}]{2,}est(?:-[\p{L}]+)?\b|\bnumber one\b|\b(?:market|world) leader\b|\bbest(?:-[\p{L}]+)?\b|\bworst\b`)

// checkSuperlative finds what claims to be the most of a world that no source of the
// sentence surveys: "the most popular bakery in the city". One that compares
// what the sources give, such as "the cheapest of the three", is no such claim.
func (c *checker) checkSuperlative(s *checkedSentence, known []string) {
	if len(known) == 0 || s.decides || isGap(s.Sentence) {
		return
	}
	text := Plain(removeQuoted(s.prose))
	wide := scope.FindString(text)
	if wide == "" {
		return
	}
	for _, most := range superlatives.FindAllString(text, -1) {
		if notSuperlative(most) || c.hasSuperlative(most, known) {
			continue
		}
		c.addDefect(Defect{
			Check: "A6", Para: s.Para, Text: s.Text, Passage: c.showNearest(known, s.Text),
			Fix: "no cited passage says \"" + most + " ... " + wide + "\": say what was compared, or remove the superlative",
		})
		return
	}
}

func (c *checker) hasSuperlative(most string, known []string) bool {
	words := strings.Fields(prose.Fold(most))
	return slices.ContainsFunc(c.listSameDocuments(known), func(id string) bool {
		p := c.pack[id]
		return strings.Contains(p.folded, " "+strings.Join(words, " ")+" ") || strings.Contains(p.folded, " rank") || strings.Contains(p.folded, " number one ")
	})
}

func notSuperlative(w string) bool {
	low := strings.ToLower(w)
	if rest, ok := strings.CutPrefix(low, "most "); ok && slices.Contains([]string{"of", "people", "customers", "offices", "users", "buyers", "likely"}, rest) {
		return true
	}
	switch low {
	case "interest", "request", "invest", "test", "rest", "west", "guest", "quest", "harvest", "forest", "protest", "contest", "latest", "honest", "suggest", "modest", "digest",
		"nearest", "attest", "earnest", "request-response", "east", "midwest", "northwest", "southwest", "budapest", "chest", "nest", "priest", "arrest", "unrest", "manifest":
		return true
	}
	return false
}

func removeQuoted(text string) string {
	for _, q := range findQuoted(text) {
		const fewest = 4 // words; fewer are a name or a term
		if len(prose.Words(q)) >= fewest {
			text = strings.Replace(text, q, "", 1)
		}
	}
	return text
}

func findQuoted(text string) []string {
	var out []string
	for {
		open := strings.IndexAny(text, "\"“«„")
		if open < 0 {
			return out
		}
		before, _ := utf8.DecodeLastRuneInString(text[:open])
		text = text[open:]
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		end := strings.IndexAny(text, "\"”»“")
		if end < 0 {
			return out
		}
		if end > 0 && !unicode.IsDigit(before) { // 24" is a measure
			out = append(out, text[:end])
		}
		_, size = utf8.DecodeRuneInString(text[end:])
		text = text[end+size:]
	}
}
