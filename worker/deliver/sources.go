package deliver

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// sourceLines lists the sources, each with the words that are cited of it.
func (d Document) sourceLines() []paper.Line {
	var out []paper.Line
	room := d.room()
	for _, s := range d.Sources {
		l := paper.Line{Key: "source-" + itoa(s.N), Mark: "[" + itoa(s.N) + "]", Text: s.markdown()}
		if len(s.Passages) == 1 {
			l.Text += ": " + quoted(s.Passages[0], room)
		}
		out = append(out, l)
		for i, p := range s.Passages {
			if len(s.Passages) > 1 {
				out = append(out, paper.Line{Key: "source-" + s.label(i+1), Mark: s.label(i + 1), Text: quoted(p, room), Depth: 1})
			}
		}
	}
	return out
}

// Sources take at most a fifth of a document, or half a page of a short one. Where
// whole quotes would take more, of each so many characters are shown.
const (
	sourcesShare = 5
	halfAPage    = 1300 // characters
	smallType    = 0.8  // of the usual, by the room that it takes
	entryRoom    = 40   // characters that a line takes beside its words
)

// room is how many characters of a quote are shown.
func (d Document) room() int {
	body := utf8.RuneCountInString(d.Opening)
	for _, s := range d.Sections() {
		body += utf8.RuneCountInString(s.Body)
	}
	for _, g := range d.Gaps {
		body += utf8.RuneCountInString(g.Text)
	}
	ladder := []int{quoteAtMost, 360, 240, 160, 110}
	for _, room := range ladder {
		all := 0
		for _, s := range d.Sources {
			all += entryRoom + utf8.RuneCountInString(s.name())
			for _, p := range s.Passages {
				all += entryRoom
				for _, piece := range strings.Split(p, joint) {
					all += min(room, utf8.RuneCountInString(piece))
				}
			}
		}
		if taken := smallType * float64(all); taken <= max(halfAPage, (float64(body)+taken)/sourcesShare) {
			return room
		}
	}
	return ladder[len(ladder)-1]
}

// quoteAtMost is how many characters of a quote are shown at most.
const quoteAtMost = 600

// quoted is a passage in quotation marks, without the signs of its layout; several
// that were joined stand one behind the other.
func quoted(p string, room int) string {
	var out []string
	for _, piece := range strings.Split(p, joint) {
		out = append(out, "“"+literal(clipped(oneLine(withoutLayout(piece)), room))+"”")
	}
	return strings.Join(out, " … ")
}

// clipped keeps so many characters of a quote: its beginning, and where its first
// figure stands behind that, what stands around the figure.
func clipped(p string, room int) string {
	all := []rune(p)
	if len(all) <= room {
		return p
	}
	from := 0
	if at := strings.IndexAny(p, "0123456789"); at >= 0 {
		if n := utf8.RuneCountInString(p[:at]); n > room*3/4 {
			from = min(n-room/3, len(all)-room)
		}
	}
	for from > 0 && from < len(all) && all[from-1] != ' ' {
		from++
	}
	to := min(len(all), from+room)
	for to < len(all) && to > from+room/2 && all[to] != ' ' {
		to--
	}
	out := strings.TrimSpace(string(all[from:to]))
	if from > 0 {
		out = "... " + out
	}
	if to < len(all) {
		out += " ..."
	}
	return out
}

var (
	lineLayout = lazyregexp.New(`^(?:#{1,6}\s+|>\s*|[-*+]\s+)`)
	tableRule  = lazyregexp.New(`^\|?[\s:|-]*-[\s:|-]*$`)
)

// withoutLayout is a passage as it is read: without the signs of Markdown that
// make headings, lists, tables and bold words. Where the line under the head of
// a table is left out, dots say so.
func withoutLayout(p string) string {
	var out []string
	for l := range strings.Lines(p) {
		l = strings.TrimSpace(l)
		switch {
		case tableRule.MatchString(l) && strings.Contains(l, "|"):
			out = append(out, "...")
			continue
		case strings.HasPrefix(l, "|"):
			l = cells(l)
		default:
			l = lineLayout.ReplaceAllString(l, "")
		}
		out = append(out, strings.ReplaceAll(l, "**", ""))
	}
	return strings.Join(out, "\n")
}

// cells is a row of a table without its bars.
func cells(row string) string {
	var out []string
	for c := range strings.SplitSeq(row, "|") {
		if c = strings.TrimSpace(c); c != "" {
			out = append(out, c)
		}
	}
	return strings.Join(out, " · ")
}

// section returns the key of the section that the source is, for a source that
// is a part of the document itself.
func (s Source) section() (string, bool) { return strings.CutPrefix(s.URL, "step:") }

func (s Source) markdown() string {
	if key, ok := s.section(); ok {
		return fmt.Sprintf("[%s](#%s), a part of this document", words(s.name()), key)
	}
	out := words(s.name())
	switch {
	case paper.Web(s.URL):
		out = "[" + out + "](" + strings.NewReplacer("(", "%28", ")", "%29", " ", "%20", "<", "%3C", ">", "%3E").Replace(s.URL) + ")"
		if s.URL != s.name() {
			out += ", " + words(s.URL)
		}
	case s.URL != s.name():
		out += ", " + words(strings.TrimPrefix(s.URL, "file:"))
	}
	if s.Published != "" {
		out += ", published " + s.Published
	}
	if s.Day != "" {
		out += ", read " + s.Day
	}
	return out
}

func (s Source) name() string {
	if t := oneLine(s.Title); t != "" {
		return t
	}
	return oneLine(strings.TrimPrefix(s.URL, "file:"))
}

// dayOf writes a date of the form "2026-03-01" or "2025-05" as people do; empty for
// any other.
func dayOf(published string) string {
	switch at, ok := prose.Date(published); {
	case !ok:
	case len(published) == len("2006"):
		return published
	case len(published) == len("2006-01"):
		return moment.Month(at.AddDate(0, -1, 0)) // a month stands for its end
	case len(published) >= len("2006-01-02"):
		return moment.Text(at, moment.Day, time.UTC)
	}
	return ""
}
