package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"

	"github.com/frasier-cos/frasier/internal/org"
)

const (
	pdfLimit = 10 * time.Second // for one file
	pdfPages = 200              // read of one file
	wordGap  = 0.15             // gap between glyphs that is a space, in font sizes
)

// errStopped ends the reading of a PDF whose time is over.
var errStopped = errors.New("time is over")

// stoppable is a reader that fails once its time is over, which ends the
// library's work soon after: the library knows no context.
type stoppable struct {
	io.ReaderAt
	over atomic.Bool
}

func (r *stoppable) ReadAt(p []byte, at int64) (int, error) {
	if r.over.Load() {
		return 0, errStopped
	}
	return r.ReaderAt.ReadAt(p, at)
}

// pdfText is what reading a PDF gave.
type pdfText struct {
	text, title  string
	made         string // day of the document's making
	pages, total int
	broken       int // pages that could not be read
	err          error
}

// readPDF reads the text of a PDF's first 200 pages within 10 seconds.
func readPDF(s *source) (Result, error) {
	r := &stoppable{ReaderAt: bytes.NewReader(pdfHeader(s.raw))}
	states := make(chan pdfText, pdfPages+2)
	go func() {
		defer close(states)
		pdfPagesText(r, int64(len(s.raw)), states)
	}()
	timer := time.NewTimer(pdfLimit)
	defer timer.Stop()
	var out pdfText
	for reading := true; reading; {
		select {
		case state, more := <-states:
			if reading = more; more {
				out = state
			}
		case <-timer.C:
			r.over.Store(true)
			reading = false
		}
	}
	switch {
	case out.pages == 0 && r.over.Load():
		return Result{}, unreadable("%s took longer than %d seconds to read; I kept it but cannot read it yet.", s.name, int(pdfLimit.Seconds()))
	case errors.Is(out.err, pdf.ErrInvalidPassword):
		return Result{}, unreadable("%s is locked with a password; I kept it but cannot read it yet.", s.name)
	case out.err != nil:
		return Result{}, unreadable("%s is a damaged PDF; I kept it but cannot read it yet.", s.name)
	case strings.TrimSpace(out.text) == "":
		return Result{}, unreadable("%s holds no text, perhaps only scanned pictures; I kept it but cannot read it yet.", s.name)
	}
	if out.pages < out.total {
		s.note("I read the first %d of %d pages of %s; the rest is kept.", out.pages, out.total, s.name)
	}
	if out.broken > 0 {
		s.note("%s of %s could not be read.", count(out.broken, "page"), s.name)
	}
	return Result{Text: out.text, Title: out.title, Published: out.made}, nil
}

// pdfHeader returns raw with a first line that the library accepts: it knows
// versions up to 1.7 only.
func pdfHeader(raw []byte) []byte {
	if len(raw) < 9 || raw[5] == '1' && (raw[8] == '\n' || raw[8] == '\r') {
		return raw
	}
	out := bytes.Clone(raw)
	copy(out[5:], "1.7\n")
	return out
}

// pdfPagesText reads page after page and sends what it has after each.
func pdfPagesText(r *stoppable, size int64, states chan<- pdfText) {
	var out pdfText
	defer func() {
		if p := recover(); p != nil {
			out.err = fmt.Errorf("read pdf: %v", p)
			states <- out
		}
	}()
	doc, err := pdf.NewReader(r, size)
	if err != nil {
		states <- pdfText{err: fmt.Errorf("read pdf: %w", err)}
		return
	}
	faces := map[string]*face{}
	out.total = doc.NumPage()
	info := doc.Trailer().Key("Info")
	out.title, out.made = info.Key("Title").Text(), pdfDate(info.Key("CreationDate").RawString())
	for n := 1; n <= min(out.total, pdfPages) && len(out.text) < org.AttachmentBytesUsed && !r.over.Load(); n++ {
		glyphs, err := pageGlyphs(doc.Page(n), faces, r.over.Load)
		if err != nil {
			out.broken++
		}
		if text := layout(glyphs); text != "" {
			out.text += between(out.text, text) + text
		}
		out.pages = n
		states <- out
	}
}

// between is what separates a page from the text before it: a space where a
// sentence goes on.
func between(before, page string) string {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(page)
	paragraph := before[strings.LastIndexByte(before, '\n')+1:]
	const heading = 60 // bytes; what is shorter and has no full stop may be one
	switch {
	case before == "":
		return ""
	case (unicode.IsLetter(last) || last == ',') && unicode.IsLetter(first) && len(paragraph) > heading:
		return " "
	}
	return "\n\n"
}

// pdfDate is the day of a PDF's date, "D:20260407090000Z".
func pdfDate(s string) string {
	at, err := time.Parse("20060102", strings.TrimPrefix(s, "D:")[:min(8, len(strings.TrimPrefix(s, "D:")))])
	if err != nil {
		return ""
	}
	return at.Format(time.DateOnly)
}

func pageGlyphs(page pdf.Page, faces map[string]*face, over func() bool) (glyphs []pdf.Text, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("read page: %v", p)
		}
	}()
	return pageText(page, faces, over), nil
}

// line is one line of a page.
type line struct {
	text        strings.Builder
	y, size     float64
	left, right float64
	glyphs      int
	measured    bool // the font states its widths; the built-in fonts do not
}

// end is where the line ends, estimated where the font states no widths.
func (l *line) end() float64 {
	if l.measured {
		return l.right
	}
	const perGlyph = 0.5 // of the font size, about an average letter
	return l.left + float64(l.glyphs)*perGlyph*l.size
}

// layout puts glyphs together in the order of the page's program: a gap makes
// a space, a step down a new line, a larger one a new paragraph.
func layout(glyphs []pdf.Text) string {
	var lines []*line
	var l *line
	for _, g := range glyphs {
		c := printable(g.S)
		if c == "" {
			continue
		}
		em := math.Abs(g.FontSize)
		if em == 0 || math.IsNaN(em) || math.IsInf(em, 0) {
			em = 10
		}
		if l == nil || math.Abs(g.Y-l.y) > 0.5*max(em, l.size) || g.X < l.left-em {
			if strings.TrimSpace(c) == "" {
				continue
			}
			l = &line{y: g.Y, size: em, left: g.X, right: g.X}
			lines = append(lines, l)
		}
		if g.X-l.right > wordGap*em && !strings.HasSuffix(l.text.String(), " ") && c != " " {
			l.text.WriteString(" ")
		}
		l.text.WriteString(c)
		l.right = max(l.right, g.X+g.W)
		l.glyphs++
		l.measured = l.measured || g.W > 0
	}
	return join(lines)
}

// join makes paragraphs of lines: a line that runs nearly to the right edge
// goes on in the next.
func join(lines []*line) string {
	const full, paragraph = 0.8, 1.9
	widest := 0.0
	for _, l := range lines {
		widest = max(widest, l.end())
	}
	var b strings.Builder
	for i, l := range lines {
		text := strings.TrimSpace(l.text.String())
		if i > 0 {
			last := lines[i-1]
			step := math.Abs(last.y - l.y)
			em := max(last.size, l.size)
			switch {
			case step > paragraph*em || math.Abs(last.size-l.size) > 0.15*em:
				b.WriteString("\n\n")
			case last.end() >= full*widest && !bullet(text):
				b.WriteString(" ")
			default:
				b.WriteString("\n")
			}
		}
		b.WriteString(text)
	}
	return b.String()
}

func bullet(text string) bool {
	return strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "• ") || strings.HasPrefix(text, "* ")
}

// printable drops what fonts without a map leave behind.
func printable(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case unicode.IsSpace(c):
			return ' '
		case c == unicode.ReplacementChar, unicode.IsControl(c), unicode.Is(unicode.Co, c):
			return -1
		}
		return c
	}, s)
}
