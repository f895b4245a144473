package extract

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Flags of annotations and of fields, by their numbers in PDF 32000-1.
const (
	flagHidden   = 1 << 1
	flagNoView   = 1 << 5
	fieldSecret  = 1 << 13 // a password
	fieldRadio   = 1 << 15
	fieldButton  = 1 << 16
	fieldsMost   = 5000 // of one file
	fieldLetters = 20_000
)

// Appearances of stamps and notes stand in the text, and values of fields where the fields are.
func (p *pen) showAnnotations(page pdfDict) {
	for _, v := range p.file.getArray(page["Annots"]) {
		if !p.file.toll.countValues(formCost) {
			return
		}
		a := p.file.getDict(v)
		flags := int(p.file.getNumber(a["F"]))
		kind := castTo[pdfName](p.file.resolveRef(a["Subtype"]))
		switch {
		case kind == "Widget":
			p.writeWidget(a, flags)
		case flags&(flagHidden|flagNoView) != 0, p.isOff(a["OC"]):
		case kind == "Popup", kind == "Link":
		case kind == "Text", kind == "Highlight", kind == "Underline", kind == "StrikeOut", kind == "Squiggly", kind == "Caret":
			if strings.TrimSpace(p.file.decodeString(a["Contents"])) != "" {
				p.comments++
			}
		default:
			if n := len(p.glyphs); !p.drawAppearance(a) || len(p.glyphs) == n {
				p.writeIn(a, p.file.decodeString(a["Contents"]))
			}
		}
	}
}

// It returns false when the annotation says nothing of how it is shown.
func (p *pen) drawAppearance(a pdfDict) bool {
	normal := p.file.getDict(a["AP"])["N"]
	ref, isRef := normal.(pdfRef)
	s, ok := p.file.resolveRef(normal).(*pdfStream)
	if !ok {
		states := p.file.getDict(normal)
		v := states[castTo[pdfName](p.file.resolveRef(a["AS"]))]
		ref, isRef = v.(pdfRef)
		if s, ok = p.file.resolveRef(v).(*pdfStream); !ok {
			return false
		}
	}
	if !isRef {
		ref = pdfRef{}
	}
	rect, box := p.readRectangle(a["Rect"]), p.readRectangle(s.dict["BBox"])
	if box.x1 <= box.x0 || box.y1 <= box.y0 {
		return false
	}
	// The box, as the form's own matrix turns it, comes to lie in the rectangle.
	own := p.readFormMatrix(s)
	turned := rule{}
	for i, corner := range [][2]float64{{box.x0, box.y0}, {box.x1, box.y0}, {box.x0, box.y1}, {box.x1, box.y1}} {
		x, y := own.transformPoint(corner[0], corner[1])
		if i == 0 {
			turned = rule{x, y, x, y}
		}
		turned = rule{min(turned.x0, x), min(turned.y0, y), max(turned.x1, x), max(turned.y1, y)}
	}
	if turned.x1 <= turned.x0 || turned.y1 <= turned.y0 {
		return false
	}
	sx, sy := (rect.x1-rect.x0)/(turned.x1-turned.x0), (rect.y1-rect.y0)/(turned.y1-turned.y0)
	fit := matrix{sx, 0, 0, sy, rect.x0 - turned.x0*sx, rect.y0 - turned.y0*sy}
	p.state = state{scale: 1, text: makeShift(0, 0), line: makeShift(0, 0), page2device: p.page2device}
	return p.runForm(s, ref, fit.multiplyBy(p.page2device)) == nil
}

func (p *pen) readRectangle(v any) rule {
	list := p.file.getArray(v)
	if len(list) < 4 {
		return rule{}
	}
	a, b, c, d := p.getOperand(list, 0), p.getOperand(list, 1), p.getOperand(list, 2), p.getOperand(list, 3)
	return rule{min(a, c), min(b, d), max(a, c), max(b, d)}
}

// A value that is not shown is listed.
func (p *pen) writeWidget(a pdfDict, flags int) {
	fld := p.readFormField(a)
	rect := p.readRectangle(a["Rect"])
	unseen := flags&(flagHidden|flagNoView) != 0 || rect.x1-rect.x0 < 1 || rect.y1-rect.y0 < 1 || p.isOff(a["OC"])
	switch {
	case fld.kind == "Btn" && fld.flags&fieldButton != 0:
		if !unseen {
			p.drawAppearance(a)
		}
	case unseen && fld.value != "":
		p.hidden++
		p.listed = append(p.listed, fmt.Sprintf("Hidden field %q: %s", fld.name, fld.value))
	case unseen:
	case fld.kind == "Btn":
		p.writeIn(a, fld.mark)
		if fld.mark != unticked {
			p.filled++
		}
	case fld.value != "":
		p.filled++
		p.writeIn(a, fld.value)
	case fld.kind == "Sig":
		p.drawAppearance(a)
	}
}

type formField struct {
	name, kind, value, mark string
	flags                   int
}

const unticked = "[ ]"

// What a field does not say itself, those above it say.
func (p *pen) readFormField(a pdfDict) formField {
	var out formField
	var names []string
	var value, flags any
	f := p.file
	for d, depth := a, 0; d != nil && depth < baseLimit; d, depth = f.getDict(d["Parent"]), depth+1 {
		if name := f.decodeString(d["T"]); name != "" {
			names = append([]string{oneLine(name)}, names...)
		}
		if out.kind == "" {
			out.kind = string(castTo[pdfName](f.resolveRef(d["FT"])))
		}
		if value == nil {
			value = f.resolveRef(d["V"])
		}
		if flags == nil {
			flags = f.resolveRef(d["Ff"])
		}
	}
	out.name = strings.Join(names, ".")
	out.flags = int(f.getNumber(flags))
	switch v := value.(type) {
	case string:
		out.value = f.decodeString(v)
	case *pdfStream:
		if data, err := f.unpackStream(v); err == nil {
			out.value = f.decodeString(string(data))
		}
	case pdfName:
		out.value = string(v)
	case pdfArray:
		var many []string
		for _, x := range v {
			many = append(many, f.decodeString(x))
		}
		out.value = strings.Join(many, ", ")
	}
	if out.kind == "Tx" && out.flags&fieldSecret != 0 && out.value != "" {
		out.value = "(a password, which I do not read)"
	}
	out.value = prose.FirstBytes(strings.TrimSpace(strings.ReplaceAll(out.value, "\r", "\n")), fieldLetters)
	if out.kind == "Btn" {
		out.setMark(castTo[pdfName](f.resolveRef(a["AS"])), f.getDict(f.getDict(a["AP"])["N"]), p.findOptionName(a))
	}
	return out
}

// A box is ticked when it is in the state of its field.
func (fld *formField) setMark(shown pdfName, states pdfDict, label string) {
	on := fld.value != "" && fld.value != "Off"
	switch {
	case shown != "":
		on = shown != "Off"
	case fld.flags&fieldRadio != 0 || len(states) > 0:
		on = on && states[pdfName(fld.value)] != nil
	}
	fld.mark = unticked
	if !on {
		fld.value = ""
		return
	}
	fld.mark = "[x]"
	if label == "" {
		label = fld.value
	}
	switch strings.ToLower(label) {
	case "on", "1", "0", "true", "x", "checked", "choice1", "":
	default:
		fld.mark += " " + oneLine(label)
	}
}

// The export values of a field name the state of a widget.
func (p *pen) findOptionName(a pdfDict) string {
	parent := p.file.getDict(a["Parent"])
	options := p.file.getArray(a["Opt"])
	if options == nil {
		options = p.file.getArray(parent["Opt"])
	}
	n := 0
	state := string(castTo[pdfName](p.file.resolveRef(a["AS"])))
	if _, err := fmt.Sscanf(state, "%d", &n); err != nil || n < 0 || n >= len(options) {
		return ""
	}
	return p.file.decodeString(options[n])
}

// Words are as large as the rectangle is or as their lines let them be.
func (p *pen) writeIn(a pdfDict, words string) {
	words = strings.TrimSpace(strings.ReplaceAll(words, "\r", "\n"))
	if words == "" {
		return
	}
	const largest, share = 11, 0.75
	rect := p.readRectangle(a["Rect"])
	lines := strings.Split(words, "\n")
	size := min(largest, max(1, (rect.y1-rect.y0)*share/float64(min(len(lines), 20))))
	y := rect.y1 - size
	if len(lines) == 1 {
		y = (rect.y0+rect.y1)/2 - 0.3*size
	}
	for _, line := range lines {
		x := rect.x0 + 2
		for _, c := range line {
			if !p.file.toll.countGlyph() || len(p.glyphs) >= mostGlyphs {
				return
			}
			at := makeShift(x, y).multiplyBy(p.page2device)
			const average = 0.5 // of the size, a letter's width
			p.glyphs = append(p.glyphs, glyph{x: at[4], y: at[5], width: average * size, size: size, text: string(c), turn: computeTurn(at, size), field: true})
			x += average * size
		}
		y -= 1.2 * size
	}
}

// Such fields have a value and no place on any page.
func (f *pdfFile) listUnplaced(p *pen) []string {
	var out []string
	var walk func(v any, depth int)
	seen := map[pdfRef]bool{}
	walk = func(v any, depth int) {
		if ref, ok := v.(pdfRef); ok {
			if seen[ref] {
				return
			}
			seen[ref] = true
		}
		d := f.getDict(v)
		if d == nil || depth > formDepth || len(seen) > fieldsMost || !f.toll.countValues(1) {
			return
		}
		kids := f.getArray(d["Kids"])
		for _, k := range kids {
			walk(k, depth+1)
		}
		if len(kids) > 0 || d["Subtype"] == pdfName("Widget") || d["Rect"] != nil {
			return
		}
		if fld := p.readFormField(d); fld.value != "" && fld.kind != "Sig" {
			out = append(out, fmt.Sprintf("Field %q, which stands on no page: %s", fld.name, fld.value))
		}
	}
	for _, v := range f.getArray(f.getDict(f.getDict(f.trailer["Root"])["AcroForm"])["Fields"]) {
		walk(v, 0)
	}
	return out
}
