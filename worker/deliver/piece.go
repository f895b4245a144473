package deliver

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/frasier-cos/frasier/internal/bundle"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/deliver/docx"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
	"github.com/frasier-cos/frasier/worker/deliver/pdf"
)

var anyNote = lazyregexp.New(`\[\^\d+\]`)

// Parts that were asked for on one page are a PDF and a Word file each, to be pinned to a wall or
// sent on; mails, pages and other copy are a text each, to be pasted. Citations and sums stay in
// the document.
func (d Document) renderPieces() ([]org.File, error) {
	var out []org.File
	for _, s := range d.Sections() {
		if !s.Alone {
			if text := s.renderPaste(); text != "" {
				out = append(out, org.File{Name: makeFileName("text", s.Key, s.Title) + ".md", Data: []byte(text)})
			}
			continue
		}
		p := d.makePiece(s)
		printed, err := pdf.Write(p)
		if err != nil {
			return nil, err
		}
		word, err := renderWord(p)
		if err != nil {
			return nil, err
		}
		name := namePiece(s)
		out = append(out, org.File{Name: name + ".pdf", Data: printed}, org.File{Name: name + ".docx", Data: word})
		if text := s.renderPaste(); text != "" {
			out = append(out, org.File{Name: name + ".md", Data: []byte(text)})
		}
	}
	return out, nil
}

// All parts that stand alone have type small enough for one page each. The fonts are those of
// whoever opens the file, and run wider than ours.
func renderWord(p paper.Paper) ([]byte, error) {
	const wider = 1.2
	p.Parts = slices.Clone(p.Parts)
	fit := paper.Usual()
	for _, part := range p.Parts {
		if !part.Alone {
			continue
		}
		f, _, err := pdf.OnePage(p, part.Key, wider)
		if err != nil {
			return nil, err
		}
		if f.Scale < fit.Scale || f.Margin < fit.Margin {
			fit = f
		}
	}
	for i := range p.Parts {
		if p.Parts[i].Alone {
			p.Parts[i].Fit = fit
		}
	}
	return docx.Write(p)
}

// Only parts that were asked for on one page can be too long, when they do not fit it in the
// smallest type that can be read.
func (d Document) listTooLong() ([]string, error) {
	var out []string
	for _, s := range d.Sections() {
		if !s.Alone {
			continue
		}
		_, fits, err := pdf.OnePage(d.makePiece(s), s.Key, 1)
		if err != nil {
			return nil, fmt.Errorf("measure %s: %w", s.Key, err)
		}
		if !fits {
			out = append(out, fmt.Sprintf("“%s” was asked for on one page and is longer, even in %v-point type. It goes on upon a second page; ask for a shorter one if it has to be one.", makeOneLine(s.Title), paper.LeastSize))
		}
	}
	return out, nil
}

func (d Document) makePiece(s Section) paper.Paper {
	f := d.findForm()
	p := paper.Paper{Language: d.findLanguage(), Title: s.Heading(), Accent: f.accent, Tint: f.tint, At: d.Project.CreatedAt, Offline: d.Project.Offline, Made: d.Notice()}
	if makeOneLine(d.Title) != makeOneLine(s.Heading()) {
		p.Facts = "Sources and sums: " + makeOneLine(d.Title)
	}
	p.Parts = []paper.Part{{Kind: paper.Section, Key: s.Key, Body: s.stripBody(), Alone: true}}
	return p
}

// Citations, sums and links within the document go.
func (s Section) stripBody() string {
	body := computed.ReplaceAllString(anyNote.ReplaceAllString(spacedMark.ReplaceAllString(s.Body, ""), ""), "")
	return spaceBefore.ReplaceAllString(innerLink.ReplaceAllString(body, "$1"), "$1")
}

var spacedMark = lazyregexp.New(`[ \t]*` + finalMark.String())

// The text is that of the document, its own headline above it, its headings from the second level
// down. It is empty for parts that are no copy.
func (s Section) renderPaste() string {
	if !s.Paste {
		return ""
	}
	text := strings.TrimSpace(raiseHeadings(s.stripBody(), s.Finding == ""))
	if text == "" {
		return ""
	}
	text = endOfLine.ReplaceAllString(text, "")
	if isLetter(s.Title) {
		text = emphasis.ReplaceAllString(text, "$2")
	}
	if s.Finding != "" {
		text = "# " + s.Finding + "\n\n" + text
	}
	return text + "\n"
}

var (
	endOfLine = lazyregexp.New(`(?m) {2,}$`)
	emphasis  = lazyregexp.New(`(\*\*|\*|\b__|\b_)([^\s*_](?:[^*_\n]*[^\s*_])?)(?:\*\*|\*|__\b|_\b)`)
)

// A letter is sent as it is, in a program that shows the signs of Markdown.
func isLetter(title string) bool {
	return slices.ContainsFunc(prose.Words(title), func(w string) bool {
		return slices.Contains([]string{"mail", "email", "letter", "message", "invitation"}, strings.TrimSuffix(w, "s"))
	})
}

// Short lines end where their author ended them: a greeting, a name, an address.
func keepLines(text string) string {
	const short = 60 // characters; longer lines are broken by their width
	root, src := paper.Parse(text)
	e := sourceEdits{src: src}
	paper.Walk(root, func(n ast.Node) {
		t, ok := n.(*ast.Text)
		if !ok || !t.SoftLineBreak() {
			return
		}
		end := t.Segment.Stop
		if line := src[bytes.LastIndexByte(src[:end], '\n')+1 : end]; utf8.RuneCount(line) < short {
			e.addEdit(end, end, "  ")
		}
	})
	return e.apply()
}

// The first heading moves to the second level, or to the first where it is the headline that the
// text begins with.
func raiseHeadings(text string, headline bool) string {
	root, src := paper.Parse(text)
	e := sourceEdits{src: src}
	var all []*ast.Heading
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			all = append(all, h)
		}
	}
	above := 1
	if _, first := root.FirstChild().(*ast.Heading); first && headline {
		above = 0
	}
	for i, level := range mapLevels(all, above) {
		e.rewriteHeading(all[i], level)
	}
	return e.apply()
}

// The name has no ending and says what the piece is, not what it found.
func namePiece(s Section) string { return makeFileName("page", s.Key, s.Title) }

// A part's key keeps the name unique.
func makeFileName(kind, key, title string) string {
	const atMost = 40
	slug := bundle.Slug(title)
	if cut := bundle.Clip(slug, atMost); cut != slug {
		if i := strings.LastIndexByte(cut, '-'); slug[len(cut)] != '-' && i > 0 {
			cut = cut[:i]
		}
		slug = cut
	}
	return strings.Trim(kind+"-"+bundle.Slug(key)+"-"+slug, "-")
}
