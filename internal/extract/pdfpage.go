package extract

import (
	"bytes"
	"fmt"
	"math"
)

// matrix is a transformation [a b c d e f] of PDF.
type matrix [6]float64

// then returns the transformation that applies m first and n second.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// apply is where a point comes to lie.
func (m matrix) apply(x, y float64) (float64, float64) {
	return m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]
}

func shift(x, y float64) matrix { return matrix{1, 0, 0, 1, x, y} }

// glyph is the text of one code where it stands on its page.
type glyph struct {
	x, y, width, size float64
	turn              int16 // degrees by which its line is turned
	text              string
	field             bool // it is of the value of a field
}

// rule is a line on a page that is drawn from left to right, or from the bottom up.
type rule struct{ x0, y0, x1, y1 float64 }

// state is what a page's program saves and restores.
type state struct {
	face          *face
	size          float64
	rise, leading float64
	char, word    float64 // spacing
	scale         float64
	text, line    matrix
	page2device   matrix
}

// pen writes the glyphs of a page.
type pen struct {
	state
	file       *pdfFile
	resources  pdfDict
	faces      map[pdfRef]*face
	local      map[pdfName]*face // fonts that the resources hold themselves
	glyphNames map[string]string
	saved      []state
	forms      []pdfRef // form objects that are open
	marked     []marked // marked content that is open
	path       []rule   // the lines of the path that is built
	at         [2]float64
	onPage

	lost   int // codes whose font does not say which letters they are
	layers map[any]bool
}

// onPage is what a page shows.
type onPage struct {
	glyphs   []glyph
	rules    []rule
	pictures float64 // the area that pictures take
	hidden   int     // values of fields that are not shown
	filled   int     // and that are
	comments int
	listed   []string // fields that have no place on the page
}

// marked is a piece of marked content.
type marked struct {
	actual string // the text that the page says it shows
	says   bool
	off    bool // on a layer that is not shown
}

const (
	pdfGlyphs  = 4_000_000 // of one file
	mostGlyphs = 400_000   // of one page
	mostRules  = 20_000    // of one page
	mostSaved  = 512       // states saved at once
	mostWaits  = 4096      // operands of one operator
	formDepth  = 8         // form objects in one another
	formCost   = 1000      // values that showing a form object counts as
	mostMarked = 64        // pieces of marked content in one another
)

// page returns what a page shows, in the order of its program. What could be
// read comes with the error.
func (p *pen) page(s sheet) (onPage, error) {
	program, err := p.file.program(s)
	p.resources, p.local = s.resources, map[pdfName]*face{}
	p.state = state{scale: 1, text: shift(0, 0), line: shift(0, 0), page2device: s.upright(p.file)}
	p.onPage, p.saved, p.forms, p.marked, p.path = onPage{}, nil, nil, nil, nil
	if fault := p.run(program); err == nil {
		err = fault
	}
	p.page2device = s.upright(p.file)
	p.annotations(s.dict)
	p.glyphs = p.inside(s)
	return p.onPage, err
}

// run carries out a program.
func (p *pen) run(program []byte) error {
	var args []any
	var fault error
	for l := newLexer(program, 0, p.file.toll); len(p.glyphs) < mostGlyphs; {
		v, ok := l.next()
		if !ok && l.at < len(program) && p.file.toll.over == nil {
			fault, args = fmt.Errorf("%w: page", errBroken), nil
			if l.left < 0 {
				break
			}
			continue
		}
		if !ok {
			break
		}
		op, isOp := v.(pdfOp)
		if !isOp {
			if args = append(args, v); len(args) > mostWaits {
				args = args[:0]
			}
			continue
		}
		if op == "ID" {
			l.at = afterPicture(program, l.at)
		}
		if err := p.do(op, args); err != nil {
			fault = err
		}
		args = args[:0]
	}
	return fault
}

// afterPicture goes over the bytes of a picture that stands in a program.
func afterPicture(program []byte, at int) int {
	for {
		i := bytes.Index(program[at:], []byte("EI"))
		if i < 0 {
			return len(program)
		}
		at += i + len("EI")
		if i > 0 && pdfSpace(program[at-len("EI")-1]) && (at == len(program) || pdfSpace(program[at])) {
			return at
		}
	}
}

// operand is a number among the operands of an operator, 0 when it is missing.
func (p *pen) operand(args []any, i int) float64 {
	if i >= len(args) {
		return 0
	}
	return p.file.number(args[i])
}

func (p *pen) matrixOf(args []any) matrix {
	var m matrix
	for i := range m {
		m[i] = p.operand(args, i)
	}
	return m
}

// do carries out one operator. Operators with too few operands are skipped.
func (p *pen) do(op pdfOp, args []any) error {
	switch op {
	case "q":
		if len(p.saved) < mostSaved {
			p.saved = append(p.saved, p.state)
		}
	case "Q":
		if n := len(p.saved); n > 0 {
			p.state, p.saved = p.saved[n-1], p.saved[:n-1]
		}
	case "cm":
		p.page2device = p.matrixOf(args).then(p.page2device)
	case "Do":
		if len(args) == 1 {
			return p.showObject(args[0])
		}
	case "BMC", "BDC":
		p.beginMarked(op, args)
	case "EMC":
		if n := len(p.marked); n > 0 {
			p.marked = p.marked[:n-1]
		}
	case "m", "l", "re", "h", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n", "c", "v", "y":
		p.draw(op, args)
	default:
		p.write(op, args)
	}
	return nil
}

// write carries out the operators of text.
func (p *pen) write(op pdfOp, args []any) {
	number := func(i int) float64 { return p.operand(args, i) }
	last := func() string {
		if len(args) == 0 {
			return ""
		}
		return as[string](args[len(args)-1])
	}
	switch op {
	case "BT":
		p.text, p.line = shift(0, 0), shift(0, 0)
	case "Tm":
		p.line = p.matrixOf(args)
		p.text = p.line
	case "TD":
		p.leading = -number(1)
		p.move(number(0), number(1))
	case "Td":
		p.move(number(0), number(1))
	case "T*":
		p.move(0, -p.leading)
	case "TL":
		p.leading = number(0)
	case "Tc":
		p.char = number(0)
	case "Tw":
		p.word = number(0)
	case "Tz":
		p.scale = number(0) / 100
	case "Ts":
		p.rise = number(0)
	case "Tf":
		p.font(args)
	case "Tj":
		p.show(last())
	case "'":
		p.move(0, -p.leading)
		p.show(last())
	case "\"":
		p.word, p.char = number(0), number(1)
		p.move(0, -p.leading)
		p.show(last())
	case "TJ":
		if len(args) > 0 {
			list := as[pdfArray](args[len(args)-1])
			p.showAll(list)
		}
	}
}

func (p *pen) move(x, y float64) {
	p.line = shift(x, y).then(p.line)
	p.text = p.line
}

func (p *pen) font(args []any) {
	if len(args) != 2 {
		return
	}
	name, ok := args[0].(pdfName)
	if !ok {
		return
	}
	fonts := p.file.dict(p.resources["Font"])
	if ref, ok := fonts[name].(pdfRef); ok {
		if p.faces[ref] == nil {
			p.faces[ref] = p.newFace(p.file.dict(ref))
		}
		p.face = p.faces[ref]
	} else {
		if p.local[name] == nil {
			p.local[name] = p.newFace(p.file.dict(fonts[name]))
		}
		p.face = p.local[name]
	}
	p.size = p.file.number(args[1])
}

// showAll shows strings and moves by the numbers between them.
func (p *pen) showAll(list pdfArray) {
	for _, v := range list {
		if s, ok := v.(string); ok {
			p.show(s)
		} else {
			p.text = shift(-p.file.number(v)/1000*p.size*p.scale, 0).then(p.text)
		}
	}
}

func (p *pen) show(raw string) {
	if p.face == nil {
		return
	}
	for raw != "" && len(p.glyphs) < mostGlyphs && p.file.toll.glyph() {
		code := raw[:p.face.codeLength(raw)]
		raw = raw[len(code):]
		w := p.face.width(code) * p.size
		at := shift(0, p.rise).then(p.text).then(p.page2device)
		text := p.face.decode(code)
		if text == "" && w != 0 {
			p.lost++
		}
		if text, shown := p.asMarked(text); shown {
			p.glyphs = append(p.glyphs, glyph{
				size: math.Abs(p.size) * math.Hypot(at[2], at[3]), x: at[4], y: at[5], text: text,
				width: w * p.scale * math.Hypot(at[0], at[1]), turn: turned(at, p.size),
			})
		}
		step := w + p.char
		if code == " " {
			step += p.word
		}
		p.text = shift(step*p.scale, 0).then(p.text)
	}
}

// turned is the direction in which a line is written, in degrees.
func turned(at matrix, size float64) int16 {
	dx, dy := at[0], at[1]
	if size < 0 {
		dx, dy = -dx, -dy
	}
	degrees := math.Round(math.Atan2(dy, dx) * 180 / math.Pi)
	if math.IsNaN(degrees) || math.Abs(degrees) <= 2 {
		return 0
	}
	return int16(degrees)
}
