package command

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
)

// pageUnits is how long one reply may be, in UTF-16 units: below Discord's
// soft split (design 5), so that a reply is one message.
const pageUnits = 1850

// sheet is a reply before it is cut into pages: a head that stands on each,
// and blocks that are kept whole where they fit.
type sheet struct {
	head   string
	blocks []string
	// again is the command that shows this sheet, without its page.
	again string
	card  org.Card
}

// reply returns one page of the sheet. A page past the end is the last one.
func (s sheet) reply(page int) org.Reply {
	pages := s.pages()
	page = min(max(1, page), len(pages))
	r := org.Reply{Text: pages[page-1], Card: s.card}
	if len(pages) > 1 {
		more(&r, s.again, page, len(pages))
	}
	return r
}

// more adds the page's number and the buttons to its neighbours.
func more(r *org.Reply, again string, page, of int) {
	name, args := cutWord(again)
	show := func(n int) string { return strings.TrimSpace(fmt.Sprintf("%s page=%d %s", name, n, args)) }
	r.Text += fmt.Sprintf("\n\nPage %d of %d.", page, of)
	if page < of {
		r.Text += fmt.Sprintf(" Next: `!%s`", show(page+1))
	}
	var turn []org.Button
	if page > 1 {
		turn = append(turn, org.Button{Label: "◀ Back", Command: show(page - 1)})
	}
	if page < of {
		turn = append(turn, org.Button{Label: "More ▶", Command: show(page + 1)})
	}
	r.Card.Buttons = append(turn, r.Card.Buttons...)
}

// reserve is the room of a page's number, the way to the next one and a fence
// that must be closed.
const reserve = 110

func (s sheet) pages() []string {
	const worthwhile = 400 // room that is filled with the beginning of a block that is too long for any page
	var out []string
	b := s.head
	full := pageUnits - reserve - units(s.head)
	for _, block := range s.blocks {
		for block != "" {
			sep := "\n"
			if b == "" {
				sep = ""
			}
			left := pageUnits - reserve - units(b) - len(sep)
			switch {
			case units(block) <= left:
				b, block = b+sep+block, ""
				continue
			case b == s.head || units(block) > full && left > worthwhile:
				var first string
				first, block = cutText(block, max(1, left))
				b += sep + first
			}
			out, b = append(out, b), s.head
		}
	}
	if b != s.head || len(out) == 0 {
		out = append(out, b)
	}
	return fenced(out)
}

// fenced closes on each page the code fence that is open at its end, and opens
// it again on the next.
func fenced(pages []string) []string {
	const fence = "```"
	open := false
	for i, p := range pages {
		p = strings.TrimSpace(p)
		if open {
			p = fence + "\n" + p
		}
		if open = strings.Count(p, fence)%2 == 1; open {
			p += "\n" + fence
		}
		pages[i] = p
	}
	return pages
}

// cutText splits a text after at most so many UTF-16 units: at a line's end
// where there is one in the second half, else at a space, else at a character.
func cutText(s string, most int) (first, rest string) {
	if units(s) <= most {
		return s, ""
	}
	n, at := 0, 0
	for i, r := range s {
		w := max(1, utf16.RuneLen(r))
		if n+w > most {
			at = i
			break
		}
		n += w
	}
	at = max(at, 1)
	for at < len(s) && !utf8.RuneStart(s[at]) {
		at++
	}
	for _, sep := range []string{"\n", " "} {
		if i := strings.LastIndex(s[:at], sep); i > at/2 {
			return strings.TrimRight(s[:i], " \n"), strings.TrimLeft(s[i:], "\n ")
		}
	}
	return s[:at], s[at:]
}

// units is the length of a text as Discord counts it.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// clip shortens a text to so many characters.
func clip(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return strings.TrimSpace(string(r[:most-1])) + "…"
}

// tame makes one plain line of a text that others wrote: no line ends, no
// marks that would change how the rest of the reply looks.
func tame(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '`' || r == '*' || r == '|':
			return -1
		case unicode.IsControl(r) || unicode.IsSpace(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.Join(strings.Fields(s), " ")
}

func title(s string) string { return clip(tame(s), 60) }
