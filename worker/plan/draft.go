package plan

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

type planReply struct {
	Needs       []org.Need `json:"requirements"`
	Title       string     `json:"title"`
	Objective   string     `json:"objective"`
	Assumptions []string   `json:"assumptions"`
	OutOfScope  []string   `json:"out_of_scope"`
	Steps       []struct {
		Key        string      `json:"key"`
		Title      string      `json:"title"`
		Kind       string      `json:"kind"`
		Depth      string      `json:"depth"`
		Role       string      `json:"role"`
		Goal       string      `json:"goal"`
		DependsOn  []string    `json:"depends_on"`
		Uses       []string    `json:"uses"`
		Entities   []string    `json:"entities"`
		Serves     []string    `json:"serves"`
		Acceptance []criterion `json:"acceptance"`
		Tier       org.Tier    `json:"tier"`
		Final      bool        `json:"final"`
	} `json:"steps"`
}

// draft plans a mission without a roadmap: a model's draft, the lint, one
// feasibility check and one review, which may together send it back once; and
// the deterministic plan when no draft can be used (F-122, F-132, F-143).
func (p *Planner) draft(ctx context.Context, job org.PlanningJob) (org.Plan, error) {
	roles, hires, err := p.roles(ctx, job)
	if err != nil {
		return org.Plan{}, err
	}
	made, family, err := p.propose(ctx, job, roles, nil, 0)
	if errors.Is(err, errNoDraft) {
		made := Fallback(job, roles)
		made.Hires, made.Questions = hires, questions(job)
		return made, nil
	}
	if err != nil {
		return org.Plan{}, err
	}
	issues, gate, err := p.feasibility(ctx, job, made, 0)
	if err != nil {
		return org.Plan{}, err
	}
	seen, err := p.review(ctx, job, made, family)
	if err != nil {
		return org.Plan{}, err
	}
	faults, risk, how := seen.Faults, seen.Risk, seen.How
	for _, i := range issues {
		faults = append(faults, i.sentence())
	}
	if len(faults) > 0 {
		again, _, err := p.propose(ctx, job, roles, faults, 1)
		switch {
		case err == nil:
			made = again
			how += ", revised once"
		case errors.Is(err, errNoDraft):
			how += ", but no better plan came"
		default:
			return org.Plan{}, err
		}
		for _, f := range faults {
			made.Notes.Lint = append(made.Notes.Lint, "The check said: "+f)
		}
		made = capped(made, issues)
	}
	made.Notes.Gate, made.Notes.Review, made.Notes.Risk, made.Hires = gate, how, risk, hires
	made.Questions = questions(job)
	return made, nil
}

// errNoDraft says that no draft could be used.
var errNoDraft = errors.New("no usable draft")

// propose asks for a draft until the lint finds no error: once, and once more
// with the errors named. A draft that was sent back by the gate (seq 1) gets
// one try alone, so a plan is drafted three times at most. It returns the
// family of the model too, or errNoDraft.
func (p *Planner) propose(ctx context.Context, job org.PlanningJob, roles []org.RoleAssignment, faults []string, seq int) (org.Plan, string, error) {
	for try := range 2 - seq {
		got, err := org.LogStage(p.stages, org.StagePlan, seq*2+try, func() (drafted, error) {
			return p.askPlan(ctx, job, roles, faults, seq*2+try)
		})
		if err != nil {
			return org.Plan{}, "", err
		}
		if got.None {
			return org.Plan{}, "", errNoDraft
		}
		if len(got.Bad) == 0 {
			return got.Plan, got.Family, nil
		}
		faults = append(slices.Clone(faults), got.Bad...)
	}
	return org.Plan{}, "", errNoDraft
}

// askPlan asks a model for one draft and has the lint look at it.
func (p *Planner) askPlan(ctx context.Context, job org.PlanningJob, roles []org.RoleAssignment, faults []string, seq int) (drafted, error) {
	tier := org.T2
	if org.HighStakes(job.Request) {
		tier = org.T3
	}
	blocks, err := p.Prompts.Blocks(prompt.Data{
		Stage: org.StagePlan, Nonce: p.nonce(job), Tier: tier, Project: board(job, org.PlanNotes{}),
		Contract: prompt.PlanContract{Job: job, Roles: roles, Past: job.Past, Faults: faults}, Volatile: prompt.Volatile{Day: p.Now()},
	})
	if err != nil {
		return drafted{}, fmt.Errorf("draft plan: %w", err)
	}
	reply, err := p.Client.Do(ctx, llm.Request{
		Purpose: org.StagePlan, Caller: p.caller(job, seq), Tier: tier, Blocks: blocks,
		Schema: p.Prompts.Schema(org.StagePlan), Input: org.StageInput{Job: &job},
	})
	if unusable(err) {
		p.Log.WarnContext(ctx, "no usable plan", "mission", job.Mission.ID, "err", err)
		return drafted{None: true}, nil
	}
	if err != nil {
		return drafted{}, fmt.Errorf("draft plan: %w", err)
	}
	made, err := read(reply.Object, job, roles)
	if err != nil {
		return drafted{}, fmt.Errorf("draft plan: read reply: %w", err)
	}
	made.Steps = Split(made.Steps, job.Again.Keys()...)
	found := Lint(made, Models, job.Again.Keys()...)
	made.Notes.Lint = sentences(found)
	if again := told(job.Again); again != "" {
		made.Notes.Lint = append(made.Notes.Lint, again)
	}
	return drafted{Plan: made, Family: reply.Family, Bad: sentences(Errors(found))}, nil
}

// unusable reports whether a stage goes on with its fallback: the reply was of
// no use, or there is no model for it.
func unusable(err error) bool { return llm.Content(err) || errors.Is(err, org.ErrNoModel) }

// read turns a draft into a plan, with keys unique in the project.
func read(raw json.RawMessage, job org.PlanningJob, roles []org.RoleAssignment) (org.Plan, error) {
	var r planReply
	if err := json.Unmarshal(raw, &r); err != nil {
		return org.Plan{}, err
	}
	made := org.Plan{Roles: roles, Notes: org.PlanNotes{
		Title: r.Title, Objective: r.Objective, Needs: quotedNeeds(r.Needs, job.Request), Assumptions: r.Assumptions,
		OutOfScope: r.OutOfScope, Quality: "model",
	}}
	for _, x := range r.Steps {
		words := x.Title + " " + x.Goal
		role := roleFor(roles, job.Agents, x.Role, words)
		s := org.PlannedStep{
			Key: prefix(job) + x.Key, Title: x.Title, Goal: x.Goal, Kind: kindOf(x.Kind, words), Depth: depthOf(x.Depth, job.Project.Depth),
			Role: x.Role, Category: role.Category, Agent: role.Agent, Final: x.Final, Soft: x.Final, Entities: x.Entities, Serves: x.Serves,
		}
		for _, n := range append(x.DependsOn, x.Uses...) {
			k := prefix(job) + n
			if slices.Contains(job.Again.Keys(), n) {
				k = n
			}
			if !slices.Contains(s.Needs, k) {
				s.Needs = append(s.Needs, k)
			}
		}
		for _, c := range x.Acceptance {
			s.Acceptance = append(s.Acceptance, c.org())
		}
		s.Tier = lowered(org.StepTier("", words, s.Kind, x.Final), x.Tier, x.Final)
		made.Steps = append(made.Steps, s)
	}
	return made, nil
}

// lowered lets a model do with the cheapest tier what would get the middle
// one. It raises nothing, and words of high stakes keep the highest.
func lowered(tier, named org.Tier, final bool) org.Tier {
	if tier == org.T2 && named == org.T1 && !final {
		return org.T1
	}
	return tier
}

// prefix keeps the keys of later missions and later plans apart from those of
// earlier ones.
func prefix(job org.PlanningJob) string {
	again := ""
	if job.Again != nil {
		again = fmt.Sprintf("r%d-", job.Again.N)
	}
	if job.Mission.Seq == 0 {
		return again
	}
	return fmt.Sprintf("m%d-%s", job.Mission.Seq+1, again)
}

// quotedNeeds makes an explicit requirement whose quote is not the founder's
// an implicit one.
func quotedNeeds(needs []org.Need, request string) []org.Need {
	in := org.Fold(request)
	for i, n := range needs {
		if n.Kind == "explicit" && (org.Fold(n.Quote) == "" || !strings.Contains(in, org.Fold(n.Quote))) {
			needs[i].Kind, needs[i].Quote = "implicit", ""
		}
	}
	return needs
}

// capped carries out what can be done by code about issues that are left: a
// number above a limit is lowered to it, and the criterion says so.
func capped(made org.Plan, issues []issue) org.Plan {
	for _, i := range issues {
		for k := range made.Steps {
			s := &made.Steps[k]
			for a := range s.Acceptance {
				c := &s.Acceptance[a]
				limit := max(org.ResearchBudget(s.Depth).Fetches, org.MaxFetches)
				if i.Limit == "LIM-FETCH" && s.Key == i.Step && c.N > limit {
					c.Text = fmt.Sprintf("%s (lowered from %d to %d, the most one step can read)", c.Text, c.N, limit)
					c.N = limit
				}
			}
		}
	}
	return made
}
