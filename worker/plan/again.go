package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// Of a founder's item that was too much for one step come the parts that a debugger named, side by
// side, and one step that keeps the item's key, title and place and joins them. Other steps come
// back unchanged.
func splitItem(steps []work.PlannedStep, again *work.Again) []work.PlannedStep {
	if again == nil {
		return steps
	}
	taken := KeysOf(again)
	for _, s := range steps {
		taken = append(taken, s.Key)
	}
	var out []work.PlannedStep
	for _, s := range steps {
		parts := again.Parts[s.Item]
		if s.Item == "" || len(parts) == 0 {
			out = append(out, s)
			continue
		}
		join := s
		join.Entities, join.Needs = nil, slices.Clone(s.Needs)
		join.Goal = fmt.Sprintf("%s\nMerge the results of the %d parts into one: nothing of them is left out.", s.Goal, len(parts))
		if join.Kind == org.KindResearch {
			join.Kind = org.KindAnalysis
		}
		for n, title := range parts {
			p := s
			p.Key = fmt.Sprintf("%s-part%d", s.Key, n+1)
			for slices.Contains(taken, p.Key) {
				p.Key += "x"
			}
			taken = append(taken, p.Key)
			p.Title, p.Item, p.Final, p.Grave, p.Instead, p.Entities = clipTitle(title), "", false, false, "", nil
			p.Goal = fmt.Sprintf("%s\nIt is one part of: %s", title, s.Title)
			p.Acceptance = []org.Criterion{{ID: "a1", Text: "It answers: " + title, Check: org.CheckJudge}}
			join.Needs = append(join.Needs, p.Key)
			out = append(out, p)
		}
		out = append(out, join)
	}
	return out
}

// It is empty for a first plan.
func describeAgain(again *work.Again) string {
	if again == nil {
		return ""
	}
	kept := "nothing was done yet"
	if n := len(again.Done); n > 0 {
		titles := make([]string, n)
		for i, u := range again.Done {
			titles[i] = fmt.Sprintf("%q", u.Title)
		}
		kept = "kept: " + strings.Join(titles, ", ")
	}
	return fmt.Sprintf("This is plan number %d, because: %s (%s)", again.N+1, strings.TrimSuffix(again.Reason, "."), kept)
}

// KeysOf returns the keys of what is done.
func KeysOf(a *work.Again) []string {
	if a == nil {
		return nil
	}
	out := make([]string, 0, len(a.Done))
	for _, u := range a.Done {
		out = append(out, u.Key)
	}
	return out
}
