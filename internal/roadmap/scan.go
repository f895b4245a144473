package roadmap

import (
	"bytes"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

type draft struct {
	org.Item
	list, section int      // where it stands, for the nearest match
	path          []int    // the places around it
	alias         string   // folded title without a leading "1.2"
	targets       []string // what it needs, in the founder's words
	maybe         []hint   // what it seems to need
	before        []int    // drafts it follows by position
	chain         []string // the later parts of "A → B → C"
	gone          bool     // a line of edges, no item
	boxAt         int      // where a box is put; -1 for a table row
	details       []string // lines of Detail
	hasBox        bool
	open          bool // it has a box that is not ticked
	titleEnd      int  // where the link to the result is put
	linked        bool
}

// A target may name a heading or group.
type targetPlace struct {
	names   []string // folded
	section int      // its section; -1 for a group
	phase   int      // its phase; -1 when it is none
	level   int
	label   string
	items   []int // drafts of a group
}

// scanner walks the markdown once and collects drafts in source order.
type scanner struct {
	*patterns
	src      []byte
	spelling *respelling // how src differs from what the founder wrote
	newlines []int
	turns    map[ast.Node]bool // headings that count, which are phases
	title    string
	phases   []string
	drafts   []*draft
	places   []targetPlace
	path     []int // places that enclose the present line
	section  int
	skipping int // level of an out-of-scope heading, else 0
	lists    int
	chains   [][]string // edges written in paragraphs
	notes    []string
	asides   map[ast.Node]bool // headings that say something of the item above them
	remarks  []remark
	intro    []string // lines before the first heading or item
	last     lastNumbered
}

// A paragraph may interrupt a numbered list.
type lastNumbered struct {
	section, next int
	exit          []int
	list          int
}

// Of one list item or list the first drafts can start first and the last end last.
type unit struct{ first, last []int }

func (u *unit) joinUnit(v unit) {
	u.first = append(u.first, v.first...)
	u.last = append(u.last, v.last...)
}

func scanRoadmap(src string) *scanner {
	s := &scanner{patterns: getPatterns(), src: []byte(src)}
	s.hideFrontMatter()
	s.spelling = respellLists(s.src)
	s.src = s.spelling.text
	for i, b := range s.src {
		if b == '\n' {
			s.newlines = append(s.newlines, i)
		}
	}
	doc := parseDocument(s.src)
	s.turns = s.findSequences(doc)
	s.asides = s.findAsides(doc)
	main := s.findTitleHeading(doc)
	begun := false // with the work itself
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if s.isRule(n) {
			s.endPart()
			continue
		}
		if s.turns[n] && s.findHeadLevel(n) == lineLevel || s.namesPart(n) {
			begun = true
			s.beginPart(n, lineLevel)
			continue
		}
		switch n := n.(type) {
		case *ast.Heading:
			switch {
			case s.asides[n]:
				s.addRemark(n)
			case n != main:
				begun = true
				s.beginPart(n, n.Level)
			}
		case *ast.List:
			begun = true
			if s.skipping == 0 {
				s.readList(n, "")
			}
		case *extast.Table:
			if s.skipping == 0 {
				s.readTable(n, "")
			}
		case *ast.Paragraph:
			s.readChains(n)
			if begun {
				s.addRemark(n)
			} else {
				s.addIntroduction(n)
			}
		case *ast.Blockquote:
			if begun {
				s.addRemark(n)
			}
		}
	}
	s.settleChains()
	s.settleRemarks()
	for i, d := range s.listItems() {
		d.Key = "i" + strconv.Itoa(i+1)
		d.Detail = strings.Join(d.details, "\n")
	}
	return s
}

// What would take too long is overwritten in the text.
func parseDocument(src []byte) ast.Node {
	blankExcess(src)
	return goldmark.New(goldmark.WithExtensions(extension.Table, extension.TaskList)).
		Parser().Parse(text.NewReader(src))
}

// Lines of edges are no items.
func (s *scanner) listItems() []*draft {
	var out []*draft
	for _, d := range s.drafts {
		if !d.gone {
			out = append(out, d)
		}
	}
	return out
}

// Offsets stay what they are. The title of the front matter is the project's when no heading is.
func (s *scanner) hideFrontMatter() {
	if bytes.HasPrefix(s.src, []byte("\xef\xbb\xbf")) {
		copy(s.src, "   ")
	}
	m := regexp.MustCompile(`^\s{0,3}(---|\+\+\+)[ \t]*\r?\n(?s:(.*?\n))??(---|\+\+\+|\.\.\.)[ \t]*(?:\r?\n|$)`).FindSubmatchIndex(s.src)
	if m == nil || m[4] < 0 {
		return
	}
	body := s.src[m[4]:m[5]]
	if !regexp.MustCompile(`(?m)^[\pL][\pL\pN_ -]*\s*[:=]`).Match(body) {
		return // two rules with text between them
	}
	if t := regexp.MustCompile(`(?mi)^title\s*[:=]\s*(.+)$`).FindSubmatch(body); t != nil {
		s.title = cleanLine(strings.Trim(strings.TrimSpace(string(t[1])), `"'`))
	}
	for i := range s.src[:m[1]] {
		if s.src[i] != '\n' && s.src[i] != '\r' {
			s.src[i] = ' '
		}
	}
}

func (s *scanner) findTitleHeading(doc ast.Node) ast.Node {
	var first *ast.Heading
	phases := 0
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		if !ok || h.Level != 1 {
			continue
		}
		if first == nil && s.readOneLine(h) != "" {
			first = h
		}
		if s.turns[h] || s.isPhaseLabel(s.readOneLine(h)) {
			phases++
		}
	}
	if first == nil || (phases > 1 && (s.turns[first] || s.isPhaseLabel(s.readOneLine(first)))) {
		return nil
	}
	s.title = s.readOneLine(first)
	return first
}

func (s *scanner) readOneLine(n ast.Node) string {
	return strings.TrimSpace(strings.Join(readPassage(s.src, n).lines, " "))
}

// A line over a list may stand for a heading.
func (s *scanner) beginPart(n ast.Node, level int) {
	label := strings.Trim(s.readOneLine(n), "*_ ")
	if level == lineLevel {
		label = strings.TrimSuffix(label, ":")
	}
	if s.skipping != 0 && level > s.skipping {
		return
	}
	s.skipping = 0
	switch prose.Fold(label) {
	case "":
		return
	case "out of scope", "not in scope", "non goals", "nongoals":
		s.skipping = level
		s.notes = append(s.notes, "What stands under \""+label+"\" is no work, so no steps are made of it.")
		return
	}
	for len(s.path) > 0 && s.places[s.path[len(s.path)-1]].level >= level {
		s.path = s.path[:len(s.path)-1]
	}
	s.section++
	p := targetPlace{section: s.section, phase: -1, level: level, label: label}
	p.names = append(p.names, prose.Fold(label))
	if s.turns[n] || s.isPhaseLabel(label) {
		s.phases = append(s.phases, label)
		p.phase = len(s.phases) - 1
		if short, rest, found := strings.Cut(label, ":"); found {
			p.names = append(p.names, prose.Fold(short), prose.Fold(rest))
		} else if w := prose.Words(label); len(w) > 2 {
			p.names = append(p.names, strings.Join(w[:2], " "), strings.Join(w[2:], " "))
		}
		if w := prose.Words(label); len(w) > 1 && unicode.IsDigit([]rune(w[0])[0]) {
			p.names = append(p.names, "phase "+w[0], strings.Join(w[1:], " "))
		}
	}
	s.places = append(s.places, p)
	s.path = append(s.path, len(s.places)-1)
}

// The name is that of the grouping headings around the present line.
func (s *scanner) namePart(group string) string {
	var names []string
	for _, i := range s.path {
		if p := s.places[i]; p.phase < 0 {
			names = append(names, p.label)
		} else {
			names = nil
		}
	}
	if group != "" {
		names = append(names, group)
	}
	return strings.Join(names, " > ")
}

func (s *scanner) addDraft(d *draft, group string) int {
	d.section = s.section
	d.path = slices.Clone(s.path)
	d.Phase = len(s.phases) - 1
	if part := s.namePart(group); part != "" {
		d.addDetail("Part of: " + part)
	}
	s.drafts = append(s.drafts, d)
	return len(s.drafts) - 1
}

func (d *draft) addDetail(line string) { d.details = append(d.details, line) }

func (s *scanner) findLine(offset int) int { return sort.SearchInts(s.newlines, offset) + 1 }

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
