package extract

import (
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Slides give their titles, words, tables and the notes of the speaker, in their order.
func readPPTX(s *source) (Result, error) {
	c, err := openContainer(s.raw)
	if err != nil {
		return Result{}, s.explainCorruption(err, "presentation")
	}
	slides, err := listSlides(c)
	if err != nil {
		return Result{}, s.explainCorruption(err, "presentation")
	}
	var m markup
	hidden := 0
	for i, name := range slides {
		body, err := c.unpackPart(name)
		if errors.Is(err, errBomb) {
			return Result{}, s.explainCorruption(err, "presentation")
		}
		if err != nil {
			s.addNote("Slide %d of %s could not be read.", i+1, s.name)
			continue
		}
		sl := slide{m: &m, number: i + 1}
		if err := walkXML(body, sl.visitElement); err != nil {
			s.addNote("Slide %d of %s is damaged; I read it up to the fault.", i+1, s.name)
		}
		sl.writeSlide()
		if sl.hidden {
			hidden++
		}
		notes, err := c.findPart(name, "notesSlide", "")
		if err != nil || notes == "" {
			continue
		}
		if body, err := c.unpackOptional(notes); err == nil && body != nil {
			n := slide{m: &m, number: i + 1, notes: true}
			if err := walkXML(body, n.visitElement); err == nil {
				m.writeParagraph(n.formatNotes())
			}
		}
	}
	if hidden > 0 {
		s.addNote("%s has %s, which I read too.", s.name, prose.Count(hidden, "hidden slide"))
	}
	return Result{Text: m.out.String(), Truncated: m.full}, nil
}

// The order is that in which slides are shown.
func listSlides(c *container) ([]string, error) {
	main, err := c.findPart("", "officeDocument", "ppt/presentation.xml")
	if err != nil {
		return nil, err
	}
	body, err := c.unpackPart(main)
	if err != nil {
		return nil, err
	}
	links, err := c.readRelations(main)
	if err != nil {
		return nil, err
	}
	var out []string
	err = walkXML(body, func(e element) {
		if !e.start || e.name != "sldId" {
			return
		}
		for _, a := range e.attrs {
			if r, known := links[a.Value]; known && a.Name.Local == "id" && r.kind == "slide" {
				out = append(out, r.target)
			}
		}
	})
	return out, err
}

type slide struct {
	m      *markup
	number int
	notes  bool
	hidden bool

	title  bool // the shape is the title of the slide
	extra  bool // the shape is a number, a date or a foot
	list   bool // the shape is a list of points
	text   strings.Builder
	inText bool
	level  int
	bullet string   // of the paragraph: "none", "bullet", "number" or nothing
	point  int      // the number of the last numbered point
	words  []string // of notes
	rows   [][]string
	cells  []tableCell
	cell   []string
	table  int
	span   int
	lines  []slideLine
}

type slideLine struct {
	text  string
	title bool
	item  *listItem
	rows  [][]string
}

func (s *slide) visitElement(e element) {
	if e.name == "" {
		if s.inText {
			s.text.Write(e.text)
		}
		return
	}
	if !e.start {
		s.endElement(e.name)
		return
	}
	switch e.name {
	case "sld":
		s.hidden = e.getAttr("show") == "0" || e.getAttr("show") == "false"
	case "sp":
		s.title, s.extra, s.list, s.point = false, false, false, 0
	case "ph":
		switch e.getAttr("type") {
		case "title", "ctrTitle":
			s.title = true
		case "sldNum", "dt", "ftr", "hdr", "sldImg":
			s.extra = true
		case "body", "obj", "":
			s.list = true
		}
	case "p":
		s.text.Reset()
		s.level, s.bullet = 0, ""
	case "pPr":
		s.level = min(parseNumber(e.getAttr("lvl")), 8)
	case "buNone":
		s.bullet = "none"
	case "buChar":
		s.bullet = "bullet"
	case "buAutoNum":
		s.bullet = "number"
	case "t":
		s.inText = true
	case "br":
		s.text.WriteByte('\n')
	case "tbl":
		s.table++
		s.rows = nil
	case "tr":
		s.cells = nil
	case "tc":
		s.cell, s.span = nil, max(1, min(parseNumber(e.getAttr("gridSpan")), spanLimit))
		if e.getAttr("hMerge") == "1" {
			s.span = 0
		}
	}
}

func (s *slide) endElement(name string) {
	switch name {
	case "t":
		s.inText = false
	case "p":
		text := strings.TrimSpace(s.text.String())
		switch {
		case text == "" || s.extra:
		case s.table > 0:
			s.cell = append(s.cell, text)
		case s.notes:
			s.words = append(s.words, text)
		case s.title:
			s.lines = append(s.lines, slideLine{text: text, title: true})
		default:
			s.lines = append(s.lines, slideLine{text: text, item: s.makeItem()})
		}
	case "tc":
		if s.span > 0 {
			s.cells = append(s.cells, tableCell{strings.Join(s.cell, " "), s.span})
		}
	case "tr":
		s.rows = append(s.rows, spreadCells(s.cells))
	case "tbl":
		s.table = max(0, s.table-1)
		s.lines = append(s.lines, slideLine{rows: s.rows})
	}
}

// The paragraph's own mark or that of its place on the slide says whether it is a point.
func (s *slide) makeItem() *listItem {
	switch {
	case s.bullet == "number":
		s.point++
		return &listItem{level: s.level, list: "slide", number: s.point}
	case s.bullet == "bullet", s.list && s.bullet == "", s.level > 0:
		return &listItem{level: s.level, list: "slide"}
	}
	return nil
}

// The title comes first.
func (s *slide) writeSlide() {
	title := fmt.Sprintf("Slide %d", s.number)
	for _, l := range s.lines {
		if l.title {
			title = l.text
			break
		}
	}
	s.m.writeHeading(2, title)
	for _, l := range s.lines {
		switch {
		case l.title && l.text == title:
		case l.rows != nil:
			s.m.writeTable(l.rows)
		case l.item != nil:
			s.m.writeItem(*l.item, l.text)
		default:
			s.m.writeParagraph(l.text)
		}
	}
	s.m.endList()
}

func (s *slide) formatNotes() string {
	if len(s.words) == 0 {
		return ""
	}
	return "Notes: " + strings.Join(s.words, "\n")
}
