package extract

import (
	_ "embed"
	"strconv"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

//go:embed glyphs.txt
var glyphList string

//go:embed corewidths.txt
var coreWidthList string

const (
	pdfCodes     = 1 << 17 // codes of one font that have text or a width
	longestGlyph = 40      // bytes of the name of a ligature
)

// face is a font as far as text needs it.
type face struct {
	wide    bool // codes of two bytes
	widths  map[int]float64
	missing float64           // width of codes without one
	em      float64           // of the font's size, what one of its widths is
	unicode map[string]string // by code, from the font's own map
	charset *charmap.Charmap  // of fonts of one byte
	eastern encoding.Encoding // of fonts of one or two bytes
	names   map[byte]string   // what the font's differences make of a byte
	decoded map[string]string
}

func (p *pen) newFace(d pdfDict) *face {
	f := p.file
	t := &face{widths: map[int]float64{}, decoded: map[string]string{}, charset: charmap.Windows1252, em: 0.001}
	if s, ok := f.resolveRef(d["ToUnicode"]).(*pdfStream); ok {
		t.unicode = f.readUnicodeMap(s)
	}
	if d["Subtype"] != pdfName("Type0") {
		first := int(f.getNumber(d["FirstChar"]))
		widths := f.getArray(d["Widths"])
		for i, w := range widths {
			t.widths[first+i] = f.getNumber(w)
		}
		t.missing = f.getNumber(f.getDict(d["FontDescriptor"])["MissingWidth"])
		if len(widths) == 0 {
			t.setCoreWidths(castTo[pdfName](f.resolveRef(d["BaseFont"])))
		}
		if list := f.getArray(d["FontMatrix"]); d["Subtype"] == pdfName("Type3") && len(list) == 6 {
			t.em = f.getNumber(list[0])
		}
		t.readEncoding(p, d["Encoding"])
		return t
	}
	t.wide, t.missing = true, 1000
	t.eastern = findEasternEncoding(string(castTo[pdfName](f.resolveRef(d["Encoding"]))))
	var descendant pdfDict
	if list := f.getArray(d["DescendantFonts"]); len(list) > 0 {
		descendant = f.getDict(list[0])
	}
	if w := f.resolveRef(descendant["DW"]); w != nil {
		t.missing = f.getNumber(w)
	}
	t.readWidths(f, f.getArray(descendant["W"]))
	return t
}

// Some fonts have codes of a charset of East Asia; nil for all others.
func findEasternEncoding(name string) encoding.Encoding {
	switch {
	case strings.Contains(name, "RKSJ"):
		return japanese.ShiftJIS
	case strings.HasPrefix(name, "EUC-"):
		return japanese.EUCJP
	case strings.HasPrefix(name, "GBK"), strings.HasPrefix(name, "GB-EUC"), strings.HasPrefix(name, "GBpc"):
		return simplifiedchinese.GBK
	case strings.HasPrefix(name, "ETen-B5"), strings.HasPrefix(name, "B5"):
		return traditionalchinese.Big5
	case strings.HasPrefix(name, "KSC"):
		return korean.EUCKR
	}
	return nil
}

// It counts the bytes of the first code.
func (t *face) measureCode(raw string) int {
	switch {
	case !t.wide, len(raw) < 2:
		return 1
	case t.eastern == japanese.ShiftJIS && raw[0] >= 0xA1 && raw[0] <= 0xDF, t.eastern != nil && raw[0] < 0x80:
		return 1
	}
	return 2
}

// A code moves on so far, in sizes of the font.
func (t *face) findWidth(code string) float64 {
	number := int(code[0])
	if len(code) > 1 {
		number = number<<8 | int(code[1])
	}
	w, known := t.widths[number]
	if !known {
		w = t.missing
	}
	return w * t.em
}

// Some fonts state no widths, and every reader has those of the font of their name.
func (t *face) setCoreWidths(name pdfName) {
	base := strings.ToLower(string(name))
	bold, slanted := strings.Contains(base, "bold"), strings.Contains(base, "italic") || strings.Contains(base, "oblique")
	key := "helvetica"
	switch {
	case strings.Contains(base, "courier"):
		t.missing = 600
		return
	case strings.Contains(base, "times"):
		key = "times"
	}
	if bold {
		key += "b"
	}
	if slanted && strings.HasPrefix(key, "times") {
		key += "i"
	}
	for line := range strings.Lines(coreWidthList) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] != key {
			continue
		}
		for i, w := range fields[1:] {
			if n, err := strconv.Atoi(w); err == nil {
				t.widths[' '+i] = float64(n)
			}
		}
	}
}

// The array has "first [w w w]" and "first last w" in turn.
func (t *face) readWidths(f *pdfFile, w pdfArray) {
	for i := 0; i+1 < len(w); {
		first := int(f.getNumber(w[i]))
		if list := f.getArray(w[i+1]); list != nil {
			for k, v := range list {
				t.widths[first+k] = f.getNumber(v)
			}
			i += 2
			continue
		}
		if i+2 >= len(w) {
			return
		}
		width := f.getNumber(w[i+2])
		for c := first; c <= int(f.getNumber(w[i+1])) && len(t.widths) < pdfCodes && f.toll.countValues(1); c++ {
			t.widths[c] = width
		}
		i += 3
	}
}

// Bytes of a simple font are characters.
func (t *face) readEncoding(p *pen, v any) {
	f := p.file
	name := castTo[pdfName](f.resolveRef(v))
	d := f.getDict(v)
	if base, ok := f.resolveRef(d["BaseEncoding"]).(pdfName); ok {
		name = base
	}
	if name == "MacRomanEncoding" {
		t.charset = charmap.Macintosh
	}
	code := 0
	for _, x := range f.getArray(d["Differences"]) {
		switch x := f.resolveRef(x).(type) {
		case int64:
			code = int(x)
		case pdfName:
			if r := p.decodeGlyphName(string(x)); r != "" && code >= 0 && code < 256 {
				if t.names == nil {
					t.names = map[byte]string{}
				}
				t.names[byte(code)] = r
			}
			code++
		}
	}
}

// It is empty when the name says no characters.
func (p *pen) decodeGlyphName(name string) string {
	if p.glyphNames == nil {
		p.glyphNames = map[string]string{}
		for line := range strings.Lines(glyphList) {
			if n, code, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
				p.glyphNames[n] = parseHexRune(code)
			}
		}
	}
	name, _, _ = strings.Cut(name, ".")
	if s := p.glyphNames[name]; s != "" {
		return s
	}
	if code, ok := strings.CutPrefix(name, "uni"); ok && len(code) == 4 {
		return parseHexRune(code)
	}
	if code, ok := strings.CutPrefix(name, "u"); ok && len(code) >= 4 && len(code) <= 6 {
		return parseHexRune(code)
	}
	if first, more, ok := strings.Cut(name, "_"); ok && len(name) <= longestGlyph { // f_f_i
		return p.decodeGlyphName(first) + p.decodeGlyphName(more)
	}
	if len(name) == 1 {
		return name
	}
	return ""
}

func parseHexRune(code string) string {
	n, err := strconv.ParseUint(code, 16, 21)
	if err != nil || utf16.IsSurrogate(rune(n)) {
		return ""
	}
	return string(rune(n))
}

func (t *face) decodeCode(code string) string {
	s, known := t.decoded[code]
	if known {
		return s
	}
	s, known = t.unicode[code]
	switch {
	case known:
	case t.eastern != nil:
		out, err := t.eastern.NewDecoder().String(code)
		if err == nil {
			s = out
		}
	case t.wide && t.unicode != nil:
		s = ""
	case t.wide:
		s = decodeUTF16(code)
	case t.names[code[0]] != "":
		s = t.names[code[0]]
	default:
		s = string(t.charset.DecodeByte(code[0]))
	}
	t.decoded[code] = s
	return s
}

func (f *pdfFile) readUnicodeMap(s *pdfStream) map[string]string {
	data, err := f.unpackStream(s)
	if err != nil && len(data) == 0 {
		return nil
	}
	out := map[string]string{}
	left := pdfCodes // that ranges may still name
	var args []any
	for l := newLexer(data, 0, f.toll); len(out) < pdfCodes && left > 0 && len(args) < pdfList; {
		v, ok := l.readNext()
		if !ok {
			break
		}
		op, isOp := v.(pdfOp)
		switch {
		case !isOp:
			args = append(args, v)
			continue
		case op == "endbfchar":
			for i := 0; i+1 < len(args); i += 2 {
				code := castTo[string](args[i])
				if text, ok := args[i+1].(string); ok {
					out[code] = decodeUTF16(fixByteOrder(text))
				}
			}
		case op == "endbfrange":
			for i := 0; i+2 < len(args); i += 3 {
				n := mapRange(out, args[i:i+3], left)
				f.toll.countValues(n)
				left -= n
			}
		}
		args = args[:0]
	}
	return out
}

// Ghostscript 10.00 writes the bytes of a ligature in the wrong order: two or more units that
// would be letters of ASCII the other way round.
func fixByteOrder(text string) string {
	if len(text) < 4 || len(text)%2 != 0 {
		return text
	}
	out := make([]byte, len(text))
	for i := 0; i < len(text); i += 2 {
		if high := text[i]; text[i+1] != 0 || high < 'A' || high > 'z' {
			return text
		}
		out[i+1] = text[i]
	}
	return string(out)
}

// Each code from low to high stands for the next character or the next text of a list. It returns
// how many there were, most at most.
func mapRange(out map[string]string, args []any, most int) int {
	from, till := castTo[string](args[0]), castTo[string](args[1])
	if len(from) == 0 || len(from) > 2 || len(from) != len(till) {
		return 1
	}
	number := func(s string) int {
		n := 0
		for _, b := range []byte(s) {
			n = n<<8 | int(b)
		}
		return n
	}
	text, isText := args[2].(string)
	list := castTo[pdfArray](args[2])
	first, n := number(from), 0
	for ; n < most && first+n <= number(till); n++ {
		code := string([]byte{byte((first + n) >> 8), byte(first + n)}[2-len(from):])
		if isText {
			out[code] = decodeUTF16(fixByteOrder(addToLast(text, n)))
		} else if n < len(list) {
			out[code] = decodeUTF16(fixByteOrder(castTo[string](list[n])))
		}
	}
	return n
}

// The text is UTF-16.
func addToLast(text string, n int) string {
	if len(text) < 2 {
		return text
	}
	head, last := text[:len(text)-2], int(text[len(text)-2])<<8|int(text[len(text)-1])
	last += n
	return head + string([]byte{byte(last >> 8), byte(last)})
}
