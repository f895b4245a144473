package extract

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// All bytes of such a text are ASCII and yet stand for other letters, by the name that its header
// or page gives the charset, or by the escapes in it.
func findSevenBit(raw []byte, label string) encoding.Encoding {
	switch strings.ToLower(strings.TrimSpace(label)) {
	case "iso-2022-jp", "csiso2022jp":
		return japanese.ISO2022JP
	case "hz-gb-2312", "hz":
		return simplifiedchinese.HZGB2312
	}
	switch {
	case bytes.Contains(raw, []byte("\x1b$B")), bytes.Contains(raw, []byte("\x1b$@")):
		return japanese.ISO2022JP
	case looksLikeHZ(raw):
		return simplifiedchinese.HZGB2312
	}
	return nil
}

// "~{" and "~}" stand around Chinese.
func looksLikeHZ(raw []byte) bool {
	_, rest, found := bytes.Cut(raw, []byte("~{"))
	inside, _, _ := bytes.Cut(rest, []byte("~}"))
	inside, _, _ = bytes.Cut(inside, []byte("\n"))
	if !found || len(inside) == 0 || len(inside)%2 != 0 {
		return false
	}
	for i := 0; i < len(inside); i += 2 {
		if inside[i] < 0x21 || inside[i] > 0x77 || inside[i+1] < 0x21 || inside[i+1] > 0x7e {
			return false
		}
	}
	out, err := simplifiedchinese.HZGB2312.NewDecoder().Bytes(raw)
	return err == nil && !bytes.ContainsRune(out, utf8.RuneError)
}

// Charsets of ASCII bytes are not read by the library.
func isSevenBitLabel(label string) bool {
	switch strings.ToLower(label) {
	case "utf-7", "unicode-1-1-utf-7", "csunicode11utf7", "utf-7-imap", "iso-2022-kr", "csiso2022kr", "iso-2022-cn", "iso-2022-cn-ext":
		return true
	}
	return false
}

// The letters that the bytes would be decide; nil when nothing stands out.
func guessLegacy(raw []byte) (encoding.Encoding, string) {
	const looked = 64 << 10
	head := raw[:min(len(raw), looked)]
	if isMostlyUTF8(head) {
		return nil, ""
	}
	for _, c := range []struct {
		enc    encoding.Encoding
		name   string
		script func(rune) bool
		share  int // percent of the letters beyond ASCII that are of the script
	}{
		{japanese.ShiftJIS, "Shift_JIS", isKana, 15},
		{japanese.EUCJP, "EUC-JP", isKana, 15},
		{korean.EUCKR, "EUC-KR", func(c rune) bool { return unicode.Is(unicode.Hangul, c) }, 70},
	} {
		if computeShare(head, c.enc, c.script) >= c.share {
			return c.enc, c.name
		}
	}
	switch lead := countLeads(head); {
	case lead.gb >= 90 && lead.gb >= lead.big5 && computeShare(head, simplifiedchinese.GBK, isHan) >= 70:
		return simplifiedchinese.GBK, "GBK"
	case lead.big5 >= 90 && computeShare(head, traditionalchinese.Big5, isHan) >= 70:
		return traditionalchinese.Big5, "Big5"
	}
	foreign := hasForeignWords(head)
	for _, c := range []struct {
		enc  *charmap.Charmap
		name string
	}{{charmap.Windows1251, "Windows-1251"}, {charmap.KOI8R, "KOI8-R"}, {charmap.CodePage866, "CP866"}} {
		if foreign && computeShare(head, c.enc, isSmallCyrillic) >= 60 {
			return c.enc, c.name
		}
	}
	if isCentralEuropean(head) {
		return charmap.Windows1250, "Windows-1250"
	}
	return nil, ""
}

// A few bytes may be no UTF-8.
func isMostlyUTF8(raw []byte) bool {
	good, bad := 0, 0
	for i := 0; i < len(raw); {
		c, n := utf8.DecodeRune(raw[i:])
		switch {
		case c == utf8.RuneError && n == 1:
			bad++
		case n > 1:
			good++
		}
		i += n
	}
	return good > bad
}

// Most bytes beyond ASCII then stand beside others of their kind, as letters of another alphabet
// do, and not one by one in words of ASCII, as accents do.
func hasForeignWords(raw []byte) bool {
	all, beside := 0, 0
	for i, b := range raw {
		if b < 0x80 {
			continue
		}
		all++
		if i > 0 && raw[i-1] >= 0x80 || i+1 < len(raw) && raw[i+1] >= 0x80 {
			beside++
		}
	}
	return all > 0 && beside*10 >= all*8
}

func isKana(c rune) bool { return c >= 0x3041 && c <= 0x30FE }
func isHan(c rune) bool  { return unicode.Is(unicode.Han, c) }

func isSmallCyrillic(c rune) bool {
	return c >= 'а' && c <= 'я' || c == 'ё' || c == 'і' || c == 'ї'
}

// The share is percent of the characters beyond ASCII; 0 when some cannot be read in the charset.
func computeShare(raw []byte, enc encoding.Encoding, script func(rune) bool) int {
	out, err := enc.NewDecoder().Bytes(raw)
	if err != nil {
		return 0
	}
	all, of, bad := 0, 0, 0
	for _, c := range string(out) {
		switch {
		case c == utf8.RuneError:
			bad++
		case c >= 0xFF61 && c <= 0xFF9F: // half a letter of another charset, most of the time
			all++
		case c > 0x7F && (unicode.IsLetter(c) || unicode.IsSymbol(c) || unicode.IsControl(c)):
			all++
			if script(c) {
				of++
			}
		}
	}
	if all == 0 || bad > 1 { // the last character may be cut
		return 0
	}
	return of * 100 / all
}

// leadShares count of a hundred pairs of bytes those that begin as common characters of a charset
// do.
type leadShares struct{ gb, big5 int }

func countLeads(raw []byte) leadShares {
	pairs, gb, big5 := 0, 0, 0
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] < 0x81 {
			continue
		}
		lead, next := raw[i], raw[i+1]
		i++
		pairs++
		if next >= 0xA1 && (lead >= 0xB0 && lead <= 0xF7 || lead >= 0xA1 && lead <= 0xA9) {
			gb++
		}
		if lead >= 0xA1 && lead <= 0xC8 && (next >= 0x40 && next <= 0x7E || next >= 0xA1) {
			big5++
		}
	}
	if pairs == 0 {
		return leadShares{}
	}
	return leadShares{gb * 100 / pairs, big5 * 100 / pairs}
}

// Bytes that are signs in the charset of the West stand inside words, as letters of Polish, Czech
// or Hungarian do.
func isCentralEuropean(raw []byte) bool {
	inside := 0
	for i := 1; i+1 < len(raw); i++ {
		if strings.IndexByte("\xb3\xb9\xbf\x9c\x9f\xa5\xbe\xbc\x9d", raw[i]) >= 0 && isLatinLetter(raw[i-1]) && isLatinLetter(raw[i+1]) {
			inside++
		}
	}
	return inside > 0
}

func isLatinLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0xC0
}

// Text of UTF-16 without a byte order mark, of whatever script, has some units that are ASCII, and
// others are letters that people write. It returns "le", "be" or nothing.
func guessByUnits(raw []byte) string {
	head := raw[:min(len(raw), 4096)&^1]
	if len(head) < 4 || bytes.IndexByte(head, 0) < 0 {
		return ""
	}
	good := func(low, high int) int {
		n, ascii := 0, 0
		for i := 0; i < len(head); i += 2 {
			c := rune(head[i+high])<<8 | rune(head[i+low])
			switch {
			case c >= ' ' && c < 0x7F, c == '\n', c == '\r', c == '\t':
				ascii++
				n++
			case c >= 0xA0 && c <= 0x024F, c >= 0x0370 && c <= 0x06FF, c >= 0x0900 && c <= 0x0EFF, c >= 0x2010 && c <= 0x2030,
				c >= 0x3000 && c <= 0x30FF, c >= 0x4E00 && c <= 0x9FFF, c >= 0xAC00 && c <= 0xD7A3, c >= 0xFF00 && c <= 0xFFEF, c >= 0xD800 && c <= 0xDFFF:
				n++
			}
		}
		if ascii == 0 {
			return 0
		}
		return n * 200 / len(head)
	}
	little, big := good(0, 1), good(1, 0)
	switch {
	case little >= 98 && little > big:
		return "le"
	case big >= 98 && big > little:
		return "be"
	}
	return ""
}
