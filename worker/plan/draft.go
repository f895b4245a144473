package plan

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/stagelog"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

type planReply struct {
	Needs       []work.Need `json:"requirements"`
	Title       string      `json:"title"`
	Objective   string      `json:"objective"`
	Trade       string      `json:"trade"`
	Assumptions []string    `json:"assumptions"`
	OutOfScope  []string    `json:"out_of_scope"`
	Steps       []struct {
		Key        string           `json:"key"`
		Title      string           `json:"title"`
		Kind       string           `json:"kind"`
		Depth      string           `json:"depth"`
		Role       string           `json:"role"`
		Category   string           `json:"category"`
		Goal       string           `json:"goal"`
		DependsOn  []string         `json:"depends_on"`
		Uses       []string         `json:"uses"`
		Entities   []string         `json:"entities"`
		Serves     []string         `json:"serves"`
		Acceptance []draftCriterion `json:"acceptance"`
		Tier       org.Tier         `json:"tier"`
		Grave      string           `json:"grave"`
		Final      bool             `json:"final"`
	} `json:"steps"`
}

// The lint may send a model's draft back once, and where much is at stake one review may, too; the
// deterministic plan serves when no draft can be used.
func (p *Planner) draftPlan(ctx context.Context, job work.PlanningJob) (work.Plan, error) {
	made, family, err := p.askDraft(ctx, job, nil, 0)
	if errors.Is(err, errNoDraft) {
		made, err := Fallback(job)
		made.Questions = listQuestions(job)
		return made, err
	}
	if err != nil {
		return work.Plan{}, err
	}
	made.Notes.Review = "not done: nothing in the request calls for one"
	heavy, err := p.isWeighty(ctx, job, made)
	if err != nil {
		return work.Plan{}, err
	}
	if heavy {
		if made, err = p.reviseDraft(ctx, job, made, family); err != nil {
			return work.Plan{}, err
		}
	}
	made.Questions = listQuestions(job)
	return made, nil
}

// A model of another family looks at the draft, and it is drafted once more where that finds
// something.
func (p *Planner) reviseDraft(ctx context.Context, job work.PlanningJob, made work.Plan, family string) (work.Plan, error) {
	seen, err := p.reviewPlan(ctx, job, made, family)
	if err != nil {
		return work.Plan{}, err
	}
	how := seen.How
	if len(seen.Faults) > 0 {
		again, _, err := p.askDraft(ctx, job, seen.Faults, 1)
		switch {
		case err == nil:
			made = again
			how += ", revised once"
		case errors.Is(err, errNoDraft):
			how += ", but no better plan came"
		default:
			return work.Plan{}, err
		}
		for _, f := range seen.Faults {
			made.Notes.Lint = append(made.Notes.Lint, "The review said: "+f)
		}
	}
	if how == reviewMissing {
		made.Notes.Lint = append(made.Notes.Lint, nobodyElse)
	}
	made.Notes.Review, made.Notes.Risk = how, seen.Risk
	return made, nil
}

// This is said of a plan whose review could not be had.
const nobodyElse = "Nobody but its author has looked at this plan: no other model could be reached."

var errNoDraft = errors.New("no usable draft")

// The draft is asked for once, and once more with the lint's errors named. A draft that was sent
// back by the review (seq 1) gets one try alone, so a plan is drafted three times at most. The
// model's family is returned too, or errNoDraft.
func (p *Planner) askDraft(ctx context.Context, job work.PlanningJob, faults []string, seq int) (work.Plan, string, error) {
	for try := range 2 - seq {
		got, err := stagelog.Do(p.stages, org.StagePlan, seq*2+try, func() (drafted, error) {
			return p.askPlan(ctx, job, faults, seq*2+try)
		})
		if err != nil {
			return work.Plan{}, "", err
		}
		if got.None {
			return work.Plan{}, "", errNoDraft
		}
		if len(got.Bad) == 0 {
			return got.Plan, got.Family, nil
		}
		faults = append(slices.Clone(faults), got.Bad...)
	}
	return work.Plan{}, "", errNoDraft
}

func (p *Planner) askPlan(ctx context.Context, job work.PlanningJob, faults []string, seq int) (drafted, error) {
	tier := org.T2
	if tiers.HighStakes(job.Request) {
		tier = org.T3
	}
	blocks, err := p.Prompts.Blocks(prompt.Data{
		Stage: org.StagePlan, Nonce: p.makeNonce(job), Tier: tier, Skill: p.Prompts.SkillFor(prompt.Chief, org.StagePlan, ""), Project: makeBoard(job, work.PlanNotes{}),
		Evidence: p.given, Contract: prompt.PlanContract{Job: job, Past: job.Past, Faults: faults, Shelf: p.readShelf(ctx), Whole: p.given != nil}, Volatile: prompt.Volatile{Day: p.Now()},
	})
	if err != nil {
		return drafted{}, fmt.Errorf("draft plan: %w", err)
	}
	reply, err := p.Client.Do(ctx, llm.Request{
		Purpose: org.StagePlan, Caller: p.makeCaller(job, seq), Tier: tier, Blocks: blocks,
		Schema: p.Prompts.Schema(org.StagePlan), Input: work.StageInput{Job: &job},
	})
	if isUnusable(err) {
		p.Log.WarnContext(ctx, "no usable plan", "mission", job.Mission.ID, "err", err)
		return drafted{None: true}, nil
	}
	if err != nil {
		return drafted{}, fmt.Errorf("draft plan: %w", err)
	}
	made, err := p.parseDraft(reply.Object, job)
	if err != nil {
		return drafted{}, fmt.Errorf("draft plan: read reply: %w", err)
	}
	made.Steps = Split(made.Steps, KeysOf(job.Again)...)
	found := Lint(made, Models, KeysOf(job.Again)...)
	made.Notes.Lint = describeFindings(found)
	if again := describeAgain(job.Again); again != "" {
		made.Notes.Lint = append(made.Notes.Lint, again)
	}
	return drafted{Plan: made, Family: reply.Family, Bad: describeFindings(Errors(found))}, nil
}

// A stage goes on with its fallback when the reply was of no use, or there is no model for it.
func isUnusable(err error) bool { return llm.Content(err) || errors.Is(err, org.ErrNoModel) }

// The plan's keys are unique in the project.
func (p *Planner) parseDraft(raw json.RawMessage, job work.PlanningJob) (work.Plan, error) {
	var r planReply
	if err := json.Unmarshal(raw, &r); err != nil {
		return work.Plan{}, err
	}
	made := work.Plan{Notes: work.PlanNotes{
		Title: r.Title, Objective: r.Objective, Needs: demoteUnquoted(r.Needs, job.Project.Order+"\n"+job.Request), Assumptions: r.Assumptions,
		OutOfScope: r.OutOfScope, Quality: "model",
	}}
	w := p.newStaff(job)
	w.trade = fitTrade(r.Trade)
	weights := map[string]tiers.Weight{}
	for _, x := range r.Steps {
		words := x.Title + " " + x.Goal
		role, err := w.assignRole(rolePlan{Title: x.Role, Category: x.Category}, words, x.Title)
		if err != nil {
			return work.Plan{}, err
		}
		s := work.PlannedStep{
			Key: makePrefix(job) + x.Key, Title: x.Title, Goal: x.Goal, Kind: chooseKind(x.Kind, words), Depth: chooseDepth(x.Depth, job.Project.Depth),
			Role: role.Title, Category: role.Category, Agent: role.Agent, Final: x.Final, Soft: x.Final, Entities: x.Entities, Serves: x.Serves,
		}
		for _, n := range append(x.DependsOn, x.Uses...) {
			k := makePrefix(job) + n
			if slices.Contains(KeysOf(job.Again), n) {
				k = n
			}
			if !slices.Contains(s.Needs, k) {
				s.Needs = append(s.Needs, k)
			}
		}
		for _, c := range x.Acceptance {
			s.Acceptance = append(s.Acceptance, c.toCriterion())
		}
		s.Tier = lowerTier(tiers.ForStep("", words, s.Kind, x.Final), x.Tier, x.Final)
		made.Steps = append(made.Steps, s)
		weights[s.Key] = readWeight(x.Grave, org.Step{Title: s.Title, Kind: s.Kind})
	}
	for _, i := range tiers.Gravest(made.Steps, weights) {
		s := &made.Steps[i]
		if s.Grave = !s.Final; s.Grave && s.Tier == org.T1 { // a final step is read by another family anyway
			s.Tier = org.T2
		}
	}
	made.Roles, made.Hires = w.roles, w.hires
	return made, nil
}

// A model may do with the cheapest tier what would get the middle one. It raises nothing, and
// words of high stakes keep the highest.
func lowerTier(tier, named org.Tier, final bool) org.Tier {
	if tier == org.T2 && named == org.T1 && !final {
		return org.T1
	}
	return tier
}

// The prefix keeps keys of later missions and later plans apart from those of earlier ones.
func makePrefix(job work.PlanningJob) string {
	again := ""
	if job.Again != nil {
		again = fmt.Sprintf("r%d-", job.Again.N)
	}
	if job.Mission.Seq == 0 {
		return again
	}
	return fmt.Sprintf("m%d-%s", job.Mission.Seq+1, again)
}

// An explicit requirement whose quote is not the founder's becomes implicit.
func demoteUnquoted(needs []work.Need, request string) []work.Need {
	in := prose.Fold(request)
	for i, n := range needs {
		if n.Kind == "explicit" && (prose.Fold(n.Quote) == "" || !strings.Contains(in, prose.Fold(n.Quote))) {
			needs[i].Kind, needs[i].Quote = "implicit", ""
		}
	}
	return needs
}
