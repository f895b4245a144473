package deliver

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// Source is one cited document, numbered from 1 in order of first citation.
type Source struct {
	N         int
	ID        org.DocumentID
	Title     string
	URL       string
	Day       string   // when it was read: "4 March 2026"; empty when unknown
	Published string   // when it is from, as it says: "May 2025"; empty when unknown
	Passages  []string // the words that citations rest on, verbatim, in order of first citation; see joint
}

// The n-th passage, from 1, is "3a"; a source with one passage is "3".
func (s Source) makeLabel(n int) string {
	if len(s.Passages) < 2 || n < 1 {
		return strconv.Itoa(s.N)
	}
	return strconv.Itoa(s.N) + countLetters(n)
}

// countLetters counts a, b, ... z, aa, ab.
func countLetters(n int) string {
	out := ""
	for ; n > 0; n = (n - 1) / 26 {
		out = string(rune('a'+(n-1)%26)) + out
	}
	return out
}

// citationList collects the sources of a document while its parts are joined.
type citationList struct {
	sources []Source
	number  map[org.DocumentID]int
	zone    *time.Location // in which days are named
}

// Links lead to the passages that bear their sentences, provisionally named
// "source-<number>.<passage>". Documents that are cited without a marker in the text are sources
// too.
func (c *citationList) replaceMarkers(result string, sources []work.Citation) string {
	cited := map[string][]work.Citation{}
	for _, s := range sources {
		cited[s.Passage] = append(cited[s.Passage], s)
	}
	// What only looks like a mark of this document must not become one.
	own := strings.NewReplacer("\x00", "", "](#source-", "](#", "[^", `[\^`)
	text := own.Replace(result)
	places := check.Places(text)
	text = check.RenameMarkers(text, func(id string) string {
		at := check.Place{Passage: id}
		if i := slices.IndexFunc(places, func(p check.Place) bool { return p.Passage == id }); i >= 0 {
			at, places = places[i], places[i+1:]
		}
		if len(cited[id]) == 0 {
			return "\x000"
		}
		var names []string
		for _, x := range chooseBearing(cited[id], at) {
			names = append(names, "\x00"+c.namePassage(x))
		}
		return strings.Join(names, ", ")
	})
	for _, s := range sources {
		c.findSource(s)
	}
	return linkMarkers(text)
}

// textStretch is a piece of a text with the sentence that it belongs to.
type textStretch struct{ text, sentence string }

var sentenceEnd = lazyregexp.New(`[.!?](?:\s*\[[^\]\n]{1,60}\])*["”)]?\s+`)

// Table rows are cut into their cells. Nothing is lost between the stretches.
func splitSentences(text string) []textStretch {
	var out []textStretch
	for l := range strings.SplitAfterSeq(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(l), "|") {
			name := strings.TrimSpace(strings.SplitN(strings.TrimSpace(l), "|", 3)[1])
			for cell := range strings.SplitAfterSeq(l, "|") {
				out = append(out, textStretch{cell, name + " " + cell})
			}
			continue
		}
		at := 0
		for _, m := range sentenceEnd.FindAllStringIndex(l, -1) {
			if next, _ := utf8.DecodeRuneInString(l[m[1]:]); unicode.IsLower(next) {
				continue // an abbreviation, as in "Crust & Co. asks"
			}
			out = append(out, textStretch{l[at:m[1]], l[at:m[1]]})
			at = m[1]
		}
		out = append(out, textStretch{l[at:], l[at:]})
	}
	return out
}

// Citations that were recorded for the place's sentence come first; else those for a sentence
// before it that cites nothing; else the one that says most of it.
func chooseBearing(list []work.Citation, at check.Place) []work.Citation {
	of := func(claim string) []work.Citation {
		return slices.DeleteFunc(slices.Clone(list), func(x work.Citation) bool { return x.Claim != claim })
	}
	own := of(at.Claim)
	switch {
	case len(own) > 0 && at.Alone:
		return filterNeeded(own, at.Claim)
	case len(own) > 0:
		return []work.Citation{findNearest(own, at.Said)}
	}
	for _, claim := range at.Before {
		if before := of(claim); len(before) > 0 {
			return before
		}
	}
	said := at.Claim
	if at.Said != "" {
		said = at.Said
	}
	best := findNearest(list, said)
	if at.Others && check.SharedFacts(said, best.Quote) == 0 && countSharedWords(said, best.Quote) == 0 && !check.OtherLanguage(said, best.Quote) {
		return nil // its sentence cites others, and this passage says nothing of it in its own language
	}
	return []work.Citation{best}
}

// A citation goes when one before it says as much of the sentence. In another language words tell
// nothing: there all stay that were recorded, what its author quoted first. The nearest comes
// first.
func filterNeeded(list []work.Citation, said string) []work.Citation {
	var all strings.Builder
	for _, x := range list {
		all.WriteString(x.Quote + " ")
	}
	if check.OtherLanguage(said, all.String()) {
		return list
	}
	var out []work.Citation
	figures, words := 0, 0
	together := ""
	for left := slices.Clone(list); len(left) > 0; {
		best := slices.MaxFunc(left, func(a, b work.Citation) int {
			x, y := together+" "+a.Quote, together+" "+b.Quote
			return cmp.Or(cmp.Compare(check.SharedFacts(said, x), check.SharedFacts(said, y)), cmp.Compare(countSharedWords(said, x), countSharedWords(said, y)))
		})
		with := together + " " + best.Quote
		f, w := check.SharedFacts(said, with), countSharedWords(said, with)
		const more = 2 // words that are worth another citation
		if len(out) > 0 && f == figures && w < words+more {
			break
		}
		out, together, figures, words = append(out, best), with, f, w
		left = slices.DeleteFunc(left, func(x work.Citation) bool { return x == best })
	}
	return out
}

// Figures, days and names count before words.
func findNearest(list []work.Citation, said string) work.Citation {
	return slices.MaxFunc(list, func(a, b work.Citation) int {
		return cmp.Or(cmp.Compare(check.SharedFacts(said, a.Quote), check.SharedFacts(said, b.Quote)), cmp.Compare(countSharedWords(said, a.Quote), countSharedWords(said, b.Quote)))
	})
}

func countSharedWords(said, quote string) int {
	have := map[string]bool{}
	for _, w := range prose.Words(quote) {
		have[dropPlural(w)] = true
	}
	n := 0
	for w := range prose.Set(prose.Words(said)) {
		if have[dropPlural(w)] && !prose.StopWord(w) {
			n++
		}
	}
	return n
}

func countSharedFigures(sentence, in string) int {
	have := quote.Numbers(in)
	n := 0
	for _, x := range quote.Numbers(sentence) {
		if slices.ContainsFunc(have, func(y quote.Number) bool { return x.Matches(y) }) {
			n++
		}
	}
	return n
}

func (c *citationList) namePassage(x work.Citation) string {
	s := c.findSource(x)
	words := trimQuote(x.Quote)
	at := slices.IndexFunc(s.Passages, func(p string) bool { return trimQuote(p) == words })
	if at < 0 {
		at = len(s.Passages)
		s.Passages = append(s.Passages, strings.TrimSpace(x.Quote))
	}
	return fmt.Sprintf("%d.%d", s.N, at+1)
}

func trimQuote(quote string) string {
	return strings.Trim(strings.Join(strings.Fields(quote), " "), ".,;: ")
}

func (c *citationList) findSource(x work.Citation) *Source {
	if n := c.number[x.Document]; n > 0 {
		return &c.sources[n-1]
	}
	src := Source{N: len(c.sources) + 1, ID: x.Document, Title: x.Title, URL: x.URL, Published: formatDay(x.Published)}
	if !x.FetchedAt.IsZero() {
		src.Day = moment.Text(x.FetchedAt, moment.Day, c.zone)
	}
	if c.number == nil {
		c.number = map[org.DocumentID]int{}
	}
	c.sources = append(c.sources, src)
	c.number[x.Document] = src.N
	return &c.sources[len(c.sources)-1]
}

var (
	stepMarks   = lazyregexp.New(`(?: ?\[\x00[\d.]+(?:, \x00[\d.]+)*\])+`)
	provisional = lazyregexp.New(`\[\\\[(\d+)\.(\d+)\\\]\]\(#source-\d+\.\d+\)`)
	finalMark   = lazyregexp.New(`\[\\\[(\d+[a-z]*)\\\]\]\(#source-\d+[a-z]*\)`)
)

// Several markers on one spot that lead to the same passage make one link, as in "[3] [4]". Number
// 0 is a marker of nothing; it goes, with the space before it.
func linkMarkers(text string) string {
	return stepMarks.ReplaceAllStringFunc(text, func(m string) string {
		var out []string
		for _, n := range strings.FieldsFunc(m, func(r rune) bool { return (r < '0' || r > '9') && r != '.' }) {
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

// An evidence sheet is made of quotations: it cites documents and does not quote them again.
func (d *Document) numberCitations(c *citationList) {
	d.Sources = c.sources
	if d.Project.Offline {
		for i := range d.Sources {
			d.Sources[i].Passages = nil
		}
	}
	at := d.foldQuotes()
	final := func(text string) string {
		return provisional.ReplaceAllStringFunc(text, func(m string) string {
			x := provisional.FindStringSubmatch(m)
			n, err := strconv.Atoi(x[1])
			k, err2 := strconv.Atoi(x[2])
			if err != nil || err2 != nil || n < 1 || n > len(d.Sources) {
				return ""
			}
			if old := at[n-1]; k >= 1 && k <= len(old) {
				k = old[k-1]
			}
			return d.Sources[n-1].renderLink(k)
		})
	}
	for i := range d.Phases {
		for k := range d.Phases[i].Sections {
			d.Phases[i].Sections[k].Body = removeRepeats(final(d.Phases[i].Sections[k].Body))
		}
	}
	for i := range d.Gaps {
		d.Gaps[i].Text = removeRepeats(final(d.Gaps[i].Text))
	}
}

func (s Source) renderLink(n int) string {
	l := s.makeLabel(n)
	return fmt.Sprintf(`[\[%s\]](#source-%s)`, l, l)
}

var twice = lazyregexp.New(`(\[\\\[\d+[a-z]*\\\]\]\(#source-\d+[a-z]*\))(?: \[\\\[\d+[a-z]*\\\]\]\(#source-\d+[a-z]*\))+`)

func removeRepeats(text string) string {
	return twice.ReplaceAllStringFunc(text, func(m string) string {
		var out []string
		for _, l := range strings.Fields(m) {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
		return strings.Join(out, " ")
	})
}

func (d Document) mapCitations() map[string]string {
	out := map[string]string{}
	for _, s := range d.Sources {
		if len(s.Passages) == 0 {
			out[s.makeLabel(0)] = ""
		}
		for i, p := range s.Passages {
			out[s.makeLabel(i+1)] = strings.ReplaceAll(p, joint, " ")
		}
	}
	return out
}
