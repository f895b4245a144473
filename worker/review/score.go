package review

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// Answer is a critic's answer to one checklist item.
type Answer struct {
	ID    string
	Quote string
	Yes   bool
	Void  bool // the item does not apply
	Why   string
}

// UnmarshalJSON reads an answer whose yes is true, false, or null where the
// item does not apply.
func (a *Answer) UnmarshalJSON(raw []byte) error {
	var in struct {
		ID    string `json:"id"`
		Quote string `json:"found_quote"`
		Yes   *bool  `json:"yes"`
		Why   string `json:"why"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}
	*a = Answer{ID: in.ID, Quote: in.Quote, Why: in.Why, Yes: in.Yes != nil && *in.Yes, Void: in.Yes == nil}
	return nil
}

// A yes needs words that stand in the draft, and an item is set aside only with a reason.
func (a Answer) isProved(in draftProof) bool {
	if a.Void {
		return strings.TrimSpace(a.Why) != ""
	}
	return a.Yes && in.provesReading(a.Quote)
}

// Scores are the four dimensions, each from 1 to 5, and their mean. They are
// computed here and never read from a model.
type Scores struct {
	Depth         float64 `json:"depth"`
	Accuracy      float64 `json:"accuracy"`
	Actionability float64 `json:"actionability"`
	Completeness  float64 `json:"completeness"`
	Average       float64 `json:"average"`
}

// The levels of checklist items.
const (
	levelMust        = "must"
	levelPlus        = "plus"
	levelExceptional = "exceptional"
)

// Score turns answers into scores. A yes counts only when its quote stands in
// the draft. A dimension with a must that is not met scores below 3. With all
// met it scores 3, and up to one more by the share of plus; where no plus is
// asked, 4. The share of exceptional adds up to one, only when all plus hold.
func Score(items []work.ChecklistItem, answers []Answer, a check.Audit, draft string) Scores {
	return computeScores(items, mapMet(answers, newDraftProof(draft), a))
}

func computeScores(items []work.ChecklistItem, met map[string]bool) Scores {
	dim := func(name string) float64 {
		var t dimensionTally
		for _, it := range items {
			if it.Dim == name {
				t.addItem(it.Level, met[it.ID])
			}
		}
		return t.computeScore()
	}
	s := Scores{Depth: dim("depth"), Accuracy: dim("accuracy"), Actionability: dim("actionability"), Completeness: dim("completeness")}
	return s.fillAverage()
}

func (s Scores) fillAverage() Scores {
	s.Average = (s.Depth + s.Accuracy + s.Actionability + s.Completeness) / 4
	return s
}

type dimensionTally struct {
	musts, plus, exceptional          int
	metMusts, metPlus, metExceptional int
}

func (t *dimensionTally) addItem(level string, met bool) {
	hit := 0
	if met {
		hit = 1
	}
	switch level {
	case levelMust:
		t.musts, t.metMusts = t.musts+1, t.metMusts+hit
	case levelPlus:
		t.plus, t.metPlus = t.plus+1, t.metPlus+hit
	case levelExceptional:
		t.exceptional, t.metExceptional = t.exceptional+1, t.metExceptional+hit
	}
}

func (t *dimensionTally) computeScore() float64 {
	const good = 3.0 // all musts, and none of what was asked beyond them
	if t.metMusts < t.musts {
		return 1 + 2*float64(t.metMusts)/float64(t.musts)
	}
	s := good + 1
	if t.plus > 0 {
		s = good + float64(t.metPlus)/float64(t.plus)
	}
	if t.metPlus == t.plus && t.exceptional > 0 {
		s += float64(t.metExceptional) / float64(t.exceptional)
	}
	return s
}

// What does not apply was not asked.
func countPoints(items []work.ChecklistItem, answers []Answer, met map[string]bool) (p org.Points, missed bool) {
	for _, it := range items {
		switch {
		case !met[it.ID]:
			p.Asked++
			missed = missed || it.Level == levelMust
		case !slices.ContainsFunc(answers, func(a Answer) bool { return a.ID == it.ID && a.Void }):
			p.Met, p.Asked = p.Met+1, p.Asked+1
		}
	}
	return p, missed
}

// MissedMust reports whether a draft missed a must. Where nobody counted its points, as in
// what an earlier program kept, every item was a must, which the mean before it was capped tells.
func (c Critique) MissedMust() bool {
	if c.Points.Counted() {
		return c.Missed
	}
	return c.Uncapped < org.ScoreOfAll
}

type draftProof struct {
	index  *quote.Index
	plain  string // without markers, each stretch of space as one
	folded string
	lines  []string // folded
}

func newDraftProof(draft string) draftProof {
	plain := check.StripMarkers(draft)
	p := draftProof{index: quote.NewIndex(plain), plain: strings.Join(strings.Fields(plain), " "), folded: " " + prose.Fold(plain) + " "}
	for l := range strings.Lines(plain) {
		p.lines = append(p.lines, prose.Fold(l))
	}
	return p
}

// Markers count for nothing; a quote may be shorter than evidence may be, but not trivial unless
// it is a line of its own, such as a greeting.
func (p draftProof) hasQuote(q string) bool {
	q = check.StripMarkers(q)
	if _, ok := p.index.Find(q); ok {
		return true
	}
	if _, ok := p.index.Repair(q); ok {
		return true
	}
	const shortest = 8
	f := prose.Fold(q)
	return f != "" && (slices.Contains(p.lines, f) || len(f) >= shortest && strings.Contains(p.folded, " "+f+" "))
}

// The quote stands in the draft, or is a piece of it word for word that may be short, as "189.00
// euros" is, and is not trivial, as "the" and "4" are.
func (p draftProof) provesReading(q string) bool {
	if p.hasQuote(q) {
		return true
	}
	if parts := splitQuote(q); len(parts) > 1 {
		return !slices.ContainsFunc(parts, func(part string) bool { return !p.provesReading(part) })
	}
	q = strings.Join(strings.Fields(strings.Trim(check.StripMarkers(q), " \t\n\"'“”„«»|*_.,;:")), " ")
	if isTrivial(q) {
		return false
	}
	for from := 0; ; {
		at := strings.Index(p.plain[from:], q)
		if at < 0 {
			return false
		}
		if at += from; isWholeAt(p.plain, at, at+len(q)) {
			return true
		}
		from = at + len(q)
	}
}

// A quoted row has cells, and dots leave something out.
func splitQuote(q string) []string {
	parts := strings.FieldsFunc(strings.ReplaceAll(q, "...", "…"), func(r rune) bool { return r == '…' || r == '|' })
	return slices.DeleteFunc(parts, func(part string) bool { return strings.TrimSpace(part) == "" })
}

// Trivial words stand in nearly every text: they have neither a figure of two digits nor a name,
// nor two words that carry a topic.
func isTrivial(q string) bool {
	digits, weighty := 0, 0
	for _, r := range q {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	for _, w := range strings.FieldsFunc(q, func(r rune) bool { return !unicode.IsLetter(r) }) {
		first, _ := utf8.DecodeRuneInString(w)
		if prose.StopWord(strings.ToLower(w)) || utf8.RuneCountInString(w) < 3 {
			continue
		}
		if weighty++; unicode.IsUpper(first) {
			weighty++
		}
	}
	return digits < 2 && weighty < 2
}

// The stretch must be cut out of no word and of no number.
func isWholeAt(text string, from, to int) bool {
	before, size := utf8.DecodeLastRuneInString(text[:from])
	beyond, _ := utf8.DecodeLastRuneInString(text[:from-size])
	first, _ := utf8.DecodeRuneInString(text[from:])
	last, _ := utf8.DecodeLastRuneInString(text[:to])
	after, width := utf8.DecodeRuneInString(text[to:])
	next, _ := utf8.DecodeRuneInString(text[to+width:])
	return !continues(first, before, beyond) && !continues(last, after, next)
}

// A number goes on behind its point.
func continues(border, beside, beyond rune) bool {
	if unicode.IsLetter(border) {
		return unicode.IsLetter(beside)
	}
	return unicode.IsDigit(border) && (unicode.IsDigit(beside) || strings.ContainsRune(".,'’\u00a0\u202f", beside) && unicode.IsDigit(beyond))
}

func (p draftProof) provesAny(quotes []string) bool {
	return slices.ContainsFunc(quotes, p.provesReading)
}

func describeUnproven(who string) string {
	return "the " + who + " quoted nothing of the text, so nothing counts as passed"
}

// A yes needs a quote that stands in the draft, and an item that is also answered with no is not
// met. Code answers the items that are its own.
func mapMet(answers []Answer, in draftProof, a check.Audit) map[string]bool {
	out := map[string]bool{}
	for _, x := range answers {
		before, twice := out[x.ID]
		out[x.ID] = x.isProved(in) && (before || !twice)
	}
	for id, ok := range mapCodeAnswers(a) {
		out[id] = ok
	}
	return out
}

func mapCodeAnswers(a check.Audit) map[string]bool {
	accept, out := true, map[string]bool{}
	for _, x := range a.Accept {
		accept = accept && (!x.ByCode || x.Met)
		if x.ByCode && !x.Judged {
			out[x.ID] = x.Met
		}
	}
	maps.Copy(out, map[string]bool{
		"code-quotes":         a.QuotePrecision() >= check.QuoteGate && len(a.Fabricated) == 0 && len(a.Unknown) == 0,
		"code-numbers":        a.NumberPrecision() >= check.NumberGate,
		"code-contradictions": !slices.ContainsFunc(a.MustFix, func(d check.Defect) bool { return d.Check == Contradiction }),
		"code-acceptance":     accept,
	})
	return out
}

// Contradiction is the Check of a statement that its own passage denies.
const Contradiction = "contradiction"

// Capped lowers scores to at most cap each, for research that found nothing.
func (s Scores) Capped(limit float64) Scores {
	s.Depth, s.Accuracy = min(s.Depth, limit), min(s.Accuracy, limit)
	s.Actionability, s.Completeness = min(s.Actionability, limit), min(s.Completeness, limit)
	return s.fillAverage()
}

func (s Scores) String() string {
	return fmt.Sprintf("depth %.2f, accuracy %.2f, actionability %.2f, completeness %.2f: %.2f", s.Depth, s.Accuracy, s.Actionability, s.Completeness, s.Average)
}
