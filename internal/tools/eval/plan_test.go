package eval_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/dag"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/plantest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/plan"
)

// planLint is M2: 40 plans with seeded defects.
func planLint(_ context.Context, t *testing.T) ([]result, error) {
	t.Helper()
	raw, err := os.ReadFile("../../../worker/plan/testdata/eval/plans.json")
	if err != nil {
		return nil, err
	}
	cases, err := plantest.Read(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	s := plantest.Measure(cases, func(p work.Plan, founders bool) []string {
		by := plan.Models
		if founders {
			by = plan.Founders
		}
		var rules []string
		for _, f := range plan.Errors(plan.Lint(p, by)) {
			rules = append(rules, f.Rule)
		}
		return rules
	})
	t.Log(s)
	return []result{
		least(fmt.Sprintf("%d seeded errors found in %d plans", s.Seeded, s.Cases), s.Recall(), 1, s.Missed),
		most("errors found that nobody seeded", len(s.False), plantest.MaxFalse, s.False),
	}, nil
}

// planSplit is M3: 10 000 random plans, split. Nothing that a step covers is
// lost or covered twice, each split has one merge in the step's place, and the
// plan stays without a cycle.
func planSplit(context.Context, *testing.T) ([]result, error) {
	const plans = 10_000
	var bad []string
	split := 0
	for seed := range uint64(plans) {
		steps := randomPlan(rand.New(rand.NewPCG(seed, 3)))
		got := plan.Split(slices.Clone(steps))
		if len(got) > len(steps) {
			split++
		}
		if fault := splitFault(steps, got); fault != "" {
			bad = append(bad, fmt.Sprintf("plan %d: %s", seed, fault))
		}
	}
	if split < plans/2 {
		return nil, fmt.Errorf("only %d of %d plans had a step to split", split, plans)
	}
	return []result{most(fmt.Sprintf("plans broken by the split, of %d", plans), len(bad), 0, bad)}, nil
}

func randomPlan(dice *rand.Rand) []work.PlannedStep {
	n := 1 + dice.IntN(12)
	steps := make([]work.PlannedStep, 0, n)
	for i := range n {
		s := work.PlannedStep{
			Key: fmt.Sprintf("i%d", i), Title: fmt.Sprintf("Step %d", i), Goal: "Study them.", Kind: org.KindResearch, Depth: org.DepthStandard, Tier: org.T1,
			Acceptance: []org.Criterion{{ID: "a1", Text: "all of them", Check: org.CheckJudge}}, Item: fmt.Sprintf("i%d", i), Final: i == n-1,
		}
		for j := range i {
			if dice.IntN(4) == 0 {
				s.Needs = append(s.Needs, steps[j].Key)
			}
		}
		for e := range dice.IntN(20) {
			s.Entities = append(s.Entities, fmt.Sprintf("thing %d-%d", i, e))
		}
		if dice.IntN(9) == 0 { // a name that a part might want
			s.Key = fmt.Sprintf("i%d-1", max(0, i-1))
			if slices.ContainsFunc(steps, func(o work.PlannedStep) bool { return o.Key == s.Key }) {
				s.Key = fmt.Sprintf("x%d", i)
			}
		}
		steps = append(steps, s)
	}
	return steps
}

// splitFault says what is wrong with a split of before into after.
func splitFault(before, after []work.PlannedStep) string {
	if _, err := dag.Order(after, nil); err != nil {
		return err.Error()
	}
	at := map[string]work.PlannedStep{}
	for _, s := range after {
		at[s.Key] = s
	}
	used := map[string]bool{}
	for _, s := range before {
		m, there := at[s.Key]
		if !there || m.Title != s.Title || m.Item != s.Item || m.Final != s.Final {
			return fmt.Sprintf("step %s lost its key, title, item or place", s.Key)
		}
		used[s.Key] = true
		covered := map[string]int{}
		for _, e := range m.Entities {
			covered[e]++
		}
		if len(s.Entities) > org.EntitiesPerStep {
			for _, key := range m.Needs {
				if slices.Contains(s.Needs, key) {
					continue // the step's own needs may stay with it
				}
				if used[key] {
					return fmt.Sprintf("part %s is needed by two steps or is no part", key)
				}
				used[key] = true
				p := at[key]
				if len(p.Entities) == 0 || len(p.Entities) > org.EntitiesPerStep || !slices.Equal(p.Needs, s.Needs) {
					return fmt.Sprintf("part %s covers %d and needs %q", key, len(p.Entities), p.Needs)
				}
				for _, e := range p.Entities {
					covered[e]++
				}
			}
		}
		for _, e := range s.Entities {
			if covered[e] != 1 {
				return fmt.Sprintf("%q of step %s is covered %d times", e, s.Key, covered[e])
			}
		}
		if len(covered) != len(s.Entities) {
			return fmt.Sprintf("step %s covers %q, want %q", s.Key, slices.Sorted(maps.Keys(covered)), s.Entities)
		}
	}
	if len(used) != len(after) {
		return fmt.Sprintf("%d steps came out of nothing", len(after)-len(used))
	}
	return ""
}
