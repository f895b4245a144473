package extract

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
)

const pdfPages = 200 // read of one file

// Only the first 200 pages are read, as far as the file keeps to its limits.
func readPDF(s *source) (_ Result, err error) {
	defer func() {
		if p := recover(); p != nil { // a fault of ours must not end the process on a file of a stranger
			err = newUnreadableError("%s is a PDF that I can't read; print it to a new PDF and send that.", s.name)
		}
	}()
	t := newToll()
	f, err := openPDF(s.raw, t)
	switch {
	case errors.Is(err, errStopped):
		return Result{}, newUnreadableError("%s asks for more than a document needs; I kept it but cannot read it yet.", s.name)
	case errors.Is(err, errLocked):
		return Result{}, newUnreadableError("%s is locked with a password; I kept it but cannot read it yet.", s.name)
	case err != nil:
		return Result{}, newUnreadableError("%s is a damaged PDF; I kept it but cannot read it yet.", s.name)
	}
	pages, total := f.listPages()
	p := &pen{file: f, faces: map[pdfRef]*face{}}
	l := &layouter{toll: t, steps: layoutSteps}
	var text strings.Builder
	read, broken := 0, 0
	var seen missing
	for _, page := range pages {
		if t.over != nil || text.Len() >= AttachmentBytesUsed {
			break
		}
		on, err := p.drawPage(page)
		if err != nil {
			broken++
		}
		part := l.layoutPage(on)
		seen.addPage(f, page, on, part)
		if part != "" {
			text.WriteString(chooseSeparator(text.String(), part) + part)
		}
		read++
	}
	for _, listed := range f.listUnplaced(p) {
		text.WriteString("\n\n" + listed)
	}
	switch {
	case strings.TrimSpace(text.String()) == "" && t.over != nil:
		return Result{}, newUnreadableError("%s asks for more than a document needs; I kept it but cannot read it yet.", s.name)
	case strings.TrimSpace(text.String()) == "" && (broken > 0 || total == 0):
		return Result{}, newUnreadableError("%s is a damaged PDF; I kept it but cannot read it yet.", s.name)
	case strings.TrimSpace(text.String()) == "":
		return Result{}, newUnreadableError("%s holds no text, perhaps only scanned pictures; I kept it but cannot read it yet.", s.name)
	}
	if read < total || t.over != nil {
		s.addNote("I read the first %d of %d pages of %s; the rest is kept.", read, total, s.name)
	}
	if broken > 0 {
		s.addNote("%s of %s could not be read.", prose.Count(broken, "page"), s.name)
	}
	seen.lost, seen.letters = p.lost, pdfGlyphs-t.glyphs
	seen.noteMissing(s, f)
	info := f.getDict(f.trailer["Info"])
	made := castTo[string](f.resolveRef(info["CreationDate"]))
	return Result{Text: mendBroken(text.String()), Title: f.decodeString(info["Title"]), Published: readPDFDate(made)}, nil
}

// A space separates pages where a sentence goes on.
func chooseSeparator(before, page string) string {
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

// missing counts what of a file may not be in its text.
type missing struct {
	pictures      int // pages that are mostly a picture, with few words
	filled        int // fields
	hidden        int // fields with a value that is not shown
	comments      int
	lost, letters int // codes without letters, and all
}

func (m *missing) addPage(f *pdfFile, page pdfPage, on onPage, text string) {
	const few, most = 200, 0.4 // letters of a page; share of it that pictures take
	x0, y0, x1, y1 := page.findBox(f)
	if area := (x1 - x0) * (y1 - y0); area > 0 && on.pictures > most*area && utf8.RuneCountInString(text) < few {
		m.pictures++
	}
	m.filled += on.filled
	m.hidden += on.hidden
	m.comments += on.comments
}

// A reader has to know where parts may be missing.
func (m *missing) noteMissing(s *source, f *pdfFile) {
	const few = 50 // one code in so many without letters is worth a word
	if m.pictures > 0 {
		s.addNote("%s has %s of pictures with few words; I did not read what the pictures say.", s.name, prose.Count(m.pictures, "page"))
	}
	if m.filled > 0 {
		s.addNote("%s is a form; I read %s beside what they stand for.", s.name, prose.Count(m.filled, "filled field"))
	}
	if m.hidden > 0 {
		s.addNote("%s has %s with a value that nobody sees; the text marks them.", s.name, prose.Count(m.hidden, "hidden field"))
	}
	if m.comments > 0 {
		s.addNote("%s has %s, which I left out.", s.name, prose.Count(m.comments, "comment"))
	}
	if m.lost*few > m.letters {
		s.addNote("Some letters of %s are missing: its fonts don't say which they are.", s.name)
	}
	root := f.getDict(f.trailer["Root"])
	if f.resolveRef(f.getDict(root["AcroForm"])["XFA"]) != nil {
		s.addNote("%s is a form of a kind (XFA) of which parts may be missing here; print it to a PDF and send that if something is.", s.name)
	}
	if names := f.getDict(f.getDict(root["Names"])["EmbeddedFiles"]); len(f.getArray(names["Names"]))+len(f.getArray(names["Kids"])) > 0 {
		s.addNote("%s has files inside it, which I did not read.", s.name)
	}
}
