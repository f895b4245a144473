// Package deliver makes the finished document out of a project's results, and
// the folder of files that a founder is given.
//
// In come the steps of a project with their results and citations; out goes one
// document: the decision first, each part under its finding, arithmetic in
// footnotes, one list of what is not known, and sources with the words that
// each citation rests on. It is written as Markdown, HTML, PDF and Word, with
// the machine-readable plan, sources and receipt beside it. Code joins the
// parts, so nothing a step delivered is lost or reworded; a model writes the
// opening and names the parts, and what of that the document does not bear is
// dropped.
package deliver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
)

// Document is a project's document before it is rendered.
type Document struct {
	Project org.Project
	Title   string
	Opening string // Markdown; empty for none
	Phases  []Phase
	Missing []Missing
	Gaps    []Gap          // what is not known, the weightiest first
	Clashes []string       // statements of it that do not agree, a sentence each
	Sources []Source       // numbered in order of first citation
	Notes   []string       // what the reader must know of its state
	Unread  []work.Unread  // sources that were named and not read
	Key     string         // the fingerprint of what it will be signed with; empty for none
	applied int            // changes of code
	zone    *time.Location // of the founder, in which days are named
	steps   []work.Upstream
	mended  []string // keys of the steps whose results were changed
}

// These lines stand in a document that was made without a model and holds changes of code, which
// are the founder's own.
const (
	appliedLine = "Offline mode: no language model was used. The changes are those that were given; each was tested and merged, and nobody reviewed it."
	alsoApplied = "Changes of code are those that were given; each was tested and merged, and nobody reviewed it."
)

// Notice says what the reader must know of a document that was made without a
// model; empty for one that was made with one.
func (d Document) Notice() string {
	switch {
	case !d.Project.Offline:
		return ""
	case d.applied == 0:
		return extractive.FirstLine
	case d.applied == len(d.Sections()):
		return appliedLine
	}
	return extractive.FirstLine + " " + alsoApplied
}

// Phase is one part of the document. Its label is shown only when the project
// has several phases.
type Phase struct {
	Label    string
	Sections []Section
}

// Section is one step's result.
type Section struct {
	Key     string // its anchor
	Title   string // what was asked for
	Finding string // what came out, as a heading; empty for none
	Kind    org.StepKind
	Body    string // Markdown, tidied; headings begin below the section's own
	Gist    string
	Alone   bool // asked for on one page
	Paste   bool // a text for readers of its own, which is sent or pasted as it is
}

// Heading returns the finding, the subject of a mail, or what was asked for when there is neither.
func (s Section) Heading() string {
	switch {
	case s.Finding != "":
		return s.Finding
	case s.Paste:
		return cmp.Or(findSubject(s.Body), shortenTitle(s.Title))
	}
	return s.Title
}

// Missing is a step without a result.
type Missing struct{ Key, Title, Why string }

// Compose joins the results of a project's steps, in plan order. Assembly
// steps are left out: they are what is being made. Days are those of the zone; nil is UTC.
func Compose(p org.Project, steps []work.Upstream, zone *time.Location) Document {
	d := Document{Project: p, Title: p.Title, steps: steps, zone: zone}
	cites := citationList{zone: zone}
	for _, s := range steps {
		if s.Kind == org.KindAssembly {
			continue
		}
		if s.State != org.StepCompleted {
			d.Missing = append(d.Missing, Missing{s.Key, s.Title, explainMissing(s)})
			continue
		}
		d.addSection(s, cites.replaceMarkers(removeRemarks(s.Result), s.Sources))
	}
	if note := describeWeaker(steps); note != "" {
		d.Notes = append(d.Notes, note)
	}
	if p.Offline && d.Notice() != appliedLine {
		d.Title = extractive.Label + " " + p.Title
	}
	d.numberCitations(&cites)
	d.rankGaps(nil, nil)
	d.Clashes = d.findConflicts()
	return d
}

// Work without any model is told of by the document's title. That reviewers read it all is not
// said: they may have read a later round only.
func describeWeaker(steps []work.Upstream) string {
	const most = 3
	var parts []string
	for _, s := range steps {
		if s.State == org.StepCompleted && s.Kind != org.KindAssembly && s.Served != "" && s.Served != org.T0 && s.Served.Rank() < s.Tier.Rank() {
			parts = append(parts, "\u201c"+s.Title+"\u201d")
		}
	}
	if more := len(parts) - most; more > 0 {
		parts = append(parts[:most], fmt.Sprintf("%d more", more))
	}
	if len(parts) == 0 {
		return ""
	}
	return "The model that was planned did not answer for " + strings.Join(parts, ", ") + ", so a weaker one did some of the work."
}

func (d *Document) addSection(s work.Upstream, body string) {
	body, gaps := cutGaps(body)
	gaps = append(gaps, unasked.FindAllString(s.Result, -1)...)
	gaps = append(gaps, d.listUnused(s.Result)...)
	if s.Kind == org.KindEngineering && !strings.Contains(s.Result, extractive.FirstLine) {
		d.applied++
	}
	section := Section{Key: s.Key, Title: s.Title, Kind: s.Kind, Gist: s.Digest, Alone: org.OnePage(s.Title)}
	if !d.Project.Offline {
		section.Paste = check.Pasted(s.Kind, s.Title)
		section.Finding, body = extractFinding(s, body)
	}
	for _, g := range gaps {
		d.Gaps = append(d.Gaps, Gap{Text: g, Section: s.Key})
	}
	section.Body = prepareBody(body, placement{title: s.Title, level: d.chooseLevel(), offline: d.Project.Offline})
	if section.Body == "" && len(gaps) > 0 {
		section.Body = "Nothing could be established here. See [" + gapsTitle + "](#" + gapsAnchor + ")."
	}
	if section.Paste {
		section.Body = keepLines(section.Body)
	}
	ph := d.findPhase(d.Project, s.Phase)
	ph.Sections = append(ph.Sections, section)
}

// A step says so how its research went.
var remarks = lazyregexp.New(`(?m)^\*About the sources: .*\*\s*$`)

// What a result says of the work on it, and to those who build on it, stays with the step, where
// it can be asked for; the document is about its subject.
func removeRemarks(text string) string {
	text, _ = work.CutFigures(text)
	return strings.TrimSpace(remarks.ReplaceAllString(text, ""))
}

// The words follow "is missing:".
func explainMissing(s work.Upstream) string {
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

func (d Document) hasPhases() bool { return len(d.Project.Phases) > 1 }

func (d Document) chooseLevel() int {
	if d.hasPhases() {
		return 3
	}
	return 2
}

func (d *Document) findPhase(p org.Project, index int) *Phase {
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

// Sections lists all sections in order.
func (d Document) Sections() []Section {
	var out []Section
	for _, p := range d.Phases {
		out = append(out, p.Sections...)
	}
	return out
}

func (d *Document) findSection(key string) *Section {
	for i := range d.Phases {
		at := slices.IndexFunc(d.Phases[i].Sections, func(s Section) bool { return s.Key == key })
		if at >= 0 {
			return &d.Phases[i].Sections[at]
		}
	}
	return nil
}

// Outline lists the sections for a prompt.
func (d Document) Outline() []prompt.Section {
	var out []prompt.Section
	for _, s := range d.Sections() {
		out = append(out, prompt.Section{Key: s.Key, Title: s.Title, Gist: s.Gist})
	}
	return out
}

// Decided lists the figures that parts decided, each with the key of its part.
func (d Document) Decided() []string {
	var out []string
	for _, f := range work.DecidedIn(d.steps) {
		out = append(out, f.Name+" = "+f.Text+" ("+f.From+")")
	}
	return out
}

// Pages lists the parts that are to fit one page, each with its words.
func (d Document) Pages() []string {
	var out []string
	for _, s := range d.Sections() {
		if s.Alone {
			out = append(out, fmt.Sprintf("%s: %d words", s.Key, check.BodyWords(s.Body)))
		}
	}
	return out
}

// MissingLines says what is missing and why, a sentence each.
func (d Document) MissingLines() []string {
	var out []string
	for _, m := range d.Missing {
		out = append(out, "\""+m.Title+"\" is missing: "+strings.TrimRight(m.Why, ".")+".")
	}
	return out
}
