package deliver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
	"github.com/frasier-cos/frasier/worker/deliver/pdf"
)

// Titles and anchors of the parts that code writes.
const (
	summaryTitle  = "Summary"
	summaryAnchor = "summary"
	missingTitle  = "What is missing"
	missingAnchor = "what-is-missing"
	gapsTitle     = "What is not known"
	gapsAnchor    = "not-known"
	sourcesTitle  = "Sources"
	sourcesAnchor = "sources"
	notesTitle    = "About this document"
)

// PDF renders the document as A4 pages. Equal documents give equal bytes.
func (d Document) PDF() ([]byte, error) { return pdf.Write(d.Paper()) }

// DOCX renders the document for word processors. Equal documents give equal
// bytes.
func (d Document) DOCX() ([]byte, error) { return renderWord(d.Paper()) }

// Deliverable renders the document in its forms. Project, mission and time are
// the caller's to set.
func (d Document) Deliverable() (work.Deliverable, error) {
	long, err := d.listTooLong()
	if err != nil {
		return work.Deliverable{}, err
	}
	d.Notes = slices.Concat(d.Notes, long)
	page, err := d.HTML()
	if err != nil {
		return work.Deliverable{}, err
	}
	printed, err := d.PDF()
	if err != nil {
		return work.Deliverable{}, err
	}
	word, err := d.DOCX()
	if err != nil {
		return work.Deliverable{}, err
	}
	pieces, err := d.renderPieces()
	if err != nil {
		return work.Deliverable{}, err
	}
	workbook, values, err := d.renderTables(d.Paper())
	if err != nil {
		return work.Deliverable{}, err
	}
	files := slices.Concat([]org.File{{Name: "deliverable.docx", Data: word}}, workbook, pieces, d.renderGapsFile(), values) // a message takes the first ones
	return work.Deliverable{Title: d.Title, Markdown: d.Markdown(), HTML: page, PDF: printed, Files: files}, nil
}

// Paper returns the document as its writers print it: arithmetic in footnotes, and all lists that
// code writes behind the parts.
func (d Document) Paper() paper.Paper {
	f := d.findForm()
	p := paper.Paper{
		Language: d.findLanguage(), Kicker: f.kicker, Title: d.Title, Facts: d.describeFacts(), Accent: f.accent, Tint: f.tint, Chapters: f.chapter,
		Offline: d.Project.Offline, Made: d.Notice(), At: d.Project.CreatedAt,
	}
	if n := d.Notice(); n != "" {
		p.Notices = append(p.Notices, n)
	}
	if n := d.describeUnread(); n != "" {
		p.Notices = append(p.Notices, n)
	}
	if len(d.Missing) > 0 {
		p.Notices = append(p.Notices, "Not everything could be finished: "+d.describeShortfall()+".")
	}
	if p.Kicker == reportKicker {
		p.Kicker = d.chooseKicker()
	}
	body := func(text string) string {
		text, p.Notes = moveSums(text, p.Notes)
		return text
	}
	if d.hasOpening() {
		p.Parts = append(p.Parts, paper.Part{Kind: paper.Opening, Level: 1, Key: summaryAnchor, Title: f.summary, Body: body(d.Opening)})
	}
	for _, ph := range d.Phases {
		if d.hasPhases() {
			p.Parts = append(p.Parts, paper.Part{Kind: paper.Phase, Level: 1, Title: ph.Label})
		}
		for _, s := range ph.Sections {
			part := paper.Part{Kind: paper.Section, Level: d.chooseLevel() - 1, Key: s.Key, Title: s.Heading(), Body: body(s.Body), Alone: s.Alone}
			if s.Finding == "" && makeOneLine(s.Title) == makeOneLine(d.Title) { // the only part of a document may have its title
				part.Level = 0
			} else if s.Heading() != s.Title {
				part.Small = describeOrder(s)
			}
			p.Parts = append(p.Parts, part)
		}
	}
	p.Parts = append(p.Parts, d.listBackParts(body)...)
	return p
}

// The order stands as a line below the finding: the founder knows the rest.
func describeOrder(s Section) string {
	const atMost = 110 // characters: a line of small type
	return "Asked for: " + clipWords(makeOneLine(s.Title), atMost)
}

func (d Document) hasOpening() bool { return strings.TrimSpace(d.Opening) != "" }

func (d Document) describeFacts() string {
	var out []string
	if at := d.Project.CreatedAt; !at.IsZero() {
		out = append(out, moment.Text(at, moment.Day, d.zone))
	}
	if n := len(d.Sources); n > 0 {
		out = append(out, prose.Count(n, "source"))
	}
	return strings.Join(out, "  ·  ")
}

func (d Document) listBackParts(body func(string) string) []paper.Part {
	var out []paper.Part
	add := func(key, title string, lines []paper.Line) {
		if len(lines) > 0 {
			out = append(out, paper.Part{Kind: paper.Back, Level: 1, Key: key, Title: title, Lines: lines})
		}
	}
	var lines []paper.Line
	for _, b := range d.listBoxes() {
		lines = append(lines, paper.Line{Mark: paper.BoxMark, Text: fmt.Sprintf("%s ([%s](#%s))", escapeWords(b.text), escapeWords(b.section), b.key)})
	}
	add("", boxesTitle, lines)
	gaps := d.renderGaps()
	for i := range gaps {
		gaps[i].Text = body(gaps[i].Text)
	}
	add(gapsAnchor, gapsTitle, gaps)
	lines = nil
	for _, m := range d.Missing {
		lines = append(lines, paper.Line{Key: m.Key, Mark: "•", Text: fmt.Sprintf("**%s**: %s", escapeWords(m.Title), escapeWords(m.Why))})
	}
	add(missingAnchor, missingTitle, lines)
	add(sourcesAnchor, sourcesTitle, d.listSourceLines())
	lines = nil
	for _, n := range append(d.describeKey(), d.Notes...) {
		lines = append(lines, paper.Line{Mark: "•", Text: escapeWords(n)})
	}
	add("", notesTitle, lines)
	return out
}

func (d Document) describeShortfall() string {
	n, all := len(d.Missing), len(d.Missing)+len(d.Sections())
	if n == 1 {
		return fmt.Sprintf("1 of %d parts is missing", all)
	}
	return fmt.Sprintf("%d of %d parts are missing", n, all)
}

func formatInt(n int) string { return strconv.Itoa(n) }

// What is not seen goes too: a file's name may hold what drives a terminal or turns the direction
// of a text.
func makeOneLine(s string) string {
	seen, _ := safetext.Visible(s)
	return paper.OneLine(seen)
}

// Text that is no Markdown makes no links, no code and no HTML there.
func escapeWords(s string) string {
	return strings.NewReplacer(`\`, `\\`, "](", `]\(`, "][", `]\[`, "]:", `]\:`, "<", "&lt;", "`", "\\`", "[^", `[\^`).Replace(makeOneLine(s))
}

// Emphasis marks are escaped too, where they are characters.
func escapeLiteral(s string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "~", `\~`, "|", `\|`).Replace(escapeWords(s))
}
