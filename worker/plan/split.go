package plan

import (
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// Split is rule L8: a step over more than EntitiesPerStep entities becomes
// parallel parts of at most that many, and one merge step that keeps the
// step's key, title and place. Every entity is in exactly one part; whatever
// needed the step needs the merge. Steps within the limit come back unchanged.
// No part gets one of the keys that are taken.
func Split(steps []work.PlannedStep, keys ...string) []work.PlannedStep {
	taken := map[string]bool{}
	for _, k := range keys {
		taken[k] = true
	}
	for _, s := range steps {
		taken[s.Key] = true
	}
	var out []work.PlannedStep
	for _, s := range steps {
		if len(s.Entities) <= org.EntitiesPerStep {
			out = append(out, s)
			continue
		}
		parts := makeParts(s, taken)
		merge := s
		merge.Entities = nil
		merge.Goal = fmt.Sprintf("%s\nMerge the results of the %d parts into one: nothing of them is left out.", s.Goal, len(parts))
		// The step's own needs stay: the plan holds every dependency that was named.
		merge.Needs = slices.Clone(s.Needs)
		for _, p := range parts {
			merge.Needs = append(merge.Needs, p.Key)
		}
		if merge.Kind == org.KindResearch {
			merge.Kind = org.KindAnalysis
		}
		out = append(out, parts...)
		out = append(out, merge)
	}
	return out
}

func makeParts(s work.PlannedStep, taken map[string]bool) []work.PlannedStep {
	var out []work.PlannedStep
	for chunk := range slices.Chunk(s.Entities, org.EntitiesPerStep) {
		p := s
		n := len(out) + 1
		p.Key = fmt.Sprintf("%s-%d", s.Key, n)
		for taken[p.Key] {
			p.Key += "x"
		}
		taken[p.Key] = true
		p.Title = fmt.Sprintf("%s: part %d (%s)", s.Title, n, describeSpan(chunk))
		p.Goal = fmt.Sprintf("%s\nOnly these: %s.", s.Goal, joinList(chunk))
		p.Entities = slices.Clone(chunk)
		p.Item = ""
		p.Final, p.Grave, p.Instead = false, false, ""
		p.Acceptance = []org.Criterion{{ID: "a1", Text: "It covers each of: " + joinList(chunk), Check: org.CheckJudge}}
		out = append(out, p)
	}
	return out
}

func describeSpan(chunk []string) string {
	if len(chunk) == 1 {
		return chunk[0]
	}
	return chunk[0] + " to " + chunk[len(chunk)-1]
}

func joinList(chunk []string) string {
	out := ""
	for i, c := range chunk {
		if i > 0 {
			out += ", "
		}
		out += c
	}
	return out
}
