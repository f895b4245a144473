package llmtest

import (
	"strings"
)

// debug finds one cause in the timeline. Told to reject, it has the step split
// into two parts; told to judge low, it finds the acceptance out of reach.
func (s sheet) debug(v verdicts) any {
	quote := ""
	for l := range strings.Lines(s.labelled("timeline")) {
		l = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(l), "- "))
		if _, said, ok := strings.Cut(l, ": "); ok && quote == "" {
			quote = short(said, 120)
		}
	}
	out := map[string]any{
		"recap":                     "The step was asked for: " + short(s.title, 80) + ". It was refused twice.",
		"root_cause":                map[string]any{"evidence_quote": quote, "class": "ambiguous_task"},
		"why_previous_fixes_failed": "Each round repaired words and not what was asked.",
		"instruction_to_worker":     "Answer the criterion that was refused in the first sentence, with its source.",
	}
	change := map[string]any{"queries": []string{}, "acceptance_edit": nil, "tier": nil, "split": []string{}}
	switch {
	case v.reject:
		change["split"] = []string{short("First part of "+s.title, 120), short("Second part of "+s.title, 120)}
		out["root_cause"] = map[string]any{"evidence_quote": quote, "class": "infeasible_acceptance"}
	case v.low:
		out["root_cause"] = map[string]any{"evidence_quote": quote, "class": "infeasible_acceptance"}
	case v.good:
		change["tier"] = "T3"
	}
	out["change"] = change
	return out
}
