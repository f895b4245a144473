package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
)

// Fallback makes a plan by code alone: one step for each sentence of the request that asks for
// something, and one that joins them. It passes the lint as the founder's own words do, with notes
// instead of errors, and is marked as a fallback.
func Fallback(job work.PlanningJob) (work.Plan, error) {
	w := &planStaff{job: job}
	made := work.Plan{Notes: work.PlanNotes{
		Title: job.Project.Title, Objective: job.Project.Goal, Quality: "fallback", Review: "not done: the plan was made by code",
		Lint: []string{"No usable plan came from a model, so each request became a step as it stands."},
	}}
	for _, it := range listAsked(job) {
		s, err := makeFallbackStep(w, it.Title, len(made.Steps)+1)
		if err != nil {
			return work.Plan{}, err
		}
		s.Entities = it.Entities
		for _, n := range it.Needs {
			s.Needs = append(s.Needs, makePrefix(job)+n)
		}
		s.Key = makePrefix(job) + it.Key
		made.Steps = append(made.Steps, s)
	}
	if n := len(made.Steps); n > 1 {
		last, err := makeFallbackStep(w, "Put it together: "+job.Project.Title, n+1)
		if err != nil {
			return work.Plan{}, err
		}
		role, err := w.assignRole(rolePlan{Category: "content"}, "", last.Title)
		if err != nil {
			return work.Plan{}, err
		}
		last.Kind, last.Depth, last.Role, last.Category, last.Agent = org.KindWriting, org.DepthStandard, role.Title, role.Category, role.Agent
		last.Goal = "Join the results of the other steps into one document that answers the request as a whole."
		last.Tier = tiers.ForStep("", job.Project.Goal, org.KindWriting, true)
		last.Acceptance = []org.Criterion{{ID: "a1", Text: "It answers the request as a whole", Check: org.CheckJudge}}
		for _, s := range made.Steps {
			last.Needs = append(last.Needs, s.Key)
		}
		made.Steps = append(made.Steps, last)
	}
	last := &made.Steps[len(made.Steps)-1]
	last.Final, last.Soft = true, len(made.Steps) > 1
	made.Steps = Split(made.Steps)
	made.Roles = w.roles
	made.Notes.Lint = append(made.Notes.Lint, describeFindings(Lint(made, Founders))...)
	return made, nil
}

func makeFallbackStep(w *planStaff, title string, n int) (work.PlannedStep, error) {
	role, err := w.assignRole(rolePlan{}, title, title)
	if err != nil {
		return work.PlannedStep{}, err
	}
	kind := chooseKind("", title)
	return work.PlannedStep{
		Key: fmt.Sprintf("%ss%d", makePrefix(w.job), n), Title: clipTitle(title), Goal: title, Kind: kind, Depth: chooseDepth("", w.job.Project.Depth),
		Role: role.Title, Category: role.Category, Agent: role.Agent, Tier: tiers.ForStep("", title, kind, false),
		Acceptance: []org.Criterion{{ID: "a1", Text: "It answers: " + title, Check: org.CheckJudge}},
	}, nil
}

// Keys are "s1", "s2", ...; there is at least one item.
func listAsked(job work.PlanningJob) []org.Item {
	one := func(title string) []org.Item { return []org.Item{{Key: "s1", Title: title}} }
	if task := findPhaseTask(job); task != "" {
		return one(job.Project.Title + ": " + task)
	}
	r, ok := roadmap.FromProse(job.Project.Goal)
	if !ok {
		if goal := strings.TrimSpace(job.Project.Goal); goal != "" {
			return one(goal)
		}
		return one(job.Project.Title)
	}
	var out []org.Item
	key := map[string]string{}
	for _, it := range r.Items {
		i := slices.IndexFunc(out, func(o org.Item) bool { return prose.Fold(o.Title) == prose.Fold(it.Title) })
		if i >= 0 {
			key[it.Key] = out[i].Key
			continue
		}
		mine := org.Item{Key: fmt.Sprintf("s%d", len(out)+1), Title: it.Title, Entities: it.Entities}
		key[it.Key] = mine.Key
		for _, n := range it.Needs {
			if k := key[n]; k != mine.Key && !slices.Contains(mine.Needs, k) {
				mine.Needs = append(mine.Needs, k)
			}
		}
		out = append(out, mine)
	}
	return out
}

func findPhaseTask(job work.PlanningJob) string {
	for _, ph := range job.Project.Phases {
		if ph.Index == job.Mission.Phase && len(job.Project.Phases) > 1 {
			return ph.Task
		}
	}
	return ""
}

func clipTitle(t string) string {
	const atMost = 80
	r := []rune(strings.Join(strings.Fields(t), " "))
	if len(r) <= atMost {
		return string(r)
	}
	return strings.TrimSpace(string(r[:atMost-3])) + "..."
}
