package policy_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
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
		if got := policy.GatesIn(text); !slices.Equal(got, want) {
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
		if got, err := policy.ParseGates(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("ParseGates(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"after lunch", "planning", "post-planner post-phase", "on"} {
		if got, err := policy.ParseGates(text); err == nil {
			t.Errorf("ParseGates(%q) = %v, want a refusal", text, got)
		}
	}
}
