// Package deliver makes the finished document out of a project's results, and
// the folder of files that a founder is given.
//
// In come the steps of a project with their results and citations; out go one
// document with one numbering of sources, as Markdown, HTML and PDF, and the
// machine-readable plan, sources and receipt beside it. Code joins the parts,
// so nothing a step delivered is lost or reworded; a model writes only the
// opening, and sentences of it whose figures stand nowhere in the document are
// dropped. What is missing is named with its cause.
package deliver

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/review"
)

// Document is a project's document before it is rendered.
type Document struct {
	Project org.Project
	Title   string
	Opening string // Markdown; empty for none
	Phases  []Phase
	Missing []Missing
	Sources []Source
	Notes   []string // what the reader must know of how it was made
}

// Phase is one part of the document. Its label is shown only when the project
// has several phases.
type Phase struct {
	Label    string
	Sections []Section
}

// Section is one step's result.
type Section struct {
	Key   string // its anchor
	Title string
	Body  string // Markdown, tidied; headings begin below the section's own
	Gist  string
}

// Missing is one step that has no result.
type Missing struct{ Key, Title, Why string }

// Source is one cited document, numbered from 1 in order of first citation.
type Source struct {
	N     int
	ID    org.DocumentID
	Title string
	URL   string
	Day   string // when it was read
}

// Compose joins the results of a project's steps, in plan order. Assembly
// steps are left out: they are what is being made.
func Compose(p org.Project, steps []org.Upstream) Document {
	d := Document{Project: p, Title: p.Title}
	if p.Offline {
		d.Title = extractive.Label + " " + p.Title
	}
	number := map[org.DocumentID]int{}
	var low []string
	for _, s := range steps {
		if s.Kind == org.KindAssembly {
			continue
		}
		if s.State != org.StepCompleted {
			d.Missing = append(d.Missing, Missing{s.Key, s.Title, why(s)})
			continue
		}
		body := d.cite(s, number)
		ph := d.phase(p, s.Phase)
		body = tidy(body, setting{title: s.Title, level: d.level(), offline: p.Offline})
		ph.Sections = append(ph.Sections, Section{Key: s.Key, Title: s.Title, Body: body, Gist: s.Digest})
		if s.Tier.Rank() > s.Served.Rank() && s.Served != "" && s.Served != org.T0 {
			low = append(low, fmt.Sprintf("%q was planned for model tier %s; %s served some of it.", s.Title, s.Tier, s.Served))
		}
	}
	d.Notes = append(d.Notes, low...)
	return d
}

// why says why a step has no result, in words that follow "is missing:".
func why(s org.Upstream) string {
	if c := strings.TrimSpace(s.Cause); c != "" {
		return c
	}
	switch s.State {
	case org.StepPending:
		return "work on it has not begun"
	case org.StepInProgress, org.StepInReview:
		return "it is still being worked on"
	case org.StepFailed:
		return "it failed, and no cause was recorded"
	case org.StepCancelled:
		return "it was cancelled"
	case org.StepCompleted:
	}
	return "its state is unknown (" + string(s.State) + ")"
}

// phased reports whether the document shows its phases.
func (d Document) phased() bool { return len(d.Project.Phases) > 1 }

// level is the level of the sections' headings.
func (d Document) level() int {
	if d.phased() {
		return 3
	}
	return 2
}

// phase returns the document's part for a phase index, added when new.
func (d *Document) phase(p org.Project, index int) *Phase {
	label := ""
	for _, ph := range p.Phases {
		if ph.Index == index {
			label = ph.Label
		}
	}
	if len(d.Phases) > 0 && d.Phases[len(d.Phases)-1].Label == label {
		return &d.Phases[len(d.Phases)-1]
	}
	d.Phases = append(d.Phases, Phase{Label: label})
	return &d.Phases[len(d.Phases)-1]
}

// cite renumbers a result's markers to the document's sources. Documents that
// are cited without a marker in the text are sources too.
func (d *Document) cite(s org.Upstream, number map[org.DocumentID]int) string {
	at := map[string]org.Citation{}
	for _, c := range s.Sources {
		if _, ok := at[c.Passage]; !ok {
			at[c.Passage] = c
		}
	}
	// What only looks like a marker of this document must not become one.
	own := strings.NewReplacer("\x00", "", "](#source-", "](#")
	text := review.RenameMarkers(own.Replace(s.Result), func(id string) string {
		c, ok := at[id]
		if !ok {
			return "\x000"
		}
		return fmt.Sprintf("\x00%d", d.source(c, number))
	})
	for _, c := range s.Sources {
		d.source(c, number)
	}
	return linkMarkers(text)
}

// source returns the number of a cited document, added when new.
func (d *Document) source(c org.Citation, number map[org.DocumentID]int) int {
	if n := number[c.Document]; n > 0 {
		return n
	}
	src := Source{N: len(d.Sources) + 1, ID: c.Document, Title: c.Title, URL: c.URL}
	if !c.FetchedAt.IsZero() {
		src.Day = c.FetchedAt.UTC().Format("2006-01-02")
	}
	d.Sources = append(d.Sources, src)
	number[c.Document] = src.N
	return src.N
}

var stepMarks = regexp.MustCompile(`(?: ?\[\x00\d+(?:, \x00\d+)*\])+`)

// linkMarkers turns numbered markers into links that read "[3] [4]"; of several
// on one spot that name the same source, one. Number 0 is a marker of nothing;
// it goes, with the space before it.
func linkMarkers(text string) string {
	return stepMarks.ReplaceAllStringFunc(text, func(m string) string {
		var out []string
		for _, n := range strings.FieldsFunc(m, func(r rune) bool { return r < '0' || r > '9' }) {
			link := fmt.Sprintf(`[\[%s\]](#source-%s)`, n, n)
			if n != "0" && !slices.Contains(out, link) {
				out = append(out, link)
			}
		}
		if len(out) > 0 && m[0] == ' ' {
			out[0] = " " + out[0]
		}
		return strings.Join(out, " ")
	})
}

// Sections lists all sections in order.
func (d Document) Sections() []Section {
	var out []Section
	for _, p := range d.Phases {
		out = append(out, p.Sections...)
	}
	return out
}

// Outline lists the sections for a prompt.
func (d Document) Outline() []prompt.Section {
	var out []prompt.Section
	for _, s := range d.Sections() {
		out = append(out, prompt.Section{Key: s.Key, Title: s.Title, Gist: s.Gist})
	}
	return out
}

// MissingLines says what is missing and why, a sentence each.
func (d Document) MissingLines() []string {
	var out []string
	for _, m := range d.Missing {
		out = append(out, fmt.Sprintf("%q is missing: %s.", m.Title, strings.TrimRight(m.Why, ".")))
	}
	return out
}

// OpenFindings turns a reviewer's remarks that could not be met into notes.
func OpenFindings(findings []string) []string {
	out := slices.Clone(findings)
	for i := range out {
		out[i] = "Open remark of the coherence review: " + out[i]
	}
	return out
}
