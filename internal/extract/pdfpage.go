package extract

import (
	"bytes"
	"fmt"
	"math"
)

// matrix is a transformation [a b c d e f] of PDF.
type matrix [6]float64

// m is applied first and n second.
func (m matrix) multiplyBy(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

func (m matrix) transformPoint(x, y float64) (float64, float64) {
	return m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]
}

func makeShift(x, y float64) matrix { return matrix{1, 0, 0, 1, x, y} }

// glyph is the text of one code where it stands on its page.
type glyph struct {
	x, y, width, size float64
	turn              int16 // degrees by which its line is turned
	text              string
	field             bool // it is of the value of a field
}

// rule is a line on a page that is drawn from left to right, or from the bottom up.
type rule struct{ x0, y0, x1, y1 float64 }

// A page's program saves and restores its state.
type state struct {
	face          *face
	size          float64
	rise, leading float64
	char, word    float64 // spacing
	scale         float64
	text, line    matrix
	page2device   matrix
}

type pen struct {
	state
	file       *pdfFile
	resources  pdfDict
	faces      map[pdfRef]*face
	local      map[pdfName]*face // fonts that the resources hold themselves
	glyphNames map[string]string
	saved      []state
	forms      []pdfRef        // form objects that are open
	marked     []markedContent // marked content that is open
	path       []rule          // the lines of the path that is built
	at         [2]float64
	onPage

	lost   int // codes whose font does not say which letters they are
	layers map[any]bool
}

type onPage struct {
	glyphs   []glyph
	rules    []rule
	pictures float64 // the area that pictures take
	hidden   int     // values of fields that are not shown
	filled   int     // and that are
	comments int
	listed   []string // fields that have no place on the page
}

type markedContent struct {
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

// Glyphs are in the order of the page's program. What could be read comes with the error.
func (p *pen) drawPage(s pdfPage) (onPage, error) {
	program, err := p.file.readProgram(s)
	p.resources, p.local = s.resources, map[pdfName]*face{}
	p.state = state{scale: 1, text: makeShift(0, 0), line: makeShift(0, 0), page2device: s.computeUpright(p.file)}
	p.onPage, p.saved, p.forms, p.marked, p.path = onPage{}, nil, nil, nil, nil
	if fault := p.runProgram(program); err == nil {
		err = fault
	}
	p.page2device = s.computeUpright(p.file)
	p.showAnnotations(s.dict)
	p.glyphs = p.removeOutside(s)
	return p.onPage, err
}

func (p *pen) runProgram(program []byte) error {
	var args []any
	var fault error
	for l := newLexer(program, 0, p.file.toll); len(p.glyphs) < mostGlyphs; {
		v, ok := l.readNext()
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
			l.at = skipPicture(program, l.at)
		}
		if err := p.runOperator(op, args); err != nil {
			fault = err
		}
		args = args[:0]
	}
	return fault
}

// Pictures may stand in a program.
func skipPicture(program []byte, at int) int {
	for {
		i := bytes.Index(program[at:], []byte("EI"))
		if i < 0 {
			return len(program)
		}
		at += i + len("EI")
		if i > 0 && isPDFSpace(program[at-len("EI")-1]) && (at == len(program) || isPDFSpace(program[at])) {
			return at
		}
	}
}

// It is 0 when the operand is missing.
func (p *pen) getOperand(args []any, i int) float64 {
	if i >= len(args) {
		return 0
	}
	return p.file.getNumber(args[i])
}

func (p *pen) readMatrix(args []any) matrix {
	var m matrix
	for i := range m {
		m[i] = p.getOperand(args, i)
	}
	return m
}

// Operators with too few operands are skipped.
func (p *pen) runOperator(op pdfOp, args []any) error {
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
		p.page2device = p.readMatrix(args).multiplyBy(p.page2device)
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
		p.drawPath(op, args)
	default:
		p.runTextOperator(op, args)
	}
	return nil
}

func (p *pen) runTextOperator(op pdfOp, args []any) {
	number := func(i int) float64 { return p.getOperand(args, i) }
	last := func() string {
		if len(args) == 0 {
			return ""
		}
		return castTo[string](args[len(args)-1])
	}
	switch op {
	case "BT":
		p.text, p.line = makeShift(0, 0), makeShift(0, 0)
	case "Tm":
		p.line = p.readMatrix(args)
		p.text = p.line
	case "TD":
		p.leading = -number(1)
		p.moveLine(number(0), number(1))
	case "Td":
		p.moveLine(number(0), number(1))
	case "T*":
		p.moveLine(0, -p.leading)
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
		p.chooseFont(args)
	case "Tj":
		p.showText(last())
	case "'":
		p.moveLine(0, -p.leading)
		p.showText(last())
	case "\"":
		p.word, p.char = number(0), number(1)
		p.moveLine(0, -p.leading)
		p.showText(last())
	case "TJ":
		if len(args) > 0 {
			list := castTo[pdfArray](args[len(args)-1])
			p.showAll(list)
		}
	}
}

func (p *pen) moveLine(x, y float64) {
	p.line = makeShift(x, y).multiplyBy(p.line)
	p.text = p.line
}

func (p *pen) chooseFont(args []any) {
	if len(args) != 2 {
		return
	}
	name, ok := args[0].(pdfName)
	if !ok {
		return
	}
	fonts := p.file.getDict(p.resources["Font"])
	if ref, ok := fonts[name].(pdfRef); ok {
		if p.faces[ref] == nil {
			p.faces[ref] = p.newFace(p.file.getDict(ref))
		}
		p.face = p.faces[ref]
	} else {
		if p.local[name] == nil {
			p.local[name] = p.newFace(p.file.getDict(fonts[name]))
		}
		p.face = p.local[name]
	}
	p.size = p.file.getNumber(args[1])
}

// Numbers between the strings move on.
func (p *pen) showAll(list pdfArray) {
	for _, v := range list {
		if s, ok := v.(string); ok {
			p.showText(s)
		} else {
			p.text = makeShift(-p.file.getNumber(v)/1000*p.size*p.scale, 0).multiplyBy(p.text)
		}
	}
}

func (p *pen) showText(raw string) {
	if p.face == nil {
		return
	}
	for raw != "" && len(p.glyphs) < mostGlyphs && p.file.toll.countGlyph() {
		code := raw[:p.face.measureCode(raw)]
		raw = raw[len(code):]
		w := p.face.findWidth(code) * p.size
		at := makeShift(0, p.rise).multiplyBy(p.text).multiplyBy(p.page2device)
		text := p.face.decodeCode(code)
		if text == "" && w != 0 {
			p.lost++
		}
		if text, shown := p.applyMarked(text); shown {
			p.glyphs = append(p.glyphs, glyph{
				size: math.Abs(p.size) * math.Hypot(at[2], at[3]), x: at[4], y: at[5], text: text,
				width: w * p.scale * math.Hypot(at[0], at[1]), turn: computeTurn(at, p.size),
			})
		}
		step := w + p.char
		if code == " " {
			step += p.word
		}
		p.text = makeShift(step*p.scale, 0).multiplyBy(p.text)
	}
}

// The direction is in degrees.
func computeTurn(at matrix, size float64) int16 {
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
