package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/worker/check"
)

// Answer is a critic's answer to one checklist item.
type Answer struct {
	ID    string `json:"id"`
	Quote string `json:"found_quote"`
	Yes   bool   `json:"yes"`
	Why   string `json:"why"`
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

// Dimensions lists the dimensions in their fixed order.
func Dimensions() []string { return []string{"depth", "accuracy", "actionability", "completeness"} }

// The levels of checklist items.
const (
	levelMust        = "must"
	levelPlus        = "plus"
	levelExceptional = "exceptional"
)

// FixedItems returns the checklist items every draft is asked, six for each
// dimension: three musts, two plus, one exceptional. Items whose id begins
// with "code-" are answered by code.
func FixedItems() []org.ChecklistItem {
	return []org.ChecklistItem{
		{ID: "fix-d1", Dim: "depth", Level: levelMust, Text: "Each question of the task is answered with a reason, not only a statement."},
		{ID: "fix-d2", Dim: "depth", Level: levelMust, Text: "Each main finding names a trade-off or a limit."},
		{ID: "fix-d3", Dim: "depth", Level: levelMust, Text: "Where the task asks for figures, figures are given."},
		{ID: "fix-d4", Dim: "depth", Level: levelPlus, Text: "A consequence one step further on is drawn."},
		{ID: "fix-d5", Dim: "depth", Level: levelPlus, Text: "Options are compared on three or more named criteria."},
		{ID: "fix-d6", Dim: "depth", Level: levelExceptional, Text: "One insight needs two sources together, and both are cited."},
		{ID: "code-quotes", Dim: "accuracy", Level: levelMust, Text: "The quotes stand in their sources."},
		{ID: "code-numbers", Dim: "accuracy", Level: levelMust, Text: "The numbers stand in their sources."},
		{ID: "code-contradictions", Dim: "accuracy", Level: levelMust, Text: "Nothing contradicts a cited passage."},
		{ID: "fix-c4", Dim: "accuracy", Level: levelPlus, Text: "Figures carry their date or period."},
		{ID: "fix-c5", Dim: "accuracy", Level: levelPlus, Text: "Where sources disagree, both figures are shown."},
		{ID: "fix-c6", Dim: "accuracy", Level: levelExceptional, Text: "The reliability of the main source is weighed."},
		{ID: "fix-a1", Dim: "actionability", Level: levelMust, Text: "A next action is named, with the kind of person who does it."},
		{ID: "fix-a2", Dim: "actionability", Level: levelMust, Text: "A criterion for the decision is given."},
		{ID: "fix-a3", Dim: "actionability", Level: levelMust, Text: "An order or priority is given."},
		{ID: "fix-a4", Dim: "actionability", Level: levelPlus, Text: "An effort, cost or date stands with the actions."},
		{ID: "fix-a5", Dim: "actionability", Level: levelPlus, Text: "It says what would change the advice."},
		{ID: "fix-a6", Dim: "actionability", Level: levelExceptional, Text: "A piece is ready to use as it stands."},
		{ID: "code-acceptance", Dim: "completeness", Level: levelMust, Text: "The acceptance criteria that code checks are met."},
		{ID: "fix-m2", Dim: "completeness", Level: levelMust, Text: "Every acceptance criterion is answered."},
		{ID: "fix-m3", Dim: "completeness", Level: levelMust, Text: "What could not be established is said."},
		{ID: "fix-m4", Dim: "completeness", Level: levelPlus, Text: "An unasked but needed point is covered."},
		{ID: "fix-m5", Dim: "completeness", Level: levelPlus, Text: "Terms are explained at first use."},
		{ID: "fix-m6", Dim: "completeness", Level: levelExceptional, Text: "A reader needs nothing else to decide."},
	}
}

// Score turns answers into scores. A yes counts only when its quote stands in
// the draft. All musts of a dimension are exactly 3; the share of plus adds
// up to one, only then; the share of exceptional adds up to one, only when
// all plus hold. A dimension without items scores 3.
func Score(items []org.ChecklistItem, answers []Answer, a check.Audit, draft string) Scores {
	return scores(items, met(answers, newProof(draft), a))
}

func scores(items []org.ChecklistItem, met map[string]bool) Scores {
	dim := func(name string) float64 {
		var t tally
		for _, it := range items {
			if it.Dim == name {
				t.take(it.Level, met[it.ID])
			}
		}
		return t.score()
	}
	s := Scores{Depth: dim("depth"), Accuracy: dim("accuracy"), Actionability: dim("actionability"), Completeness: dim("completeness")}
	return s.averaged()
}

func (s Scores) averaged() Scores {
	s.Average = (s.Depth + s.Accuracy + s.Actionability + s.Completeness) / 4
	return s
}

// tally counts the items of one dimension and those that are met.
type tally struct {
	musts, plus, exceptional          int
	metMusts, metPlus, metExceptional int
}

func (t *tally) take(level string, met bool) {
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

func (t *tally) score() float64 {
	const good = 3.0 // all musts and nothing more
	if t.metMusts < t.musts {
		return 1 + 2*float64(t.metMusts)/float64(t.musts)
	}
	s := good
	if t.plus > 0 {
		s += float64(t.metPlus) / float64(t.plus)
	}
	if t.metPlus == t.plus && t.exceptional > 0 {
		s += float64(t.metExceptional) / float64(t.exceptional)
	}
	return s
}

// proof is a draft in which quotes are looked for.
type proof struct {
	index  *quote.Index
	folded string
}

func newProof(draft string) proof {
	plain := check.StripMarkers(draft)
	return proof{index: quote.NewIndex(plain), folded: " " + org.Fold(plain) + " "}
}

// stands reports whether a reviewer's quote stands in the draft. Markers count
// for nothing; a quote may be shorter than evidence may be, but not trivial.
func (p proof) stands(q string) bool {
	q = check.StripMarkers(q)
	if _, ok := p.index.Find(q); ok {
		return true
	}
	const shortest = 8
	f := org.Fold(q)
	return len(f) >= shortest && strings.Contains(p.folded, " "+f+" ")
}

// any reports whether one of several quotes stands in the draft.
func (p proof) any(quotes []string) bool { return slices.ContainsFunc(quotes, p.stands) }

// unproven says of a reviewer that his pass shows nothing.
func unproven(who string) string {
	return "the " + who + " quoted nothing of the text, so nothing counts as passed"
}

// met applies the evidence rule to the critic: a yes needs a quote that stands
// in the draft, and an item that is also answered with no is not met. Code
// answers the items that are its own.
func met(answers []Answer, in proof, a check.Audit) map[string]bool {
	out := map[string]bool{}
	for _, x := range answers {
		before, twice := out[x.ID]
		out[x.ID] = x.Yes && in.stands(x.Quote) && (before || !twice)
	}
	for id, ok := range byCode(a) {
		out[id] = ok
	}
	return out
}

func byCode(a check.Audit) map[string]bool {
	accept := true
	for _, x := range a.Accept {
		accept = accept && (!x.ByCode || x.Met)
	}
	return map[string]bool{
		"code-quotes":         a.QuotePrecision() >= check.QuoteGate && len(a.Fabricated) == 0 && len(a.Unknown) == 0,
		"code-numbers":        a.NumberPrecision() >= check.NumberGate,
		"code-contradictions": !slices.ContainsFunc(a.MustFix, func(d check.Defect) bool { return d.Check == contradiction }),
		"code-acceptance":     accept,
	}
}

// contradiction is the check of a statement that its own passage denies.
const contradiction = "contradiction"

// Capped lowers scores to at most cap each, for research that found nothing.
func (s Scores) Capped(limit float64) Scores {
	s.Depth, s.Accuracy = min(s.Depth, limit), min(s.Accuracy, limit)
	s.Actionability, s.Completeness = min(s.Actionability, limit), min(s.Completeness, limit)
	return s.averaged()
}

// NeedsRevision reports whether a draft goes back to its author (F-080).
func (s Scores) NeedsRevision() bool {
	low := min(s.Depth, s.Accuracy, s.Actionability, s.Completeness)
	return low < org.ReviseBelow || s.Average < org.ReviseAverageBelow
}

// Good reports whether nothing is lacking that must be there, though the
// average asks for more: the band of llm.md 1.11.
func (s Scores) Good() bool {
	low := min(s.Depth, s.Accuracy, s.Actionability, s.Completeness)
	return low >= org.ReviseBelow && s.Average < org.ReviseAverageBelow
}

// String shows the scores for people.
func (s Scores) String() string {
	return fmt.Sprintf("depth %.2f, accuracy %.2f, actionability %.2f, completeness %.2f: %.2f", s.Depth, s.Accuracy, s.Actionability, s.Completeness, s.Average)
}
