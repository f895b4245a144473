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

func shift(x, y float64) matrix { return matrix{1, 0, 0, 1, x, y} }

// glyph is the text of one code where it stands on its page.
type glyph struct {
	x, y, width, size float64
	text              string
}

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
	fonts      pdfDict
	faces      map[any]*face // by reference, or by name on the page
	glyphNames map[string]string
	glyphs     []glyph
	saved      []state
}

const (
	pdfGlyphs  = 4_000_000 // of one file
	mostGlyphs = 400_000   // of one page
	mostSaved  = 512       // states saved at once
	mostWaits  = 4096      // operands of one operator
)

// page returns the glyphs of a page in the order of its program. What could be
// read comes with the error.
func (p *pen) page(s sheet) ([]glyph, error) {
	program, err := p.file.program(s)
	p.fonts = p.file.dict(s.resources["Font"])
	p.state = state{scale: 1, text: shift(0, 0), line: shift(0, 0), page2device: shift(0, 0)}
	p.glyphs, p.saved = nil, nil
	for name := range p.faces {
		if _, onPage := name.(pdfName); onPage {
			delete(p.faces, name)
		}
	}
	var args []any
	for l := newLexer(program, 0, p.file.toll); len(p.glyphs) < mostGlyphs; {
		v, ok := l.next()
		if !ok && l.at < len(program) && p.file.toll.over == nil {
			err, args = fmt.Errorf("%w: page", errBroken), nil
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
		p.do(op, args)
		args = args[:0]
	}
	return p.glyphs, err
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

// do carries out one operator. Operators with too few operands are skipped.
func (p *pen) do(op pdfOp, args []any) {
	number := func(i int) float64 {
		if i >= len(args) {
			return 0
		}
		return p.file.number(args[i])
	}
	last := func() string {
		if len(args) == 0 {
			return ""
		}
		s := as[string](args[len(args)-1])
		return s
	}
	all := func() matrix { return matrix{number(0), number(1), number(2), number(3), number(4), number(5)} }
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
		p.page2device = all().then(p.page2device)
	case "BT":
		p.text, p.line = shift(0, 0), shift(0, 0)
	case "Tm":
		p.line = all()
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
	var key any = name
	if ref, ok := p.fonts[name].(pdfRef); ok {
		key = ref
	}
	if p.faces[key] == nil {
		p.faces[key] = p.newFace(p.file.dict(p.fonts[name]))
	}
	p.face, p.size = p.faces[key], p.file.number(args[1])
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
	bytesPerCode := 1
	if p.face.wide {
		bytesPerCode = 2
	}
	for i := 0; i+bytesPerCode <= len(raw) && len(p.glyphs) < mostGlyphs && p.file.toll.glyph(); i += bytesPerCode {
		code := raw[i : i+bytesPerCode]
		number := int(code[0])
		if p.face.wide {
			number = number<<8 | int(code[1])
		}
		w, known := p.face.widths[number]
		if !known {
			w = p.face.missing
		}
		at := shift(0, p.rise).then(p.text).then(p.page2device)
		p.glyphs = append(p.glyphs, glyph{
			size: p.size * math.Hypot(at[2], at[3]), x: at[4], y: at[5], text: p.face.decode(code),
			width: w / 1000 * p.size * p.scale * math.Hypot(at[0], at[1]),
		})
		step := w/1000*p.size + p.char
		if code == " " {
			step += p.word
		}
		p.text = shift(step*p.scale, 0).then(p.text)
	}
}
