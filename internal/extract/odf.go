package extract

import (
	"errors"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// LibreOffice and its kin write texts, sheets and presentations so.
func readODF(s *source, kind Kind) (Result, error) {
	const what = "OpenDocument file"
	c, err := openContainer(s.raw)
	if err != nil {
		return Result{}, s.explainCorruption(err, what)
	}
	if meta, err := c.unpackOptional("META-INF/manifest.xml"); err == nil && strings.Contains(string(meta), "encryption-data") {
		return Result{}, newUnreadableError("%s has a password. Save it without one and send that.", s.name)
	}
	body, err := c.unpackPart("content.xml")
	if err != nil {
		return Result{}, s.explainCorruption(err, what)
	}
	d := &odf{kind: kind, styles: map[string]odfStyle{}, ordered: map[string]bool{}, counts: map[int]int{}}
	styles, err := c.unpackOptional("styles.xml")
	if errors.Is(err, errBomb) {
		return Result{}, s.explainCorruption(err, what)
	}
	for _, part := range [][]byte{styles, body} {
		if err := walkXML(part, d.visitElement); err != nil {
			s.addNote("%s is damaged; I read it up to the fault.", s.name)
		}
	}
	d.writeNotes()
	if kind == KindODS {
		return d.sheet.makeResult(s, d.hidden, d.sheet.isFull()), nil
	}
	if d.changed {
		s.addNote("%s has tracked changes; I read it as if they were accepted.", s.name)
	}
	if d.comments > 0 {
		s.addNote("%s has %s, which I left out.", s.name, prose.Count(d.comments, "comment"))
	}
	text := d.out.String()
	if e := readODFEdges(styles); kind == KindODT && strings.TrimSpace(text) != "" {
		text += e.formatLines()
	}
	return Result{Text: text, Truncated: d.full}, nil
}

type odfStyle struct {
	parent, list string
	hidden       bool
}

type odf struct {
	markup
	kind    Kind
	styles  map[string]odfStyle
	ordered map[string]bool // levels of lists that are numbered, by the list's style and level
	style   string          // that is being read
	listDef string

	path   []string
	skip   int
	text   strings.Builder
	depth  int // of paragraphs
	head   int // the level of the heading that is read
	para   string
	links  []odfLink
	lists  []odfList
	counts map[int]int
	next   int // which list it is
	lead   bool

	foot     strings.Builder // the note that is read
	inFoot   bool
	feet     []string
	changed  bool
	comments int

	tables int
	rows   [][]string
	bytes  int // of the rows of the tables of a text
	cells  []string
	cell   []string
	repeat int // of the cell
	again  int // of the row
	sheet  sheetWriter
	hidden []string
	page   string
	frame  string // what the shape of a slide is
}

type odfLink struct {
	to string
	at int
}

type odfList struct {
	style  string
	number int
	id     string
}

func (d *odf) visitElement(e element) {
	switch {
	case e.name == "":
		if d.depth > 0 && d.skip == 0 {
			d.writeWords(string(e.text))
		}
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

// Line ends are spaces.
func (d *odf) writeWords(raw string) {
	text := strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ").Replace(raw)
	if d.inFoot {
		d.foot.WriteString(text)
		return
	}
	d.text.WriteString(text)
}

func (d *odf) isLeftOut(e element) bool {
	switch e.name {
	case "tracked-changes":
		d.changed = true
		return true
	case "annotation":
		d.comments++
		return true
	case "table-of-content", "note-citation", "forms", "settings", "master-styles", "ruby-text", "shapes":
		return true
	}
	return false
}

func (d *odf) startElement(e element) {
	switch e.name {
	case "style":
		d.style = e.getAttr("name")
		d.styles[d.style] = odfStyle{parent: e.getAttr("parent-style-name"), list: e.getAttr("list-style-name")}
	case "table-properties":
		if e.getAttr("display") == "false" {
			st := d.styles[d.style]
			st.hidden = true
			d.styles[d.style] = st
		}
	case "list-style":
		d.listDef = e.getAttr("name")
	case "list-level-style-number":
		if e.getAttr("num-format") != "" {
			d.ordered[d.listDef+" "+e.getAttr("level")] = true
		}
	case "list":
		name := e.getAttr("style-name")
		if name == "" && len(d.lists) > 0 {
			name = d.lists[len(d.lists)-1].style
		}
		d.next++
		l := odfList{style: name, id: name}
		if e.getAttr("continue-numbering") == "true" || e.getAttr("continue-list") != "" {
			l.number = d.counts[len(d.lists)]
		}
		d.lists = append(d.lists, l)
	case "list-item":
		if n := len(d.lists); n > 0 {
			d.lists[n-1].number++
			if v := parseNumber(e.getAttr("start-value")); v > 0 {
				d.lists[n-1].number = v
			}
			d.counts[n-1] = d.lists[n-1].number
			d.lead = true
		}
	case "h", "p":
		if d.depth++; d.depth == 1 {
			d.text.Reset()
			d.links, d.head, d.para = nil, 0, e.getAttr("style-name")
			if e.name == "h" {
				d.head = max(1, parseNumber(e.getAttr("outline-level")))
			}
		}
	case "s":
		d.writeWords(strings.Repeat(" ", max(1, min(parseNumber(e.getAttr("c")), 100))))
	case "tab":
		d.writeWords(" ")
	case "line-break":
		if !d.inFoot {
			d.text.WriteByte('\n')
		}
	case "a":
		d.links = append(d.links, odfLink{e.getAttr("href"), d.text.Len()})
	case "note-body":
		d.inFoot = true
		d.foot.Reset()
	case "frame", "custom-shape":
		d.frame = e.getAttr("class")
	case "page":
		if d.kind == KindODP {
			d.page = oneLine(e.getAttr("name"))
			d.writeHeading(2, d.page)
		}
	default:
		d.startTable(e)
	}
}

func (d *odf) startTable(e element) {
	switch e.name {
	case "table":
		if d.tables++; d.tables > 1 {
			return
		}
		d.rows = nil
		if d.kind == KindODS {
			d.sheet.beginSheet(e.getAttr("name"))
			if d.styles[e.getAttr("style-name")].hidden {
				d.hidden = append(d.hidden, oneLine(e.getAttr("name")))
			}
		}
	case "table-row":
		if d.tables == 1 {
			d.cells, d.again = nil, max(1, parseNumber(e.getAttr("number-rows-repeated")))
		}
	case "table-cell", "covered-table-cell":
		if d.tables == 1 {
			d.cell, d.repeat = nil, max(1, parseNumber(e.getAttr("number-columns-repeated")))
			if d.kind != KindODS {
				d.repeat = max(d.repeat, min(parseNumber(e.getAttr("number-columns-spanned")), spanLimit))
			}
			if e.name == "covered-table-cell" && d.kind != KindODS {
				d.repeat = 0
			}
		}
	}
}

func (d *odf) endElement(name string) {
	switch name {
	case "list":
		if n := len(d.lists); n > 0 {
			d.lists = d.lists[:n-1]
		}
	case "h", "p":
		if d.depth = max(0, d.depth-1); d.depth == 0 {
			d.endParagraph()
		} else if !d.inFoot {
			d.text.WriteByte(' ')
		}
	case "a":
		if n := len(d.links); n > 0 {
			l := d.links[n-1]
			d.links = d.links[:n-1]
			if whole := d.text.String(); l.at <= len(whole) {
				d.text.Reset()
				d.text.WriteString(whole[:l.at] + formatLink(whole[l.at:], l.to))
			}
		}
	case "note-body":
		d.inFoot = false
		d.feet = append(d.feet, strings.TrimSpace(d.foot.String()))
		d.text.WriteString("[^" + strconv.Itoa(len(d.feet)) + "]")
	case "table-cell", "covered-table-cell":
		if d.tables == 1 {
			d.endCell()
		}
	case "table-row":
		if d.tables == 1 {
			d.endRow()
		}
	case "table":
		if d.tables = max(0, d.tables-1); d.tables == 0 {
			if d.kind == KindODS {
				d.sheet.endSheet()
			} else {
				d.writeTable(d.rows)
			}
		}
	}
}

func (d *odf) endCell() {
	text := strings.Join(d.cell, " ")
	n := min(d.repeat, columnLimit-len(d.cells))
	if text != "" {
		n = min(n, spanLimit)
	}
	for range n {
		d.cells = append(d.cells, text)
	}
	d.cell = nil
}

func (d *odf) endRow() {
	if strings.TrimSpace(strings.Join(d.cells, "")) == "" {
		return
	}
	for range min(d.again, spanLimit) {
		if d.kind == KindODS {
			if !d.sheet.isFull() {
				d.sheet.addRow(d.cells)
			}
			continue
		}
		if d.bytes > AttachmentBytesUsed {
			d.full = true
			return
		}
		d.bytes += 3 * len(d.cells)
		for _, c := range d.cells {
			d.bytes += len(c)
		}
		d.rows = append(d.rows, d.cells)
	}
}

func (d *odf) endParagraph() {
	text := strings.TrimSpace(d.text.String())
	switch n := len(d.lists); {
	case text == "":
	case d.tables > 0:
		d.cell = append(d.cell, text)
	case d.kind == KindODS:
	case d.head > 0:
		d.writeHeading(d.head, text)
	case d.isTitleStyle(d.para) || d.frame == "title":
		if d.kind == KindODP {
			d.writeHeading(3, text)
		} else {
			d.writeHeading(1, text)
		}
	case n > 0 && d.lead:
		d.lead = false
		l := d.lists[n-1]
		at := listItem{level: n - 1, list: l.id}
		if d.ordered[l.style+" "+strconv.Itoa(n)] {
			at.number = l.number
		}
		d.writeItem(at, text)
	case n > 0:
		d.continueItem(n-1, text)
	default:
		d.writeParagraph(text)
	}
}

// A style may be made from that of the title.
func (d *odf) isTitleStyle(style string) bool {
	for range baseLimit {
		if style == "Title" {
			return true
		}
		if style = d.styles[style].parent; style == "" {
			break
		}
	}
	return false
}

// Foot- and endnotes stand behind the text.
func (d *odf) writeNotes() {
	for i, f := range d.feet {
		d.writeParagraph("[^" + strconv.Itoa(i+1) + "]: " + f)
	}
}
