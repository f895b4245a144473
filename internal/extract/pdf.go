package extract

import (
	"errors"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
)

const (
	pdfPages = 200  // read of one file
	wordGap  = 0.15 // gap between glyphs that is a space, in font sizes
)

// readPDF reads the text of a PDF's first 200 pages, as far as it keeps to the
// limits of a file.
func readPDF(s *source) (Result, error) {
	t := newToll()
	f, err := openPDF(s.raw, t)
	switch {
	case errors.Is(err, errStopped):
		return Result{}, unreadable("%s asks for more than a document needs; I kept it but cannot read it yet.", s.name)
	case errors.Is(err, errLocked):
		return Result{}, unreadable("%s is locked with a password; I kept it but cannot read it yet.", s.name)
	case err != nil:
		return Result{}, unreadable("%s is a damaged PDF; I kept it but cannot read it yet.", s.name)
	}
	pages, total := f.sheets()
	p := &pen{file: f, faces: map[any]*face{}}
	var text strings.Builder
	read, broken := 0, 0
	for _, page := range pages {
		if t.over != nil || text.Len() >= AttachmentBytesUsed {
			break
		}
		glyphs, err := p.page(page)
		if err != nil {
			broken++
		}
		if part := layout(glyphs); part != "" {
			text.WriteString(between(text.String(), part) + part)
		}
		read++
	}
	switch {
	case strings.TrimSpace(text.String()) == "" && t.over != nil:
		return Result{}, unreadable("%s asks for more than a document needs; I kept it but cannot read it yet.", s.name)
	case strings.TrimSpace(text.String()) == "" && (broken > 0 || total == 0):
		return Result{}, unreadable("%s is a damaged PDF; I kept it but cannot read it yet.", s.name)
	case strings.TrimSpace(text.String()) == "":
		return Result{}, unreadable("%s holds no text, perhaps only scanned pictures; I kept it but cannot read it yet.", s.name)
	}
	if read < total || t.over != nil {
		s.note("I read the first %d of %d pages of %s; the rest is kept.", read, total, s.name)
	}
	if broken > 0 {
		s.note("%s of %s could not be read.", prose.Count(broken, "page"), s.name)
	}
	info := f.dict(f.trailer["Info"])
	made := as[string](f.resolve(info["CreationDate"]))
	return Result{Text: text.String(), Title: f.words(info["Title"]), Published: pdfDate(made)}, nil
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
func layout(glyphs []glyph) string {
	var lines []*line
	var l *line
	for _, g := range glyphs {
		c := printable(g.text)
		if c == "" {
			continue
		}
		em := math.Abs(g.size)
		if em == 0 || math.IsNaN(em) || math.IsInf(em, 0) {
			em = 10
		}
		if l == nil || math.Abs(g.y-l.y) > 0.5*max(em, l.size) || g.x < l.left-em {
			if strings.TrimSpace(c) == "" {
				continue
			}
			l = &line{y: g.y, size: em, left: g.x, right: g.x}
			lines = append(lines, l)
		}
		if g.x-l.right > wordGap*em && !strings.HasSuffix(l.text.String(), " ") && c != " " {
			l.text.WriteString(" ")
		}
		l.text.WriteString(c)
		l.right = max(l.right, g.x+g.width)
		l.glyphs++
		l.measured = l.measured || g.width > 0
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
