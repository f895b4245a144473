package plan

import (
	"regexp"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// Criterion reads a founder's acceptance line: what code can check is checked
// by code, the rest is for a judge.
func Criterion(text string) org.Criterion {
	c := org.Criterion{Text: text, Check: org.CheckJudge}
	if n := check.WordLimit(text); n > 0 {
		c.Check, c.N = org.CheckWords, n
		return c
	}
	words := prose.Words(text)
	for i, w := range words {
		n := readQuantity(w)
		if n > 0 && i+1 < len(words) {
			noun := strings.Join(words[i+1:min(len(words), i+4)], " ")
			switch {
			case strings.Contains(noun, "source"), strings.Contains(noun, "citation"), strings.Contains(noun, "reference"):
				c.Check, c.N = org.CheckSources, n
				return c
			case strings.Contains(noun, "section"), strings.Contains(noun, "chapter"):
				c.Check, c.N = org.CheckSections, n
				return c
			case strings.Contains(noun, "row"), strings.Contains(noun, "bullet"), strings.Contains(noun, "entries"), strings.Contains(noun, "options"), strings.Contains(noun, "points"):
				c.Check, c.N = org.CheckCount, n
				return c
			}
		}
	}
	low := " " + strings.Join(words, " ") + " "
	switch {
	case strings.Contains(low, " table "):
		c.Check = org.CheckTable
	case regexp.MustCompile(`["“][^"”]+["”]`).MatchString(text) && (strings.Contains(low, " contains ") || strings.Contains(low, " mentions ") || strings.Contains(low, " names ")):
		c.Check = org.CheckContains
	}
	return c
}

// A model's kind is taken when it is one, else the words tell.
func chooseKind(named, words string) org.StepKind {
	switch k := org.StepKind(named); k {
	case org.KindResearch, org.KindAnalysis, org.KindStrategy, org.KindWriting, org.KindEngineering, org.KindCreative, org.KindSimple:
		return k
	case org.KindAssembly:
	}
	for _, x := range []struct {
		kind  org.StepKind
		words []string
	}{
		{org.KindEngineering, []string{"code", "implement", "prototype", "api", "script", "deploy"}},
		{org.KindWriting, []string{"write", "draft", "summarise", "summarize", "guide", "copy", "article", "brief", "letter"}},
		{org.KindAnalysis, []string{"analyse", "analyze", "compare", "evaluate", "estimate", "calculate", "rank", "assess"}},
		{org.KindStrategy, []string{"strategy", "positioning", "pricing", "plan", "decide", "choose"}},
		{org.KindCreative, []string{"name", "slogan", "logo", "story"}},
	} {
		for _, w := range prose.Words(words) {
			for _, k := range x.words {
				if w == k {
					return x.kind
				}
			}
		}
	}
	return org.KindResearch
}

// Without a model's depth the project's is taken; a deep project's steps are deep unless they are
// simple.
func chooseDepth(named string, project org.Depth) org.Depth {
	switch d := org.Depth(named); d {
	case org.DepthSimple, org.DepthDeep:
		return d
	case org.DepthStandard:
	}
	if project == org.DepthDeep {
		return org.DepthDeep
	}
	return org.DepthStandard
}

// A simple task is one step, written and criticised.
func planSingle(job work.PlanningJob) (work.Plan, error) {
	words := job.Project.Title + " " + job.Project.Goal
	role, err := (&planStaff{job: job}).assignRole(rolePlan{}, words, job.Project.Title)
	if err != nil {
		return work.Plan{}, err
	}
	kind := org.KindSimple
	if job.Project.Depth != org.DepthSimple {
		kind = chooseKind("", words)
	}
	return work.Plan{
		Notes: work.PlanNotes{
			Title: job.Project.Title, Objective: job.Project.Goal, Quality: "single", Review: "not run: one step",
		},
		Roles: []work.RoleAssignment{role},
		Steps: []work.PlannedStep{{
			Key: "s1", Title: job.Project.Title, Goal: job.Project.Goal, Kind: kind, Depth: job.Project.Depth,
			Role: role.Title, Category: role.Category, Agent: role.Agent, Tier: tiers.ForStep("", words, kind, false),
			Acceptance: []org.Criterion{{ID: "a1", Text: "It does what was asked: " + job.Project.Title, Check: org.CheckJudge}},
		}},
	}, nil
}
