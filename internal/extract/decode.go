package extract

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"
	textunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/frasier-cos/frasier/internal/prose"
)

// A character takes four bytes at most.
const rawLimit = 4*AttachmentBytesUsed + 4

// It notes what could not be read, and reports an error when the bytes are no text at all.
func (s *source) decodeText() (string, error) {
	raw := s.raw[:min(len(s.raw), rawLimit)]
	text, done := s.decodeWide(raw)
	if done {
		return s.replaceBad(text), nil
	}
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if isBinary(raw) {
		return "", newUnreadableError("%s is not text; I kept it but cannot read it yet.", s.name)
	}
	if len(s.raw) > rawLimit {
		raw = raw[:len(raw)-countUnfinished(raw)]
	}
	if text, done := s.decodeSevenBit(raw, s.findCharset()); done {
		return text, nil
	}
	if utf8.Valid(raw) {
		return s.replaceBad(string(raw)), nil
	}
	if label := s.findCharset(); label != "" {
		if enc, name := charset.Lookup(label); enc != nil && name != "utf-8" {
			if out, err := enc.NewDecoder().Bytes(raw); err == nil {
				return s.replaceBad(string(out)), nil
			}
		}
	}
	if enc, name := guessLegacy(raw); enc != nil {
		if out, err := enc.NewDecoder().Bytes(raw); err == nil {
			s.addNote("%s is not UTF-8; I read it as %s.", s.name, name)
			return s.replaceBad(string(out)), nil
		}
	}
	if isSingleByte(raw) {
		if out, err := charmap.Windows1252.NewDecoder().Bytes(raw); err == nil {
			s.addNote("%s is not UTF-8; I read it as Windows-1252 (Latin-1).", s.name)
			return s.replaceBad(string(out)), nil
		}
	}
	return s.replaceBad(string(raw)), nil
}

// The bytes of such charsets are all ASCII.
func (s *source) decodeSevenBit(raw []byte, label string) (string, bool) {
	enc := findSevenBit(raw, label)
	if enc == nil {
		return "", false
	}
	out, err := enc.NewDecoder().Bytes(raw)
	if err != nil {
		return "", false
	}
	return s.replaceBad(string(out)), true
}

func (s *source) findCharset() string {
	_, params, err := mime.ParseMediaType(s.content)
	if err != nil {
		return ""
	}
	return params["charset"]
}

// A byte order mark may be missing.
func (s *source) decodeWide(raw []byte) (string, bool) {
	little, big := textunicode.LittleEndian, textunicode.BigEndian
	var out []byte
	var err error
	switch {
	case bytes.HasPrefix(raw, []byte("\xff\xfe\x00\x00")):
		out, err = utf32.UTF32(utf32.LittleEndian, utf32.UseBOM).NewDecoder().Bytes(raw)
	case bytes.HasPrefix(raw, []byte("\x00\x00\xfe\xff")):
		out, err = utf32.UTF32(utf32.BigEndian, utf32.UseBOM).NewDecoder().Bytes(raw)
	case bytes.HasPrefix(raw, []byte("\xff\xfe")):
		out, err = textunicode.UTF16(little, textunicode.UseBOM).NewDecoder().Bytes(raw)
	case bytes.HasPrefix(raw, []byte("\xfe\xff")):
		out, err = textunicode.UTF16(big, textunicode.UseBOM).NewDecoder().Bytes(raw)
	default:
		switch guessByZeros(raw) {
		case "le32":
			out, err = utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM).NewDecoder().Bytes(raw)
		case "be32":
			out, err = utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM).NewDecoder().Bytes(raw)
		case "le16":
			out, err = textunicode.UTF16(little, textunicode.IgnoreBOM).NewDecoder().Bytes(raw)
		case "be16":
			out, err = textunicode.UTF16(big, textunicode.IgnoreBOM).NewDecoder().Bytes(raw)
		default:
			switch guessByUnits(raw) {
			case "le":
				out, err = textunicode.UTF16(little, textunicode.IgnoreBOM).NewDecoder().Bytes(raw)
			case "be":
				out, err = textunicode.UTF16(big, textunicode.IgnoreBOM).NewDecoder().Bytes(raw)
			default:
				return "", false
			}
		}
	}
	if err != nil {
		return "", false
	}
	return strings.TrimPrefix(string(out), "\ufeff"), true
}

// The places of zero bytes tell; empty when they say nothing.
func guessByZeros(raw []byte) string {
	head := raw[:min(len(raw), 4096)&^3]
	if len(head) < 4 {
		head = raw[:min(len(raw), 4)&^1]
	}
	var at [4]int
	for i, b := range head {
		if b == 0 {
			at[i%4]++
		}
	}
	units := len(head) / 4
	most := func(n int) bool { return n*10 >= units*6 && n > 0 }
	few := func(n int) bool { return n*20 <= units }
	switch {
	case units > 0 && most(at[1]) && at[2] >= units*9/10 && at[3] == units && few(at[0]):
		return "le32"
	case units > 0 && at[0] == units && at[1] >= units*9/10 && most(at[2]) && few(at[3]):
		return "be32"
	case most(at[1]) && few(at[0]) && few(at[2]):
		return "le16"
	case most(at[0]) && few(at[1]) && few(at[3]):
		return "be16"
	}
	return ""
}

// Text has few control bytes.
func isBinary(raw []byte) bool {
	head := raw[:min(len(raw), 8192)]
	odd := 0
	for _, b := range head {
		if b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 0x1b && b != '\v' {
			odd++
		}
	}
	return odd*10 > len(head)
}

// A cut may take a rune in two.
func countUnfinished(raw []byte) int {
	for n := 1; n < utf8.UTFMax && n < len(raw); n++ {
		if tail := raw[len(raw)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return n
			}
			return 0
		}
	}
	return 0
}

// Most bytes above ASCII are then no UTF-8.
func isSingleByte(raw []byte) bool {
	bad, good := 0, 0
	for i := 0; i < len(raw); {
		c, n := utf8.DecodeRune(raw[i:])
		switch {
		case c == utf8.RuneError && n == 1:
			bad++
			if raw[i] < 0xA0 && !strings.ContainsRune("\x80\x85\x91\x92\x93\x94\x95\x96\x97\x99", rune(raw[i])) {
				return false // a control code of Latin-1: no letter
			}
			if raw[i] == 0xFF {
				return false
			}
		case n > 1:
			good++
		}
		i += n
	}
	return bad > good
}

// U+FFFD takes the place of what cannot be decoded, and NULs are dropped; a note says how many
// there were and where the first three stand.
func (s *source) replaceBad(text string) string {
	if !strings.ContainsRune(text, utf8.RuneError) && !strings.Contains(text, "\x00") && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	bad := 0
	var places []string
	for i, c := range text {
		if c != utf8.RuneError && c != 0 {
			b.WriteRune(c)
			continue
		}
		bad++
		if len(places) < 3 {
			places = append(places, fmt.Sprint(i+1))
		}
		if c != 0 {
			b.WriteRune(utf8.RuneError)
		}
	}
	where := strings.Join(places, ", ")
	if bad > len(places) {
		where += ", ..."
	}
	s.addNote("%s of %s could not be decoded (at byte %s).", prose.Count(bad, "character"), s.name, where)
	return b.String()
}

// Line ends become LF, and characters nobody sees go; how many of those there were that an honest
// text has no need of is returned.
func cleanText(text string) (string, int) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\u0085", "\n", "\f", "\n", "\v", "\n").Replace(text)
	removed := 0
	text = strings.Map(func(c rune) rune {
		if isInvisible(c) || unicode.IsControl(c) && c != '\n' && c != '\t' {
			if !isRoutine(c) {
				removed++
			}
			return -1
		}
		return c
	}, text)
	return text, removed
}

// Programs write such characters by themselves: where a word may be broken, in which direction a
// script runs, which letters or pictures join.
func isRoutine(c rune) bool {
	switch c {
	case 0xAD, 0xFEFF, 0x200C, 0x200D, 0x200E, 0x200F, 0x61C, 0x2060:
		return true
	}
	return false
}

// Zero width, bidirectional, tag and filler characters, soft hyphens and variation selectors of
// the supplement are not seen.
func isInvisible(c rune) bool {
	switch {
	case c == 0xAD, c == 0x34F, c == 0x61C, c == 0x115F, c == 0x1160, c == 0x180E, c == 0x3164, c == 0xFEFF, c == 0xFFA0:
		return true
	case c >= 0x200B && c <= 0x200F, c >= 0x202A && c <= 0x202E, c >= 0x2060 && c <= 0x206F, c >= 0xFFF9 && c <= 0xFFFB:
		return true
	case c >= 0xE0000 && c <= 0xE0FFF:
		return true
	}
	return false
}

// Parts may name another charset than UTF-8.
func decodeXML(label string, r io.Reader) (io.Reader, error) {
	out, err := charset.NewReaderLabel(label, r)
	if err != nil {
		return nil, fmt.Errorf("charset of a part: %w", err)
	}
	return out, nil
}
