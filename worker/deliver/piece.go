package deliver

import (
	"regexp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/deliver/docx"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
	"github.com/frasier-cos/frasier/worker/deliver/pdf"
)

var anyNote = regexp.MustCompile(`\[\^\d+\]`)

// pieces are the parts that were asked for on one page, each as a PDF and a
// Word file of its own, to be pinned to a wall or sent on. Citations and sums
// stay in the document, which each names.
func (d Document) pieces() ([]org.File, error) {
	var out []org.File
	for _, s := range d.Sections() {
		if !s.Alone {
			continue
		}
		p := d.piece(s)
		printed, err := pdf.Write(p)
		if err != nil {
			return nil, err
		}
		word, err := docx.Write(p)
		if err != nil {
			return nil, err
		}
		name := pieceName(s)
		out = append(out, org.File{Name: name + ".pdf", Data: printed}, org.File{Name: name + ".docx", Data: word})
	}
	return out, nil
}

// piece is one part as a paper of its own.
func (d Document) piece(s Section) paper.Paper {
	f := d.form()
	body := computed.ReplaceAllString(anyNote.ReplaceAllString(finalMark.ReplaceAllString(s.Body, ""), ""), "")
	body = spaceBefore.ReplaceAllString(innerLink.ReplaceAllString(body, "$1"), "$1")
	p := paper.Paper{Title: s.Heading(), Accent: f.accent, Tint: f.tint, At: d.Project.CreatedAt, Offline: d.Project.Offline, Made: d.Notice()}
	if oneLine(d.Title) != oneLine(s.Heading()) {
		p.Facts = "Sources and sums: " + oneLine(d.Title)
	}
	p.Parts = []paper.Part{{Kind: paper.Section, Key: s.Key, Body: body, Alone: true}}
	return p
}

// pieceName is the name of a piece's files, without its ending: its key, which
// is unique, and its heading.
func pieceName(s Section) string {
	const atMost = 40
	slug := slugOf(s.Heading())
	if len(slug) > atMost {
		slug = slug[:atMost]
	}
	return trimDashes("page-" + slugOf(s.Key) + "-" + slug)
}
