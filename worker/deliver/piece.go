package deliver

import (
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/bundle"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/deliver/docx"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
	"github.com/frasier-cos/frasier/worker/deliver/pdf"
)

var anyNote = regexp.MustCompile(`\[\^\d+\]`)

// pieces are the parts that are used without the rest. Those that were asked
// for on one page are a PDF and a Word file each, to be pinned to a wall or sent
// on; mails, pages and other copy are a text each, to be pasted. Citations and
// sums stay in the document.
func (d Document) pieces() ([]org.File, error) {
	var out []org.File
	for _, s := range d.Sections() {
		if !s.Alone {
			if s.Copy != "" {
				out = append(out, org.File{Name: fileName("text", s.Key, s.Title) + ".md", Data: []byte(s.Copy)})
			}
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
		if s.Copy != "" {
			out = append(out, org.File{Name: name + ".md", Data: []byte(s.Copy)})
		}
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

// pasted reports whether a piece is of a kind that people paste somewhere; a
// brief or a report, which is written too, is read where it stands.
func pasted(title string) bool {
	return slices.ContainsFunc(prose.Words(title), func(w string) bool {
		switch strings.TrimSuffix(w, "s") {
		case "mail", "email", "newsletter", "post", "tweet", "page", "homepage", "ad", "advert", "banner", "letter", "script", "slogan", "tagline",
			"caption", "listing", "announcement", "invitation", "message", "copy", "bio", "headline":
			return true
		}
		return false
	})
}

// copyOf is a result that is copy as it is to be pasted: as its author wrote it,
// without citations, sums and what was not found.
func copyOf(s work.Upstream) string {
	if s.Kind != org.KindWriting && s.Kind != org.KindCreative || !pasted(s.Title) {
		return ""
	}
	text, _ := cutGaps(withoutRemarks(s.Result))
	text = strings.TrimSpace(computed.ReplaceAllString(check.StripMarkers(text), ""))
	if text == "" {
		return ""
	}
	return text + "\n"
}

// pieceName is the name of a piece's files, without its ending: what the piece
// is, not what it found.
func pieceName(s Section) string { return fileName("page", s.Key, s.Title) }

// fileName is a kind of file, a part's key, which is unique, and its title.
func fileName(kind, key, title string) string {
	const atMost = 40
	slug := bundle.Slug(title)
	if len(slug) > atMost {
		cut := slug[:atMost]
		if i := strings.LastIndexByte(cut, '-'); slug[atMost] != '-' && i > 0 {
			cut = cut[:i]
		}
		slug = cut
	}
	return strings.Trim(kind+"-"+bundle.Slug(key)+"-"+slug, "-")
}
