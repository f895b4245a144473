package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"

	"github.com/frasier-cos/frasier/internal/typeface"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

const (
	bodyFont     = "go"
	monoFont     = "gomono"
	unknownGlyph = '□'
)

// textFace says how a piece of text looks, its size apart.
type textFace struct {
	bold, italic, mono bool
}

func (f textFace) describe() (family, style string) {
	if f.mono {
		return monoFont, ""
	}
	if f.bold {
		style = "B"
	}
	if f.italic {
		style += "I"
	}
	return bodyFont, style
}

// A font is added to a PDF at its first use: reading one takes milliseconds. Each PDF gets bytes
// of its own, because the library writes into them when it leaves out the glyphs that are not
// used.
func (t *typecase) setFont(f *fpdf.Fpdf, have map[textFace]bool, c textFace, size float64) {
	if c.mono {
		c = textFace{mono: true}
	}
	family, style := c.describe()
	if !have[c] {
		f.AddUTF8FontFromBytes(family, style, bytes.Clone(t.loadFont(c)))
		have[c] = true
	}
	f.SetFont(family, style, size)
}

func (t *typecase) loadFont(c textFace) []byte {
	if f := t.fonts[c]; f != nil {
		return f
	}
	f := map[textFace][]byte{
		{}: goregular.TTF, {bold: true}: gobold.TTF, {italic: true}: goitalic.TTF, {bold: true, italic: true}: gobolditalic.TTF, {mono: true}: gomono.TTF,
	}[c]
	if more, err := typeface.Extend(f, t.text, typeface.Wish{Bold: c.bold, Language: t.language}); err == nil {
		f = more
	} else {
		t.err = errors.Join(t.err, err)
	}
	t.fonts[c] = f
	return f
}

// typecase knows which characters can be drawn and how wide words are. It
// measures with a PDF of its own that has no pages.
type typecase struct {
	text     string // whose letters the fonts are to have
	language string
	fonts    map[textFace][]byte
	err      error // of a font
	scale    *fpdf.Fpdf
	have     map[textFace]bool // fonts of scale
	font     *sfnt.Font
	buffer   sfnt.Buffer
	drawn    map[rune]bool
	widths   map[textFace]map[string]int // in thousandths of the size
	notes    map[string][][]runPiece     // lines of footnotes
	bound    map[string]string           // texts of cells, whose dates and amounts hold together
	lost     int                         // characters that had no glyph
	reserve  float64                     // millimetres left free at the foot of a page
	stretch  float64                     // by which words are wider than they are drawn
	alien    map[string]bool             // the scripts of those
}

func newTypecase(p paper.Paper) (*typecase, error) {
	t := &typecase{
		text: norm.NFC.String(html.UnescapeString(p.Text())), language: p.Language, fonts: map[textFace][]byte{}, scale: fpdf.New("P", "mm", "A4", ""), have: map[textFace]bool{},
		drawn: map[rune]bool{}, alien: map[string]bool{}, widths: map[textFace]map[string]int{}, notes: map[string][][]runPiece{}, bound: map[string]string{}, stretch: 1,
	}
	font, err := sfnt.Parse(t.loadFont(textFace{}))
	if err != nil {
		return nil, fmt.Errorf("read font: %w", err)
	}
	t.font = font
	return t, nil
}

// The text is clean; the width is in millimetres.
func (t *typecase) measureText(text string, f textFace, size float64) float64 {
	known := t.widths[f]
	if known == nil {
		known = map[string]int{}
		t.widths[f] = known
	}
	n, ok := known[text]
	if !ok {
		t.setFont(t.scale, t.have, f, 10)
		n = t.scale.GetStringSymbolWidth(paper.Loose(text))
		const longest = 64 // longer texts hardly come twice
		if len(text) <= longest {
			known[text] = n
		}
	}
	return float64(n) * t.stretch * t.scale.PointConvert(size) / 1000
}

// What the fonts cannot draw becomes a visible sign, and what is not meant to be seen goes. White
// space stays as it is, as spaces at which a line may end or not.
func (t *typecase) cleanText(text string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(text) {
		switch {
		case r == '\u00a0' || r == '\u202f' || r == '\u2007':
			b.WriteString(paper.Unbroken)
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case isUnseen(r):
		case t.hasGlyph(r):
			b.WriteRune(r)
		default:
			if s := findAlike(r); s != "" {
				b.WriteString(s)
				continue
			}
			t.lost++
			t.alien[typeface.ScriptOf(r)] = true
			b.WriteRune(unknownGlyph)
		}
	}
	return b.String()
}

// It says which letters the PDF lacks, and where they are.
func (t *typecase) describeLost() string {
	var names []string
	for name := range t.alien {
		if name != "" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return fmt.Sprintf("Characters that the fonts of this PDF lack are shown as %c. The other forms of this document have them.", unknownGlyph)
	}
	slices.Sort(names)
	list := names[0]
	if n := len(names); n > 1 {
		list = strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return fmt.Sprintf("%s letters are missing in this PDF and are shown as %c. The HTML and Word files of this document carry them properly.", strings.ToUpper(list[:1])+list[1:], unknownGlyph)
}

// Each text is bound once: a document is laid out several times.
func (t *typecase) bindText(text string) string {
	out, known := t.bound[text]
	if !known {
		out = paper.Bind(text)
		t.bound[text] = out
	}
	return out
}

func (t *typecase) makePlain(text string) string { return paper.OneLine(t.cleanText(text)) }

func (t *typecase) hasGlyph(r rune) bool {
	if r > 0xffff { // the library draws the basic plane only
		return false
	}
	have, ok := t.drawn[r]
	if !ok {
		i, err := t.font.GlyphIndex(&t.buffer, r)
		have = err == nil && i != 0
		t.drawn[r] = have
	}
	return have
}

// Such characters shape others and show nothing themselves. The points of Hebrew, aids to read it
// that stand below letters, are left out.
func isUnseen(r rune) bool {
	return unicode.IsControl(r) || r >= 0x0591 && r <= 0x05c7 && unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)
}

// These signs say the same as common characters without a glyph.
func findAlike(r rune) string {
	switch r {
	case '\u2010', '\u2011', '\u2012', '\u2015':
		return "-"
	case '✓', '✔', '✅', '☑':
		return "√"
	case '✗', '✘', '❌', '☒':
		return "×"
	case '⇒', '➔', '➜', '⟶':
		return "→"
	case '★', '⭐':
		return "*"
	}
	return ""
}
