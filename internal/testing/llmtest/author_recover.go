package llmtest

import (
	"strings"

	"github.com/frasier-cos/frasier/llm/prompt"
)

// debug finds one cause in the timeline. Told to reject, it has the step split
// into two parts; told to judge low, it finds the acceptance out of reach.
func (s sheet) debug(v verdicts) any {
	quote := ""
	for _, l := range contract[prompt.DebugContract](s.brief).Timeline {
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

// upskill makes one line of what reviewers wrote.
func (s sheet) upskill() any {
	if len(contract[prompt.UpskillContract](s.brief).Feedback) == 0 {
		return map[string]any{"lines": []string{"Meet each criterion in its order."}}
	}
	return map[string]any{"lines": []string{"Answer every criterion in full, with its source beside it, before anything else is written."}}
}

// expert finds no error; told to reject, one that can be checked.
func (s sheet) expert(v verdicts) any {
	q, _ := s.proof("")
	out := map[string]any{"errors": []any{}, "missing_expert_points": []string{"What changes next season"}, "proof": []string{q}, "verdict": "pass"}
	if v.reject {
		out["verdict"] = "return"
		out["errors"] = []any{map[string]any{
			"quote": q, "why_wrong": "The figure is net of duty, and the text calls it gross.", "evidence": "Compare the column heads of the source", "severity": "high",
		}}
	}
	return out
}
