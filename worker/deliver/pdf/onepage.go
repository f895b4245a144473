package pdf

import (
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

type pageFitting struct {
	part int
	plan layoutPlan
}

type pageFit struct {
	fit  paper.Fit
	fits bool
}

// Another program ends its lines elsewhere: so much is left free at the foot of its pages, in
// millimetres.
const foreignReserve = 10.0

// OnePage returns how the part with this key is set so that it fits one page, in letters so much
// wider than those of the PDF, and whether it fits. What does not fit in the smallest type that
// can be read is set as usual and goes on upon the next page.
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

// The largest type and the widest margins with which the part fits its page are taken.
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

// The page also holds the heading of the part's phase and, in a document that begins with it, the
// title.
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

// The heading of the part's phase stands on the page too. What follows begins another one.
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

// A part that stands alone begins a page however little of the present one is used, and sets it.
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

// Nothing of the present page may be used yet.
func (s *pageSheet) setFit(f paper.Fit) {
	s.fit, s.left, s.y = f, f.Margin, f.Margin
}

func (s *pageSheet) leadsDocument(part int) bool {
	return !s.plan.cover && (part == 0 || part == 1 && s.followsPhase(part))
}

func (s *pageSheet) followsPhase(part int) bool {
	return part > 0 && s.parts[part-1].Kind == paper.Phase
}

// At a phase it is the part behind its heading; -1 for none.
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
