package check

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// markedPart is the part of a sentence, or of a cell, that a marker in it is for and in which
// byte i stands: what ends with a semicolon, a dash, a colon behind more than a label, or,
// in a cell, with a sentence.
func markedPart(text string, i int) string {
	i = min(max(i, 0), len(text))
	start, end := 0, len(text)
	for at := range len(text) {
		next := markedPartEnd(text, at, start)
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

// markedPartEnd is where the part that began at start ends when it ends with byte at, else 0.
func markedPartEnd(text string, at, start int) int {
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
		end := afterStop(text, at+1)
		if end >= len(text) || text[end] != ' ' || text[at] == '.' && abbreviation(text[start:at], strings.TrimLeft(text[end:], " ")) {
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

// unmarked reports whether the part of a text in which byte i stands has no marker of its own.
func unmarked(text string, i int) bool { return len(markers(markedPart(text, i))) == 0 }

// standsBeside reports whether a number of a cited sentence is in a part of it without a
// marker and stands in a passage that the sentence does not cite: the marker is for another fact.
func (c *checker) standsBeside(s *checkedSentence, n quote.Number) bool {
	return unmarked(s.prose, n.Start) && c.stands(n, c.ids)
}

// nameBeside reports the same of a name.
func (c *checker) nameBeside(s *checkedSentence, n properName) bool {
	return unmarked(s.Text, strings.Index(s.Text, n.text)) && c.named(n, c.ids)
}

// ownDay reports whether a number of a cited sentence is the day of a date that the cited
// passages do not have and that its author may have set or counted on: it heads an item of
// his, or another day of the sentence is theirs. Code cannot say, and a reader is asked.
func (c *checker) ownDay(s *checkedSentence, n quote.Number, known []string) bool {
	if n.Unit != "" && n.Unit != "ordinal" {
		return false
	}
	is := slices.ContainsFunc(dayPattern.FindAllStringSubmatchIndex(s.said, -1), func(m []int) bool {
		day, month := m[2:4], m[4:6]
		if day[0] < 0 {
			day, month = m[8:10], m[6:8]
		}
		first, _ := utf8.DecodeRuneInString(s.said[month[0]:month[1]])
		return day[0] <= n.Start && n.Start < day[1] && (unicode.IsUpper(first) || !c.english) // "12 may"
	})
	if !is {
		return false
	}
	if n.Start < boldHead(s.prose) {
		return true
	}
	var theirs []int
	for _, id := range known {
		theirs = append(theirs, c.daysOf(id, c.pack[id].Text)...)
	}
	return slices.ContainsFunc(daysIn(s.said), func(d int) bool { return slices.Contains(theirs, d) })
}

// boldHead is where the words in bold end that a sentence begins with; 0 for none.
func boldHead(text string) int {
	start := leadNumber(text)
	start = len(text) - len(strings.TrimLeft(text[start:], " -+>"))
	if !strings.HasPrefix(text[start:], "**") {
		return 0
	}
	const mark = 2
	end := strings.Index(text[start+mark:], "**")
	return max(0, start+mark+end)
}
