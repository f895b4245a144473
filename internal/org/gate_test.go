package org_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestGatesInWords(t *testing.T) {
	for text, want := range map[string][]org.GatePoint{
		"Launch in Spain. Stop after planning.":                            {org.GatePlan},
		"Stop after the plan is ready, and wait for me between phases":     {org.GatePlan, org.GatePhase},
		"Write the report, but check with me before you start":             {org.GatePlan},
		"pause before writing the document":                                {org.GateDocument},
		"checkpoints: post-planner, post-phase":                            {org.GatePlan, org.GatePhase},
		"triggerOn: post-planner":                                          {org.GatePlan},
		"Ask me before delivering the final report.":                       {org.GateDocument},
		"Don't stop after planning":                                        nil,
		"do not wait after each phase":                                     nil,
		"Work without a stop after planning":                               nil,
		"Describe what people do after planning a wedding":                 nil,
		"Stop smoking tips. After planning the text, write 300 words":      nil,
		"Compare bus stops; the plan after next year decides":              nil,
		"never ask me before you start, I trust you":                       nil,
		"Find out why teams stop. Look at what happens before they start.": nil,
	} {
		if got := org.GatesIn(text); !slices.Equal(got, want) {
			t.Errorf("GatesIn(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestParseGates(t *testing.T) {
	for text, want := range map[string][]org.GatePoint{
		"":                    nil,
		"off":                 nil,
		"after planning":      {org.GatePlan},
		"Post-Planner":        {org.GatePlan},
		"after each phase":    {org.GatePhase},
		"before the document": {org.GateDocument},
		"after planning and after each phase, after planning": {org.GatePlan, org.GatePhase},
	} {
		if got, err := org.ParseGates(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("ParseGates(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"after lunch", "planning", "post-planner post-phase", "on"} {
		if got, err := org.ParseGates(text); err == nil {
			t.Errorf("ParseGates(%q) = %v, want a refusal", text, got)
		}
	}
}

// Only the founder's yes lets work go on, and at a plan a wish for another
// plan is no yes.
func TestWhatPassesAGate(t *testing.T) {
	for _, p := range []org.GatePoint{org.GatePlan, org.GateStep, org.GateDocument, org.GatePhase} {
		q := org.GateQuestion(org.Project{ID: "p1"}, org.Gate{Point: p, Name: p.Phrase()}, "It is there.", "it goes on")
		for _, o := range q.Options {
			want := o.ID == org.GateGo || o.Label == "Go on, with a note"
			if got := p.Passes(o.ID); got != want {
				t.Errorf("%s: %q passes: %v, want %v", p, o.Label, got, want)
			}
		}
		if p.Passes("") || q.Safe != "" {
			t.Errorf("%s: silence passes it", p)
		}
	}
}
