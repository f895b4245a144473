package deliver

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

func (d Document) listSourceLines() []paper.Line {
	var out []paper.Line
	room, said := d.chooseRoom(), d.mapStatements()
	for _, s := range d.Sources {
		l := paper.Line{Key: "source-" + formatInt(s.N), Mark: "[" + formatInt(s.N) + "]", Text: s.renderMarkdown()}
		if len(s.Passages) == 1 {
			l.Text += ": " + renderQuote(s.Passages[0], said[s.makeLabel(1)], room)
		}
		out = append(out, l)
		for i, p := range s.Passages {
			if len(s.Passages) > 1 {
				out = append(out, paper.Line{Key: "source-" + s.makeLabel(i+1), Mark: s.makeLabel(i + 1), Text: renderQuote(p, said[s.makeLabel(i+1)], room), Depth: 1})
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

func (d Document) chooseRoom() int {
	body := utf8.RuneCountInString(d.Opening)
	for _, s := range d.Sections() {
		body += utf8.RuneCountInString(s.Body)
	}
	for _, g := range d.Gaps {
		body += utf8.RuneCountInString(g.Text)
	}
	ladder := []int{quoteAtMost, 360, 240, 160, 110, 75}
	for _, room := range ladder {
		all := 0
		for _, s := range d.Sources {
			all += entryRoom + utf8.RuneCountInString(s.makeName())
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

const quoteAtMost = 600

var citedAt = lazyregexp.New(`\(#source-(\w+)\)`)

// Links that a sentence begins with belong to the one before it.
var citedFirst = lazyregexp.New(`^(?:\s*\[\\\[\w+\\\]\]\(#source-\w+\),?)+`)

// The keys are entries of the sources.
func (d Document) mapStatements() map[string][]string {
	out := map[string][]string{}
	add := func(text string) {
		for l := range strings.Lines(text) {
			if strings.HasPrefix(strings.TrimSpace(l), "|") {
				addCited(out, l)
				continue
			}
			before := ""
			for _, s := range splitSentences(l) {
				head := citedFirst.FindString(s.text)
				if head != "" {
					addCited(out, before+head)
				}
				addCited(out, s.text[len(head):])
				before = s.text
			}
		}
	}
	add(d.Opening)
	for _, s := range d.Sections() {
		add(s.Body)
	}
	return out
}

func addCited(by map[string][]string, said string) {
	for _, m := range citedAt.FindAllStringSubmatch(said, -1) {
		by[m[1]] = append(by[m[1]], citedAt.ReplaceAllString(said, ""))
	}
}

// The signs of the passage's layout go; several passages that were joined stand one behind the
// other. said is what cites it.
func renderQuote(p string, said []string, room int) string {
	var out []string
	for _, piece := range strings.Split(p, joint) {
		out = append(out, "“"+escapeLiteral(clipQuote(removeLayout(piece), said, room))+"”")
	}
	return strings.Join(out, " … ")
}

// About so many characters stay: what bears each statement that cites the quote, and beside that
// its beginning.
func clipQuote(p string, said []string, room int) string {
	whole := makeOneLine(p)
	if utf8.RuneCountInString(whole) <= room {
		return whole
	}
	pieces := splitPieces(p)
	shown, left := make([]string, len(pieces)), quoteAtMost
	show := func(i int, text string) {
		if shown[i] != "" && shown[i] != text { // two statements rest on two places of it
			text = pieces[i]
		}
		if n := utf8.RuneCountInString(text) - utf8.RuneCountInString(shown[i]); n > 0 && n <= left {
			shown[i] = text
			left -= n
		}
	}
	for _, s := range said {
		for _, i := range findBearers(pieces, s) {
			show(i, clipAround(pieces[i], s, room))
		}
	}
	left -= quoteAtMost - room
	for i, piece := range pieces { // the rest of the room, from the beginning
		if left <= 0 {
			break
		}
		if shown[i] == "" {
			show(i, piece)
		}
	}
	if !slices.ContainsFunc(shown, func(s string) bool { return s != "" }) {
		return clipAround(whole, "", room)
	}
	var out []string
	for _, s := range shown {
		switch {
		case s != "":
			out = append(out, s)
		case len(out) == 0 || !strings.HasSuffix(out[len(out)-1], "..."):
			out = append(out, "...")
		}
	}
	return strings.Join(out, " ")
}

// At least the piece that says most of the statement bears it.
func findBearers(pieces []string, said string) []int {
	var out []int
	best := 0
	for i, piece := range pieces {
		if countSharedFigures(said, piece) > 0 {
			out = append(out, i)
		}
		if countSharedWords(said, piece) > countSharedWords(said, pieces[best]) {
			best = i
		}
	}
	if !slices.Contains(out, best) {
		out = append(out, best)
	}
	return out
}

// Whole words are kept: those around the first figure of a statement, else those that say most of
// it, else those around the piece's own first figure, else its beginning.
func clipAround(piece, said string, room int) string {
	if utf8.RuneCountInString(piece) <= room {
		return piece
	}
	list := strings.Fields(piece)
	length := func(from, to int) int { return utf8.RuneCountInString(strings.Join(list[from:to], " ")) }
	until := func(from int) int {
		to := from + 1
		for to < len(list) && length(from, to+1) <= room {
			to++
		}
		return to
	}
	at := slices.IndexFunc(list, func(w string) bool { return countSharedFigures(said, w) > 0 })
	from := -1
	if at < 0 {
		const enough = 2 // words that two texts share which are about one thing
		most := enough - 1
		for i := range list {
			if n := countSharedWords(said, strings.Join(list[i:until(i)], " ")); n > most {
				most, from = n, i
			}
		}
	}
	if from < 0 {
		if at < 0 {
			at = max(0, slices.IndexFunc(list, func(w string) bool { return strings.ContainsAny(w, "0123456789") }))
		}
		for from = at; from > 0 && length(from-1, at+1) <= room/3; from-- {
		}
	}
	to := until(from)
	out := strings.Join(list[from:to], " ")
	if from > 0 {
		out = "... " + out
	}
	if to < len(list) {
		out += " ..."
	}
	return out
}

func splitPieces(p string) []string {
	var out []string
	for l := range strings.Lines(p) {
		if strings.Contains(l, " · ") { // a row of a table
			out = append(out, makeOneLine(l))
			continue
		}
		for _, s := range splitSentences(l) {
			if t := makeOneLine(s.text); t != "" {
				out = append(out, t)
			}
		}
	}
	return out
}

var (
	lineLayout = lazyregexp.New(`^(?:#{1,6}\s+|>\s*|[-*+]\s+)`)
	tableRule  = lazyregexp.New(`^\|?[\s:|-]*-[\s:|-]*$`)
)

// The signs of Markdown go that make headings, lists, tables and bold words. Where the line under
// the head of a table is left out, dots say so.
func removeLayout(p string) string {
	var out []string
	for l := range strings.Lines(p) {
		l = strings.TrimSpace(l)
		switch {
		case tableRule.MatchString(l) && strings.Contains(l, "|"):
			out = append(out, "...")
			continue
		case strings.HasPrefix(l, "|"):
			l = joinCells(l, "|")
		case strings.Contains(l, quotedBorder):
			l = joinCells(l, quotedBorder)
		default:
			l = lineLayout.ReplaceAllString(l, "")
		}
		out = append(out, strings.ReplaceAll(l, "**", ""))
	}
	return strings.Join(out, "\n")
}

const quotedBorder = `","`

// Empty cells go.
func joinCells(row, border string) string {
	var out []string
	for c := range strings.SplitSeq(row, border) {
		if border == quotedBorder {
			c = strings.Trim(c, `"`)
		}
		if c = strings.TrimSpace(c); c != "" {
			out = append(out, c)
		}
	}
	return strings.Join(out, " · ")
}

// A source may be a part of the document itself.
func (s Source) cutStepKey() (string, bool) { return strings.CutPrefix(s.URL, "step:") }

func (s Source) renderMarkdown() string {
	if key, ok := s.cutStepKey(); ok {
		return fmt.Sprintf("[%s](#%s), a part of this document", escapeWords(s.makeName()), key)
	}
	out := escapeWords(s.makeName())
	switch {
	case paper.Web(s.URL):
		out = "[" + out + "](" + strings.NewReplacer("(", "%28", ")", "%29", " ", "%20", "<", "%3C", ">", "%3E").Replace(s.URL) + ")"
		if s.URL != s.makeName() {
			out += ", " + escapeWords(s.URL)
		}
	case s.URL != s.makeName():
		out += ", " + escapeWords(strings.TrimPrefix(s.URL, "file:"))
	}
	if s.Published != "" {
		out += ", published " + s.Published
	}
	if s.Day != "" {
		out += ", read " + s.Day
	}
	return out
}

func (s Source) makeName() string {
	if t := makeOneLine(s.Title); t != "" {
		return t
	}
	return makeOneLine(strings.TrimPrefix(s.URL, "file:"))
}

// formatDay understands "2026-03-01" and "2025-05"; any other date gives nothing.
func formatDay(published string) string {
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
