package roadmap

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

const (
	remarkMost  = 400 // characters of one remark that an item carries; the whole roadmap stands in the request
	remarksMost = 4   // remarks of one item
	quotedMost  = 90  // characters of a remark in a note on the plan
)

// remark is a text of a roadmap beside its items: a sentence behind a list, a paragraph under a
// heading. It is no work, and whoever does the work must know it.
type remark struct {
	text string
	path []int // the places around it
	item int   // the draft that it follows, -1 when it is said of a whole part
}

// What interrupts a numbered list that goes on behind it is said of the item above.
func (s *scanner) addRemark(n ast.Node) {
	text := strings.TrimSpace(s.readRemark(n))
	if text == "" || s.skipping != 0 || leadsIn(n, text) {
		return
	}
	r := remark{text: text, path: slices.Clone(s.path), item: -1}
	if s.asides[n] || s.isInterruption(n) {
		r.item = len(s.drafts) - 1
	}
	s.remarks = append(s.remarks, r)
}

// Lines that set something ("gates: after planning") and edges are left out.
func (s *scanner) readRemark(n ast.Node) string {
	if n.Kind() == ast.KindBlockquote {
		var parts []string
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if c.Kind() == ast.KindParagraph || c.Kind() == ast.KindBlockquote {
				parts = append(parts, s.readRemark(c))
			}
		}
		return strings.Join(parts, " ")
	}
	var lines []string
	for _, l := range readPassage(s.src, n).lines {
		f, _ := s.parseConvention(l)
		if len(s.splitChain(l)) < 2 && f == fieldNone && !setsProject(l) {
			lines = append(lines, strings.TrimSpace(l))
		}
	}
	return strings.Join(lines, " ")
}

// Such a line says where the work stops for the founder, or what form its document has.
func setsProject(line string) bool {
	name, _, sets := strings.Cut(strings.ToLower(line), ":")
	switch strings.TrimSpace(name) {
	case "gate", "gates", "checkpoint", "checkpoints", "triggeron", "template":
		return sets
	}
	return false
}

// The words only name the list or table below them.
func leadsIn(n ast.Node, text string) bool {
	next := n.NextSibling()
	if next == nil || next.Kind() != ast.KindList && next.Kind() != extast.KindTable {
		return false
	}
	last := []rune(text)[len([]rune(text))-1]
	return !strings.ContainsRune(".!?…。！？)”\"»", last)
}

// The numbered list above the block goes on below it.
func (s *scanner) isInterruption(n ast.Node) bool {
	if s.last.next < 2 || s.last.section != s.section || len(s.drafts) == 0 {
		return false
	}
	for next := n.NextSibling(); next != nil; next = next.NextSibling() {
		switch l, is := next.(*ast.List); {
		case is:
			return l.IsOrdered() && l.Start == s.last.next
		case next.Kind() == ast.KindHeading && !s.asides[next]:
			return false
		}
	}
	return false
}

// Some headings say something of the item above them: "1. Wiki", "### Goal: ...", "2. Bot", "###
// Goal: ...". A numbered list begins before the first of them and goes on behind each but the
// last.
func (s *scanner) findAsides(doc ast.Node) map[ast.Node]bool {
	out := map[ast.Node]bool{}
	var run []ast.Node
	next, level := 0, 0 // the number that the list goes on with
	end := func() {
		if len(run) > 1 {
			for _, h := range run {
				out[h] = true
			}
		}
		run, next, level = nil, 0, 0
	}
	fresh := false // a list has gone on since the last heading
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.List:
			goesOn := n.IsOrdered() && n.Start == next && next > 1
			if !goesOn {
				if len(run) > 0 { // the last heading has items of its own
					run = nil
				}
				end()
				if !n.IsOrdered() || n.Start != 1 {
					continue
				}
			}
			next, fresh = n.Start+n.ChildCount(), true
		case *ast.Heading:
			phase := s.turns[n] || s.isPhaseLabel(s.readOneLine(n))
			if next == 0 || !fresh || phase || level != 0 && n.Level != level {
				end()
				continue
			}
			run, level, fresh = append(run, n), n.Level, false
		}
	}
	end()
	return out
}

// A remark goes to the item above, to the items of its part, or to all when the part has none.
func (s *scanner) settleRemarks() {
	for _, r := range s.remarks {
		var of []*draft
		where := ""
		if r.item >= 0 && !s.drafts[r.item].gone {
			of, where = s.drafts[r.item:r.item+1], s.drafts[r.item].Title
		}
		for path := r.path; len(of) == 0; path = path[:len(path)-1] {
			of = s.listBelow(path)
			if len(path) == 0 {
				break
			}
			where = s.places[path[len(path)-1]].label
		}
		if n := len(r.path); n > 0 && len(s.listBelow(r.path)) == 0 {
			r.text = s.places[r.path[n-1]].label + ": " + r.text // its part has no items and is gone
		}
		text := cutAtWord(r.text, remarkMost)
		for _, d := range of {
			if len(d.Said) < remarksMost && !slices.Contains(d.Said, text) {
				d.Said = append(d.Said, text)
			}
		}
		if len(of) == 0 {
			continue
		}
		to := "all steps"
		if where != "" && len(of) < len(s.listItems()) {
			to = fmt.Sprintf("%q", where)
		}
		s.notes = append(s.notes, fmt.Sprintf("No step, but told to whoever works on %s: “%s”", to, cutAtWord(r.text, quotedMost)))
	}
}

// path has the places around the items.
func (s *scanner) listBelow(path []int) []*draft {
	var out []*draft
	for _, d := range s.listItems() {
		if len(d.path) >= len(path) && slices.Equal(d.path[:len(path)], path) {
			out = append(out, d)
		}
	}
	return out
}

// The cut falls where words end if the text has any.
func cutAtWord(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	cut := string(runes[:most])
	if at := strings.LastIndexFunc(cut, unicode.IsSpace); at > len(cut)/2 {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, " ,;:") + " …"
}
