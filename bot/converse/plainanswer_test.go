package converse_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/bot/converse"
	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/question"
)

// Plain words answer a question; an approval, a price and a last strike take
// nothing but the name of an answer.
func TestPlainAnswer(t *testing.T) {
	step := org.Step{ID: "s4"}
	agent := org.Decision{ID: "e1", Step: "s4", Kind: org.DecideQuestion, Options: question.HelpOptions(step, question.Effort{})}
	open := org.Decision{ID: "e2", Step: "s4", Kind: org.DecideQuestion}
	plan := org.Decision{ID: "e3", Kind: org.DecideQuestion, Options: question.PlanOptions("p1")}
	strikes := org.Decision{ID: "e4", Step: "s4", Kind: org.DecideStrikes, Options: question.StrikeOptions(step, question.Effort{})}
	price := question.Price(org.Project{ID: "p1"}, "Oats", forecast.Forecast{}, org.Dollar)
	for _, c := range []struct {
		d    org.Decision
		said string
		want string // empty: it is no answer
	}{
		{agent, "The budget is 500 euros.", "a The budget is 500 euros."},
		{agent, "A competitor knows it", "a A competitor knows it"},
		{agent, "yes", "a yes"},
		{agent, "a: 500 euros", "a 500 euros"},
		{agent, "Answer: 500 euros", "a 500 euros"},
		{agent, "a", ""},
		{agent, "B.", "b"},
		{agent, "leave it out!", "b"},
		{agent, "Leave it out: no time", ""},
		{agent, "which budget?", ""},
		{agent, " \n", ""},
		{agent, "👍", ""},
		{open, "500 euros", "500 euros"},
		{open, "why?", ""},
		{plan, "Go on as planned", "a"},
		{plan, "Use the rents of 2025 instead", "b Use the rents of 2025 instead"},
		{plan, "yes", ""},
		{plan, "Sounds good, go ahead", ""},
		{plan, "Drop it", "c"},
		{strikes, "the annex has it", ""},
		{strikes, "d) the annex has it", "d the annex has it"},
		{strikes, "Give a hint: the annex has it", "d the annex has it"},
		{strikes, "d", ""},
		{strikes, "b", "b"},
		{strikes, "Try a stronger model", "b"},
		{strikes, "yes", ""},
		{price, "yes", ""},
		{price, "ok go", ""},
		{price, "Start it then", ""},
		{price, "a) but not before Monday", ""},
		{price, "Start: but only half", ""},
		{price, "Start", "a"},
		{price, "A", "a"},
		{price, "b: fewer steps", "b fewer steps"},
		{price, "Drop it", "c"},
	} {
		got, ok := converse.PlainAnswer(c.d, c.said)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%q to %s (%s): %q, %v; want %q", c.said, c.d.ID, c.d.Kind, got, ok, c.want)
		}
	}
}

// Whatever is said to a price or a gate, nothing passes it but its letter or
// its label.
func TestNoWordsPassAPrice(t *testing.T) {
	price := question.Price(org.Project{ID: "p1"}, "Oats", forecast.Forecast{}, org.Dollar)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"yes", "start", "a", ":", ")", "go", "ok", "approve", "Start:", "a)", "now", "$5", "please", "…"}), 1, 5).Draw(t, "words")
		said := ""
		for _, w := range words {
			said += w + rapid.SampledFrom([]string{" ", "", "\n"}).Draw(t, "glue")
		}
		got, ok := converse.PlainAnswer(price, said)
		if fold := prose.Fold(said); ok && got == question.PlanStart && fold != "a" && fold != "start" {
			t.Fatalf("%q starts the plan", said)
		}
	})
}
