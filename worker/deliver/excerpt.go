package deliver

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
)

// Excerpt returns the document's text for a prompt, within a budget of tokens,
// and the titles of the parts that it had to shorten. Citations stand as [3a],
// arithmetic is left out, and gaps are numbered g1, g2. The longest parts give
// way first; each says in its place how much of it is left out.
func (d Document) Excerpt(tokens int) (text string, shortened []string) {
	atMost := tokens * org.CharsPerToken
	text = d.renderPlain()
	all := utf8.RuneCountInString(text)
	if all <= atMost {
		return text, nil
	}
	const said = 80 // characters of a note on what is left out
	rest := all
	var lengths []int
	for _, s := range d.Sections() {
		n := utf8.RuneCountInString(shortenCitations(s.Body))
		lengths = append(lengths, n)
		rest -= n
	}
	share := shareRoom(lengths, atMost-rest-said*len(lengths))
	phases := make([]Phase, len(d.Phases))
	for i, p := range d.Phases {
		phases[i] = Phase{Label: p.Label}
		for _, s := range p.Sections {
			s.Body = shortenCitations(s.Body)
			if n := utf8.RuneCountInString(s.Body); n > share {
				s.Body = clipEnd(s.Body, share, n)
				shortened = append(shortened, makeOneLine(s.Title))
			}
			phases[i].Sections = append(phases[i].Sections, s)
		}
	}
	d.Phases = phases
	text = d.renderPlain()
	if utf8.RuneCountInString(text) > atMost { // more titles and gaps than the budget has room for
		text = clipEnd(text, max(0, atMost-said), utf8.RuneCountInString(text))
		shortened = append(shortened, "the document as a whole")
	}
	return text, shortened
}

func (d Document) renderPlain() string {
	var b strings.Builder
	if d.hasOpening() {
		b.WriteString(shortenCitations(d.Opening) + "\n\n")
	}
	for _, p := range d.Phases {
		if d.hasPhases() {
			fmt.Fprintf(&b, "# %s\n\n", makeOneLine(p.Label))
		}
		for _, s := range p.Sections {
			fmt.Fprintf(&b, "## %s: %s\n\n%s\n\n", s.Key, makeOneLine(s.Title), shortenCitations(s.Body))
		}
	}
	if len(d.Gaps) > 0 {
		b.WriteString("## Not known\n\n")
		for i, g := range d.Gaps {
			fmt.Fprintf(&b, "g%d (%s): %s\n", i+1, g.Section, shortenCitations(g.Text))
		}
	}
	return strings.TrimSpace(b.String())
}

func shortenCitations(text string) string {
	return finalMark.ReplaceAllString(computed.ReplaceAllString(text, ""), "[$1]")
}

// Short parts keep their length, long ones share the rest.
func shareRoom(lengths []int, room int) int {
	low, high := 0, max(0, room)
	for low < high {
		mid := (low + high + 1) / 2
		sum := 0
		for _, n := range lengths {
			sum += min(n, mid)
		}
		if sum <= room {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}

// The cut falls on the end of a line when one is near, and says what is left out.
func clipEnd(text string, n, all int) string {
	r := []rune(text)
	head := string(r[:min(n, len(r))])
	if i := strings.LastIndexByte(head, '\n'); i > len(head)*3/4 {
		head = head[:i]
	}
	head = closeFence(strings.TrimSpace(head))
	return strings.TrimSpace(fmt.Sprintf("%s\n\n[Left out here: %d of %d characters.]", head, all-utf8.RuneCountInString(head), all))
}
