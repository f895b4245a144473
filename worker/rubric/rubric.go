// Package rubric says by what a piece of work is judged: one short list for
// its author and for everybody who judges it.
package rubric

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// Kind groups pieces by how they are judged.
type Kind string

// The kinds.
const (
	Research Kind = "research" // what is known about something
	Decision Kind = "decision" // which of several it shall be
	Plan     Kind = "plan"     // who does what until when
	Copy     Kind = "copy"     // a text for its own readers
	Design   Kind = "design"   // names, looks, screens
	Code     Kind = "code"     // code or its specification
)

// Of returns the kind of a step's piece: by the step's own kind, and for those
// that may be several things by the words of its title.
func Of(s org.Step) Kind {
	title := prose.Words(s.Title)
	named := func(words ...string) bool {
		return slices.ContainsFunc(title, func(w string) bool { return slices.Contains(words, w) })
	}
	decides := len(title) > 0 && slices.Contains([]string{"set", "choose", "decide", "pick", "select"}, title[0])
	switch s.Kind {
	case org.KindEngineering:
		return Code
	case org.KindCreative:
		return Design
	case org.KindStrategy, org.KindWriting, org.KindSimple:
		switch {
		case decides:
			return Decision
		case named("plan", "roadmap", "calendar", "schedule", "timeline", "checklist", "agenda"):
			return Plan
		case s.Kind == org.KindStrategy:
			return Decision
		}
		return Copy
	case org.KindAnalysis, org.KindResearch, org.KindAssembly:
		if decides || s.Kind == org.KindAnalysis && named("whether", "decide", "decision", "recommend", "choose") {
			return Decision
		}
	}
	return Research
}

// The level of every item, and the dimensions of the scores.
const (
	must          = "must"
	depth         = "depth"
	accuracy      = "accuracy"
	actionability = "actionability"
	completeness  = "completeness"
)

func listItems(k Kind) [][2]string {
	switch k {
	case Research:
		return [][2]string{
			{depth, "The first paragraph answers the task with the figures that matter."},
			{depth, "It says beside the main figure how it came about: who counted or asked, and how many."},
			{accuracy, "Every figure says what it counts, with its unit and, where the source has one, its date."},
			{completeness, "What was asked and could not be found is named."},
		}
	case Decision:
		return [][2]string{
			{actionability, "The decision stands in the first paragraph, so that it can be carried out: the figure, the name, the choice."},
			{depth, "It says in a sentence or two why this and not the strongest alternative."},
			{depth, "The figures it rests on are shown, so that a reader can follow how it comes about."},
			{actionability, "It says in a sentence what would change the decision."},
		}
	case Plan:
		return [][2]string{
			{actionability, "Each action has a date or a place in the order, and says who does it."},
			{actionability, "It can be begun as it stands: names, amounts and places, not kinds of things."},
			{depth, "What is likeliest to go wrong has an answer."},
			{completeness, "Together the actions reach the goal by the date that is set."},
		}
	case Copy:
		return [][2]string{
			{actionability, "It is the text itself, ready to be used: apart from its markers, nothing in it says how it was made."},
			{completeness, "Its readers learn what they need to act: what, when, where, the price, and what to do next."},
			{depth, "Its first sentence says why this reader should go on."},
			{accuracy, "It promises nothing that the facts do not bear out."},
		}
	case Design:
		return [][2]string{
			{actionability, "The design or the variants themselves are there, not a way to arrive at them."},
			{depth, "Variants differ in their idea and not only in their wording."},
			{depth, "Each choice has its reason in a line."},
			{completeness, "The cases at the edge are there: nothing to show, too much, something fails."},
		}
	case Code:
		return [][2]string{
			{actionability, "The code or the interface is whole: nothing is left as an exercise."},
			{depth, "Errors, limits and cases at the edge are dealt with."},
			{accuracy, "Tests that would fail without it are there or named, and it says what was not run."},
		}
	}
	return nil
}

func listCoded() []work.ChecklistItem {
	return []work.ChecklistItem{
		{ID: "code-quotes", Dim: accuracy, Level: must, Text: "The quotes stand in their sources."},
		{ID: "code-numbers", Dim: accuracy, Level: must, Text: "The numbers stand in their sources."},
		{ID: "code-contradictions", Dim: accuracy, Level: must, Text: "Nothing contradicts a cited passage."},
		{ID: "code-acceptance", Dim: completeness, Level: must, Text: "The criteria that code checks are met."},
	}
}

// Coded reports whether code answers an item.
func Coded(id string) bool { return strings.HasPrefix(id, "code-") }

// List returns everything that a step's piece is judged by: its acceptance criteria under their
// ids, what is asked of its kind (k1, k2, ...), the items that are its own, and those that code
// answers. An own item whose id is taken, or that is of no known dimension, is left out.
func List(s org.Step, own []work.ChecklistItem) []work.ChecklistItem {
	var out []work.ChecklistItem
	taken := map[string]bool{}
	add := func(i work.ChecklistItem) {
		if !taken[i.ID] {
			taken[i.ID] = true
			out = append(out, i)
		}
	}
	for _, c := range s.Acceptance {
		if needsReader(c) {
			add(work.ChecklistItem{ID: c.ID, Dim: completeness, Level: must, Text: c.Text})
		}
	}
	for n, i := range listItems(Of(s)) {
		add(work.ChecklistItem{ID: fmt.Sprintf("k%d", n+1), Dim: i[0], Level: must, Text: i[1]})
	}
	for _, i := range own {
		if slices.Contains([]string{depth, accuracy, actionability, completeness}, i.Dim) && !Coded(i.ID) {
			add(i)
		}
	}
	for _, i := range listCoded() {
		add(i)
	}
	return out
}

// A table can be counted by code; what stands in it cannot.
func needsReader(c org.Criterion) bool {
	switch c.Check {
	case org.CheckSources, org.CheckContains, org.CheckSections:
		return false
	case org.CheckCount, org.CheckTable, org.CheckWords, org.CheckJudge:
	}
	return true
}

// Asked leaves out what code answers: the list as a critic sees it.
func Asked(list []work.ChecklistItem) []work.ChecklistItem {
	return slices.DeleteFunc(slices.Clone(list), func(i work.ChecklistItem) bool { return Coded(i.ID) })
}

// ForAuthor returns the list for the author, whose task holds the acceptance criteria already.
func ForAuthor(s org.Step, own []work.ChecklistItem) []work.ChecklistItem {
	return slices.DeleteFunc(Asked(List(s, own)), func(i work.ChecklistItem) bool {
		return slices.ContainsFunc(s.Acceptance, func(c org.Criterion) bool { return c.ID == i.ID })
	})
}

// Criteria returns the list for a reviewer: every acceptance criterion, then what is asked of the
// kind and of this task alone.
func Criteria(s org.Step, own []work.ChecklistItem) []org.Criterion {
	out := slices.Clone(s.Acceptance)
	for _, i := range ForAuthor(s, own) {
		out = append(out, org.Criterion{ID: i.ID, Text: i.Text, Check: org.CheckJudge})
	}
	return out
}
