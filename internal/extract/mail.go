package extract

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"slices"
	"strings"

	"golang.org/x/net/html/charset"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/safetext"
)

const (
	mailDepth    = 8 // parts in one another
	mailHead     = 256 << 10
	mailSubject  = 1000     // characters
	mailParts    = 300      // of one file
	mailMessages = 100      // of one file
	namedFiles   = 20       // attachments that are named
	mailBytes    = 64 << 20 // of all parts, each as often as it stands in another one
	htmlMost     = 16 << 20 // bytes of HTML that are read of one file of many parts
)

type mailReader struct {
	markup
	source *source
	parts  int
	room   int // bytes of parts that may still be taken
	pages  int // bytes of HTML that may still be read
	files  []string
	title  string
	date   string
}

// A file may hold many mails. Those that a mail forwards are read too: who wrote what to whom, and
// which files hang on it.
func readMail(s *source) (Result, error) {
	l := &mailReader{source: s, room: mailBytes, pages: htmlMost}
	messages := splitMailbox(s.raw[:min(len(s.raw), unpackLimit)])
	for i, raw := range messages {
		if i >= mailMessages || l.hasEnough() {
			s.addNote("I read the first %d mails in %s.", i, s.name)
			break
		}
		if err := l.readMessage(raw, 0); err != nil {
			if i == 0 && len(messages) == 1 {
				return readText(s, KindText)
			}
			s.addNote("Mail %d of %s is damaged.", i+1, s.name)
		}
	}
	if l.room < 0 || l.pages < 0 || l.parts > mailParts {
		s.addNote("%s has more parts than I read at once; the rest is kept.", s.name)
	}
	if n := len(l.files); n > 0 {
		s.addNote("%s has %s, which I did not read; send what matters as a file of its own: %s.", s.name, prose.Count(n, "attachment"), strings.Join(l.files[:min(n, namedFiles)], ", "))
	}
	return Result{Text: l.out.String(), Title: l.title, Published: l.date, Truncated: l.full}, nil
}

// MailBody returns the text of one mail without its head, as Text reads it: what is hidden is left out, attachments are passed over, and nothing
// is asked of anybody. The mail may end anywhere.
func MailBody(raw []byte) string {
	m, err := mail.ReadMessage(bytes.NewReader(cutHead(raw)))
	if err != nil {
		return ""
	}
	body, err := io.ReadAll(m.Body)
	if err != nil {
		return ""
	}
	l := &mailReader{source: newSource("mail.eml", "message/rfc822", raw), room: mailBytes, pages: htmlMost}
	l.readPart(mailHeader(m.Header), body, 0)
	text, _ := safetext.Visible(l.out.String())
	return strings.TrimSpace(safetext.Neutral(text))
}

// A line begins each mail.
func splitMailbox(raw []byte) [][]byte {
	if !bytes.HasPrefix(raw, []byte("From ")) {
		return [][]byte{raw}
	}
	var out [][]byte
	for len(raw) > 0 && len(out) <= mailMessages {
		_, rest, _ := bytes.Cut(raw, []byte("\n"))
		end := bytes.Index(rest, []byte("\n\nFrom "))
		if crlf := bytes.Index(rest, []byte("\r\n\r\nFrom ")); crlf >= 0 && (end < 0 || crlf < end) {
			end = crlf + 2
		}
		if end < 0 {
			return append(out, rest)
		}
		out = append(out, rest[:end])
		raw = bytes.TrimLeft(rest[end:], "\r\n")
	}
	return out
}

// Reading a head takes ten times its size, so what it says beyond mailHead is left out.
func cutHead(raw []byte) []byte {
	if len(raw) <= mailHead {
		return raw
	}
	end, body := bytes.Index(raw, []byte("\n\n")), raw[len(raw):]
	if crlf := bytes.Index(raw, []byte("\r\n\r\n")); crlf >= 0 && (end < 0 || crlf < end) {
		end = crlf
	}
	if end >= 0 {
		body = raw[end:]
	}
	if end >= 0 && end <= mailHead {
		return raw
	}
	head := raw[:mailHead]
	if line := bytes.LastIndexByte(head, '\n'); line > 0 {
		head = bytes.TrimRight(head[:line], "\r\n")
	}
	if len(body) == 0 {
		body = []byte("\r\n\r\n")
	}
	return slices.Concat(head, body)
}

func (l *mailReader) readMessage(raw []byte, depth int) error {
	m, err := mail.ReadMessage(bytes.NewReader(cutHead(raw)))
	if err != nil {
		return fmt.Errorf("read mail: %w", err)
	}
	subject := prose.FirstBytes(decodeHeader(m.Header.Get("Subject")), mailSubject)
	if subject == "" {
		subject = "(no subject)"
	}
	l.writeHeading(min(depth+1, 2), subject)
	if l.title == "" {
		l.title = subject
	}
	var head []string
	for _, k := range []string{"From", "To", "Cc", "Date"} {
		if v := decodeHeader(m.Header.Get(k)); v != "" {
			head = append(head, k+": "+prose.FirstBytes(oneLine(v), 1000))
		}
	}
	if at, err := m.Header.Date(); err == nil && l.date == "" {
		l.date = at.UTC().Format("2006-01-02")
	}
	l.writeParagraph(strings.Join(head, "\n"))
	body, err := io.ReadAll(m.Body)
	if err != nil {
		return fmt.Errorf("read body: %w", err)
	}
	if l.room -= len(body); l.room < 0 {
		return nil
	}
	l.readPart(mailHeader(m.Header), body, depth)
	return nil
}

type mailHeader map[string][]string

func (h mailHeader) getField(key string) string { return mail.Header(h).Get(key) }

func (l *mailReader) readPart(h mailHeader, body []byte, depth int) {
	if l.parts++; l.parts > mailParts || depth > mailDepth || l.hasEnough() {
		return
	}
	media, params, err := mime.ParseMediaType(h.getField("Content-Type"))
	if err != nil {
		media = "text/plain"
	}
	if strings.HasPrefix(media, "multipart/") {
		l.readMultipart(media, params["boundary"], body, depth)
		return
	}
	how := h.getField("Content-Transfer-Encoding")
	placed, name, err := mime.ParseMediaType(h.getField("Content-Disposition"))
	file := decodeHeader(name["filename"])
	if file == "" || err != nil {
		file = decodeHeader(params["name"])
	}
	switch {
	case media == "message/rfc822" || media == "message/global":
		if err := l.readMessage(decodeTransfer(how, body), depth+1); err != nil {
			l.files = append(l.files, showName("a mail"))
		}
	case placed == "attachment" || file != "" || !strings.HasPrefix(media, "text/"):
		if file == "" {
			file = "one without a name (" + media + ")"
		}
		if !strings.HasPrefix(media, "image/") || placed == "attachment" {
			l.files = append(l.files, showName(file))
		}
	default:
		l.writeParagraph(l.renderPart(media, h.getField("Content-Type"), decodeTransfer(how, body)))
	}
}

func (l *mailReader) renderPart(media, content string, body []byte) string {
	part := &source{name: l.source.name, content: content, raw: body}
	if media == "text/html" {
		if l.pages -= len(body); l.pages < 0 {
			return ""
		}
		return removeListEnds(readHTML(part).Text)
	}
	text, err := part.decodeText()
	if err != nil {
		return ""
	}
	return strings.ReplaceAll(text, "\r\n", "\n")
}

// Of alternatives the plain one is read, or the last where none is plain.
func (l *mailReader) readMultipart(media, boundary string, body []byte, depth int) {
	if boundary == "" {
		return
	}
	type piece struct {
		header mailHeader
		body   []byte
	}
	var pieces []piece
	r := multipart.NewReader(bytes.NewReader(body), boundary)
	for len(pieces) < mailParts {
		p, err := r.NextRawPart()
		if err != nil {
			break
		}
		raw, err := io.ReadAll(p)
		if l.room -= len(raw); l.room < 0 {
			break
		}
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		pieces = append(pieces, piece{mailHeader(p.Header), raw})
	}
	if media == "multipart/alternative" && len(pieces) > 0 {
		chosen := pieces[len(pieces)-1]
		for _, p := range pieces {
			if kind, _, err := mime.ParseMediaType(p.header.getField("Content-Type")); err == nil && kind == "text/plain" && len(bytes.TrimSpace(p.body)) > 0 {
				chosen = p
			}
		}
		pieces = []piece{chosen}
	}
	for _, p := range pieces {
		l.readPart(p.header, p.body, depth+1)
	}
}

// Parts are made fit for mail so.
func decodeTransfer(how string, body []byte) []byte {
	switch strings.ToLower(strings.TrimSpace(how)) {
	case "base64":
		clean := bytes.Map(func(c rune) rune {
			if c == '\n' || c == '\r' || c == ' ' {
				return -1
			}
			return c
		}, body)
		out := make([]byte, base64.StdEncoding.DecodedLen(len(clean)))
		n, err := base64.StdEncoding.Decode(out, clean)
		if err != nil && n == 0 {
			return nil
		}
		return out[:n]
	case "quoted-printable":
		out, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(body)))
		if err != nil && len(out) == 0 {
			return body
		}
		return out
	}
	return body
}

func decodeHeader(v string) string {
	d := mime.WordDecoder{CharsetReader: charset.NewReaderLabel}
	out, err := d.DecodeHeader(v)
	if err != nil {
		return v
	}
	return out
}
