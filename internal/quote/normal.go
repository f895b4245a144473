package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normal is a text reduced to what a quote must agree on: letters, digits,
// percent and currency signs and the marks that belong to a number. Byte k of
// text came from source[start[k]:end[k]].
type normal struct {
	text       []byte
	start, end []int32
}

// reducer builds a normal rune by rune. Between two digits that nothing joins
// it leaves a '_', so that "2019 12" never reads as 201912.
type reducer struct {
	out       normal
	digit     bool // the last rune kept is a digit
	gap       bool // something was dropped since
	run       int  // digits since the last mark
	first     rune // first digit of the run
	before    rune // the rune before this one in the source, 0 at the start
	lineStart bool // nothing but white space stands before it on its line
}

// Its cost is linear.
func reduceText(s string) normal {
	r := reducer{lineStart: true}
	r.out.text = make([]byte, 0, len(s))
	r.out.start = make([]int32, 0, len(s))
	r.out.end = make([]int32, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf && (i+1 == len(s) || s[i+1] < utf8.RuneSelf) {
			if r.takePlain(s[i], i) {
				i++
				continue
			}
			if n := linkTarget(s[i:]); n > 0 {
				r.gap, r.before = true, ')'
				i += n
				continue
			}
			r.takeRune(rune(s[i]), i, i+1, s[i+1:])
			r.rememberRune(rune(s[i]))
			i++
			continue
		}
		n := max(1, norm.NFKC.NextBoundaryInString(s[i:], true))
		r.takeSegment(s[i:i+n], i, s[i+n:])
		i += n
	}
	return r.out
}

// Most of a text is Latin letters and spaces; it returns false for all else. It does what
// takeSegment and takeRune would do.
func (r *reducer) takePlain(c byte, i int) bool {
	switch {
	case c == ' ':
		r.gap, r.before = true, ' '
		return true
	case c >= 'A' && c <= 'Z':
		r.before = rune(c)
		c += 'a' - 'A'
	case c >= 'a' && c <= 'z':
		r.before = rune(c)
	default:
		return false
	}
	r.out.text = append(r.out.text, c)
	r.out.start = append(r.out.start, int32(i))
	r.out.end = append(r.out.end, int32(i+1))
	r.digit, r.gap, r.lineStart = false, false, false
	return true
}

// The segment is one of normalisation and no plain ASCII.
func (r *reducer) takeSegment(seg string, at int, rest string) {
	orig, size := utf8.DecodeRuneInString(seg)
	if size == len(seg) && (groupSpace(orig) || isDash(orig)) {
		r.takeRune(orig, at, at+len(seg), rest)
		r.rememberRune(orig)
		return
	}
	folded := norm.NFKC.String(seg)
	if c, _ := utf8.DecodeRuneInString(folded); r.digit && unicode.IsDigit(c) && !unicode.IsDigit(orig) {
		// A superscript or a fraction never continues the number before it.
		mark := '_'
		if unicode.Is(unicode.No, orig) && len(folded) == 1 {
			mark = '^'
		}
		r.appendRune(mark, at, at)
		r.digit, r.gap = false, false
	}
	for i, c := range folded {
		next := folded[i+runeSize(folded[i:]):]
		if next == "" {
			next = rest
		}
		r.takeRune(c, at, at+len(seg), next)
	}
	last, _ := utf8.DecodeLastRuneInString(seg)
	r.rememberRune(last)
}

func (r *reducer) rememberRune(c rune) {
	if isInvisible(c) {
		return
	}
	r.before = c
	switch {
	case c == '\n':
		r.lineStart = true
	case !unicode.IsSpace(c):
		r.lineStart = false
	}
}

// c came from the source's bytes a to z and is followed by rest.
func (r *reducer) takeRune(c rune, a, z int, rest string) {
	switch {
	case isInvisible(c):
	case unicode.IsDigit(c):
		r.keepDigit(c, a, z)
	case unicode.IsLetter(c), unicode.IsMark(c):
		r.keepMark(unicode.ToLower(c), a, z)
	case c == '%', c == '‰', unicode.Is(unicode.Sc, c):
		r.keepMark(c, a, z)
	case c == '.', c == ',', c == '/', c == '⁄', c == ':', c == '^', c == '\'', c == '’', groupSpace(c):
		r.decideMark(c, a, z, rest)
	case isDash(c):
		r.decideDash(a, z, rest)
	case strings.ContainsRune("<>≤≥±", c) && !r.lineStart && digitNext(strings.TrimLeft(rest, " ")):
		r.keepMark(c, a, z)
	default:
		r.gap = true
	}
}

func (r *reducer) keepDigit(c rune, a, z int) {
	if r.digit && r.gap {
		r.appendRune('_', a, a)
		r.run = 0
	}
	if !r.digit || r.run == 0 {
		r.first = c
	}
	if !r.digit {
		r.run = 0
	}
	r.appendRune(c, a, z)
	r.digit, r.gap = true, false
	r.run++
}

func (r *reducer) decideMark(c rune, a, z int, rest string) {
	inside := r.digit && !r.gap && plainDigit(rest)
	group := c == ',' || c == '\'' || c == '’' || groupSpace(c)
	switch {
	case inside && group && r.run <= 3 && (r.run > 1 || r.first != '0') && threeDigits(rest):
		r.run = 0 // a thousands mark: 1,234 is 1234
	case inside && !groupSpace(c) && c != '\'' && c != '’':
		if c == '⁄' {
			c = '/'
		}
		r.keepMark(c, a, z)
	case c == '.' && plainDigit(rest) && !unicode.IsLetter(r.before) && r.before != '.' && !unicode.IsDigit(r.before):
		r.keepMark(c, a, z) // ".5"
	default:
		r.gap = true
	}
}

// A dash stays that is a sign or stands between two numbers.
func (r *reducer) decideDash(a, z int, rest string) {
	trimmed := strings.TrimLeft(rest, " \t\n")
	bullet := r.lineStart && trimmed != rest
	switch {
	case bullet:
		r.gap = true
	case digitNext(rest) && (r.digit || !unicode.IsLetter(r.before)), r.digit && plainDigit(trimmed):
		r.keepMark('-', a, z)
	default:
		r.gap = true
	}
}

func (r *reducer) keepMark(c rune, a, z int) {
	r.appendRune(c, a, z)
	r.digit, r.gap = false, false
}

func (r *reducer) appendRune(c rune, a, z int) {
	before := len(r.out.text)
	r.out.text = utf8.AppendRune(r.out.text, c)
	for range len(r.out.text) - before {
		r.out.start = append(r.out.start, int32(a))
		r.out.end = append(r.out.end, int32(z))
	}
}

// c is dropped as if it were not there.
func isInvisible(c rune) bool {
	if c < utf8.RuneSelf {
		return false
	}
	return c == 0xAD || unicode.Is(unicode.Cf, c) || unicode.Is(unicode.Variation_Selector, c)
}

// No-break, narrow no-break, thin and figure spaces group digits.
func groupSpace(c rune) bool { return c == 0xA0 || c == 0x202F || c == 0x2009 || c == 0x2007 }

func isDash(c rune) bool {
	return c == '-' || c >= 0x2010 && c <= 0x2015 || c == 0x2212 || c == 0xFE58 || c == 0xFE63 || c == 0xFF0D
}

func plainDigit(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return unicode.IsDigit(c)
}

// A number begins with a digit, or a currency sign or a point and a digit.
func digitNext(s string) bool {
	c, n := utf8.DecodeRuneInString(s)
	if c == '.' || unicode.Is(unicode.Sc, c) {
		return plainDigit(s[n:])
	}
	return unicode.IsDigit(c)
}

// A fourth digit must not follow; full-width ones count too.
func threeDigits(s string) bool {
	for range 3 {
		c, n := utf8.DecodeRuneInString(s)
		if c >= '０' && c <= '９' {
			c -= '０' - '0'
		}
		if c < '0' || c > '9' {
			return false
		}
		s = s[n:]
	}
	return !plainDigit(s)
}

func asciiDigit(c byte) bool { return c >= '0' && c <= '9' }

// It is the length of "](target)" at the start of s, or 0: a quote may leave the target out.
func linkTarget(s string) int {
	if !strings.HasPrefix(s, "](") {
		return 0
	}
	const longest = 2000
	for i := 2; i < min(len(s), longest); i++ {
		switch s[i] {
		case ')':
			if t := s[2:i]; strings.Contains(t, "://") || strings.HasPrefix(t, "#") || strings.HasPrefix(t, "/") {
				return i + 1
			}
			return 0
		case ' ', '\n', '\t':
			return 0
		}
	}
	return 0
}
