package extract

import (
	"fmt"
	"strconv"
	"strings"
)

func (d *docx) start(e element) {
	p := d.para()
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
			d.sdt[n-1] = on(e)
		}
		return
	}
	d.startCell(e)
	if p == nil {
		return
	}
	switch e.name {
	case "r":
		d.hidden = false
	case "vanish":
		d.hidden = on(e) && d.inRun()
	case "pStyle":
		p.style = e.attr("val")
	case "outlineLvl":
		p.outline = outlineOf(e.attr("val"))
	case "numId":
		p.numID = e.attr("val")
	case "ilvl":
		p.level, p.listed = number(e.attr("val")), true
	case "ind":
		p.indent = indentOf(e, p.indent)
	case "tab", "ptab":
		if d.inRun() {
			p.add(d, "\t")
		}
	case "br", "cr":
		if kind := e.attr("type"); kind == "page" || kind == "column" {
			p.add(d, " ")
		} else {
			p.add(d, "\n")
		}
	case "noBreakHyphen":
		p.add(d, "-")
	case "sym":
		p.add(d, symbol(e.attr("font"), e.attr("char")))
	case "footnoteReference", "endnoteReference":
		d.cite(p, strings.TrimSuffix(e.name, "Reference")+" "+e.attr("id"))
	case "hyperlink":
		if r, known := d.links[e.attr("id")]; known && r.external {
			p.link, p.linkAt = r.target, p.text.Len()
		}
	case "fldSimple":
		if to := linkOf(e.attr("instr")); to != "" {
			p.link, p.linkAt = to, p.text.Len()
		}
	case "fldChar":
		d.fieldMark(p, e.attr("fldCharType"))
	}
}

// inRun reports whether the element that just began is of a run, not of the
// properties of a paragraph.
func (d *docx) inRun() bool {
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

// on reports whether a property is switched on.
func on(e element) bool {
	switch e.attr("val") {
	case "0", "false", "off":
		return false
	}
	return true
}

// add writes what a run shows.
func (p *para) add(d *docx, text string) {
	if !d.hidden {
		p.text.WriteString(text)
	}
}

// cite marks the place of a note.
func (d *docx) cite(p *para, id string) {
	if len(d.notes[id]) == 0 {
		return
	}
	d.cited = append(d.cited, id)
	fmt.Fprintf(&p.text, "[^%d]", len(d.cited))
}

// fieldMark reads where a field begins, begins to show its words and ends.
func (d *docx) fieldMark(p *para, kind string) {
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
		if to := linkOf(f.ask.String()); to != "" && f.at <= p.text.Len() {
			p.linkFrom(f.at, to)
		}
	}
}

// linkOf is the address of a field that is a link to the outside.
func linkOf(ask string) string {
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

// linkFrom makes the words from a place on a link.
func (p *para) linkFrom(at int, to string) {
	whole := p.text.String()
	words := whole[at:]
	p.text.Reset()
	p.text.WriteString(whole[:at] + linked(words, to))
}

// linked writes a link, or the words alone where they say the address or it is
// no address that a reader can follow.
func linked(words, to string) string {
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

func (d *docx) end(name string) {
	p := d.para()
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

// endBox ends a text box. A short one stands in the line where it is anchored,
// a longer one behind that paragraph.
func (d *docx) endBox() {
	if len(d.sinks) < 2 {
		return
	}
	const short = 100
	box := d.out()
	d.sinks = d.sinks[:len(d.sinks)-1]
	p := d.para()
	switch {
	case len(box.plain) == 0:
	case p == nil, strings.TrimSpace(p.text.String()) == "": // anchored before the first word, it stands above the paragraph
		d.out().paragraph(box.out.String())
	case len(box.plain) == 1 && len(box.plain[0]) <= short && !strings.HasPrefix(box.out.String(), "#"):
		if before := p.text.String(); before != "" && !strings.HasSuffix(before, " ") {
			p.text.WriteByte(' ')
		}
		p.text.WriteString(box.plain[0])
	default:
		p.boxes = append(p.boxes, box)
	}
}

// endParagraph writes a paragraph as what its style and its properties say.
func (d *docx) endParagraph() {
	p := d.para()
	d.paras = d.paras[:len(d.paras)-1]
	text := d.joined + p.text.String()
	d.joined = ""
	if p.gone && len(p.boxes) == 0 {
		d.joined = text
		return
	}
	d.write(p, strings.TrimSpace(text))
	for _, b := range p.boxes {
		d.out().paragraph(strings.TrimSpace(b.out.String()))
		d.out().plain = append(d.out().plain, b.plain...)
	}
}

func (d *docx) write(p *para, text string) {
	if text == "" {
		return
	}
	style := d.styles.resolve(p.style)
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
		level = max(level, style.level, d.styleLevel(numID, p.style))
	}
	if level == 0 {
		level = style.nesting
	}
	out := d.out()
	mark, inList := d.numbering.count(numID, level, d.styles)
	if !inList && numID != "0" && (numID != "" || p.listed) {
		mark, inList = docxMark{item: listItem{level: level, list: numID}, bullet: true}, true // its list is not described
	}
	mark.item.left = max(indent, 0)
	if inList && indent < 0 {
		mark.item.left = d.numbering.indent(numID, level, d.styles)
	}
	under, below := out.under(indent - max(d.styles.resolve("Normal").indent, 0))
	switch {
	case below && !inList && style.outline <= 0 && !style.title: // a level of the outline that no style gives is that of a program's paste
		out.plain = append(out.plain, text)
		out.goOn(under, text)
	case style.title:
		out.plain = append(out.plain, text)
		out.heading(1, text)
	case outline > 0:
		if label := strings.TrimSpace(mark.label); label != "" {
			text = label + " " + text
		}
		out.plain = append(out.plain, text)
		out.heading(outline, text)
	case inList && mark.blank:
		out.plain = append(out.plain, text)
		if strings.TrimSpace(p.numID) != "" && len(out.lists) > 0 {
			out.goOn(mark.item.level, text)
			return
		}
		out.paragraph(text)
	case inList:
		shown := mark.label
		if mark.bullet {
			shown = "-"
		}
		out.plain = append(out.plain, shown+" "+text)
		out.item(mark.item, text)
	case strings.HasPrefix(strings.ToLower(style.name), "list continue"):
		out.plain = append(out.plain, text)
		out.goOn(style.nesting, text)
	default:
		out.plain = append(out.plain, text)
		out.paragraph(text)
	}
}

// styleLevel is the level whose paragraphs have a style, in the list of that style.
func (d *docx) styleLevel(numID, style string) int {
	l := d.numbering.lists[numID]
	if l == nil || style == "" {
		return 0
	}
	for i, level := range d.numbering.levels(l, d.styles) {
		if level.style == style {
			return i
		}
	}
	return 0
}

// symbol is the letter of a font of symbols, as far as it is one that people use.
func symbol(font, char string) string {
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
