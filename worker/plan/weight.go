package plan

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/stagelog"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
)

// Review says from when on a model of another family looks at a plan, whoever made it: by
// its number of steps, or by what they are expected to cost. 0 is never.
type Review struct {
	Steps int
	Cost  org.NanoUSD
	// Usual holds what such work took and cost here, for the price; nil knows of nothing.
	Usual func(context.Context) (work.History, error)
}

// The answer is kept with the plan, so that a stage of it can be done again under other settings;
// a plan from before it was kept has what the rule was then.
func (p *Planner) isWeighty(ctx context.Context, job work.PlanningJob, made work.Plan) (bool, error) {
	const seq, before = 3, 6 // the place behind the shelf; steps
	if p.Client.Offline() {
		return false, nil
	}
	grave := !job.Roadmap && tiers.HighStakes(job.Request)
	if p.stages.Lacks(org.StageContext, seq) {
		return grave || !job.Roadmap && len(made.Steps) >= before, nil
	}
	return stagelog.Do(p.stages, org.StageContext, seq, func() (bool, error) {
		if grave || p.Review.Steps > 0 && len(made.Steps) >= p.Review.Steps {
			return true, nil
		}
		cost, err := p.estimateCost(ctx, made)
		return p.Review.Cost > 0 && cost >= p.Review.Cost, err
	})
}

func (p *Planner) estimateCost(ctx context.Context, made work.Plan) (org.NanoUSD, error) {
	var usual work.History
	if p.Review.Usual != nil {
		var err error
		if usual, err = p.Review.Usual(ctx); err != nil {
			return 0, fmt.Errorf("read what work costs: %w", err)
		}
	}
	var steps []org.Step
	for _, s := range made.Steps {
		steps = append(steps, org.Step{Kind: s.Kind, Tier: s.Tier, Depth: s.Depth, State: org.StepPending})
	}
	return forecast.Of(steps, usual, false, p.Now()).Cost, nil
}

// A model of another family looks at the plan of a roadmap. The items are the founder's, so
// nothing is planned anew: an order that was missed becomes an edge, like those that planning
// names, and the rest is said with the plan.
func (p *Planner) readOver(ctx context.Context, job work.PlanningJob, made work.Plan, family string) (work.Plan, error) {
	seen, err := p.reviewPlan(ctx, job, made, family)
	if err != nil {
		return work.Plan{}, err
	}
	waits := map[string][]string{}
	for _, s := range made.Steps {
		waits[s.Key] = slices.Concat(s.Needs, s.BuildsOn)
	}
	for _, f := range seen.Faults {
		before, after, why, isOrder := parseOrder(f)
		i := slices.IndexFunc(made.Steps, func(s work.PlannedStep) bool { return s.Key == after })
		if !isOrder || i < 0 || slices.Contains(waits[after], before) || waitsFor(waits, before, after) {
			made.Notes.Lint = append(made.Notes.Lint, "The review said: "+f)
			continue
		}
		waits[after] = append(waits[after], before)
		made.Steps[i].BuildsOn = append(slices.Clone(made.Steps[i].BuildsOn), before)
		made.Notes.Lint = append(made.Notes.Lint, fmt.Sprintf("%q waits for %q, as a second reader of the plan asked: %s", made.Steps[i].Title, findTitle(made, before), why))
	}
	if seen.How == reviewMissing {
		made.Notes.Lint = append(made.Notes.Lint, nobodyElse)
	}
	made.Notes.Review, made.Notes.Risk = seen.How, seen.Risk
	return made, nil
}

// It stands between two steps in a fault of their order.
const mustComeBefore = " must come before "

func parseOrder(fault string) (before, after, why string, ok bool) {
	before, rest, ok := strings.Cut(fault, mustComeBefore)
	after, why, more := strings.Cut(rest, ": ")
	return before, after, why, ok && more
}

func findTitle(made work.Plan, key string) string {
	i := slices.IndexFunc(made.Steps, func(s work.PlannedStep) bool { return s.Key == key })
	if i < 0 {
		return key
	}
	return made.Steps[i].Title
}
