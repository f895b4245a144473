package plan

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/dag"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Author says whose steps a plan holds. The founder's own items are never
// refused: what would be an error in an invented step is a note on his.
type Author int

// The authors.
const (
	Founders Author = iota
	Models
)

// Finding is one thing the lint found in a plan.
type Finding struct {
	Rule       string // "L9"
	Step       string // key; empty for the plan
	Capability string // "LIM-FETCH"; empty when none is concerned
	Text       string
	Error      bool // the plan may not be used as it is
}

func (f Finding) describe() string {
	id := ""
	if f.Capability != "" {
		id = " [" + f.Capability + "]"
	}
	return strings.TrimSpace(f.Text) + id
}

func describeFindings(found []Finding) []string {
	out := make([]string, 0, len(found))
	for _, f := range found {
		out = append(out, f.describe())
	}
	return out
}

// Errors returns the findings that forbid the plan.
func Errors(found []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(found), func(f Finding) bool { return !f.Error })
}

// Lint checks a plan by code, rules L1 to L18 of the planning rules except L8,
// which Split carries out. done are keys of completed steps that a plan may need. It is pure.
func Lint(p work.Plan, by Author, done ...string) []Finding {
	l := linter{plan: p, by: by, at: map[string]work.PlannedStep{}, done: done}
	for _, s := range p.Steps {
		l.at[s.Key] = s
	}
	l.checkGraph()
	for _, s := range p.Steps {
		l.checkStep(s)
	}
	l.checkPlan()
	return l.found
}

type linter struct {
	plan  work.Plan
	by    Author
	at    map[string]work.PlannedStep
	done  []string // keys of steps that are there already
	found []Finding
}

// Soft rules are notes on a founder's own item.
func (l *linter) add(rule, step, capability, text string, bad bool) {
	soft := slices.Contains([]string{"L2", "L7", "L9", "L10", "L11", "L12"}, rule)
	l.found = append(l.found, Finding{rule, step, capability, text, bad && (l.by == Models || !soft)})
}

// checkGraph is L1, L2, L3, L4, L5 and L17.
func (l *linter) checkGraph() {
	known, seen, twice := map[string]bool{}, map[string]bool{}, false
	for _, s := range l.plan.Steps {
		if seen[s.Key] {
			l.add("L3", s.Key, "", fmt.Sprintf("two steps have the key %q", s.Key), true)
			twice = true
		}
		seen[s.Key] = true
		if strings.TrimSpace(s.Key) == "" || strings.TrimSpace(s.Title) == "" {
			l.add("L3", s.Key, "", fmt.Sprintf("step %q has no key or no title", s.Key), true)
		}
		for _, n := range s.Needs {
			if _, ok := l.at[n]; !ok {
				known[n] = true
				if l.by == Models && !slices.Contains(l.done, n) {
					l.add("L2", s.Key, "", fmt.Sprintf("%q needs %q, which is no step", s.Title, n), true)
				}
			}
		}
		if l.by == Models && len(l.plan.Roles) > 0 && !slices.ContainsFunc(l.plan.Roles, func(r work.RoleAssignment) bool { return prose.Fold(r.Title) == prose.Fold(s.Role) }) {
			l.add("L2", s.Key, "", fmt.Sprintf("%q names the role %q, which the project does not have", s.Title, s.Role), true)
		}
	}
	if len(l.plan.Steps) == 0 {
		l.add("L4", "", "", "the plan has no steps", true)
		return
	}
	if _, err := dag.Order(l.plan.Steps, known); err != nil && strings.Contains(err.Error(), dag.ErrCycle.Error()) {
		l.add("L1", "", "", err.Error(), true)
		return
	}
	if l.by == Models && !twice { // with a key twice nobody knows what leads where
		l.checkFinal()
	}
}

// checkFinal is L4, L5 and L17: one final step that everything leads to.
func (l *linter) checkFinal() {
	var finals []work.PlannedStep
	for _, s := range l.plan.Steps {
		if s.Final {
			finals = append(finals, s)
		}
	}
	if len(finals) != 1 {
		l.add("L4", "", "", fmt.Sprintf("the plan has %d final steps and needs one", len(finals)), true)
		return
	}
	if len(l.plan.Steps) == 1 {
		return
	}
	if len(finals[0].Needs) == 0 {
		l.add("L17", finals[0].Key, "", "the final step needs no other", true)
	}
	reached := l.listNeeds(finals[0].Key)
	for _, s := range l.plan.Steps {
		if !s.Final && !reached[s.Key] {
			l.add("L5", s.Key, "", fmt.Sprintf("nothing that leads to the final step uses %q", s.Title), true)
		}
	}
}

func (l *linter) listNeeds(key string) map[string]bool {
	out := map[string]bool{}
	open := slices.Clone(l.at[key].Needs)
	for len(open) > 0 {
		k := open[0]
		open = open[1:]
		if !out[k] {
			out[k] = true
			open = append(open, l.at[k].Needs...)
		}
	}
	return out
}

// checkStep is L9, L10, L11, L13, L14 and L18. L6 (what a step uses is among what it
// needs) holds by the reading: both become its needs.
func (l *linter) checkStep(s work.PlannedStep) {
	text := s.Title + "\n" + s.Goal
	for _, a := range s.Acceptance {
		text += "\n" + a.Text
	}
	over := map[Quantity]bool{}
	for _, q := range append(Quantities(text), listDemanded(s.Acceptance)...) {
		if limit, id := q.findLimit(s.Depth); q.N > limit && !over[q] {
			over[q] = true
			l.add("L9", s.Key, id, fmt.Sprintf("%q asks for %d %s; one step can do %d", s.Title, q.N, q.Noun, limit), true)
		}
	}
	for _, c := range prompt.Hits(text) {
		l.add("L10", s.Key, c.ID, fmt.Sprintf("%q may need what nobody here can do: %s", s.Title, c.Cannot), true)
	}
	if !slices.ContainsFunc(s.Acceptance, func(a org.Criterion) bool { return a.Check != org.CheckJudge }) {
		l.add("L11", s.Key, "", fmt.Sprintf(org.UncheckableNote+"%q can be checked by code", s.Title), false)
	}
	if l.by == Models && len(s.Serves) == 0 {
		l.add("L13", s.Key, "", fmt.Sprintf("%q serves no requirement", s.Title), false)
	}
	// A change of code is proven by its tests, whatever its acceptance says.
	if s.Kind == org.KindEngineering && !s.Code && !slices.ContainsFunc(s.Acceptance, func(a org.Criterion) bool { return strings.Contains(strings.ToLower(a.Text), "test") }) {
		l.add("L14", s.Key, "", fmt.Sprintf("%q is engineering without a test among its acceptance", s.Title), false)
	}
	if s.Tier == org.T3 && !tiers.HighStakes(text) && l.by == Models {
		l.add("L18", s.Key, "", fmt.Sprintf("%q asks for the highest tier without a word that calls for it, and gets the middle one", s.Title), false)
	}
}

// checkPlan is L7, L12 and L15.
func (l *linter) checkPlan() {
	if n := len(l.plan.Steps); n > org.MaxSteps {
		l.add("L7", "", "LIM-STEPS", fmt.Sprintf("the plan has %d steps; at most %d", n, org.MaxSteps), true)
	}
	if d := dag.Depth(l.plan.Steps); d > org.MaxDepth {
		l.add("L7", "", "LIM-STEPS", fmt.Sprintf("the longest chain has %d steps; at most %d", d, org.MaxDepth), true)
	}
	for _, n := range l.plan.Notes.Needs {
		if !slices.ContainsFunc(l.plan.Steps, func(s work.PlannedStep) bool { return slices.Contains(s.Serves, n.ID) }) {
			l.add("L12", "", "", fmt.Sprintf("no step serves requirement %s: %s", n.ID, n.Text), true)
		}
	}
	for i, a := range l.plan.Steps {
		for _, b := range l.plan.Steps[i+1:] {
			const alike = 0.8
			first, second := a.Title+" "+a.Goal, b.Title+" "+b.Goal
			if slices.Equal(a.Entities, b.Entities) && slices.Equal(listFigures(first), listFigures(second)) && prose.Overlap(first, second) >= alike {
				l.add("L15", b.Key, "", fmt.Sprintf("%q and %q ask for the same", a.Title, b.Title), l.by == Models)
			}
		}
	}
}

// "shop 7" is not "shop 8".
func listFigures(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) })
}
