package plan

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/stagelog"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

func standsInStep(evidence string, s work.PlannedStep) bool {
	text := s.Title + " " + s.Goal
	for _, a := range s.Acceptance {
		text += " " + a.Text
	}
	e := prose.Fold(evidence)
	return len(e) >= 3 && strings.Contains(prose.Fold(text), e)
}

// reviewPassed stands for a review that found nothing, reviewMissing for one that could not be
// had.
const (
	reviewPassed  = "passed"
	reviewMissing = "not done: the reviewer was unavailable"
)

type reviewReply struct {
	Missing []struct {
		ID  string `json:"requirement_id"`
		Why string `json:"why"`
	} `json:"missing"`
	Order []struct {
		Before string `json:"before"`
		After  string `json:"after"`
		Why    string `json:"why"`
	} `json:"order"`
	Unused []string `json:"unused"`
	Risk   string   `json:"riskiest_assumption"`
	Proof  []struct {
		ID    string `json:"requirement_id"`
		Quote string `json:"quote"`
	} `json:"proof"`
	Verdict string `json:"verdict"`
}

// A model of another family than the plan's author says what the plan misses: the faults that code
// can confirm, and the riskiest assumption. A review that cannot be had is recorded and holds
// nothing up.
func (p *Planner) reviewPlan(ctx context.Context, job work.PlanningJob, made work.Plan, family string) (planReview, error) {
	return stagelog.Do(p.stages, org.StagePlanReview, 0, func() (planReview, error) {
		faults, risk, how, err := p.askReview(ctx, job, made, family)
		return planReview{faults, risk, how}, err
	})
}

func (p *Planner) askReview(ctx context.Context, job work.PlanningJob, made work.Plan, family string) (faults []string, risk, how string, err error) {
	blocks, err := p.Prompts.Blocks(prompt.Data{
		Stage: org.StagePlanReview, Nonce: p.makeNonce(job), Tier: org.TX, Project: makeBoard(job, made.Notes),
		Contract: prompt.PlanReviewContract{Request: job.Request, Notes: made.Notes, Steps: made.Steps}, Volatile: prompt.Volatile{Day: p.Now()},
	})
	if err != nil {
		return nil, "", "", fmt.Errorf("review plan: %w", err)
	}
	reply, err := p.Client.Do(ctx, llm.Request{
		Purpose: org.StagePlanReview, Caller: p.makeCaller(job, 0), Tier: org.TX, AvoidFamilies: []string{family}, Blocks: blocks,
		Schema: p.Prompts.Schema(org.StagePlanReview), Input: work.StageInput{Job: &job},
	})
	if isUnusable(err) {
		p.Log.WarnContext(ctx, "plan review unavailable", "mission", job.Mission.ID, "err", err)
		return nil, "", reviewMissing, nil
	}
	if err != nil {
		return nil, "", "", fmt.Errorf("review plan: %w", err)
	}
	var r reviewReply
	if err := json.Unmarshal(reply.Object, &r); err != nil {
		return nil, "", "", fmt.Errorf("review plan: read reply: %w", err)
	}
	if r.Verdict == "revise" {
		if faults = filterConfirmed(r, made); len(faults) == 0 {
			return nil, r.Risk, "objected to nothing that stands in the plan", nil
		}
		return faults, r.Risk, "sent back", nil
	}
	if faults = listUnproven(r, made); len(faults) > 0 {
		return faults, r.Risk, "passed without proof, so sent back", nil
	}
	return nil, r.Risk, reviewPassed, nil
}

// A pass counts only for the requirements that words of a step were quoted for. The others failed.
func listUnproven(r reviewReply, made work.Plan) []string {
	var out []string
	for _, n := range made.Notes.Needs {
		shown := false
		for _, p := range r.Proof {
			shown = shown || p.ID == n.ID && slices.ContainsFunc(made.Steps, func(s work.PlannedStep) bool { return standsInStep(p.Quote, s) })
		}
		if !shown {
			out = append(out, fmt.Sprintf("requirement %s: nobody can show the step that serves it", n.ID))
		}
	}
	return out
}

// Remarks stay whose ids exist: a requirement that no step serves in earnest, an order between two
// steps that is not there yet, a step whose result nobody uses.
func filterConfirmed(r reviewReply, made work.Plan) []string {
	at := map[string]work.PlannedStep{}
	used := map[string]bool{}
	for _, s := range made.Steps {
		at[s.Key] = s
		for _, n := range slices.Concat(s.Needs, s.BuildsOn) {
			used[n] = true
		}
	}
	var out []string
	for _, m := range r.Missing {
		if slices.ContainsFunc(made.Notes.Needs, func(n work.Need) bool { return n.ID == m.ID }) {
			out = append(out, fmt.Sprintf("requirement %s is not really served: %s", m.ID, m.Why))
		}
	}
	for _, o := range r.Order {
		before, one := at[o.Before]
		after, two := at[o.After]
		if one && two && !slices.Contains(after.Needs, before.Key) && !slices.Contains(after.BuildsOn, before.Key) {
			out = append(out, o.Before+mustComeBefore+o.After+": "+o.Why)
		}
	}
	for _, u := range r.Unused {
		if s, ok := at[u]; ok && !used[u] && !s.Final && s.Item == "" {
			out = append(out, fmt.Sprintf("nobody uses the result of %s", u))
		}
	}
	return out
}
