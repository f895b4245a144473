// Package paper holds a finished document in the form that all its writers
// print: a head, parts in their order, and footnotes. It reads the Markdown of
// the parts, says where their links may lead, and draws their charts, so that
// the HTML, PDF and Word forms of one document show the same.
package paper

import (
	"image/color"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

// Paper is one document. The zero value is an empty one.
type Paper struct {
	Kicker   string // the kind of document, above the title
	Language string // of what it says, such as "de"; empty for English
	Title    string // plain text, as all fields without "Markdown" beside them
	Facts    string // date and number of sources
	Notices  []string
	Accent   color.RGBA
	Tint     color.RGBA // ground of table heads and copy
	Chapters bool       // each part of level 2 begins a page when the present one is well used
	Offline  bool       // made without a model
	Made     string     // how, for the file's own description, when it was made without a model
	At       time.Time  // the date inside the files; zero for none
	Parts    []Part
	Notes    []string // footnotes; "[^1]" in a body refers to Notes[0]
}

// Kind tells apart what the parts of a document hold.
type Kind int

// The kinds of parts.
const (
	Section Kind = iota // a result
	Opening             // what stands before all others, on page 1
	Phase               // only a heading for the sections below it
	Back                // what code lists at the end: gaps, sources
)

// Part is a stretch of the document with a heading.
type Part struct {
	Kind  Kind
	Level int    // of the heading, from 1; 0 for a part without one
	Key   string // its anchor; empty for none
	Title string
	Small string // stands small below the title; empty for none
	Body  string // Markdown
	Lines []Line // below the body
	Alone bool   // it stands on a page of its own
	Fit   Fit    // how it is set there in Word files; the PDF finds its own
}

// Line is one entry of a list that code writes.
type Line struct {
	Key   string // its anchor; empty for none
	Mark  string // what stands before it: "•", "1.", "[2]", "a", BoxMark
	Text  string // Markdown of one paragraph
	Depth int    // 0, or 1 for an entry that belongs to the one before
}

// BoxMark marks a line that is a box to be ticked.
const BoxMark = "☐"

// Reading is a part with its parsed Markdown.
type Reading struct {
	Part
	Root  ast.Node
	Src   []byte
	Lines []LineReading
}

// LineReading is a line with its parsed Markdown.
type LineReading struct {
	Line
	Root ast.Node
	Src  []byte
}

// Read parses all parts and chooses their charts. Charts are found by the
// table whose figures they show.
func (p Paper) Read() ([]Reading, map[ast.Node]Chart) {
	out := make([]Reading, 0, len(p.Parts))
	for _, part := range p.Parts {
		r := Reading{Part: part}
		r.Root, r.Src = Parse(part.Body)
		for _, l := range part.Lines {
			root, src := Parse(l.Text)
			r.Lines = append(r.Lines, LineReading{l, root, src})
		}
		out = append(out, r)
	}
	return out, chooseCharts(out, p.Accent, p.Language)
}

// Anchors returns the ids that links within the document may lead to.
func (p Paper) Anchors() map[string]bool {
	out := map[string]bool{}
	for _, part := range p.Parts {
		if part.Key != "" {
			out[part.Key] = true
		}
		for _, l := range part.Lines {
			if l.Key != "" {
				out[l.Key] = true
			}
		}
	}
	return out
}

// Text returns all that the document says, with the marks of Markdown.
func (p Paper) Text() string {
	var b strings.Builder
	say := func(list ...string) {
		for _, s := range list {
			b.WriteString(s + "\n")
		}
	}
	say(p.Kicker, p.Title, p.Facts)
	say(p.Notices...)
	for _, part := range p.Parts {
		say(part.Title, part.Small, part.Body)
		for _, l := range part.Lines {
			say(l.Mark, l.Text)
		}
	}
	say(p.Notes...)
	return b.String()
}

// LongPages of text make a document that gets a cover and contents. Below that a reader finds his
// way by turning the pages.
const LongPages = 8

// Long reports whether the document has LongPages pages of text or more, by
// the letters that a page of the PDF holds on average. The PDF counts its own
// pages; the other forms have none.
func (p Paper) Long() bool {
	const pageLetters = 2600
	n := 0
	for _, part := range p.Parts {
		n += utf8.RuneCountInString(part.Body)
		for _, l := range part.Lines {
			n += utf8.RuneCountInString(l.Text)
		}
	}
	return n >= LongPages*pageLetters
}

// Listed returns the parts that contents list.
func (p Paper) Listed() []Part {
	var out []Part
	for _, part := range p.Parts {
		if part.Level > 0 && strings.TrimSpace(part.Title) != "" {
			out = append(out, part)
		}
	}
	return out
}

// OneLine makes a text fit one line.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
