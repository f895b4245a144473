package check

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// A part ends with a semicolon, a dash, a colon behind more than a label, or, in a cell, with a
// sentence.
func findMarkedPart(text string, i int) string {
	i = min(max(i, 0), len(text))
	start, end := 0, len(text)
	for at := range len(text) {
		next := findPartEnd(text, at, start)
		if next == 0 {
			continue
		}
		if next > i {
			end = next
			break
		}
		start = next
	}
	return text[start:end]
}

// findPartEnd returns where the part that began at start ends when it ends with byte at, else 0.
func findPartEnd(text string, at, start int) int {
	const longestLabel = 4 // words; "Acme: 400 offices" is one part
	rest := text[at+1:]
	switch text[at] {
	case '|':
		return at + 1
	case ';', ':':
		if !strings.HasPrefix(rest, " ") {
			return 0
		}
		if text[at] == ':' && len(prose.Words(StripMarkers(text[start:at]))) <= longestLabel {
			return 0
		}
		return at + 1
	case '.', '!', '?':
		end := skipAfterStop(text, at+1)
		if end >= len(text) || text[end] != ' ' || text[at] == '.' && isAbbreviation(text[start:at], strings.TrimLeft(text[end:], " ")) {
			return 0
		}
		return end
	case ' ':
		for _, dash := range []string{"– ", "— ", "- "} {
			if strings.HasPrefix(rest, dash) && strings.TrimSpace(text[start:at]) != "" {
				return at + 1 + len(dash)
			}
		}
	}
	return 0
}

func lacksMarker(text string, i int) bool { return len(findMarkers(findMarkedPart(text, i))) == 0 }

func (c *checker) isOfOtherFact(s *checkedSentence, n quote.Number) bool {
	return lacksMarker(s.prose, n.Start) && c.isKnownNumber(n, c.ids)
}

func (c *checker) isNameOfOtherFact(s *checkedSentence, n properName) bool {
	return lacksMarker(s.Text, strings.Index(s.Text, n.text)) && c.hasName(n, c.ids)
}

// A day that no cited passage has may be one that the author set or counted on: it heads an item
// of his, or another day of the sentence is theirs. Code cannot say, so a reader is asked.
func (c *checker) isOwnDay(s *checkedSentence, n quote.Number, known []string) bool {
	if n.Unit != "" && n.Unit != "ordinal" {
		return false
	}
	is := slices.ContainsFunc(findDaysIn(s.said), func(d dayInText) bool {
		first, _ := utf8.DecodeRuneInString(s.said[d.month[0]:d.month[1]])
		return d.day[0] <= n.Start && n.Start < d.day[1] && (unicode.IsUpper(first) || !c.english) // "12 may"
	})
	if !is {
		return false
	}
	if n.Start < findBoldEnd(s.prose) {
		return true
	}
	var theirs []int
	for _, id := range known {
		theirs = append(theirs, c.findDaysOf(id, c.pack[id].Text)...)
	}
	return slices.ContainsFunc(findDays(s.said), func(d int) bool { return slices.Contains(theirs, d) })
}

// findBoldEnd returns 0 when the text does not begin in bold.
func findBoldEnd(text string) int {
	start := skipNumbering(text)
	start = len(text) - len(strings.TrimLeft(text[start:], " -+>"))
	if !strings.HasPrefix(text[start:], "**") {
		return 0
	}
	const mark = 2
	end := strings.Index(text[start+mark:], "**")
	return max(0, start+mark+end)
}
