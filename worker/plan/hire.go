package plan

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/staff"
)

type personaReply struct {
	Expertise []string `json:"expertise"`
	Methods   []string `json:"methods"`
	Prefer    []string `json:"sources_to_prefer"`
	Distrust  []string `json:"sources_to_distrust"`
	Quality   []string `json:"quality_bar"`
	Questions []string `json:"questions_i_always_ask"`
}

// fill gives a role to somebody: the agent that the model named, one whose
// title is near, or a hire with a persona at once (F-032). Where nobody may be
// hired any more, the nearest category serves.
func (p *Planner) fill(ctx context.Context, job org.PlanningJob, crew *[]org.Hire, role org.RoleAssignment, named *string) (org.RoleAssignment, error) {
	title, category, why := role.Title, role.Category, role.Why
	if named != nil {
		i := slices.IndexFunc(job.Agents, func(a org.Agent) bool { return string(a.ID) == *named && a.Reviewer == "" && a.Team != "" })
		if i >= 0 {
			role.Agent = job.Agents[i].ID
			return role, nil
		}
	}
	if a, ok := staff.Near(job.Agents, title); ok {
		role.Agent = a.ID
		return role, nil
	}
	if named != nil || p.Client.Offline() || len(*crew) >= org.HiresPerPlan || len(job.Agents)+len(*crew) >= org.MaxAgents {
		return assign(job.Agents, title, category, why), nil
	}
	n := len(*crew)
	persona, err := org.LogStage(p.stages, org.StagePersona, n, func() (string, error) { return p.persona(ctx, job, n, role) })
	if err != nil {
		return role, err
	}
	name, id := staff.Name(string(job.Mission.ID)+"/"+title, func(name string) bool {
		known := func(a org.Agent) bool { return a.Name == name }
		return slices.ContainsFunc(job.Agents, known) || slices.ContainsFunc(*crew, func(h org.Hire) bool { return known(h.Agent) })
	})
	*crew = append(*crew, org.Hire{Why: why, Agent: org.Agent{
		ID: id, Name: name, Role: title, Category: category, Team: staff.Team(category), Persona: persona, Version: 1,
	}})
	role.Agent = id
	return role, nil
}

// persona is what a hire is told about himself: code writes it from fields
// that a model fills, and from the category alone when it does not.
func (p *Planner) persona(ctx context.Context, job org.PlanningJob, n int, role org.RoleAssignment) (string, error) {
	title, category, why := role.Title, role.Category, role.Why
	hire := prompt.Hire{Title: title, Category: category, Why: why, Project: job.Project.Title, Goal: job.Project.Goal}
	blocks, err := p.Prompts.Blocks(prompt.Data{
		Stage: org.StagePersona, Nonce: p.nonce(job), Tier: org.T1,
		Contract: prompt.PersonaContract{Title: title, Category: category, Why: why, Project: job.Project.Title, Goal: job.Project.Goal, Team: job.Agents},
		Volatile: prompt.Volatile{Day: p.Now()},
	})
	if err != nil {
		return "", fmt.Errorf("hire %s: %w", title, err)
	}
	reply, err := p.Client.Do(ctx, llm.Request{
		Purpose: org.StagePersona, Caller: p.caller(job, n), Tier: org.T1, Blocks: blocks, Schema: p.Prompts.Schema(org.StagePersona),
		Check: personaFaults(job.Agents), Input: org.StageInput{Job: &job},
	})
	if unusable(err) {
		p.Log.WarnContext(ctx, "persona by category", "role", title, "err", err)
		return p.Prompts.Hire(hire)
	}
	if err != nil {
		return "", fmt.Errorf("hire %s: %w", title, err)
	}
	var got personaReply
	if err := json.Unmarshal(reply.Object, &got); err != nil {
		return "", fmt.Errorf("hire %s: read reply: %w", title, err)
	}
	hire.Expertise, hire.Methods, hire.Prefer, hire.Distrust = got.Expertise, got.Methods, got.Prefer, got.Distrust
	hire.Bar, hire.Questions = got.Quality, got.Questions
	return p.Prompts.Hire(hire)
}

// personaFaults refuses lines that must not stand in a persona (llm.md 1.4).
func personaFaults(agents []org.Agent) func(json.RawMessage) []string {
	return func(raw json.RawMessage) []string {
		var r personaReply
		if err := json.Unmarshal(raw, &r); err != nil {
			return []string{err.Error()}
		}
		var out []string
		for _, l := range slices.Concat(r.Expertise, r.Methods, r.Prefer, r.Distrust, r.Quality, r.Questions) {
			if why := prompt.Unfit(l); why != "" {
				out = append(out, fmt.Sprintf("%q %s", l, why))
			}
			for _, a := range agents {
				if slices.Contains(org.Words(l), org.Fold(a.Name)) {
					out = append(out, fmt.Sprintf("%q names %s, who works here", l, a.Name))
				}
			}
		}
		return out
	}
}
