package research

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
)

// Rules of coverage and conflicts.
const (
	enoughSites  = 2   // independent sites that cover a question
	repeatShare  = 0.5 // share of the shorter passage that makes one a repetition of the other
	eraDays      = 550 // figures further apart in time are a development, not a conflict
	sameLabel    = 0.6 // share of the words around two numbers that makes them figures of one thing
	labelWords   = 3   // words before a number and after it that say what it is
	labelReach   = 80  // bytes in which those words are looked for
	maxConflicts = 8
	maxFigures   = 300 // figures after which no more are compared with each other
)

// supporting lists the passages of the pack that support question q: those of
// its verified claims, or without claims those that touch enough of its words.
func (g *gathering) supporting(q int) []work.Passage {
	id := g.inq.Questions[q].ID
	var out []work.Passage
	if g.claimed {
		for _, p := range g.pack {
			if slices.ContainsFunc(g.findings, func(f work.Finding) bool { return f.Question == id && slices.Contains(f.Passages, p.ID) }) {
				out = append(out, p)
			}
		}
		return out
	}
	at := map[string]int{}
	for i, p := range g.pool.passages {
		at[p.ID] = i
	}
	for _, p := range g.pack {
		if slices.Contains(p.For, id) && g.pool.index.answer(at[p.ID], g.pool.asked[q]) >= supportShare {
			out = append(out, p)
		}
	}
	return out
}

// sites returns the independent sites among passages and whether one of them
// is primary. A site that repeats another one's text is not independent of it.
func (g *gathering) sites(list []work.Passage) (names []string, first bool) {
	var heard [][]uint64
	for _, p := range list {
		doc := g.pool.documents[p.Source]
		if doc.Thin {
			continue
		}
		first = first || primary(doc, g.job.Step.Entities)
		if slices.Contains(names, doc.Site) {
			continue
		}
		marks := shingles(p.Text)
		if slices.ContainsFunc(heard, func(o []uint64) bool { return contained(marks, o) >= repeatShare }) {
			continue
		}
		heard = append(heard, marks)
		names = append(names, doc.Site)
	}
	return names, first
}

// covered lists the sub-questions with two independent sites or a primary one.
func (g *gathering) covered() []string {
	var out []string
	for i, q := range g.inq.Questions {
		if names, first := g.sites(g.supporting(i)); first || len(names) >= enoughSites {
			out = append(out, q.ID)
		}
	}
	return out
}

// shortfalls says in sentences what could not be established, and which
// sources are older than asked.
func (g *gathering) shortfalls() []string {
	if len(g.docs) == 0 && len(g.Searchers) == 0 && g.used.Fetches == 0 {
		return []string{"Nothing was looked up: no search engine is set (BRAVE_API_KEY or FRASIER_SEARXNG_URL), no folder (FRASIER_CORPUS), and no documents were given."}
	}
	covered := g.covered()
	var out []string
	for i, q := range g.inq.Questions {
		list := g.supporting(i)
		names, _ := g.sites(list)
		switch {
		case slices.Contains(covered, q.ID):
		case g.givenUp[q.ID] != "":
			out = append(out, fmt.Sprintf("Not established: %s (%s)", q.Text, g.givenUp[q.ID]))
		case len(names) == 0:
			out = append(out, g.missing(q))
		default:
			out = append(out, fmt.Sprintf("Only one source (%s) was found on: %s", names[0], q.Text))
		}
		if s := g.stale(q, list); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// missing tells a question without any passage from one whose passages only
// touch it.
func (g *gathering) missing(q work.SubQuestion) string {
	if slices.ContainsFunc(g.pack, func(p work.Passage) bool { return slices.Contains(p.For, q.ID) }) {
		return "No source that was read clearly answers: " + q.Text
	}
	return "Nothing was found on: " + q.Text
}

// stale says that all dated sources of a question are older than it allows.
func (g *gathering) stale(q work.SubQuestion, list []work.Passage) string {
	newest := ""
	for _, p := range list {
		if p.Date == "" || !old(p.Date, q.FreshDays, g.out.kept.At) {
			return ""
		}
		newest = max(newest, p.Date)
	}
	if newest == "" {
		return ""
	}
	return fmt.Sprintf("The newest source (%s) is older than the %d days asked for: %s", newest, q.FreshDays, q.Text)
}

// statement is a number in a sentence, and the words around it, which say what
// it is a number of.
type statement struct {
	question, said string
	label          []string
	number         quote.Number
	beside         []quote.Number // all numbers of the sentence
	site, date     string
}

// conflicts finds statements of different sites on one matter whose numbers
// differ, in sentences with both figures.
func (g *gathering) conflicts() []string {
	list := g.statements()
	var out []string
	for i, a := range list {
		for _, b := range list[i+1:] {
			if a.question != b.question || a.site == b.site || !differ(a, b) {
				continue
			}
			s := a.said + " against " + b.said
			if slices.Contains(out, s) {
				continue
			}
			if out = append(out, s); len(out) == maxConflicts {
				return out
			}
		}
	}
	return out
}

// statements are taken from the verified claims; without claims, from the
// sentences of the pack.
func (g *gathering) statements() []statement {
	byID := map[string]work.Passage{}
	for _, p := range g.pack {
		byID[p.ID] = p
	}
	var out []statement
	for _, f := range g.findings {
		if p, ok := byID[f.Passages[0]]; ok {
			out = append(out, figures(f, p)...)
		}
	}
	if g.claimed {
		return out
	}
	for i, q := range g.inq.Questions {
		for _, p := range g.supporting(i) {
			for _, s := range sentences(p.Text) {
				out = append(out, figures(work.Finding{Question: q.ID, Text: p.Text[s.start:s.end]}, p)...)
			}
			if len(out) >= maxFigures {
				return out
			}
		}
	}
	return out
}

// figures are the numbers of one claim that can disagree with others: no dates,
// no years.
func figures(f work.Finding, p work.Passage) []statement {
	var out []statement
	all := quote.Numbers(f.Text)
	for _, n := range all {
		if n.Unit == "date" || n.Unit == "time" || n.Unit == "version" || year(n) {
			continue
		}
		before := label(f.Text[max(0, n.Start-labelReach):n.Start])
		after := label(f.Text[n.End:min(len(f.Text), n.End+labelReach)])
		words := append(before[max(0, len(before)-labelWords):], after[:min(len(after), labelWords)]...)
		out = append(out, statement{question: f.Question, said: describe(f, p), label: unique(words), number: n, beside: all, site: p.Site, date: p.Date})
	}
	return out
}

// label returns the words of text that can say what a number counts.
func label(text string) []string {
	return slices.DeleteFunc(terms(text), func(w string) bool {
		return strings.ContainsAny(w, "0123456789") || slices.Contains([]string{"percent", "dollar", "euro", "pound"}, w)
	})
}

func year(n quote.Number) bool {
	return n.Unit == "" && n.Value == math.Trunc(n.Value) && n.Value >= 1900 && n.Value < 2100 && !strings.Contains(n.Text, ",")
}

// differ reports whether two statements give different figures of one thing:
// the same unit, the same words around them, and no figure in common.
func differ(a, b statement) bool {
	if a.number.Unit != b.number.Unit || apart(a.date, b.date) {
		return false
	}
	both := 0
	for _, w := range a.label {
		if slices.Contains(b.label, w) {
			both++
		}
	}
	if both < 2 || float64(both) < sameLabel*float64(min(len(a.label), len(b.label))) {
		return false
	}
	matches := func(n quote.Number) func(quote.Number) bool {
		return func(m quote.Number) bool { return n.Matches(m) || m.Matches(n) }
	}
	return !slices.ContainsFunc(b.beside, matches(a.number)) && !slices.ContainsFunc(a.beside, matches(b.number))
}

// apart reports whether two pages speak of different times.
func apart(a, b string) bool {
	x, known := prose.Date(a)
	y, both := prose.Date(b)
	return known && both && x.Sub(y).Abs() > eraDays*24*time.Hour
}

// evidence is what was gathered.
func (g *gathering) evidence() work.Evidence {
	in := map[string]bool{}
	for _, p := range g.pack {
		in[p.ID] = true
	}
	// A claim whose passage found no room cannot be cited.
	g.findings = slices.DeleteFunc(g.findings, func(f work.Finding) bool { return !in[f.Passages[0]] })
	return work.Evidence{
		Inquiry: g.inq, Passages: g.pack, Findings: g.findings, Covered: g.covered(), Gaps: g.shortfalls(),
		Conflicts: g.conflicts(), Notes: g.about(), Spent: g.used, Sources: g.firsthand(), Trail: g.trail, Outside: g.out.kept, Untaken: g.untaken(),
	}
}
