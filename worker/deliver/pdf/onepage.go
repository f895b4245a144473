package pdf

import (
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// pageFitting is a part that stands alone, in one way to lay the document out.
type pageFitting struct {
	part int
	plan layoutPlan
}

// pageFit is how it is set, and whether all of it is on its page.
type pageFit struct {
	fit  paper.Fit
	fits bool
}

// foreignReserve is what is left free at the foot of a page that another program lays
// out, in millimetres: its lines end elsewhere.
const foreignReserve = 10.0

// OnePage says how the part with this key is set, so that it fits one page, in letters
// so much wider than those of the PDF; and whether it fits. What does not fit in the
// smallest type that can be read is set as usual and goes on upon the next page.
func OnePage(p paper.Paper, key string, wide float64) (fit paper.Fit, fits bool, err error) {
	types, err := newTypecase(p)
	if err != nil {
		return fit, false, fmt.Errorf("measure a page: %w", err)
	}
	if types.stretch = wide; wide > 1 {
		types.reserve = foreignReserve
	}
	parts, charts := p.Read()
	b := book{paper: p, parts: parts, charts: charts, types: types, fits: map[pageFitting]pageFit{}}
	i := slices.IndexFunc(parts, func(o paper.Reading) bool { return o.Key == key })
	if i < 0 {
		return paper.Usual(), true, nil
	}
	f := b.fitOf(layoutPlan{}, i)
	return f.fit, f.fits, types.err
}

// fitOf takes the largest type and the widest margins with which a part fits its page.
func (b *book) fitOf(p layoutPlan, part int) pageFit {
	key := pageFitting{part, p}
	if f, ok := b.fits[key]; ok {
		return f
	}
	f := pageFit{fit: paper.Usual()}
	for _, fit := range paper.Fits() {
		if b.fitsPage(p, part, fit) {
			f = pageFit{fit, true}
			break
		}
	}
	b.fits[key] = f
	return f
}

// fitsPage reports whether a part ends on the page on which it begins, with the heading
// of its phase and, in a document that begins with it, the title.
func (b *book) fitsPage(p layoutPlan, part int, fit paper.Fit) bool {
	t := b.newSheet(p, true)
	t.setFit(fit)
	if t.leadsDocument(part) {
		t.printMasthead()
	} else {
		t.newPage()
	}
	from := part
	if t.followsPhase(part) {
		from--
	}
	for _, before := range b.parts[:from] {
		if isListed(before.Part) {
			t.own = append(t.own, 1)
		}
	}
	for _, x := range b.parts[from : part+1] {
		t.printReading(x)
	}
	return t.page == 1
}

// standAlone prints a part on a page of its own, with the heading of its phase. What
// follows begins another one.
func (s *pageSheet) standAlone(part int) {
	if !s.followsPhase(part) {
		s.turnPage(part)
	}
	s.alone = true
	s.printReading(s.parts[part])
	if part < len(s.parts)-1 {
		s.newPage()
		s.setFit(paper.Usual())
	}
	s.alone = false
}

// turnPage ends the present page for a part that stands alone, however little of it is
// used, and sets the page that it begins.
func (s *pageSheet) turnPage(part int) {
	if s.leadsDocument(part) {
		return // its page has the title, and was set before that
	}
	if s.y > s.fit.Margin {
		s.alone = true
		s.newPage()
		s.alone, s.short[len(s.short)-1] = false, true
	}
	s.setFit(s.book.fitOf(s.plan, part).fit)
}

// setFit has the present page, of which nothing is used, and those behind it set like this.
func (s *pageSheet) setFit(f paper.Fit) {
	s.fit, s.left, s.y = f, f.Margin, f.Margin
}

// leadsDocument reports whether a part stands right below the title of the document.
func (s *pageSheet) leadsDocument(part int) bool {
	return !s.plan.cover && (part == 0 || part == 1 && s.followsPhase(part))
}

// followsPhase reports whether a part is the first of its phase, whose heading
// stands on the same page.
func (s *pageSheet) followsPhase(part int) bool {
	return part > 0 && s.parts[part-1].Kind == paper.Phase
}

// findAlonePart returns the part that stands alone at a place or, at a phase, behind its heading; -1 for none.
func (s *pageSheet) findAlonePart(at int) int {
	switch {
	case at >= len(s.parts):
	case s.parts[at].Alone:
		return at
	case s.parts[at].Kind == paper.Phase && at+1 < len(s.parts) && s.parts[at+1].Alone:
		return at + 1
	}
	return -1
}
