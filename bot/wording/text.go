package wording

import (
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/prose"
)

// OneLine is a text of a model's or a page's as one line of ours: no line ends,
// no control characters, no marks that would change how the line looks.
func OneLine(s string) string {
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	runes := []rune(s)
	var b strings.Builder
	for i, r := range runes {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case r == '_' && i > 0 && i+1 < len(runes) && word(runes[i-1]) && word(runes[i+1]):
			b.WriteRune(r) // within a name it changes nothing
		case unicode.IsControl(r), r == '*', r == '`', r == '_', r == '|':
		default:
			b.WriteRune(r)
		}
	}
	return prose.OneLine(b.String())
}

// ShortenLine is a text as one line of at most most UTF-16 units, cut at a word
// where that is near.
func ShortenLine(s string, most int) string { return Shorten(OneLine(s), most) }

// Shorten is a text of at most most UTF-16 units, with an ellipsis where it was cut.
func Shorten(s string, most int) string {
	if prose.CountUnits(s) <= most {
		return s
	}
	n, end, word := 1, 0, 0 // the mark of the cut takes one
	for i, r := range s {
		if n += prose.CountUnits(string(r)); n > most {
			break
		}
		end = i + len(string(r))
		if r == ' ' {
			word = i
		}
	}
	if word > end*2/3 {
		end = word
	}
	return strings.TrimRight(s[:end], " ,.;:") + "…"
}

// Clip shortens a text to so many characters, with an ellipsis as the last.
func Clip(text string, most int) string {
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	return strings.TrimSpace(moment.Whole(string(r[:max(0, most-1)]))) + "…"
}

// Plain is one line of a text that others wrote, without the marks that would
// change how the rest of a message looks.
func Plain(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '`' || r == '*' || r == '|':
			return -1
		case unicode.IsControl(r) || unicode.IsSpace(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return prose.OneLine(text)
}

// Name is the title of a project or step in bold, at most 60 characters.
func Name(title string) string { return "**" + Clip(Plain(title), 60) + "**" }

// How much of others' words a message shows, in UTF-16 units.
const (
	QuoteMost = 280 // UTF-16 units of what is quoted of a reviewer
	TitleMost = 60  // of a step's title in a line
)

// passageMark is a marker of a passage, by which agents cite: it means nothing
// to whoever reads it.
var passageMark = lazyregexp.New(`\[?\bS\d+:p\d+\]?:? ?`)

// Quote is a title in quotation marks.
func Quote(title string) string { return "“" + Clip(Plain(title), 60) + "”" }
