package plan

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

type enrichReply struct {
	Items []enriched `json:"items"`
}

type enriched struct {
	Key        string      `json:"key"`
	Goal       string      `json:"goal"`
	Kind       string      `json:"kind"`
	Role       string      `json:"role"`
	Depth      string      `json:"depth"`
	Tier       org.Tier    `json:"tier"`
	Acceptance []criterion `json:"acceptance"`
}

type criterion struct {
	ID    string    `json:"id"`
	Text  string    `json:"text"`
	Check org.Check `json:"check"`
	N     *int      `json:"n"`
}

func (c criterion) org() org.Criterion {
	out := org.Criterion{ID: c.ID, Text: c.Text, Check: c.Check}
	if c.N != nil {
		out.N = *c.N
	}
	return out
}

// roadmap makes the plan of one mission of a roadmap: one step for each open
// item, in the founder's words.
func (p *Planner) roadmap(ctx context.Context, job org.PlanningJob) (org.Plan, error) {
	roles, hires, err := p.roles(ctx, job)
	if err != nil {
		return org.Plan{}, err
	}
	more, err := p.enrich(ctx, job, roles)
	if err != nil {
		return org.Plan{}, err
	}
	made := org.Plan{Roles: roles, Hires: hires, Notes: org.PlanNotes{
		Title: job.Project.Title, Objective: job.Project.Goal, Quality: "roadmap", Gate: "not run: no model", Review: "not run: the items are the founder's",
	}}
	if more.Note != "" {
		made.Notes.Lint = append(made.Notes.Lint, more.Note)
	}
	for _, it := range job.Items {
		if !it.Done {
			made.Steps = append(made.Steps, stepOf(it, more.Items[it.Key], roles, job))
		}
	}
	found := Lint(made, Founders)
	made.Notes.Lint = append(made.Notes.Lint, sentences(found)...)
	made.Steps = Split(divide(made.Steps, job.Again), job.Again.Keys()...)
	if again := told(job.Again); again != "" {
		made.Notes.Lint = append(made.Notes.Lint, again)
	}
	if !p.Client.Offline() {
		issues, gate, err := p.feasibility(ctx, job, made, 0)
		if err != nil {
			return org.Plan{}, err
		}
		made.Notes.Gate = gate
		for _, i := range issues {
			made.Notes.Lint = append(made.Notes.Lint, i.sentence())
		}
	}
	return made, nil
}

// enrich asks for goals, kinds, tiers and acceptance of the items. A content
// failure leaves the items as they are, and the plan says so.
func (p *Planner) enrich(ctx context.Context, job org.PlanningJob, roles []org.RoleAssignment) (enrichment, error) {
	return org.LogStage(p.stages, org.StageEnrich, 0, func() (enrichment, error) {
		items, note, err := p.askEnrich(ctx, job, roles)
		return enrichment{items, note}, err
	})
}

func (p *Planner) askEnrich(ctx context.Context, job org.PlanningJob, roles []org.RoleAssignment) (map[string]enriched, string, error) {
	blocks, err := p.Prompts.Blocks(prompt.Data{
		Stage: org.StageEnrich, Nonce: p.nonce(job), Tier: org.T2, Project: board(job, org.PlanNotes{}),
		Contract: prompt.EnrichContract{Job: job, Roles: roles}, Volatile: prompt.Volatile{Day: p.Now()},
	})
	if err != nil {
		return nil, "", fmt.Errorf("enrich roadmap: %w", err)
	}
	reply, err := p.Client.Do(ctx, llm.Request{
		Purpose: org.StageEnrich, Caller: p.caller(job, 0), Tier: org.T2, Blocks: blocks,
		Schema: p.Prompts.Schema(org.StageEnrich), Check: enrichFaults(job.Items), Input: org.StageInput{Job: &job},
	})
	if unusable(err) {
		p.Log.WarnContext(ctx, "roadmap not enriched", "mission", job.Mission.ID, "err", err)
		return map[string]enriched{}, "No model could read the roadmap's items, so their kinds and acceptance come from their words alone.", nil
	}
	if err != nil {
		return nil, "", fmt.Errorf("enrich roadmap: %w", err)
	}
	var r enrichReply
	if err := json.Unmarshal(reply.Object, &r); err != nil {
		return nil, "", fmt.Errorf("enrich roadmap: read reply: %w", err)
	}
	out := make(map[string]enriched, len(r.Items))
	for _, i := range r.Items {
		out[i.Key] = i
	}
	return out, "", nil
}

// enrichFaults names the open items that a reply left out, doubled or made up.
func enrichFaults(items []org.Item) func(json.RawMessage) []string {
	return func(raw json.RawMessage) []string {
		var r enrichReply
		if err := json.Unmarshal(raw, &r); err != nil {
			return []string{err.Error()}
		}
		count := map[string]int{}
		for _, i := range r.Items {
			count[i.Key]++
		}
		var faults []string
		for _, it := range items {
			if it.Done {
				continue
			}
			switch n := count[it.Key]; {
			case n == 0:
				faults = append(faults, fmt.Sprintf("item %s is missing", it.Key))
			case n > 1:
				faults = append(faults, fmt.Sprintf("item %s stands %d times", it.Key, n))
			}
			delete(count, it.Key)
		}
		for _, k := range slices.Sorted(keys(count)) {
			faults = append(faults, fmt.Sprintf("there is no item %s", k))
		}
		return faults
	}
}

// stepOf makes a step of an item. The founder's own marks win over a model.
func stepOf(it org.Item, more enriched, roles []org.RoleAssignment, job org.PlanningJob) org.PlannedStep {
	words := it.Title + " " + it.Detail
	named := it.Role
	if named == "" {
		named = more.Role
	}
	role := roleFor(roles, job.Agents, named, words)
	s := org.PlannedStep{
		Key: it.Key, Item: it.Key, Title: it.Title, Goal: goal(it, more), Kind: kindOf(more.Kind, words), Depth: depthOf(more.Depth, job.Project.Depth),
		Role: role.Title, Category: role.Category, Agent: role.Agent, Group: it.Group, Needs: it.Needs, Critical: it.Critical, Entities: it.Entities,
	}
	s.Acceptance = acceptance(it, more, s.Depth)
	if s.Tier = org.StepTier(it.Tier, words, s.Kind, false); it.Tier == "" {
		s.Tier = lowered(s.Tier, more.Tier, false)
	}
	return s
}

func goal(it org.Item, more enriched) string {
	parts := []string{it.Title}
	for _, t := range []string{it.Detail, more.Goal} {
		if t = strings.TrimSpace(t); t != "" && org.Fold(t) != org.Fold(it.Title) {
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, "\n")
}

// reachable reports whether a criterion that a model made up can be met within
// one step (F-090): nothing beyond the limits, nothing that nobody here can do.
func reachable(c org.Criterion, depth org.Depth) bool {
	const sections, count = 20, 100 // more is a slip of the pen in one step's result
	if c.Check == org.CheckSections && c.N > sections || c.Check == org.CheckCount && c.N > count {
		return false
	}
	for _, q := range append(Quantities(c.Text), counted([]org.Criterion{c})...) {
		if limit, _ := q.limit(depth); q.N > limit {
			return false
		}
	}
	return len(prompt.Hits(c.Text)) == 0
}

// acceptance keeps the founder's lines first and as he wrote them; a model's
// come after. An item always has one criterion at least.
func acceptance(it org.Item, more enriched, depth org.Depth) []org.Criterion {
	var out []org.Criterion
	add := func(c org.Criterion) {
		c.ID = fmt.Sprintf("a%d", len(out)+1)
		out = append(out, c)
	}
	for _, t := range it.Accept {
		add(Criterion(t))
	}
	for _, c := range more.Acceptance {
		const atMost = 6
		same := func(o org.Criterion) bool { return org.Overlap(o.Text, c.Text) >= 0.6 }
		if made := c.org(); len(out) < atMost && !slices.ContainsFunc(out, same) && reachable(made, depth) {
			add(made)
		}
	}
	if len(out) == 0 {
		add(org.Criterion{Text: "It answers: " + it.Title, Check: org.CheckJudge})
	}
	return out
}
