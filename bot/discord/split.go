package discord

import (
	"regexp"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
)

const (
	hardLimit = 2000 // UTF-16 units of one message; Discord, Create Message
	softLimit = 1900 // what we put into one: room for the fences that are reopened
	mostParts = 4    // messages in a row; more becomes a file
)

// part is one message of a split text. The texts of all parts are the whole.
type part struct {
	open string // the fence and the quote that are reopened; empty for none
	text string
	shut string // closes a fence that goes on in the next part
}

func (p part) render() string { return p.open + p.text + p.shut }

// splitText cuts a text into parts that are at most limit units long as shown: at
// headings, else at paragraphs, lines, sentences, words, and only then inside
// a word. Characters are never cut, and neither is what joins them, if that
// can be. A code block that is cut is closed and opened again, and a quote goes on.
func splitText(text string, limit int) []part {
	var out []part
	var inside fenceState
	mark := ""
	for text != "" {
		p := part{open: inside.reopen() + mark}
		room := limit - prose.CountUnits(p.open)
		if end := inside.readOn(text); prose.CountUnits(text)+len(end.closeFence(text)) <= room {
			p.text, p.shut = text, end.closeFence(text)
			return append(out, p)
		}
		p.text = text[:findCut(text, room-closeMost)]
		inside = inside.readOn(p.text)
		mark = continueText(p.open+p.text, inside)
		p.shut = inside.closeFence(p.text)
		text = text[len(p.text):]
		out = append(out, p)
	}
	return out
}

// findCut returns how many bytes of a text to take when room units fit.
func findCut(text string, room int) int {
	end, n := 0, 0
	for i, r := range text {
		if n += max(1, utf16.RuneLen(r)); n > room {
			break
		}
		end = i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size := utf8.DecodeRuneInString(text[i:])
			end = i + size
		}
	}
	head := text[:end]
	least := end / 2
	for _, at := range []*regexp.Regexp{compileHeading(), compileParagraph(), lineEnd(), compileSentence(), compileWord()} {
		all := at.FindAllStringIndex(head, -1)
		for i := len(all) - 1; i >= 0; i-- {
			if m := all[i]; m[1] > least && m[1] < len(text) {
				if at.String() == compileHeading().String() {
					return m[0] + 1
				}
				return m[1]
			}
		}
		if at.String() == lineEnd().String() {
			least = end * 2 / 3
		}
	}
	return keepWhole(text, end)
}

func compileHeading() *regexp.Regexp   { return regexp.MustCompile(`\n#{1,6} `) }
func compileParagraph() *regexp.Regexp { return regexp.MustCompile(`\n[ \t]*\n`) }
func lineEnd() *regexp.Regexp          { return regexp.MustCompile(`\n`) }
func compileSentence() *regexp.Regexp  { return regexp.MustCompile(`[.!?。]["')\]]?\s`) }
func compileWord() *regexp.Regexp      { return regexp.MustCompile(`\s`) }

// keepWhole moves a cut inside a word back to where no joined characters are torn.
func keepWhole(text string, end int) int {
	for back := end; back > end-64 && back > 0; {
		next, _ := utf8.DecodeRuneInString(text[back:])
		last, size := utf8.DecodeLastRuneInString(text[:back])
		if !isJoining(next) && last != 0x200D && (next != '`' || last != '`') {
			return back
		}
		back -= size
	}
	return end
}

// isJoining reports whether a character belongs to the one before it.
func isJoining(r rune) bool {
	return r == 0x200D || r >= 0x300 && r <= 0x36F || r >= 0xFE00 && r <= 0xFE0F || r >= 0x1F3FB && r <= 0x1F3FF || r >= 0x20D0 && r <= 0x20FF
}
