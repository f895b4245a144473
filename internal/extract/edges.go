package extract

import (
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// edges are the lines at the head and the foot of a document's pages, each once however many pages
// and kinds of them have it. They stand behind the text: they say who wrote it and when, and are
// no part of what it says.
type edges struct{ head, foot []string }

// pageNumber matches a line that only counts pages.
var pageNumber = lazyregexp.New(`(?i)^(?:(?:page|seite|página|pagina|strona|sida|side|стр\.?|blatt)\s*)?\d*\s*(?:(?:of|von|de|di|van|z|/|из|av|af)\s*\d*)?$`)

func (e *edges) addLines(foot bool, lines []string) {
	to := &e.head
	if foot {
		to = &e.foot
	}
	for _, l := range lines {
		l = oneLine(l)
		if strings.ContainsFunc(l, unicode.IsLetter) && !pageNumber.MatchString(l) && !slices.Contains(e.head, l) && !slices.Contains(e.foot, l) {
			*to = append(*to, l)
		}
	}
}

// The lines stand behind the document; empty for none.
func (e *edges) formatLines() string {
	out := ""
	for _, part := range []struct {
		name  string
		lines []string
	}{{"At the head of its pages", e.head}, {"At the foot of its pages", e.foot}} {
		if len(part.lines) > 0 {
			out += part.name + ": " + strings.Join(part.lines, " · ") + "\n\n"
		}
	}
	return out
}

func (c *container) readWordEdges(main string) (e edges) {
	all, err := c.readRelations(main)
	if err != nil {
		return e
	}
	var names []string
	for _, r := range all {
		if (r.kind == "header" || r.kind == "footer") && !r.external {
			names = append(names, r.kind+" "+r.target)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		kind, target, _ := strings.Cut(name, " ")
		part, err := c.unpackOptional(target)
		if err != nil || part == nil {
			continue // the text stands without it
		}
		e.addLines(kind == "footer", readEdgeLines(part, "", "t"))
	}
	return e
}

func readODFEdges(styles []byte) (e edges) {
	for _, kind := range []string{"header", "header-left", "header-first"} {
		e.addLines(false, readEdgeLines(styles, kind, "p"))
	}
	for _, kind := range []string{"footer", "footer-left", "footer-first"} {
		e.addLines(true, readEdgeLines(styles, kind, "p"))
	}
	return e
}

// within names the elements in which paragraphs are read, or empty for the whole part; holds names
// the elements that hold text. Numbers of pages are left out.
func readEdgeLines(part []byte, within, holds string) []string {
	var out []string
	var line strings.Builder
	inside, text, left := 0, 0, 0
	if within == "" {
		inside = 1
	}
	step := func(e element) int {
		if e.start {
			return 1
		}
		return -1
	}
	_ = walkXML(part, func(e element) { //nolint:errcheck // a damaged part is read up to its fault
		switch {
		case e.name == "":
			if inside > 0 && text > 0 && left == 0 {
				line.Write(e.text)
			}
			return
		case e.name == within:
			inside += step(e)
		case e.name == "page-number", e.name == "page-count", e.name == "del":
			left += step(e)
		case (e.name == "tab" || e.name == "br" || e.name == "s" || e.name == "line-break") && e.start:
			line.WriteByte(' ')
		}
		if e.name == holds {
			text += step(e)
		}
		if e.name == "p" && !e.start {
			out = append(out, line.String())
			line.Reset()
		}
	})
	return out
}
