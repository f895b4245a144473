package step_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/bot/command/step"
	"github.com/frasier-cos/frasier/internal/org"
)

// A founder who names no step changes the one that first spoke of what he names; what
// builds on it follows.
func TestWordsChangeTheStepThatChose(t *testing.T) {
	steps := []org.Step{
		{ID: "s1", Title: "How large is the market", Result: "We trust the chamber survey of 1,200 firms more than the Berlin study."},
		{ID: "s2", Title: "Price", DependsOn: []org.StepID{"s1"}, Result: "219 euros, as the chamber survey bears out; the Berlin study says less."},
		{ID: "s3", Title: "Mail", DependsOn: []org.StepID{"s2"}, Result: "Order now."},
		{ID: "s4", Title: "Rivals", Result: "Rivals ask 240 euros in Berlin."},
		{ID: "s5", Title: "Launch plan", DependsOn: []org.StepID{"s3", "s4"}, Result: "Monday.", Final: true},
	}
	for words, want := range map[string]org.StepID{
		"The chamber survey is rubbish, take the Berlin study instead": "s1",
		"Rivals ask too much in Berlin, look again":                    "s4",
		"make it shorter": "s5",
		"do s3 again, the chamber survey is rubbish": "s3",
		"that price is wrong":                        "s2",
	} {
		if got := step.Concerned(steps, words); len(got) != 1 || got[0].ID != want {
			t.Errorf("Concerned(%q) = %v, want %s", words, got, want)
		}
	}
	own := []org.Step{{ID: "s1", Title: "A", Result: "bikes and leases"}, {ID: "s2", Title: "B", DependsOn: []org.StepID{"s1"}, Result: "bikes and leases", Final: true}}
	if got := step.Concerned(own, "the text about bikes and leases is too long"); len(got) != 1 || got[0].ID != "s2" {
		t.Errorf("what the whole project is about: %v, want the final one", got)
	}
	apart := []org.Step{{ID: "s1", Title: "A", Result: "the Berlin study"}, {ID: "s2", Title: "B", Result: "the Berlin study"}, {ID: "s3", Title: "C", Final: true}}
	if got := step.Concerned(apart, "drop the Berlin study"); len(got) != 1 || got[0].ID != "s3" {
		t.Errorf("two that don't build on each other: %v, want the final one", got)
	}
}

func TestConcerned(t *testing.T) {
	steps := []org.Step{
		{ID: "s1", Title: "Find the price of oats"},
		{ID: "s2", Title: "Find where oats are grown"},
		{ID: "s3", Title: "Compare the three sellers", DependsOn: []org.StepID{"s1", "s2"}},
		{ID: "s4", Kind: org.KindAssembly, DependsOn: []org.StepID{"s3"}},
		{ID: "s11", Title: "Draw a map"},
	}
	for words, want := range map[string][]org.StepID{
		"shorter, please":                        {"s3", "s11"},
		"s1 and S11: use euros":                  {"s1", "s11"},
		"the part where oats are grown is wrong": {"s2"},
		"compare more sellers":                   {"s3"},
		"s4 is ugly":                             {"s3", "s11"},
	} {
		var got []org.StepID
		for _, s := range step.Concerned(steps, words) {
			got = append(got, s.ID)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("Concerned(%q) (-want +got):\n%s", words, d)
		}
	}
	steps[1].Final = true
	if got := step.Concerned(steps, "shorter"); len(got) != 1 || got[0].ID != "s2" {
		t.Errorf("Concerned with a final step: %v, want that one", got)
	}
}
