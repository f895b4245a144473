package web

import (
	"bytes"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

type form int

const (
	formText  form = iota // HTML, plain text, data
	formPaper             // PDF, and the packed formats of office programs
	formOther             // a picture, a film, a program, anything else that is not text
)

// Servers call documents a stream of bytes, a PDF a page and a page a PDF, so neither what they
// say nor how an address ends decides, but the first bytes.
func findForm(head []byte) form {
	trimmed := bytes.TrimLeft(head, " \t\r\n\x00")
	switch {
	case bytes.HasPrefix(trimmed, []byte("%PDF-")), bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("{\\rtf")), bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return formPaper
	case findPDFBegin(head) > 0:
		return formPaper
	case isUTF16(head):
		return formText
	case bytes.HasPrefix(trimmed, []byte("<")):
		return formText // SVG too: its words are text
	}
	switch kind := http.DetectContentType(head[:min(len(head), 512)]); {
	case strings.HasPrefix(kind, "text/"):
		return formText
	case kind == "application/octet-stream" && isText(head):
		return formText
	case strings.HasPrefix(kind, "image/"), strings.HasPrefix(kind, "audio/"), strings.HasPrefix(kind, "video/"), strings.HasPrefix(kind, "font/"), strings.HasPrefix(kind, "application/"):
		return formOther
	}
	return formText
}

var pdfHead = lazyregexp.New(`(?:^|[\r\n])%PDF-[12]\.[0-9][ \t]*[\r\n]+(?:%[^\r\n]*[\r\n]+)?[0-9]+ [0-9]+ obj\b`)

// A broken server may leave bytes before a PDF; readers take it up to 1024 bytes in. 0 when there
// is none.
func findPDFBegin(raw []byte) int {
	const most, shown = 1024, 1400
	head := raw[:min(len(raw), shown)]
	if at := bytes.Index(head, []byte("%PDF-")); at > 0 && at <= most && pdfHead.Match(head[at-1:]) {
		return at
	}
	return 0
}

// The text begins with a mark, or has zeros.
func isUTF16(head []byte) bool {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return true
	}
	return len(head) >= 4 && (head[0] == '<' && head[1] == 0 && head[3] == 0 || head[0] == 0 && head[1] == '<' && head[2] == 0)
}

// Text has no zero, and hardly any control characters. ESC is one of the charsets that switch by
// it.
func isText(head []byte) bool {
	controls := 0
	for _, c := range head {
		switch {
		case c == 0:
			return false
		case c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b:
			controls++
		}
	}
	return controls*100 <= len(head) && (utf8.Valid(head[:findValidEnd(head)]) || controls == 0)
}

// The text may be cut within a character.
func findValidEnd(head []byte) int {
	for i := 1; i <= utf8.UTFMax && i <= len(head); i++ {
		if c := head[len(head)-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(head[len(head)-i:]) {
				return len(head) - i
			}
			break
		}
	}
	return len(head)
}

var markup = lazyregexp.New(`(?i)<(?:!doctype|html|head|body|div|p|br|h[1-6]|table|ul|ol|li|span|a|meta|title|script|article|section|main)[\s/>]`)

// HTML is told by its tags, else the server's kind of text is taken, else plain. The charset is
// the server's.
func findContentType(f form, raw []byte, header string) string {
	media, params, err := mime.ParseMediaType(header)
	if err != nil {
		media, params = "", nil
	}
	var kind string
	switch head := bytes.TrimLeft(raw, " \t\r\n\xef\xbb\xbf"); {
	case f == formPaper && bytes.Contains(raw[:min(len(raw), 1024)], []byte("%PDF-")):
		return "application/pdf"
	case f == formPaper:
		return "" // what is in it says what it is
	case isUTF16(raw) && !strings.HasPrefix(media, "text/"):
		kind = "text/html"
	case isUTF16(raw):
		kind = media
	case bytes.HasPrefix(head, []byte("<")) && !bytes.HasPrefix(head, []byte("<?xml")) && markup.Match(raw[:min(len(raw), sniffedHead)]):
		kind = "text/html"
	case bytes.HasPrefix(head, []byte("<?xml")) && bytes.Contains(raw[:min(len(raw), sniffedHead)], []byte("<html")):
		kind = "application/xhtml+xml"
	case media == "text/html" || media == "application/xhtml+xml":
		kind = media
		if !markup.Match(raw) && !bytes.HasPrefix(head, []byte("<")) {
			kind = "text/plain" // a server that calls all it has HTML
		}
	case strings.HasPrefix(media, "text/"), strings.HasSuffix(media, "json"), strings.HasSuffix(media, "xml"):
		kind = media
	default:
		kind = "text/plain"
	}
	if charset := params["charset"]; charset != "" {
		if with := mime.FormatMediaType(kind, map[string]string{"charset": charset}); with != "" {
			return with
		}
	}
	return kind
}
