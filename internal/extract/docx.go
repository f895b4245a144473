package extract

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// A Word document may name another part for its text.
const docxBody = "word/document.xml"

// Styles tell headings, lists with their numbers, tables, links, notes and text boxes. Tracked
// changes are read as if they were accepted.
func readDocx(s *source) (Result, error) {
	d, body, err := openDocx(s.raw)
	if err != nil {
		return Result{}, s.explainCorruption(err, "Word document")
	}
	if err := walkXML(body, d.visitElement); err != nil {
		s.addNote("%s is damaged; I read it up to the fault.", s.name)
	}
	d.writeRest()
	if d.changed {
		s.addNote("%s has tracked changes; I read it as if they were accepted.", s.name)
	}
	if n := len(d.comments); n > 0 {
		s.addNote("%s has %s by %s, which I left out.", s.name, prose.Count(n, "comment"), listAuthors(d.comments))
	}
	if d.embeds {
		s.addNote("%s has another document inside it, which I did not read.", s.name)
	}
	text := d.getSink().out.String()
	if strings.TrimSpace(text) != "" {
		text += d.edges.formatLines()
	}
	return Result{Text: text, Truncated: d.getSink().full}, nil
}

func (s *source) explainCorruption(err error, what string) error {
	if errors.Is(err, errBomb) {
		return newUnreadableError("%s unpacks to far more than a document holds; I kept it but do not open it.", s.name)
	}
	return newUnreadableError("%s is a damaged %s; I kept it but cannot read it yet.", s.name, what)
}

// Three names at most are given.
func listAuthors(of []string) string {
	const named = 3
	names := slices.Compact(slices.Sorted(slices.Values(of)))
	if len(names) > named {
		names = append(names[:named:named], "others")
	}
	if len(names) > 1 {
		return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	}
	return names[0]
}

type docx struct {
	styles    *docxStyles
	numbering *docxNumbering
	links     map[string]relation
	notes     map[string][]string // "footnote 2" to its paragraphs
	cited     []string            // the notes in the order in which they are cited
	comments  []string            // authors
	edges     edges
	changed   bool
	embeds    bool

	path   []string // the elements that are open
	skip   int      // length of path at which a part that is left out ends; 0 for none
	sinks  []*sink
	paras  []*para
	tables []*docxTable
	chosen []bool // of the alternatives that are open, whether one was read
	fields []field
	hidden bool   // the run is not shown
	mark   bool   // it has the look of the mark of a note
	joined string // of a paragraph whose end was deleted
	sdt    []bool
}

// sink takes paragraphs: the document, a cell or a text box.
type sink struct {
	markup
	plain []string // the texts of its paragraphs
}

type para struct {
	text    strings.Builder
	style   string
	outline int
	numID   string
	level   int
	listed  bool // it says that it is of a list
	indent  int  // from the margin, in twentieths of a point; -1 when it says nothing
	gone    bool // its end was deleted, so the next one goes on with it
	boxes   []*sink
	link    string // the address of the link that is open
	linkAt  int
}

// A field that is open asks for something, then shows it.
type field struct {
	ask     strings.Builder
	showing bool
	at      int // where its words begin in the paragraph
}

func openDocx(raw []byte) (*docx, []byte, error) {
	c, err := openContainer(raw)
	if err != nil {
		return nil, nil, err
	}
	main, err := c.findPart("", "officeDocument", docxBody)
	if err != nil {
		return nil, nil, err
	}
	body, err := c.unpackPart(main)
	if err != nil {
		return nil, nil, err
	}
	d := &docx{styles: newDocxStyles(), edges: c.readWordEdges(main), notes: map[string][]string{}, sinks: []*sink{{}}}
	d.numbering, err = readDocxNumbering(nil)
	if err != nil {
		return nil, nil, err
	}
	if d.links, err = c.readRelations(main); errors.Is(err, errBomb) {
		return nil, nil, err
	}
	for _, kind := range []string{"styles", "numbering", "footnotes", "endnotes", "comments"} {
		name, err := c.findPart(main, kind, path.Dir(main)+"/"+kind+".xml")
		if err != nil {
			continue
		}
		part, err := c.unpackOptional(name)
		if errors.Is(err, errBomb) {
			return nil, nil, err
		}
		if err == nil && part != nil {
			d.readSidePart(kind, part)
		}
	}
	return d, body, nil
}

// A part that is damaged is read up to its fault: the text stands without it.
func (d *docx) readSidePart(kind string, part []byte) {
	switch kind {
	case "styles":
		if all, err := readDocxStyles(part); err == nil || len(all.said) > 0 {
			d.styles = all
		}
	case "numbering":
		if all, err := readDocxNumbering(part); err == nil || len(all.lists) > 0 {
			d.numbering = all
		}
	case "comments":
		if err := walkXML(part, func(e element) {
			if e.start && e.name == "comment" {
				author := oneLine(e.getAttr("author"))
				if author == "" {
					author = "somebody"
				}
				d.comments = append(d.comments, author)
			}
		}); err != nil {
			return
		}
	case "footnotes", "endnotes":
		d.readNotes(strings.TrimSuffix(kind, "s"), part)
	}
}

// Notes are kept by their ids.
func (d *docx) readNotes(kind string, part []byte) {
	id, special := "", false
	inner := &docx{styles: d.styles, numbering: d.numbering, links: nil, sinks: []*sink{{}}}
	_ = walkXML(part, func(e element) { //nolint:errcheck // a damaged part is read up to its fault
		switch {
		case e.name == kind && e.start:
			id = kind + " " + e.getAttr("id")
			special = e.getAttr("type") != "" && e.getAttr("type") != "normal"
			inner.sinks = []*sink{{}}
		case e.name == kind && !special:
			inner.writeRest()
			d.notes[id] = inner.sinks[0].plain
		default:
			inner.visitElement(e)
		}
	})
}

func (d *docx) getSink() *sink { return d.sinks[len(d.sinks)-1] }

// What is open is written too, and the notes that were cited.
func (d *docx) writeRest() {
	for len(d.paras) > 0 {
		d.endParagraph()
	}
	for len(d.tables) > 0 {
		d.endTable()
	}
	d.sinks = d.sinks[:1]
	if d.joined != "" {
		d.getSink().writeParagraph(d.joined)
		d.joined = ""
	}
	for i, id := range d.cited {
		d.getSink().writeParagraph(fmt.Sprintf("[^%d]: %s", i+1, strings.Join(d.notes[id], " ")))
	}
}

func (d *docx) visitElement(e element) {
	switch {
	case e.name == "":
		d.writeChars(e.text)
	case e.start:
		d.path = append(d.path, e.name)
		if d.skip == 0 {
			if d.isLeftOut(e) {
				d.skip = len(d.path)
				return
			}
			d.startElement(e)
		}
	case len(d.path) > 0:
		if d.skip == 0 {
			d.endElement(e.name)
		}
		if d.path = d.path[:len(d.path)-1]; len(d.path) < d.skip {
			d.skip = 0
		}
	}
}

func (d *docx) findParent() string {
	if len(d.path) < 2 {
		return ""
	}
	return d.path[len(d.path)-2]
}

// What was deleted or moved away, properties of before, and a second alternative are not shown.
func (d *docx) isLeftOut(e element) bool {
	switch e.name {
	case "del", "moveFrom":
		d.changed = true
		switch d.findParent() {
		case "rPr": // the end of a paragraph
			if p := d.getPara(); p != nil {
				p.gone = true
			}
		case "trPr":
			if len(d.tables) > 0 {
				d.tables[len(d.tables)-1].gone = true
			}
		}
		return true
	case "ins", "moveTo":
		d.changed = true
	case "pPrChange", "rPrChange", "tblPrChange", "trPrChange", "tcPrChange", "sectPrChange", "numberingChange", "tblGridChange", "rt":
		return true
	case "AlternateContent":
		d.chosen = append(d.chosen, false)
	case "Choice":
		if n := len(d.chosen); n > 0 {
			if d.chosen[n-1] {
				return true
			}
			d.chosen[n-1] = true
		}
	case "Fallback":
		return len(d.chosen) > 0 && d.chosen[len(d.chosen)-1]
	case "sdtContent":
		return len(d.sdt) > 0 && d.sdt[len(d.sdt)-1]
	case "altChunk":
		d.embeds = true
	}
	return false
}

func (d *docx) getPara() *para {
	if len(d.paras) == 0 {
		return nil
	}
	return d.paras[len(d.paras)-1]
}

// A number that looks like the mark of a note, in a document whose notes are ordinary text, does
// not become a part of the figure before it.
func (d *docx) writeShown(p *para, text []byte) {
	if d.mark && len(d.notes) == 0 && len(bytes.Trim(text, "0123456789")) == 0 && len(text) > 0 {
		fmt.Fprintf(&p.text, "[^%s]", text)
		return
	}
	if d.mark && string(text) == "," { // between two marks
		return
	}
	p.text.Write(text)
}

func (d *docx) writeChars(text []byte) {
	p := d.getPara()
	if p == nil || d.skip > 0 || len(d.path) == 0 {
		return
	}
	switch d.path[len(d.path)-1] {
	case "t":
		if n := len(d.fields); !d.hidden && (n == 0 || d.fields[n-1].showing) {
			d.writeShown(p, text)
		}
	case "instrText":
		const longest = 4096
		if n := len(d.fields); n > 0 && d.fields[n-1].ask.Len() < longest {
			d.fields[n-1].ask.Write(text)
		}
	}
}
