package extract

import (
	"bytes"
	"errors"
	"strconv"
)

// The reader of PDFs is our own because it reads files of strangers inside
// both processes: with the library that we used, 168 bytes ended the process
// (an object stream that holds itself), and a page of one string filled the
// memory. Here everything that a file can ask for is counted.
const (
	pdfValues    = 10_000_000 // values read of one file, each time they are read
	pdfBytes     = 96 << 20   // unpacked bytes of one file, each time they are unpacked
	pdfHeld      = 32 << 20   // unpacked bytes of the object streams of one file
	pdfStreamMax = 16 << 20   // unpacked bytes of one stream
	pdfDepth     = 64         // arrays and dictionaries in one another, pages likewise
	pdfList      = 200_000    // values of one object, operands of one operator
	pdfObjects   = 500_000    // objects of one file
	pdfFilters   = 4          // of one stream
	pdfSkipped   = 32         // bytes gone over that count as one value
)

var (
	errStopped = errors.New("asks for too much")
	errLocked  = errors.New("locked")
	errBroken  = errors.New("broken")
)

// The values of a PDF are nil, bool, int64, float64, string and these.
type (
	pdfName   string
	pdfOp     string // a word that is no value: an operator, "obj", "R"
	pdfRef    struct{ num, gen int }
	pdfDict   map[pdfName]any
	pdfArray  []any
	pdfStream struct {
		dict pdfDict
		raw  []byte // as it stands in the file, unlocked
	}
)

// toll counts what reading a file costs, and ends it.
type toll struct {
	values, bytes, glyphs int
	over                  error // set once the file has asked for too much
}

func newToll() *toll {
	return &toll{values: pdfValues, bytes: pdfBytes, glyphs: pdfGlyphs}
}

// false ends the reading.
func (t *toll) countValues(n int) bool {
	if t.values -= n; t.values < 0 {
		t.over = errStopped
	}
	return t.over == nil
}

// false ends the reading.
func (t *toll) countBytes(n int) bool {
	if t.bytes -= n; t.bytes < 0 {
		t.over = errStopped
	}
	return t.over == nil
}

// false ends the reading.
func (t *toll) countGlyph() bool {
	if t.glyphs--; t.glyphs < 0 {
		t.over = errStopped
	}
	return t.over == nil
}

type lexer struct {
	data []byte
	at   int
	toll *toll
	left int // values that the object may still have
}

func newLexer(data []byte, at int, t *toll) *lexer {
	return &lexer{data: data, at: at, toll: t, left: pdfList}
}

func isPDFSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func isPDFDelimiter(c byte) bool { return bytes.IndexByte([]byte("()<>[]{}/%"), c) >= 0 }

// It returns false at the end.
func (l *lexer) skipSpace() bool {
	for l.at < len(l.data) {
		switch c := l.data[l.at]; {
		case isPDFSpace(c):
			l.at++
		case c == '%':
			for l.at < len(l.data) && l.data[l.at] != '\n' && l.data[l.at] != '\r' {
				l.at++
			}
		default:
			return true
		}
	}
	return false
}

// The value may be an operator. It returns false at the end of the data and when the file has
// asked for too much.
func (l *lexer) readNext() (any, bool) {
	l.left = pdfList
	from := l.at
	v, ok := l.readValue(0)
	return v, l.toll.countValues((l.at-from)/pdfSkipped) && ok
}

func (l *lexer) readValue(depth int) (any, bool) {
	l.left--
	if !l.toll.countValues(1) || l.left < 0 || depth > pdfDepth || !l.skipSpace() {
		return nil, false
	}
	c := l.data[l.at]
	switch {
	case c == '/':
		l.at++
		return l.readName(), true
	case c == '(':
		return l.readLiteral(), true
	case c == '<' && l.peekByte(1) == '<':
		l.at += 2
		return l.readDict(depth)
	case c == '<':
		return l.readHex(), true
	case c == '[':
		l.at++
		return l.readArray(depth)
	case c == '>' && l.peekByte(1) == '>':
		l.at += 2
		return pdfOp(">>"), true
	case isPDFDelimiter(c):
		l.at++
		return pdfOp(c), true
	}
	return l.readWord(), true
}

func (l *lexer) peekByte(n int) byte {
	if l.at+n < len(l.data) {
		return l.data[l.at+n]
	}
	return ' '
}

// The word may be a number or a reference.
func (l *lexer) readWord() any {
	from := l.at
	for l.at < len(l.data) && !isPDFSpace(l.data[l.at]) && !isPDFDelimiter(l.data[l.at]) {
		l.at++
	}
	w := string(l.data[from:l.at])
	switch w {
	case "true":
		return true
	case "false":
		return false
	case "null":
		return nil
	}
	if n, err := strconv.ParseInt(w, 10, 64); err == nil {
		if gen, ok := l.readReference(); ok && n >= 0 && n <= 1<<31 {
			return pdfRef{int(n), gen}
		}
		return n
	}
	const longest = 64 // bytes of a number
	if c := w[0]; len(w) <= longest && (c == '.' || c == '-' || c == '+' || c >= '0' && c <= '9') {
		if f, err := strconv.ParseFloat(w, 64); err == nil {
			return f
		}
	}
	return pdfOp(w)
}

// "0 R" stands behind the number of an object.
func (l *lexer) readReference() (gen int, ok bool) {
	const far = 16 // bytes that " 65535 R" takes at most, and some
	tail := l.data[l.at:min(len(l.data), l.at+far)]
	i := 0
	for i < len(tail) && isPDFSpace(tail[i]) {
		i++
	}
	digits := i
	for i < len(tail) && tail[i] >= '0' && tail[i] <= '9' {
		gen = gen*10 + int(tail[i]-'0')
		i++
	}
	spaces := i
	for i < len(tail) && isPDFSpace(tail[i]) {
		i++
	}
	if digits == 0 || digits == spaces || spaces == i || i >= len(tail) || tail[i] != 'R' {
		return 0, false
	}
	if i+1 < len(tail) && !isPDFSpace(tail[i+1]) && !isPDFDelimiter(tail[i+1]) {
		return 0, false
	}
	l.at += i + 1
	return gen, true
}

func (l *lexer) readName() pdfName {
	var out []byte
	for l.at < len(l.data) && !isPDFSpace(l.data[l.at]) && !isPDFDelimiter(l.data[l.at]) {
		c := l.data[l.at]
		l.at++
		if c == '#' {
			high, ok1 := parseHexDigit(l.peekByte(0))
			if low, ok2 := parseHexDigit(l.peekByte(1)); ok1 && ok2 {
				c = high<<4 | low
				l.at += 2
			}
		}
		out = append(out, c)
	}
	return pdfName(out)
}

func parseHexDigit(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

func (l *lexer) readHex() string {
	l.at++
	end := bytes.IndexByte(l.data[l.at:], '>')
	if end < 0 {
		end = len(l.data) - l.at
	}
	digits := l.data[l.at : l.at+end]
	l.at = min(len(l.data), l.at+end+1)
	out := make([]byte, 0, len(digits)/2+1)
	half, high := false, byte(0)
	for _, c := range digits {
		n, ok := parseHexDigit(c)
		if !ok {
			continue
		}
		if half {
			out = append(out, high|n)
		}
		half, high = !half, n<<4
	}
	if half {
		out = append(out, high)
	}
	return string(out)
}

func (l *lexer) readLiteral() string {
	l.at++
	var out []byte
	for depth := 1; l.at < len(l.data); l.at++ {
		c := l.data[l.at]
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				l.at++
				return string(out)
			}
		case '\\':
			l.at++
			out = l.readEscape(out)
			continue
		}
		out = append(out, c)
	}
	return string(out)
}

// It stops on the last byte of the escape.
func (l *lexer) readEscape(out []byte) []byte {
	switch c := l.peekByte(0); {
	case c == 'n':
		return append(out, '\n')
	case c == 'r':
		return append(out, '\r')
	case c == 't':
		return append(out, '\t')
	case c == 'b': // codes of glyphs in a font that has only those the page needs
		return append(out, '\b')
	case c == 'f':
		return append(out, '\f')
	case c == '\r':
		if l.peekByte(1) == '\n' {
			l.at++
		}
		return out
	case c == '\n':
		return out
	case c >= '0' && c <= '7':
		n := int(c - '0')
		for k := 0; k < 2 && l.peekByte(1) >= '0' && l.peekByte(1) <= '7'; k++ {
			l.at++
			n = n*8 + int(l.data[l.at]-'0')
		}
		return append(out, byte(n))
	default:
		return append(out, c)
	}
}

func (l *lexer) readArray(depth int) (any, bool) {
	var out pdfArray
	for {
		v, ok := l.readValue(depth + 1)
		if !ok {
			return nil, false
		}
		if op, is := v.(pdfOp); is {
			if op == "]" {
				return out, true
			}
			return nil, false
		}
		out = append(out, v)
	}
}

func (l *lexer) readDict(depth int) (any, bool) {
	out := pdfDict{}
	for {
		k, ok := l.readValue(depth + 1)
		if !ok {
			return nil, false
		}
		key, is := k.(pdfName)
		if !is {
			return out, k == pdfOp(">>")
		}
		v, ok := l.readValue(depth + 1)
		if !ok {
			return nil, false
		}
		if v == pdfOp(">>") {
			return out, true
		}
		out[key] = v
	}
}
