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

// With claims these are the passages of verified claims, without them those that touch enough of
// the question's words.
func (g *gathering) findSupport(q int) []work.Passage {
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
		if slices.Contains(p.For, id) && g.pool.index.computeAnswerShare(at[p.ID], g.pool.asked[q]) >= supportShare {
			out = append(out, p)
		}
	}
	return out
}

// first is true when one of the sites is primary. A site that repeats another one's text is not
// independent of it.
func (g *gathering) collectSites(list []work.Passage) (names []string, first bool) {
	var heard [][]uint64
	for _, p := range list {
		doc := g.pool.documents[p.Source]
		if doc.Thin {
			continue
		}
		first = first || isPrimary(doc, g.job.Step.Entities)
		if slices.Contains(names, doc.Site) {
			continue
		}
		marks := hashShingles(p.Text)
		if slices.ContainsFunc(heard, func(o []uint64) bool { return computeContainment(marks, o) >= repeatShare }) {
			continue
		}
		heard = append(heard, marks)
		names = append(names, doc.Site)
	}
	return names, first
}

// Two independent sites or a primary one cover a sub-question.
func (g *gathering) listCovered() []string {
	var out []string
	for i, q := range g.inq.Questions {
		if names, first := g.collectSites(g.findSupport(i)); first || len(names) >= enoughSites {
			out = append(out, q.ID)
		}
	}
	return out
}

// Sources older than asked are told too.
func (g *gathering) describeShortfalls() []string {
	if len(g.docs) == 0 && len(g.Searchers) == 0 && g.used.Fetches == 0 {
		return []string{"Nothing was looked up: no search engine is set (BRAVE_API_KEY or FRASIER_SEARXNG_URL), no folder (FRASIER_CORPUS), and no documents were given."}
	}
	covered := g.listCovered()
	var out []string
	for i, q := range g.inq.Questions {
		list := g.findSupport(i)
		names, _ := g.collectSites(list)
		switch {
		case slices.Contains(covered, q.ID):
		case g.givenUp[q.ID] != "":
			out = append(out, fmt.Sprintf("Not established: %s (%s)", q.Text, g.givenUp[q.ID]))
		case len(names) == 0:
			out = append(out, g.describeMissing(q))
		default:
			out = append(out, fmt.Sprintf("Only one source (%s) was found on: %s", names[0], q.Text))
		}
		if s := g.describeStale(q, list); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// A question without any passage differs from one whose passages only touch it.
func (g *gathering) describeMissing(q work.SubQuestion) string {
	if slices.ContainsFunc(g.pack, func(p work.Passage) bool { return slices.Contains(p.For, q.ID) }) {
		return "No source that was read clearly answers: " + q.Text
	}
	return "Nothing was found on: " + q.Text
}

func (g *gathering) describeStale(q work.SubQuestion, list []work.Passage) string {
	newest := ""
	for _, p := range list {
		if p.Date == "" || !isOld(p.Date, q.FreshDays, g.out.kept.At) {
			return ""
		}
		newest = max(newest, p.Date)
	}
	if newest == "" {
		return ""
	}
	return fmt.Sprintf("The newest source (%s) is older than the %d days asked for: %s", newest, q.FreshDays, q.Text)
}

// statement is a number in a sentence, with the words around it that say what it counts.
type statement struct {
	question, said string
	label          []string
	number         quote.Number
	beside         []quote.Number // all numbers of the sentence
	site, date     string
}

// Each conflict names both figures with their sentences.
func (g *gathering) findConflicts() []string {
	list := g.collectStatements()
	var out []string
	for i, a := range list {
		for _, b := range list[i+1:] {
			if a.question != b.question || a.site == b.site || !isConflict(a, b) {
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

func (g *gathering) collectStatements() []statement {
	byID := map[string]work.Passage{}
	for _, p := range g.pack {
		byID[p.ID] = p
	}
	var out []statement
	for _, f := range g.findings {
		if p, ok := byID[f.Passages[0]]; ok {
			out = append(out, extractFigures(f, p)...)
		}
	}
	if g.claimed {
		return out
	}
	for i, q := range g.inq.Questions {
		for _, p := range g.findSupport(i) {
			for _, s := range splitSentences(p.Text) {
				out = append(out, extractFigures(work.Finding{Question: q.ID, Text: p.Text[s.start:s.end]}, p)...)
			}
			if len(out) >= maxFigures {
				return out
			}
		}
	}
	return out
}

// Dates and years cannot disagree with others.
func extractFigures(f work.Finding, p work.Passage) []statement {
	var out []statement
	all := quote.Numbers(f.Text)
	for _, n := range all {
		if n.Unit == "date" || n.Unit == "time" || n.Unit == "version" || isYear(n) {
			continue
		}
		before := listLabelWords(f.Text[max(0, n.Start-labelReach):n.Start])
		after := listLabelWords(f.Text[n.End:min(len(f.Text), n.End+labelReach)])
		words := append(before[max(0, len(before)-labelWords):], after[:min(len(after), labelWords)]...)
		out = append(out, statement{question: f.Question, said: formatFinding(f, p), label: removeDuplicates(words), number: n, beside: all, site: p.Site, date: p.Date})
	}
	return out
}

func listLabelWords(text string) []string {
	return slices.DeleteFunc(extractTerms(text), func(w string) bool {
		return strings.ContainsAny(w, "0123456789") || slices.Contains([]string{"percent", "dollar", "euro", "pound"}, w)
	})
}

func isYear(n quote.Number) bool {
	return n.Unit == "" && n.Value == math.Trunc(n.Value) && n.Value >= 1900 && n.Value < 2100 && !strings.Contains(n.Text, ",")
}

// Figures conflict when they have the same unit, the same words around them and no figure in
// common.
func isConflict(a, b statement) bool {
	if a.number.Unit != b.number.Unit || isOtherEra(a.date, b.date) {
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

func isOtherEra(a, b string) bool {
	x, known := prose.Date(a)
	y, both := prose.Date(b)
	return known && both && x.Sub(y).Abs() > eraDays*24*time.Hour
}

func (g *gathering) buildEvidence() work.Evidence {
	in := map[string]bool{}
	for _, p := range g.pack {
		in[p.ID] = true
	}
	// A claim whose passage found no room cannot be cited.
	g.findings = slices.DeleteFunc(g.findings, func(f work.Finding) bool { return !in[f.Passages[0]] })
	return work.Evidence{
		Inquiry: g.inq, Passages: g.pack, Findings: g.findings, Covered: g.listCovered(), Gaps: g.describeShortfalls(),
		Conflicts: g.findConflicts(), Notes: g.describeSearch(), Spent: g.used, Sources: g.countReleases(), Trail: g.trail, Outside: g.out.kept, Untaken: g.describeUntaken(),
	}
}
