package llmtest

import (
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// curate makes a note of what came often, and one lesson of two that are
// nearly the same. When it is to reject, it would retire everything.
func (s sheet) curate(v verdicts) any {
	type item struct {
		id, text string
		came     int
	}
	var all []item
	for _, i := range contract[prompt.CurateContract](s.brief).Items {
		came := i.Steps
		if i.Projects == 1 {
			came = 1
		}
		all = append(all, item{string(i.ID), i.Text, came})
	}
	op := func(name, text, reason string, ids ...string) map[string]any {
		return map[string]any{"op": name, "ids": ids, "text": text, "reason": reason}
	}
	out := []any{}
	used := map[string]bool{}
	for i, a := range all {
		if v.reject {
			out = append(out, op("retire", "", "stale", a.id))
			continue
		}
		for _, b := range all[i+1:] {
			if !used[a.id] && !used[b.id] && prose.Overlap(a.text, b.text) >= 0.4 {
				used[a.id], used[b.id] = true, true
				out = append(out, op("merge", a.text, "", a.id, b.id))
			}
		}
		if !used[a.id] && a.came >= org.PromoteSteps {
			out = append(out, op("promote", "", "", a.id))
		}
	}
	return map[string]any{"ops": out}
}
