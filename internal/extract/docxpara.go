package extract

import (
	"fmt"
	"strconv"
	"strings"
)

func (d *docx) startElement(e element) {
	p := d.getPara()
	switch e.name {
	case "p":
		if e.prefix != "a" {
			d.paras = append(d.paras, &para{indent: -1})
		}
		return
	case "tbl":
		d.tables = append(d.tables, &docxTable{})
		return
	case "txbxContent":
		d.sinks = append(d.sinks, &sink{})
		return
	case "sdt":
		d.sdt = append(d.sdt, false)
		return
	case "showingPlcHdr":
		if n := len(d.sdt); n > 0 {
			d.sdt[n-1] = isOn(e)
		}
		return
	}
	d.startCell(e)
	if p == nil {
		return
	}
	switch e.name {
	case "r":
		d.hidden, d.mark = false, false
	case "rStyle":
		d.mark = e.getAttr("val") == "FootnoteReference" && d.isInRun()
	case "vanish":
		d.hidden = isOn(e) && d.isInRun()
	case "pStyle":
		p.style = e.getAttr("val")
	case "outlineLvl":
		p.outline = parseOutline(e.getAttr("val"))
	case "numId":
		p.numID = e.getAttr("val")
	case "ilvl":
		p.level, p.listed = parseNumber(e.getAttr("val")), true
	case "ind":
		p.indent = parseIndent(e, p.indent)
	case "tab", "ptab":
		if d.isInRun() {
			p.addText(d, "\t")
		}
	case "br", "cr":
		if kind := e.getAttr("type"); kind == "page" || kind == "column" {
			p.addText(d, " ")
		} else {
			p.addText(d, "\n")
		}
	case "noBreakHyphen":
		p.addText(d, "-")
	case "sym":
		p.addText(d, decodeSymbol(e.getAttr("font"), e.getAttr("char")))
	case "footnoteReference", "endnoteReference":
		d.citeNote(p, strings.TrimSuffix(e.name, "Reference")+" "+e.getAttr("id"))
	case "hyperlink":
		if r, known := d.links[e.getAttr("id")]; known && r.external {
			p.link, p.linkAt = r.target, p.text.Len()
		}
	case "fldSimple":
		if to := parseLink(e.getAttr("instr")); to != "" {
			p.link, p.linkAt = to, p.text.Len()
		}
	case "fldChar":
		d.readFieldMark(p, e.getAttr("fldCharType"))
	}
}

// The element that just began may be of the properties of a paragraph instead.
func (d *docx) isInRun() bool {
	for i := len(d.path) - 1; i >= 0; i-- {
		switch d.path[i] {
		case "r":
			return true
		case "pPr", "p":
			return false
		}
	}
	return false
}

func isOn(e element) bool {
	switch e.getAttr("val") {
	case "0", "false", "off":
		return false
	}
	return true
}

func (p *para) addText(d *docx, text string) {
	if !d.hidden {
		p.text.WriteString(text)
	}
}

func (d *docx) citeNote(p *para, id string) {
	if len(d.notes[id]) == 0 {
		return
	}
	d.cited = append(d.cited, id)
	fmt.Fprintf(&p.text, "[^%d]", len(d.cited))
}

// A field begins, begins to show its words and ends.
func (d *docx) readFieldMark(p *para, kind string) {
	const nested = 16
	n := len(d.fields)
	switch {
	case kind == "begin" && n < nested:
		d.fields = append(d.fields, field{at: p.text.Len()})
	case kind == "separate" && n > 0:
		d.fields[n-1].showing = true
		d.fields[n-1].at = p.text.Len()
	case kind == "end" && n > 0:
		f := d.fields[n-1]
		d.fields = d.fields[:n-1]
		if to := parseLink(f.ask.String()); to != "" && f.at <= p.text.Len() {
			p.linkFrom(f.at, to)
		}
	}
}

// The link must lead to the outside.
func parseLink(ask string) string {
	rest, found := strings.CutPrefix(strings.TrimSpace(ask), "HYPERLINK")
	if !found {
		return ""
	}
	rest = strings.TrimSpace(rest)
	if address, found := strings.CutPrefix(rest, `"`); found {
		address, _, _ = strings.Cut(address, `"`)
		return address
	}
	return ""
}

func (p *para) linkFrom(at int, to string) {
	whole := p.text.String()
	words := whole[at:]
	p.text.Reset()
	p.text.WriteString(whole[:at] + formatLink(words, to))
}

// The words stand alone where they say the address or it is no address that a reader can follow.
func formatLink(words, to string) string {
	bare := strings.TrimSpace(words)
	scheme, _, _ := strings.Cut(strings.ToLower(to), ":")
	switch {
	case scheme != "http" && scheme != "https" && scheme != "mailto", bare == "", bare == to,
		strings.ContainsAny(to, " ()<>\n"), strings.ContainsAny(bare, "[]\n"):
		return words
	}
	lead := words[:strings.Index(words, bare)]
	return lead + "[" + bare + "](" + to + ")" + words[len(lead)+len(bare):]
}

func (d *docx) endElement(name string) {
	p := d.getPara()
	switch name {
	case "p":
		if p != nil {
			d.endParagraph()
		}
	case "tbl":
		d.endTable()
	case "txbxContent":
		d.endBox()
	case "AlternateContent":
		if n := len(d.chosen); n > 0 {
			d.chosen = d.chosen[:n-1]
		}
	case "sdt":
		if n := len(d.sdt); n > 0 {
			d.sdt = d.sdt[:n-1]
		}
	case "hyperlink", "fldSimple":
		if p != nil && p.link != "" {
			p.linkFrom(min(p.linkAt, p.text.Len()), p.link)
			p.link = ""
		}
	case "tc":
		d.endCell()
	case "tr":
		d.endRow()
	}
}

// A short text box stands in the line where it is anchored, a longer one behind that paragraph.
func (d *docx) endBox() {
	if len(d.sinks) < 2 {
		return
	}
	const short = 100
	box := d.getSink()
	d.sinks = d.sinks[:len(d.sinks)-1]
	p := d.getPara()
	switch {
	case len(box.plain) == 0:
	case p == nil, strings.TrimSpace(p.text.String()) == "": // anchored before the first word, it stands above the paragraph
		d.getSink().writeParagraph(box.out.String())
	case len(box.plain) == 1 && len(box.plain[0]) <= short && !strings.HasPrefix(box.out.String(), "#"):
		if before := p.text.String(); before != "" && !strings.HasSuffix(before, " ") {
			p.text.WriteByte(' ')
		}
		p.text.WriteString(box.plain[0])
	default:
		p.boxes = append(p.boxes, box)
	}
}

// Style and properties say what a paragraph is.
func (d *docx) endParagraph() {
	p := d.getPara()
	d.paras = d.paras[:len(d.paras)-1]
	text := d.joined + p.text.String()
	d.joined = ""
	if p.gone && len(p.boxes) == 0 {
		d.joined = text
		return
	}
	d.writeParagraph(p, strings.TrimSpace(text))
	for _, b := range p.boxes {
		d.getSink().writeParagraph(strings.TrimSpace(b.out.String()))
		d.getSink().plain = append(d.getSink().plain, b.plain...)
	}
}

func (d *docx) writeParagraph(p *para, text string) {
	if text == "" {
		return
	}
	style := d.styles.resolveStyle(p.style)
	if strings.HasPrefix(strings.ToLower(style.name), "toc ") {
		return // the contents, which say each heading once more
	}
	outline, numID, level, indent := p.outline, p.numID, p.level, p.indent
	if indent < 0 {
		indent = style.indent
	}
	if outline == 0 {
		outline = style.outline
	}
	if numID == "" {
		numID = style.numID
		level = max(level, style.level, d.findStyleLevel(numID, p.style))
	}
	if level == 0 {
		level = style.nesting
	}
	out := d.getSink()
	mark, inList := d.numbering.countItem(numID, level, d.styles)
	if !inList && numID != "0" && (numID != "" || p.listed) {
		mark, inList = docxMark{item: listItem{level: level, list: numID}, bullet: true}, true // its list is not described
	}
	mark.item.left = max(indent, 0)
	if inList && indent < 0 {
		mark.item.left = d.numbering.findIndent(numID, level, d.styles)
	}
	under, below := out.findLevel(indent - max(d.styles.resolveStyle("Normal").indent, 0))
	switch {
	case below && !inList && style.outline <= 0 && !style.title: // a level of the outline that no style gives is that of a program's paste
		out.plain = append(out.plain, text)
		out.continueItem(under, text)
	case style.title:
		out.plain = append(out.plain, text)
		out.writeHeading(1, text)
	case outline > 0:
		if label := strings.TrimSpace(mark.label); label != "" {
			text = label + " " + text
		}
		out.plain = append(out.plain, text)
		out.writeHeading(outline, text)
	case inList && mark.blank:
		out.plain = append(out.plain, text)
		if strings.TrimSpace(p.numID) != "" && len(out.lists) > 0 {
			out.continueItem(mark.item.level, text)
			return
		}
		out.writeParagraph(text)
	case inList:
		shown := mark.label
		if mark.bullet {
			shown = "-"
		}
		out.plain = append(out.plain, shown+" "+text)
		out.writeItem(mark.item, text)
	case strings.HasPrefix(strings.ToLower(style.name), "list continue"):
		out.plain = append(out.plain, text)
		out.continueItem(style.nesting, text)
	default:
		out.plain = append(out.plain, text)
		out.writeParagraph(text)
	}
}

// In the list of that style a level has paragraphs of it.
func (d *docx) findStyleLevel(numID, style string) int {
	l := d.numbering.lists[numID]
	if l == nil || style == "" {
		return 0
	}
	for i, level := range d.numbering.resolveLevels(l, d.styles) {
		if level.style == style {
			return i
		}
	}
	return 0
}

// Fonts of symbols have letters that people use.
func decodeSymbol(font, char string) string {
	n, err := strconv.ParseUint(char, 16, 32)
	if err != nil {
		return ""
	}
	if n < 0xF000 || n > 0xF0FF {
		return string(rune(n))
	}
	signs := map[uint64]string{
		0xF0B7: "•", 0xF0A7: "▪", 0xF0D8: "➢", 0xF0FC: "✓", 0xF0FE: "☒", 0xF0A8: "☐", 0xF06F: "☐", 0xF0E0: "→", 0xF0DF: "←", 0xF04A: "☺", 0xF0E8: "→",
		0xF052: "☑", 0xF0FB: "✗",
	}
	if strings.EqualFold(font, "Symbol") {
		signs = map[uint64]string{
			0xF0B7: "•", 0xF0AE: "→", 0xF0AC: "←", 0xF0B4: "×", 0xF0B1: "±", 0xF0A3: "≤", 0xF0B3: "≥", 0xF0B9: "≠", 0xF0BB: "≈", 0xF0B0: "°", 0xF0A5: "∞",
			0xF061: "α", 0xF062: "β", 0xF067: "γ", 0xF064: "δ", 0xF06D: "µ", 0xF070: "π", 0xF073: "σ", 0xF044: "Δ", 0xF053: "Σ", 0xF057: "Ω", 0xF0E5: "∑", 0xF0D6: "√",
		}
	}
	return signs[n]
}
