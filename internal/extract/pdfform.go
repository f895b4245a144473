package extract

import (
	"math"
	"slices"
)

// A form object draws something, a picture takes room.
func (p *pen) showObject(name any) error {
	n, ok := name.(pdfName)
	if !ok {
		return nil
	}
	v := p.file.getDict(p.resources["XObject"])[n]
	ref, isRef := v.(pdfRef)
	if isRef && slices.Contains(p.forms, ref) {
		return nil // it shows itself: once is enough
	}
	s, ok := p.file.resolveRef(v).(*pdfStream)
	if !ok {
		return nil
	}
	switch s.dict["Subtype"] {
	case pdfName("Image"):
		m := p.page2device
		p.pictures += math.Abs(m[0]*m[3] - m[1]*m[2])
	case pdfName("Form"):
		if p.isOff(s.dict["OC"]) {
			return nil
		}
		return p.runForm(s, ref, p.page2device)
	}
	return nil
}

// A form object has its own matrix, resources and state.
func (p *pen) runForm(s *pdfStream, ref pdfRef, device matrix) error {
	if len(p.forms) >= formDepth || !p.file.toll.countValues(formCost) {
		return nil
	}
	data, err := p.file.unpackStream(s)
	if p.file.toll.over != nil {
		return p.file.toll.over
	}
	before, resources, local, saved, open := p.state, p.resources, p.local, p.saved, p.marked
	p.forms = append(p.forms, ref)
	p.saved, p.path = nil, nil
	p.page2device = p.readFormMatrix(s).multiplyBy(device)
	if own := p.file.getDict(s.dict["Resources"]); own != nil {
		p.resources, p.local = own, map[pdfName]*face{}
	}
	fault := p.runProgram(data)
	p.forms = p.forms[:len(p.forms)-1]
	p.state, p.resources, p.local, p.saved, p.marked, p.path = before, resources, local, saved, open, nil
	if err != nil {
		return err
	}
	return fault
}

func (p *pen) readFormMatrix(s *pdfStream) matrix {
	list := p.file.getArray(s.dict["Matrix"])
	if len(list) < 6 {
		return makeShift(0, 0)
	}
	return p.readMatrix(list)
}

// Only lines that run along the page are kept, of paths that are painted: they are the rules of
// tables.
func (p *pen) drawPath(op pdfOp, args []any) {
	number := func(i int) float64 { return p.getOperand(args, i) }
	line := func(x0, y0, x1, y1 float64) {
		if len(p.path) >= mostWaits {
			return
		}
		x0, y0 = p.page2device.transformPoint(x0, y0)
		x1, y1 = p.page2device.transformPoint(x1, y1)
		p.path = append(p.path, rule{min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)})
	}
	switch op {
	case "m":
		p.at = [2]float64{number(0), number(1)}
	case "l":
		line(p.at[0], p.at[1], number(0), number(1))
		p.at = [2]float64{number(0), number(1)}
	case "c", "v", "y":
		if n := len(args); n >= 2 {
			p.at = [2]float64{number(n - 2), number(n - 1)}
		}
	case "re":
		x, y, w, h := number(0), number(1), number(2), number(3)
		const thin = 2.5 // points: a rectangle as thin as a line
		if math.Abs(h) <= thin || math.Abs(w) <= thin {
			line(x, y, x+w, y+h)
			return
		}
		line(x, y, x+w, y)
		line(x, y+h, x+w, y+h)
		line(x, y, x, y+h)
		line(x+w, y, x+w, y+h)
	case "n":
		p.path = nil
	case "h":
	default:
		for _, r := range p.path {
			const thin, long = 2.5, 8
			if level := r.y1-r.y0 <= thin && r.x1-r.x0 >= long; len(p.rules) < mostRules && level {
				p.rules = append(p.rules, r)
			}
		}
		p.path = nil
	}
}

// Marked content is text that stands for what is drawn, or a layer that may be switched off.
func (p *pen) beginMarked(op pdfOp, args []any) {
	if len(p.marked) >= mostMarked {
		return
	}
	var m markedContent
	if n := len(p.marked); n > 0 {
		m.off = p.marked[n-1].off
	}
	if op == "BDC" && len(args) == 2 {
		tag, props := args[0], args[1]
		if name, named := props.(pdfName); named {
			props = p.file.getDict(p.resources["Properties"])[name]
		}
		if tag == pdfName("OC") {
			m.off = m.off || p.isOff(props)
		} else if v := p.file.getDict(props)["ActualText"]; v != nil {
			m.actual, m.says = p.file.decodeString(v), true
		}
	}
	p.marked = append(p.marked, m)
}

// The text is the glyph's own, or the first time what the marked content says of itself.
func (p *pen) applyMarked(text string) (string, bool) {
	for i := range p.marked {
		m := &p.marked[i]
		if m.off {
			return "", false
		}
		if m.says {
			text, m.actual = m.actual, ""
			return text, true
		}
	}
	return text, true
}

func (p *pen) isOff(layer any) bool {
	if layer == nil {
		return false
	}
	if p.layers == nil {
		p.layers = map[any]bool{}
		properties := p.file.getDict(p.file.getDict(p.file.trailer["Root"])["OCProperties"])
		for _, v := range p.file.getArray(p.file.getDict(properties["D"])["OFF"]) {
			if ref, ok := v.(pdfRef); ok {
				p.layers[ref] = true
			}
		}
	}
	ref, ok := layer.(pdfRef)
	return ok && p.layers[ref]
}

// A page is read turned, with its corner at zero.
func (s pdfPage) computeUpright(f *pdfFile) matrix {
	x0, y0, x1, y1 := s.findBox(f)
	switch turn := int(f.getNumber(s.turn)); (turn%360 + 360) % 360 {
	case 90:
		return matrix{0, -1, 1, 0, -y0, x1}
	case 180:
		return matrix{-1, 0, 0, -1, x1, y1}
	case 270:
		return matrix{0, 1, -1, 0, y1, -x0}
	}
	return makeShift(-x0, -y0)
}

func (s pdfPage) findBox(f *pdfFile) (x0, y0, x1, y1 float64) {
	list := f.getArray(s.crop)
	if len(list) < 4 {
		list = f.getArray(s.media)
	}
	if len(list) < 4 {
		return 0, 0, 0, 0
	}
	a, b, c, d := f.getNumber(list[0]), f.getNumber(list[1]), f.getNumber(list[2]), f.getNumber(list[3])
	return min(a, c), min(b, d), max(a, c), max(b, d)
}

// Nobody sees what stands outside of the page.
func (p *pen) removeOutside(s pdfPage) []glyph {
	x0, y0, x1, y1 := s.findBox(p.file)
	w, h := x1-x0, y1-y0
	if turn := int(p.file.getNumber(s.turn)); turn%180 != 0 {
		w, h = h, w
	}
	if w <= 0 || h <= 0 {
		return p.glyphs
	}
	return slices.DeleteFunc(p.glyphs, func(g glyph) bool {
		reach := g.size + g.width
		return g.x+reach < 0 || g.y+reach < 0 || g.x > w || g.y > h || math.IsNaN(g.x+g.y+g.width+g.size)
	})
}
