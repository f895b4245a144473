package extract

import (
	"bytes"
	"io"
	"math"
	"unicode/utf16"

	"github.com/ledongthuc/pdf"
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

// face is a font as far as text needs it. The library looks widths up anew for
// each glyph, knows none of two-byte fonts, and reads identity maps wrongly.
type face struct {
	wide     bool // codes of two bytes
	identity bool // codes are UTF-16
	encoder  pdf.TextEncoding
	widths   map[int]float64
	missing  float64 // width of codes without one
	decoded  map[string]string
}

func newFace(f pdf.Font) *face {
	t := &face{widths: map[int]float64{}, decoded: map[string]string{}}
	t.encoder = f.Encoder()
	if f.V.Key("Subtype").Name() != "Type0" {
		for i, w := range f.Widths() {
			t.widths[f.FirstChar()+i] = w
		}
		return t
	}
	t.wide, t.missing = true, 1000
	descendant := f.V.Key("DescendantFonts").Index(0)
	if w := descendant.Key("DW"); w.Kind() != pdf.Null {
		t.missing = w.Float64()
	}
	t.readWidths(descendant.Key("W"))
	t.identity = identityMap(f.V.Key("ToUnicode"))
	return t
}

// readWidths reads "first [w w w]" and "first last w" in turn.
func (t *face) readWidths(w pdf.Value) {
	const most = 1 << 16
	for i := 0; i+1 < w.Len(); {
		first := int(w.Index(i).Int64())
		if list := w.Index(i + 1); list.Kind() == pdf.Array {
			for k := range min(list.Len(), most) {
				t.widths[first+k] = list.Index(k).Float64()
			}
			i += 2
			continue
		}
		for c := first; c <= min(int(w.Index(i+1).Int64()), first+most); c++ {
			t.widths[c] = w.Index(i + 2).Float64()
		}
		i += 3
	}
}

// identityMap reports whether a map to Unicode says that every code is its
// own character.
func identityMap(v pdf.Value) bool {
	if v.Kind() != pdf.Stream {
		return false
	}
	const most = 4096
	raw, err := io.ReadAll(io.LimitReader(v.Reader(), most))
	return err == nil && bytes.Contains(bytes.Join(bytes.Fields(raw), nil), []byte("<0000><FFFF><0000>"))
}

// decode returns the text of one code.
func (t *face) decode(code string) string {
	s, known := t.decoded[code]
	if known {
		return s
	}
	switch {
	case t.identity && len(code) == 2:
		s = string(utf16.Decode([]uint16{uint16(code[0])<<8 | uint16(code[1])}))
	case t.encoder != nil:
		s = t.encoder.Decode(code)
	default:
		s = code
	}
	t.decoded[code] = s
	return s
}

// pen is the state of a page's text.
type pen struct {
	page          pdf.Page
	faces         map[string]*face
	glyphs        []pdf.Text
	face          *face
	size          float64
	rise, leading float64
	char, word    float64 // spacing
	scale         float64
	text, line    matrix
	page2device   matrix
	saved         []pen
}

const (
	mostGlyphs = 400_000 // of one page
	mostSaved  = 512     // states saved at once
)

// pageText returns the glyphs of a page in the order of its program. It panics
// with errStopped when over says so: the library's interpreter has no other
// way out, and a small file may unpack to a program without an end. The caller
// recovers.
func pageText(page pdf.Page, faces map[string]*face, over func() bool) []pdf.Text {
	contents := page.V.Key("Contents")
	if page.V.IsNull() || contents.Kind() == pdf.Null {
		return nil
	}
	p := &pen{page: page, faces: faces, scale: 1, text: shift(0, 0), line: shift(0, 0), page2device: shift(0, 0)}
	pdf.Interpret(contents, func(stack *pdf.Stack, op string) {
		if over() || len(p.glyphs) > mostGlyphs {
			panic(errStopped)
		}
		args := make([]pdf.Value, stack.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stack.Pop()
		}
		p.do(op, args)
	})
	return p.glyphs
}

// do carries out one operator. Operators with too few operands are skipped.
func (p *pen) do(op string, args []pdf.Value) {
	number := func(i int) float64 {
		if i >= len(args) {
			return 0
		}
		return args[i].Float64()
	}
	last := func() pdf.Value {
		if len(args) == 0 {
			return pdf.Value{}
		}
		return args[len(args)-1]
	}
	switch op {
	case "q":
		if len(p.saved) < mostSaved {
			p.saved = append(p.saved, *p)
		}
	case "Q":
		p.restore()
	case "cm":
		p.page2device = matrix{number(0), number(1), number(2), number(3), number(4), number(5)}.then(p.page2device)
	case "BT":
		p.text, p.line = shift(0, 0), shift(0, 0)
	case "Tm":
		p.line = matrix{number(0), number(1), number(2), number(3), number(4), number(5)}
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
		p.show(last().RawString())
	case "'":
		p.move(0, -p.leading)
		p.show(last().RawString())
	case "\"":
		p.word, p.char = number(0), number(1)
		p.move(0, -p.leading)
		p.show(last().RawString())
	case "TJ":
		p.showAll(last())
	}
}

func (p *pen) restore() {
	if len(p.saved) == 0 {
		return
	}
	saved, glyphs := p.saved, p.glyphs
	*p = saved[len(saved)-1]
	p.saved, p.glyphs = saved[:len(saved)-1], glyphs
}

func (p *pen) move(x, y float64) {
	p.line = shift(x, y).then(p.line)
	p.text = p.line
}

func (p *pen) font(args []pdf.Value) {
	if len(args) != 2 {
		return
	}
	f := p.page.Font(args[0].Name())
	key := args[0].Name() + " " + f.V.String()
	if p.faces[key] == nil {
		p.faces[key] = newFace(f)
	}
	p.face, p.size = p.faces[key], args[1].Float64()
}

// showAll shows strings and moves by the numbers between them.
func (p *pen) showAll(list pdf.Value) {
	for i := range list.Len() {
		if v := list.Index(i); v.Kind() == pdf.String {
			p.show(v.RawString())
		} else {
			p.text = shift(-v.Float64()/1000*p.size*p.scale, 0).then(p.text)
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
	for i := 0; i+bytesPerCode <= len(raw); i += bytesPerCode {
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
		em := p.size * math.Hypot(at[2], at[3])
		p.glyphs = append(p.glyphs, pdf.Text{
			FontSize: em, X: at[4], Y: at[5], S: p.face.decode(code),
			W: w / 1000 * p.size * p.scale * math.Hypot(at[0], at[1]),
		})
		step := w/1000*p.size + p.char
		if code == " " {
			step += p.word
		}
		p.text = shift(step*p.scale, 0).then(p.text)
	}
}
