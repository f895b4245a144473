package extract

import (
	"regexp"
	"strconv"
	"strings"
)

// docxStyle holds the properties of a style, without what it is based on.
type docxStyle struct {
	id, name, base string
	outline        int    // 1 to 9 for headings; 0 when it says nothing; bodyText for none
	numID          string // of the list; empty when it says nothing
	level          int
	nesting        int  // the level that the name of a built-in style of lists says: each is a list of its own
	indent         int  // from the margin; -1 when it says nothing
	title          bool // it is, or is based on, the style of the title
}

// What is no heading has this outline level, although its base is a heading.
const bodyText = -1

// Styles are based on each other no further.
const baseLimit = 20

type docxStyles struct {
	said     map[string]docxStyle // what each style says itself
	resolved map[string]docxStyle // with what it takes over
	names    *regexp.Regexp       // of styles of headings
	nested   *regexp.Regexp       // of styles of lists inside lists
}

func newDocxStyles() *docxStyles {
	return &docxStyles{
		said: map[string]docxStyle{}, resolved: map[string]docxStyle{},
		names: regexp.MustCompile(`(?i)^(?:heading|überschrift|berschrift|titre|título|titulo|ttulo|titolo|kop|nagłówek|nagwek|заголовок|rubrik|overskrift|` +
			`otsikko|nadpis|címsor|cmsor|başlık|balk|τίτλος|標題|标题|見出し|제목)[ _-]?([1-9])$`),
		nested: regexp.MustCompile(`(?i)^list (?:bullet|number|continue) ([2-9])$`),
	}
}

func readDocxStyles(body []byte) (*docxStyles, error) {
	out := newDocxStyles()
	var s docxStyle
	err := walkXML(body, func(e element) {
		switch {
		case e.start && e.name == "style":
			s = docxStyle{id: e.getAttr("styleId"), indent: -1}
		case e.start && e.name == "name":
			s.name = e.getAttr("val")
		case e.start && e.name == "basedOn":
			s.base = e.getAttr("val")
		case e.start && e.name == "outlineLvl":
			s.outline = parseOutline(e.getAttr("val"))
		case e.start && e.name == "numId":
			s.numID = e.getAttr("val")
		case e.start && e.name == "ilvl":
			s.level = parseNumber(e.getAttr("val"))
		case e.start && e.name == "ind":
			s.indent = parseIndent(e, s.indent)
		case !e.start && e.name == "style":
			out.said[s.id] = s
		}
	})
	return out, err
}

// People count levels from 1.
func parseOutline(val string) int {
	n, err := strconv.Atoi(val)
	if err != nil || n < 0 || n > 8 {
		return bodyText
	}
	return n + 1
}

// fallback counts where the paragraph does not say how far it stands from the margin at which
// lines begin.
func parseIndent(e element, fallback int) int {
	for _, name := range []string{"left", "start"} {
		if val := e.getAttr(name); val != "" {
			return parseNumber(val)
		}
	}
	return fallback
}

func parseNumber(val string) int {
	n, err := strconv.Atoi(strings.TrimSpace(val))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// The style takes over from those it is based on.
func (all *docxStyles) resolveStyle(id string) docxStyle {
	if out, known := all.resolved[id]; known {
		return out
	}
	out, known := all.said[id]
	if !known {
		out = docxStyle{id: id, name: id, indent: -1}
	}
	if out.outline == 0 {
		out.outline = all.findHeadingLevel(out.name, out.id)
	}
	out.title = isTitleStyle(out)
	base := out.base
	for range baseLimit {
		b, known := all.said[base]
		if !known {
			break
		}
		if out.outline == 0 {
			if out.outline = b.outline; out.outline == 0 {
				out.outline = all.findHeadingLevel(b.name, b.id)
			}
		}
		if out.numID == "" {
			out.numID = b.numID
			out.level = max(out.level, b.level)
		}
		if out.indent < 0 {
			out.indent = b.indent
		}
		out.title = out.title || isTitleStyle(b)
		base = b.base
	}
	if m := all.nested.FindStringSubmatch(out.name); m != nil {
		out.nesting = parseNumber(m[1]) - 1
	}
	all.resolved[id] = out
	return out
}

func isTitleStyle(s docxStyle) bool {
	return strings.EqualFold(s.name, "title") || s.name == "" && strings.EqualFold(s.id, "title")
}

// Some documents have styles that name no level of the outline but in their names.
func (all *docxStyles) findHeadingLevel(names ...string) int {
	for _, n := range names {
		if m := all.names.FindStringSubmatch(strings.TrimSpace(n)); m != nil {
			return parseNumber(m[1])
		}
	}
	return 0
}

type docxLevel struct {
	format, text string
	start, left  int
	style        string // paragraphs of this style are of this level
}

// docxList is a list that paragraphs name; several may count on each other.
type docxList struct {
	shape   string      // the abstract list whose counters it uses
	restart map[int]int // levels that it starts anew, with their first number
	own     map[int]docxLevel
	begun   bool
}

type docxNumbering struct {
	shapes map[string]map[int]docxLevel
	links  map[string]string // a shape that is that of a style of lists
	lists  map[string]*docxList
	counts map[string][]int
}

func readDocxNumbering(body []byte) (*docxNumbering, error) {
	n := &docxNumbering{shapes: map[string]map[int]docxLevel{}, links: map[string]string{}, lists: map[string]*docxList{}, counts: map[string][]int{}}
	shape, list, level, override := "", "", 0, false
	var l docxLevel
	err := walkXML(body, func(e element) {
		if !e.start {
			switch e.name {
			case "lvl":
				if override && n.lists[list] != nil {
					n.lists[list].own[level] = l
				} else if n.shapes[shape] != nil {
					n.shapes[shape][level] = l
				}
			case "lvlOverride":
				override = false
			}
			return
		}
		switch e.name {
		case "abstractNum":
			shape = e.getAttr("abstractNumId")
			n.shapes[shape] = map[int]docxLevel{}
		case "numStyleLink":
			n.links[shape] = e.getAttr("val")
		case "num":
			list = e.getAttr("numId")
			n.lists[list] = &docxList{restart: map[int]int{}, own: map[int]docxLevel{}}
		case "abstractNumId":
			if n.lists[list] != nil {
				n.lists[list].shape = e.getAttr("val")
			}
		case "lvlOverride":
			override, level = true, parseNumber(e.getAttr("ilvl"))
		case "startOverride":
			if n.lists[list] != nil {
				n.lists[list].restart[level] = parseNumber(e.getAttr("val"))
			}
		case "lvl":
			level, l = parseNumber(e.getAttr("ilvl")), docxLevel{start: 1}
		case "numFmt":
			l.format = e.getAttr("val")
		case "lvlText":
			l.text = e.getAttr("val")
		case "start":
			l.start = parseNumber(e.getAttr("val"))
		case "pStyle":
			l.style = e.getAttr("val")
		case "ind":
			l.left = max(parseIndent(e, 0), 0)
		}
	})
	return n, err
}

// A style of lists may say how a list is numbered.
func (n *docxNumbering) resolveLevels(l *docxList, styles *docxStyles) map[int]docxLevel {
	shape := l.shape
	for range baseLimit {
		link, linked := n.links[shape]
		if !linked {
			break
		}
		other := n.lists[styles.said[link].numID]
		if other == nil || other.shape == shape {
			break
		}
		shape = other.shape
	}
	return n.shapes[shape]
}

// It is 0 when nothing says how far the words are indented.
func (n *docxNumbering) findIndent(id string, level int, styles *docxStyles) int {
	l := n.lists[id]
	if l == nil {
		return 0
	}
	if own, has := l.own[level]; has {
		return own.left
	}
	return n.resolveLevels(l, styles)[level].left
}

type docxMark struct {
	item   listItem
	label  string // as the document shows it, "1.2"; empty for bullets
	blank  bool   // it shows nothing: the paragraph goes on with the item before
	bullet bool
}

func (n *docxNumbering) countItem(id string, level int, styles *docxStyles) (docxMark, bool) {
	l := n.lists[id]
	if l == nil {
		return docxMark{}, false
	}
	level = min(level, 8)
	levels := n.resolveLevels(l, styles)
	of := func(i int) docxLevel {
		if own, has := l.own[i]; has {
			return own
		}
		if shared, has := levels[i]; has {
			return shared
		}
		return docxLevel{format: "bullet", text: "-", start: 1}
	}
	here := of(level)
	m := docxMark{item: listItem{level: level, list: id}}
	switch {
	case here.format == "bullet" || here.format == "none" || here.format == "":
		m.bullet = true
		m.blank = strings.TrimSpace(here.text) == ""
		return m, true
	case here.text == "" && here.format != "":
		m.bullet, m.blank = true, true
		return m, true
	}
	counts := n.counts[l.shape]
	if !l.begun {
		l.begun = true
		for i, first := range l.restart {
			for len(counts) <= i {
				counts = append(counts, 0)
			}
			counts[i] = first - 1
			counts = counts[:i+1]
		}
	}
	for len(counts) <= level {
		counts = append(counts, of(len(counts)).start-1)
	}
	counts = counts[:level+1]
	counts[level]++
	n.counts[l.shape] = counts
	m.item.number = counts[level]
	m.label = here.text
	for i := range counts {
		if mark := "%" + strconv.Itoa(i+1); strings.Contains(m.label, mark) {
			m.label = strings.ReplaceAll(m.label, mark, formatNumber(counts[i], of(i).format))
		}
	}
	return m, true
}

func formatNumber(n int, format string) string {
	switch format {
	case "lowerLetter", "upperLetter":
		s := strings.Repeat(string(rune('a'+(n-1+26)%26)), min(1+(n-1)/26, 4))
		if format == "upperLetter" {
			s = strings.ToUpper(s)
		}
		return s
	case "lowerRoman":
		return strings.ToLower(formatRoman(n))
	case "upperRoman":
		return formatRoman(n)
	case "decimalZero":
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
	}
	return strconv.Itoa(n)
}

func formatRoman(n int) string {
	var b strings.Builder
	for _, r := range []struct {
		value int
		sign  string
	}{{100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for n >= r.value && b.Len() < 20 {
			b.WriteString(r.sign)
			n -= r.value
		}
	}
	return b.String()
}
