package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/dag"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/plan"
)

// somePlan draws an acyclic plan whose steps cover up to twelve entities.
func somePlan(t *rapid.T) []work.PlannedStep {
	n := rapid.IntRange(1, 9).Draw(t, "steps")
	steps := make([]work.PlannedStep, 0, n)
	for i := range n {
		s := work.PlannedStep{Key: fmt.Sprintf("s%d", i), Title: fmt.Sprintf("Step %d", i), Final: i == n-1, Soft: i == n-1}
		if i == 3 && n > 4 {
			s.Key = "s1-1" // as Split would call a part
		}
		for e := range rapid.IntRange(0, 12).Draw(t, "entities") {
			s.Entities = append(s.Entities, fmt.Sprintf("e%d-%d", i, e))
		}
		for _, before := range steps {
			if rapid.Bool().Draw(t, "needs") {
				s.Needs = append(s.Needs, before.Key)
			}
		}
		steps = append(steps, s)
	}
	return steps
}

// M3: on 10 000 plans, each entity stays in exactly one step, a step over the
// limit gets one merge, and the plan stays without a cycle.
func TestSplitKeepsEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 100 {
			before := somePlan(t)
			after := plan.Split(before)
			if _, err := dag.Order(after, nil); err != nil {
				t.Fatalf("Split of %+v: %v", before, err)
			}
			at := map[string]work.PlannedStep{}
			for _, s := range after {
				at[s.Key] = s
				if len(s.Entities) > org.EntitiesPerStep {
					t.Fatalf("step %s covers %d entities after the split", s.Key, len(s.Entities))
				}
			}
			want := 0
			for _, s := range before {
				want += checkSplit(t, s, at)
			}
			if len(after) != want {
				t.Fatalf("%d steps after the split, want %d", len(after), want)
			}
		}
	})
}

// checkSplit checks what became of one step and returns how many steps did.
func checkSplit(t *rapid.T, s work.PlannedStep, at map[string]work.PlannedStep) int {
	now, ok := at[s.Key]
	if !ok || now.Title != s.Title || now.Final != s.Final || now.Item != s.Item {
		t.Fatalf("step %s became %+v; want its key, title and place kept", s.Key, now)
	}
	for _, n := range s.Needs {
		if !slices.Contains(now.Needs, n) {
			t.Fatalf("step %s no longer needs %s", s.Key, n)
		}
	}
	if len(s.Entities) <= org.EntitiesPerStep {
		if d := cmp.Diff(s, now); d != "" {
			t.Fatalf("step %s within the limit changed:\n%s", s.Key, d)
		}
		return 1
	}
	var union []string
	parts := 0
	for _, n := range now.Needs {
		if slices.Contains(s.Needs, n) {
			continue
		}
		p := at[n]
		parts++
		union = append(union, p.Entities...)
		if p.Final || !slices.Equal(p.Needs, s.Needs) || len(p.Acceptance) == 0 || !strings.Contains(p.Goal, p.Entities[0]) {
			t.Fatalf("part %+v of %+v; want what it needed, its own entities and acceptance", p, s)
		}
	}
	if !slices.Equal(union, s.Entities) || len(now.Entities) != 0 {
		t.Fatalf("the parts of %s cover %q, want %q", s.Key, union, s.Entities)
	}
	if want := (len(s.Entities) + org.EntitiesPerStep - 1) / org.EntitiesPerStep; parts != want {
		t.Fatalf("step %s with %d entities: %d parts, want %d", s.Key, len(s.Entities), parts, want)
	}
	return parts + 1
}

func TestSplitAtTheLimit(t *testing.T) {
	for n, want := range map[int]int{3: 1, 4: 1, 5: 3, 8: 3, 9: 4} {
		s := work.PlannedStep{Key: "a", Title: "T", Kind: org.KindResearch, Critical: true, Tier: org.T2}
		for i := range n {
			s.Entities = append(s.Entities, fmt.Sprint("e", i))
		}
		got := plan.Split([]work.PlannedStep{s})
		if len(got) != want {
			t.Errorf("%d entities: %d steps, want %d", n, len(got), want)
		}
		last := got[len(got)-1]
		if want > 1 && (last.Kind != org.KindAnalysis || !last.Critical || !strings.Contains(last.Goal, "Merge")) {
			t.Errorf("%d entities: merge %+v; want an analysis that merges", n, last)
		}
	}
}
