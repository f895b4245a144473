package roadmap

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/internal/prose"
)

// maxIndent bounds the indentation of deeply nested details.
const maxIndent = 16

func (s *scanner) readList(l *ast.List, group string) unit {
	var items []*ast.ListItem
	for c := l.FirstChild(); c != nil; c = c.NextSibling() {
		if li, ok := c.(*ast.ListItem); ok {
			items = append(items, li)
		}
	}
	return s.readItems(l, items, group)
}

// A numbered list is a sequence, any other is in parallel.
func (s *scanner) readItems(l *ast.List, items []*ast.ListItem, group string) unit {
	s.lists++
	list := s.lists
	var whole unit
	var before []int
	resumes := l.IsOrdered() && l.Parent().Kind() == ast.KindDocument
	if resumes && s.last.section == s.section && s.last.next == l.Start && l.Start > 1 {
		before, list = s.last.exit, s.last.list
	}
	previous, number := -1, 0
	sequence := l.IsOrdered() || s.isRising(items)
	for i, li := range items {
		from, places := len(s.drafts), len(s.places)
		u, attached := s.readItem(li, group, previous)
		if attached || len(u.first) == 0 {
			continue
		}
		previous = u.last[len(u.last)-1]
		for _, d := range s.drafts[from:] {
			if d.list == 0 {
				d.list = list
			}
		}
		if !sequence {
			whole.joinUnit(u)
			continue
		}
		number = max(number+1, s.readNumber(li, l.Start+i))
		if len(s.places) > places {
			p := &s.places[len(s.places)-1]
			p.names = append(p.names, strconv.Itoa(number))
		} else if l.IsOrdered() {
			s.drafts[previous].Number = strconv.Itoa(number)
		}
		for _, f := range u.first {
			s.drafts[f].before = append(s.drafts[f].before, before...)
		}
		if len(whole.first) == 0 {
			whole.first = u.first
		}
		before, whole.last = u.last, u.last
	}
	if resumes {
		s.last = lastNumbered{section: s.section, next: number + 1, exit: before, list: list}
	}
	return whole
}

// fallback counts when the item has no number.
func (s *scanner) readNumber(li *ast.ListItem, fallback int) int {
	head := li.FirstChild()
	if head == nil || head.Lines().Len() == 0 {
		return fallback
	}
	start := head.Lines().At(0).Start
	m := s.ordinal.FindSubmatch(s.src[bytes.LastIndexByte(s.src[:start], '\n')+1 : start])
	if m == nil {
		return fallback
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return fallback
	}
	return n
}

// attached means that the item was a convention of the one before it.
func (s *scanner) readItem(li *ast.ListItem, group string, previous int) (u unit, attached bool) {
	head := li.FirstChild()
	if head == nil {
		return unit{}, false
	}
	if !isText(head) || head.Lines().Len() == 0 {
		for c := head; c != nil; c = c.NextSibling() {
			u.joinUnit(s.readLoose(c, group))
		}
		return u, false
	}
	p := readPassage(s.src, head)
	if f, value := s.parseConvention(p.lines[0]); f != fieldNone && p.box == nil && (f != fieldMaybe || value != "") {
		if previous < 0 {
			s.notes = append(s.notes, fmt.Sprintf("I did not use %q: no item stands before it.", p.lines[0]))
			return unit{}, true
		}
		s.storeConvention(s.drafts[previous], li, f, value)
		return unit{}, true
	}
	if target, is := s.depends.readUnnamed(p.lines[0]); is && p.box == nil && previous >= 0 {
		d := s.drafts[previous]
		d.maybe = append(d.maybe, hint{target: target, words: p.lines[0]})
		return unit{}, true
	}
	d := s.makeDraft(p)
	if d.Title == "" {
		return unit{}, false
	}
	colon := strings.HasSuffix(d.Title, ":")
	if colon && p.box == nil && s.holdsItems(li) {
		return s.readGroup(d, li, group), false
	}
	at := s.addDraft(d, group)
	children := s.readChildren(d, li, colon)
	d.before = append(d.before, children.last...)
	u = unit{first: children.first, last: []int{at}}
	if len(u.first) == 0 {
		u.first = []int{at}
	}
	return u, false
}

func isText(n ast.Node) bool {
	switch n.Kind() {
	case ast.KindTextBlock, ast.KindParagraph, ast.KindHeading:
		return true
	}
	return false
}

// The block stands in an item that has no words of its own.
func (s *scanner) readLoose(n ast.Node, group string) unit {
	switch n := n.(type) {
	case *ast.List:
		return s.readList(n, group)
	case *extast.Table:
		return s.readTable(n, group)
	}
	return unit{}
}

// Lines up to the first convention are the title.
func (s *scanner) makeDraft(p *passage) *draft {
	d := &draft{boxAt: p.starts[0], hasBox: p.box != nil, linked: p.linked}
	d.Line = s.findLine(p.starts[0])
	d.Done = p.linked || (p.box != nil && p.box.IsChecked)
	d.open = p.box != nil && !p.box.IsChecked
	if d.Done {
		d.Reference = p.reference
	}
	n := 0
	var later []string
	for i, l := range p.lines {
		f, value := s.parseConvention(l)
		switch {
		case i > 0 && f != fieldNone:
			d.setField(f, value)
		case i > 0 && s.addUnnamedHint(d, l):
		case i > n:
			later = append(later, l) // words after a convention
		default:
			n, d.titleEnd = i+1, p.ends[i]
		}
	}
	words := strings.Join(p.lines[:n], " ")
	if bare, found := strings.CutPrefix(words, "~~"); found && strings.HasSuffix(bare, "~~") {
		d.Done = true
		s.notes = append(s.notes, fmt.Sprintf("%q is struck out, so no step is made of it.", strings.TrimSuffix(bare, "~~")))
	}
	d.takeMarks(s.patterns, strings.ReplaceAll(words, "~~", ""))
	if parts := s.splitChain(d.Title); len(parts) > 1 {
		d.chain = parts
	}
	for _, l := range later {
		d.addDetail(l)
	}
	return d
}

// "Depends on the survey" is such a line.
func (s *scanner) addUnnamedHint(d *draft, line string) bool {
	target, is := s.depends.readUnnamed(line)
	if is {
		d.maybe = append(d.maybe, hint{target: target, words: line})
	}
	return is
}

// Conventions are no items.
func (s *scanner) holdsItems(li *ast.ListItem) bool {
	for c := li.FirstChild(); c != nil; c = c.NextSibling() {
		if l, ok := c.(*ast.List); ok {
			if _, rest, _ := s.splitList(l); len(rest) > 0 {
				return true
			}
		}
	}
	return false
}

func (s *scanner) splitList(l *ast.List) (conventions, rest []*ast.ListItem, boxes bool) {
	for c := l.FirstChild(); c != nil; c = c.NextSibling() {
		li, ok := c.(*ast.ListItem)
		if !ok {
			continue
		}
		head := li.FirstChild()
		if head != nil && isText(head) && head.Lines().Len() > 0 {
			p := readPassage(s.src, head)
			_, unnamed := s.depends.readUnnamed(p.lines[0])
			if f, _ := s.parseConvention(p.lines[0]); (f != fieldNone || unnamed) && p.box == nil {
				conventions = append(conventions, li)
				continue
			}
			boxes = boxes || p.box != nil
		}
		rest = append(rest, li)
	}
	return conventions, rest, boxes
}

// The words over the list are a group that targets may name, and its needs are those of all it
// holds.
func (s *scanner) readGroup(d *draft, li *ast.ListItem, outer string) unit {
	label := strings.TrimSpace(strings.TrimSuffix(d.Title, ":"))
	name := label
	if outer != "" {
		name = outer + " > " + label
	}
	from := len(s.drafts)
	carrier := &draft{}
	var u unit
	for c := li.FirstChild().NextSibling(); c != nil; c = c.NextSibling() {
		if l, ok := c.(*ast.List); ok {
			conventions, rest, _ := s.splitList(l)
			s.storeConventions(carrier, conventions)
			u.joinUnit(s.readItems(l, rest, name))
			continue
		}
		s.addNested(carrier, c, 0)
	}
	if len(u.first) == 0 {
		return u
	}
	p := targetPlace{section: -1, phase: -1, names: []string{prose.Fold(label)}, label: label}
	for i, t := range s.drafts[from:] {
		p.items = append(p.items, from+i)
		t.targets = append(append(t.targets, d.targets...), carrier.targets...)
		t.Accept = append(append(t.Accept, d.Accept...), carrier.Accept...)
		t.Critical = t.Critical || d.Critical
		for _, role := range []string{d.Role, carrier.Role} {
			t.setField(fieldRole, role)
		}
		if t.Tier == "" {
			t.Tier = d.Tier
		}
		t.details = append(append(t.details, d.details...), carrier.details...)
	}
	s.places = append(s.places, p)
	return u
}

func (s *scanner) readChildren(d *draft, li *ast.ListItem, colon bool) unit {
	var u unit
	for c := li.FirstChild().NextSibling(); c != nil; c = c.NextSibling() {
		l, ok := c.(*ast.List)
		if !ok {
			s.addNested(d, c, 0)
			continue
		}
		conventions, rest, boxes := s.splitList(l)
		s.storeConventions(d, conventions)
		if len(rest) == 0 {
			continue
		}
		if boxes || colon {
			u.joinUnit(s.readItems(l, rest, strings.TrimSuffix(d.Title, ":")))
			continue
		}
		for i, li := range rest {
			s.addBullet(d, l, li, i, 0)
		}
	}
	return u
}

func (s *scanner) storeConventions(d *draft, items []*ast.ListItem) {
	for _, li := range items {
		p := readPassage(s.src, li.FirstChild())
		f, value := s.parseConvention(p.lines[0])
		if target, unnamed := s.depends.readUnnamed(p.lines[0]); f == fieldNone && unnamed {
			d.maybe = append(d.maybe, hint{target: target, words: p.lines[0]})
			continue
		}
		s.storeConvention(d, li, f, value)
	}
}

// The values may stand in the list below the convention.
func (s *scanner) storeConvention(d *draft, li *ast.ListItem, f field, value string) {
	for i, l := range readPassage(s.src, li.FirstChild()).lines {
		if i == 0 {
			continue
		}
		if g, v := s.parseConvention(l); g != fieldNone {
			d.setField(f, value)
			f, value = g, v
			continue
		}
		value = strings.TrimSpace(value + " " + l)
	}
	d.setField(f, value)
	for c := li.FirstChild().NextSibling(); c != nil; c = c.NextSibling() {
		l, ok := c.(*ast.List)
		if !ok {
			s.addNested(d, c, 0)
			continue
		}
		for sub := l.FirstChild(); sub != nil; sub = sub.NextSibling() {
			head := sub.FirstChild()
			if head != nil && isText(head) {
				d.setField(f, s.readOneLine(head))
				head = head.NextSibling()
			}
			for ; head != nil; head = head.NextSibling() {
				s.addNested(d, head, 1)
			}
		}
	}
}
