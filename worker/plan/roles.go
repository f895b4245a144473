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
	"github.com/frasier-cos/frasier/worker/staff"
)

type rolesReply struct {
	Roles []struct {
		Why      string   `json:"why"`
		Title    string   `json:"title"`
		Category string   `json:"category"`
		Covers   []string `json:"covers"`
		Existing *string  `json:"existing_agent"`
	} `json:"roles"`
}

// roles asks which two to five roles the mission needs (F-027), and who is
// hired for those that nobody here fills. A content
// failure falls back to the words of the request (F-029).
func (p *Planner) roles(ctx context.Context, job org.PlanningJob) ([]org.RoleAssignment, []org.Hire, error) {
	r, err := org.LogStage(p.stages, org.StageRoles, 0, func() (*rolesReply, error) { return p.askRoles(ctx, job) })
	if err != nil {
		return nil, nil, err
	}
	if r == nil {
		return keywordRoles(job), nil, nil
	}
	var hires []org.Hire
	out := make([]org.RoleAssignment, 0, len(r.Roles))
	for _, x := range r.Roles {
		role, err := p.fill(ctx, job, &hires, org.RoleAssignment{Title: x.Title, Category: x.Category, Why: x.Why}, x.Existing)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, role)
	}
	return out, hires, nil
}

// askRoles asks a model for the roles; nil when its reply is of no use.
func (p *Planner) askRoles(ctx context.Context, job org.PlanningJob) (*rolesReply, error) {
	blocks, err := p.Prompts.Blocks(prompt.Data{
		Stage: org.StageRoles, Nonce: p.nonce(job), Tier: org.T1, Project: board(job, org.PlanNotes{}),
		Contract: prompt.RolesContract{Project: job.Project, Request: job.Request, Items: job.Items, Team: job.Agents},
		Volatile: prompt.Volatile{Day: p.Now()},
	})
	if err != nil {
		return nil, fmt.Errorf("choose roles: %w", err)
	}
	reply, err := p.Client.Do(ctx, llm.Request{
		Purpose: org.StageRoles, Caller: p.caller(job, 0), Tier: org.T1, Blocks: blocks,
		Schema: p.Prompts.Schema(org.StageRoles), Check: rolesFaults, Input: org.StageInput{Job: &job},
	})
	if unusable(err) {
		p.Log.WarnContext(ctx, "roles by keywords", "mission", job.Mission.ID, "err", err)
		return nil, nil //nolint:nilnil // no reply that can be used is no error here
	}
	if err != nil {
		return nil, fmt.Errorf("choose roles: %w", err)
	}
	var r rolesReply
	if err := json.Unmarshal(reply.Object, &r); err != nil {
		return nil, fmt.Errorf("choose roles: read reply: %w", err)
	}
	return &r, nil
}

// rolesFaults are the rules that the schema cannot say (llm.md 1.2).
func rolesFaults(raw json.RawMessage) []string {
	var r rolesReply
	if err := json.Unmarshal(raw, &r); err != nil {
		return []string{err.Error()}
	}
	var faults []string
	seen := map[string]bool{}
	for _, x := range r.Roles {
		f := org.Fold(x.Title)
		if seen[f] {
			faults = append(faults, fmt.Sprintf("the title %q stands twice", x.Title))
		}
		seen[f] = true
		if slices.Contains([]string{"assistant", "ba", "po", "pm", "helper", "agent"}, f) {
			faults = append(faults, fmt.Sprintf("the title %q is too generic", x.Title))
		}
		// Title and reason are told to the founder and stand in later prompts.
		if bad := prompt.Unfit(x.Title + ": " + x.Why); bad != "" {
			faults = append(faults, fmt.Sprintf("the role %q %s", x.Title, bad))
		}
	}
	return faults
}

func assign(agents []org.Agent, title, category, why string) org.RoleAssignment {
	a, ok := staff.Match(agents, title, category)
	if !ok {
		return org.RoleAssignment{Title: title, Category: category, Why: why}
	}
	return org.RoleAssignment{Title: title, Category: category, Why: why, Agent: a.ID}
}

// keywordRoles are the roles that the words of the request speak for.
func keywordRoles(job org.PlanningJob) []org.RoleAssignment {
	var out []org.RoleAssignment
	texts := []string{job.Project.Title + " " + job.Project.Goal}
	for _, i := range job.Items {
		texts = append(texts, i.Title)
	}
	for _, t := range texts {
		c := staff.Category(t)
		if len(out) < 5 && !slices.ContainsFunc(out, func(r org.RoleAssignment) bool { return r.Category == c }) {
			out = append(out, assign(job.Agents, strings.ToUpper(c[:1])+c[1:]+" lead", c, "its words stand in the request"))
		}
	}
	return out
}

// roleFor returns the role that a step names, or the one whose category its
// words speak for, or the first.
func roleFor(roles []org.RoleAssignment, agents []org.Agent, named, text string) org.RoleAssignment {
	for _, r := range roles {
		if named != "" && org.Fold(r.Title) == org.Fold(named) {
			return r
		}
	}
	if named != "" {
		return assign(agents, named, staff.RoleCategory(named, text), "named by the plan")
	}
	c := staff.Category(text)
	for _, r := range roles {
		if r.Category == c {
			return r
		}
	}
	if len(roles) > 0 {
		return roles[0]
	}
	return assign(agents, "", c, "")
}
