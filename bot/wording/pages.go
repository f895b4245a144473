package wording

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// PageUnits limits one reply in UTF-16 units: Discord takes 2000, and some are kept for what its
// adapter adds.
const PageUnits = 1850

// pageFooter is the space of a page's number, the way to the next one and a fence
// that must be closed.
const pageFooter = 110

// Turn adds to a page its number and the buttons to its neighbours. One page
// alone stays as it is.
func Turn(r *org.Reply, again string, page, of int) {
	if of < 2 {
		return
	}
	name, args, _ := strings.Cut(again, " ")
	show := func(n int) string { return strings.TrimSpace(fmt.Sprintf("%s page=%d %s", name, n, args)) }
	if page < of {
		r.Text += fmt.Sprintf("\n\nPage %d of %d. More: `!%s`", page, of, show(page+1))
	} else {
		r.Text += fmt.Sprintf("\n\nPage %d of %d.", page, of)
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

// splitBlocks are the lines of a text, each with those that belong to it: lines that
// are indented or quoted stay with the one before.
func splitBlocks(text string) []string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		first, _ := utf8.DecodeRuneInString(line)
		if len(out) > 0 && line != "" && (unicode.IsSpace(first) || first == '>') {
			out[len(out)-1] += "\n" + line
			continue
		}
		out = append(out, line)
	}
	return out
}

// SplitPages cuts a text into pages and keeps its blocks whole where they fit.
func SplitPages(text string) []string {
	const worthwhile = 400 // units left on a page that are filled with the beginning of a block too long for any page
	if strings.TrimSpace(text) == "" {
		return nil
	}
	var out []string
	page := ""
	for _, block := range splitBlocks(text) {
		if page == "" && strings.TrimSpace(block) == "" {
			continue
		}
		for done := false; !done; {
			sep := "\n"
			if page == "" {
				sep = ""
			}
			left := PageUnits - pageFooter - prose.CountUnits(page) - len(sep)
			switch {
			case prose.CountUnits(block) <= left:
				page, done = page+sep+block, true
				continue
			case page == "" || prose.CountUnits(block) > PageUnits-pageFooter && left > worthwhile:
				var first string
				first, block = splitText(block, max(1, left))
				page, done = page+sep+first, block == ""
			}
			out, page = append(out, page), ""
		}
	}
	if strings.TrimSpace(page) != "" {
		out = append(out, page)
	}
	return closeFences(out)
}

// closeFences closes on each page the code fence that is open at its end, and opens
// it again on the next.
func closeFences(pages []string) []string {
	const fence = "```"
	open := false
	for i, p := range pages {
		p = strings.Trim(p, "\n ")
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

// splitText splits a text after at most so many UTF-16 units: at a line's end
// where there is one in the second half, else at a space, else at a character.
func splitText(s string, most int) (first, rest string) {
	if prose.CountUnits(s) <= most {
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

// JoinDetails joins parts of a message's details: a heading with its lines, and
// nothing where there are none.
func JoinDetails(parts ...string) string {
	var out []string
	for _, p := range parts {
		if strings.TrimSpace(p) != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n\n")
}

// ListBelow is a heading with a list below it; empty without lines.
func ListBelow(heading string, lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "__" + heading + "__\n- " + strings.Join(lines, "\n- ")
}
