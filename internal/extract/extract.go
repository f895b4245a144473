// Package extract turns bytes into text: files that the founder attaches,
// documents of a corpus and fetched web pages.
//
// The text that comes out is the truth: its hash names the document, and
// others keep byte offsets into it. It is valid UTF-8 with LF line ends,
// without hidden HTML, comments, zero-width, bidirectional and tag characters,
// with mentions made harmless by org.Neutral, and at most
// AttachmentBytesUsed bytes long. Whatever was changed or left out on the
// way is said in Result.Notes.
package extract

import (
	"errors"
	"fmt"
	"mime"
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// Errors of this package. They come wrapped in an error whose text is one
// sentence for the founder.
var (
	// ErrEmpty says that there is nothing in the file but white space.
	ErrEmpty = errors.New("empty")
	// ErrUnreadable says that the bytes are of a kind that is not read.
	ErrUnreadable = errors.New("unreadable")
)

// Kind names the format that a file was read as.
type Kind string

// The kinds of files that are read.
const (
	KindMarkdown Kind = "markdown"
	KindText     Kind = "text" // txt, log, ini, toml, yaml, xml and whatever else is text
	KindJSON     Kind = "json"
	KindCSV      Kind = "csv"
	KindHTML     Kind = "html"
	KindPDF      Kind = "pdf"
	KindDocx     Kind = "docx"
	KindXLSX     Kind = "xlsx"
	KindPPTX     Kind = "pptx"
	KindODT      Kind = "odt"
	KindODS      Kind = "ods"
	KindODP      Kind = "odp"
	KindEPUB     Kind = "epub"
	KindRTF      Kind = "rtf"
	KindMail     Kind = "mail"
	KindCalendar Kind = "calendar"
)

// Result is the text of a file or page and what is known about it.
type Result struct {
	Text      string
	Title     string
	Published string // "2026-03-01", as the document says; empty when unknown
	Site      string // the site's name, of web pages
	Kind      Kind
	Notes     []string // what was changed or left out, in sentences
	Truncated bool     // Text is not all of it
	Thin      bool     // a web page with too little text to count as a source
	Links     int      // links in the text of an HTML document
	About     About    // of web pages, what they show besides
}

// The text of a fault is the sentence for the founder.
type fault struct {
	sentence string
	cause    error
}

func (f *fault) Error() string { return f.sentence }
func (f *fault) Unwrap() error { return f.cause }

func newEmptyError(name string) error { return &fault{name + " is empty.", ErrEmpty} }

func newUnreadableError(format string, args ...any) error {
	return &fault{fmt.Sprintf(format, args...), ErrUnreadable}
}

type source struct {
	name    string // fit to be shown
	ext     string // lower case, with its dot
	media   string // media type without parameters
	content string // content type as given
	raw     []byte
	notes   []string
	page    string // the address of a web page
	about   About
}

func (s *source) addNote(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

func newSource(name, contentType string, raw []byte) *source {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		media, _, _ = strings.Cut(strings.ToLower(contentType), ";")
	}
	shown := showName(name)
	return &source{name: shown, ext: strings.ToLower(path.Ext(shown)), media: strings.TrimSpace(media), content: contentType, raw: raw}
}

// Text reads a file: an attachment or a document of a corpus. The extension
// says what it is, then contentType, then the bytes; a file that is really
// something else is named as what it is. The error's text is one sentence for
// the founder, and it wraps ErrEmpty or ErrUnreadable.
func Text(name, contentType string, raw []byte) (Result, error) {
	s := newSource(name, contentType, raw)
	kind, err := s.decideKind()
	if err != nil {
		return Result{}, err
	}
	var r Result
	switch kind {
	case KindPDF:
		r, err = readPDF(s)
	case KindDocx:
		r, err = readDocx(s)
	case KindXLSX:
		r, err = readXLSX(s)
	case KindPPTX:
		r, err = readPPTX(s)
	case KindODT, KindODS, KindODP:
		r, err = readODF(s, kind)
	case KindEPUB:
		r, err = readEPUB(s)
	case KindRTF:
		r = readRTF(s)
	case KindMail:
		r, err = readMail(s)
	case KindCalendar:
		r, err = readCalendar(s)
	case KindHTML:
		r = readHTML(s)
	case KindMarkdown, KindText, KindJSON, KindCSV:
		r, err = readText(s, kind)
	}
	if err != nil {
		return Result{}, err
	}
	return finishResult(s, r, kind)
}

const (
	thinChars   = 200 // a page with fewer characters of text is thin
	thinPercent = 2   // or with a smaller share of text in its HTML,
	thinMarked  = 30  // of a page that marks its article and runs no program: it has no more to say
	thinFile    = 30  // of a PDF, a text or another file: nothing else is behind its text
	thinMost    = 600 // if it has no more text than that: the pages of newspapers are 99 % scripts and styles
)

// Page reads a fetched web page: the readable part of HTML as markdown, other
// kinds as Text reads them. A page whose text is shorter than 200 characters
// or, below 600, than 2 % of its HTML is marked thin: it is no source, unless it marks
// its article and runs no program. Other files are thin below 30 characters. What a page shows besides its
// text comes with an error too.
func Page(address, contentType string, raw []byte) (Result, error) {
	s := newSource(findPageName(address), contentType, raw)
	s.name, s.page = showName(address), address
	if s.media != "" && s.media != "application/octet-stream" {
		s.ext = chooseExtension(s.media)
	}
	kind, err := s.decideKind()
	if err != nil {
		return Result{}, err
	}
	if (kind == KindText || kind == KindHTML) && isFeed(raw) {
		return finishResult(s, readFeed(s), KindMarkdown)
	}
	if kind != KindHTML {
		r, err := Text(findPageName(address)+s.ext, contentType, raw)
		r.Thin = utf8.RuneCountInString(r.Text) < thinFile
		return r, err
	}
	r, err := finishResult(s, readPage(s, address), kind)
	if err != nil {
		return Result{About: s.about}, err
	}
	n := utf8.RuneCountInString(r.Text)
	r.About = s.about
	whole := s.about.Article && !s.about.Scripted && !s.about.Password && n >= thinMarked
	r.Thin = !whole && (n < thinChars || n < thinMost && len(r.Text)*100 < thinPercent*len(raw) && !r.Truncated)
	return r, nil
}

// It is "page" for a URL without a path.
func findPageName(address string) string {
	u, err := url.Parse(address)
	if err != nil || path.Base(u.Path) == "/" || path.Base(u.Path) == "." {
		return "page"
	}
	return path.Base(u.Path)
}

// The text is cleaned, cut and checked, and what the format did not say filled in.
func finishResult(s *source, r Result, kind Kind) (Result, error) {
	text, removed := cleanText(r.Text)
	if removed > 0 {
		s.addNote("I removed %s from %s.", prose.Count(removed, "invisible character"), s.name)
	}
	text = safetext.Neutral(text)
	if strings.TrimSpace(text) == "" {
		return Result{}, newEmptyError(s.name)
	}
	if len(text) > AttachmentBytesUsed || r.Truncated {
		total := max(len(text), len(s.raw))
		text = prose.FirstBytes(text, AttachmentBytesUsed)
		r.Truncated = true
		s.addNote("I used the first %s of %s (%d %%); the rest is kept.", formatSize(len(text)), s.name, min(99, len(text)*100/total))
	}
	s.noteShape(text, kind)
	r.Text, r.Kind = text, kind
	if r.Title == "" {
		r.Title = findHeading(text, kind)
	}
	if r.Title == "" && s.ext == ".txt" {
		r.Title = findHeadline(text)
	}
	if r.Title == "" {
		r.Title = strings.TrimSuffix(s.name, path.Ext(s.name)) + nameColumns(text, kind)
	}
	r.Title = oneLine(r.Title)
	if said := Published(text); said != "" && (r.Published == "" || kind == KindPDF) { // a PDF's own date is that of its printing
		r.Published = said
	}
	r.Notes = append(r.Notes, s.notes...)
	return r, nil
}

func formatSize(n int) string {
	if n >= 1<<20-4 {
		return fmt.Sprintf("%.3g MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d KiB", max(1, n>>10))
}

// Such a name fits a sentence: no control, bidirectional or invisible characters, no directories,
// at most 80 characters.
func showName(name string) string {
	name = strings.Map(func(c rune) rune {
		if c == utf8.RuneError || unicode.IsControl(c) || isInvisible(c) || c == '`' {
			return -1
		}
		return c
	}, name)
	if !strings.Contains(name, "://") {
		name = name[strings.LastIndexAny(name, `/\`)+1:]
	}
	name = safetext.Neutral(strings.TrimSpace(name))
	if strings.Trim(name, ".") == "" {
		return "the file"
	}
	const longest = 80
	if runes := []rune(name); len(runes) > longest {
		ext := []rune(path.Ext(name))
		if len(ext) > 8 {
			ext = nil
		}
		name = string(runes[:longest-1-len(ext)]) + "…" + string(ext)
	}
	return name
}

func oneLine(s string) string {
	text, _ := cleanText(s)
	return safetext.Neutral(prose.OneLine(text))
}
