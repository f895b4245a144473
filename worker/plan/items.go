package plan

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/stagelog"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

type enrichReply struct {
	Trade string         `json:"trade"`
	Items []enrichedItem `json:"items"`
}

type enrichedItem struct {
	Key        string           `json:"key"`
	Goal       string           `json:"goal"`
	Instead    string           `json:"instead"`
	Kind       string           `json:"kind"`
	Role       string           `json:"role"`
	Category   string           `json:"category"`
	Depth      string           `json:"depth"`
	Tier       org.Tier         `json:"tier"`
	BuildsOn   []string         `json:"builds_on"`
	Grave      string           `json:"grave"`
	Change     string           `json:"change"`
	Acceptance []draftCriterion `json:"acceptance"`
}

type draftCriterion struct {
	ID    string    `json:"id"`
	Text  string    `json:"text"`
	Check org.Check `json:"check"`
	N     *int      `json:"n"`
}

func (c draftCriterion) toCriterion() org.Criterion {
	out := org.Criterion{ID: c.ID, Text: c.Text, Check: c.Check}
	if c.N != nil {
		out.N = *c.N
	}
	return out
}

// Each open item becomes one step, in the founder's words.
func (p *Planner) planRoadmap(ctx context.Context, job work.PlanningJob) (work.Plan, error) {
	more, err := stagelog.Do(p.stages, org.StageEnrich, 0, func() (enrichment, error) { return p.enrichItems(ctx, job) })
	if err != nil {
		return work.Plan{}, err
	}
	made := work.Plan{Notes: work.PlanNotes{
		Title: job.Project.Title, Objective: job.Project.Goal, Quality: "roadmap", Review: "not run: the items are the founder's",
	}}
	if more.Note != "" {
		made.Notes.Lint = append(made.Notes.Lint, more.Note)
	}
	w := p.newStaff(job)
	w.trade = fitTrade(more.Trade)
	bases, dropped := findBases(job.All, job.Items, more.Items)
	made.Notes.Lint = append(made.Notes.Lint, dropped...)
	heavy := findGrave(job.All, job.Items, bases, more.Items)
	for _, it := range job.Items {
		if it.Done {
			continue
		}
		s, err := makeStep(it, more.Items[it.Key], w, heavy[it.Key])
		if err != nil {
			return work.Plan{}, err
		}
		s.BuildsOn = bases[it.Key]
		made.Steps = append(made.Steps, s)
	}
	if note := describeCodeless(job); note != "" {
		made.Notes.Lint = append(made.Notes.Lint, note)
	}
	made.Roles, made.Hires = w.roles, w.hires
	found := Lint(made, Founders)
	made.Notes.Lint = append(made.Notes.Lint, describeFindings(found)...)
	made.Steps = Split(splitItem(made.Steps, job.Again), KeysOf(job.Again)...)
	if again := describeAgain(job.Again); again != "" {
		made.Notes.Lint = append(made.Notes.Lint, again)
	}
	due, err := p.isWeighty(ctx, job, made)
	if err != nil || !due {
		return made, err
	}
	return p.readOver(ctx, job, made, more.Family)
}

// Items may ask to change code in a project without a repository.
func describeCodeless(job work.PlanningJob) string {
	var titles []string
	for _, it := range job.Items {
		if it.Code && !it.Done && !job.Code {
			titles = append(titles, fmt.Sprintf("%q", it.Title))
		}
	}
	if len(titles) == 0 {
		return ""
	}
	return "No repository was named that I know, so these are written about and no code is changed: " + strings.Join(titles, ", ") + "."
}

// Items of all phases go into one call when they fit, which later phases find in the ledger again.
// Items that a reply leaves out are asked for once more, by themselves. What no reply says of an
// item follows from its words, and the plan says so.
func (p *Planner) enrichItems(ctx context.Context, job work.PlanningJob) (enrichment, error) {
	of, key := job.Items, "mission:"+string(job.Mission.ID)
	all := job.Again == nil && len(job.All) <= org.MaxSteps
	if all {
		of, key = job.All, "roadmap:"+string(job.Project.ID)
	}
	out := enrichment{Items: map[string]enrichedItem{}}
	ask := func(seq int, items []org.Item) error {
		caller := p.makeCaller(job, seq)
		caller.Key = key
		about := job
		about.Items, about.Agents = items, p.listKnown(job) // hires join later; the prompt stays
		c := prompt.EnrichContract{Job: about, All: all, Shelf: p.readShelf(ctx), Whole: p.given != nil, Printed: prompt.Printed(job.Request, items), Code: job.Code && isAllCode(items)}
		trade, family, err := p.askEnrich(ctx, c, caller, out.Items)
		out.Trade, out.Family = cmp.Or(out.Trade, trade), cmp.Or(out.Family, family)
		return err
	}
	open := slices.DeleteFunc(slices.Clone(of), func(it org.Item) bool { return it.Done })
	if err := ask(0, open); err != nil {
		return out, err
	}
	left := slices.DeleteFunc(open, func(it org.Item) bool { _, ok := out.Items[it.Key]; return ok })
	if len(left) > 0 && len(out.Items) > 0 {
		if err := ask(1, left); err != nil {
			return out, err
		}
	}
	var bare []string
	for _, it := range job.Items {
		if _, ok := out.Items[it.Key]; !ok && !it.Done {
			bare = append(bare, fmt.Sprintf("%q", it.Title))
		}
	}
	switch n := len(bare); {
	case n == 0:
	case len(out.Items) == 0:
		out.Note = "No model could read the roadmap's items, so their kinds and acceptance come from their words alone."
	default:
		out.Note = "The plan is made of the words alone for: " + strings.Join(bare, ", ") + "."
	}
	return out, nil
}

// listKnown returns those who were here before the project, and those who joined by files.
func (p *Planner) listKnown(job work.PlanningJob) []org.Agent {
	out := p.Prompts.Agents()
	for _, a := range job.Agents {
		if a.ID.IsRole() && !slices.ContainsFunc(out, func(o org.Agent) bool { return o.ID == a.ID }) {
			out = append(out, a)
		}
	}
	return out
}

// isAllCode reports whether nothing but code is ordered: then planning speaks of nothing else.
func isAllCode(items []org.Item) bool {
	return len(items) > 0 && !slices.ContainsFunc(items, func(it org.Item) bool { return !it.Code })
}

// What the call says of its items is added to found; it returns what it calls the project's trade,
// and the family of the model. A reply that is of no use adds nothing.
func (p *Planner) askEnrich(ctx context.Context, c prompt.EnrichContract, caller llm.Caller, found map[string]enrichedItem) (trade, family string, err error) {
	board, skill := makeBoard(c.Job, work.PlanNotes{}), org.StageEnrich
	if c.Code { // its parts become a branch, and what is known of planning documents would mislead
		board.Template, skill = "", skill+":code"
	}
	blocks, err := p.Prompts.Blocks(prompt.Data{
		Stage: org.StageEnrich, Nonce: prompt.Nonce(p.Secret, string(c.Job.Project.ID)), Tier: org.T2,
		Skill: p.Prompts.SkillFor(prompt.Chief, skill, ""), Project: board,
		Task:     &prompt.Task{Request: c.Job.Request}, // where steps have it, so that a cache serves them what it read here
		Evidence: p.given, Contract: c, Volatile: prompt.Volatile{Day: p.Now()},
	})
	if err != nil {
		return "", "", fmt.Errorf("plan items: %w", err)
	}
	reply, err := p.Client.Do(ctx, llm.Request{
		Purpose: org.StageEnrich, Caller: caller, Tier: org.T2, Blocks: blocks,
		Schema: p.Prompts.Schema(org.StageEnrich), Input: work.StageInput{Job: &c.Job},
	})
	if isUnusable(err) {
		p.Log.WarnContext(ctx, "items not planned", "mission", c.Job.Mission.ID, "err", err)
		return "", "", nil
	}
	if err != nil {
		return "", "", fmt.Errorf("plan items: %w", err)
	}
	var r enrichReply
	if err := json.Unmarshal(reply.Object, &r); err != nil {
		return "", "", fmt.Errorf("plan items: read reply: %w", err)
	}
	for _, i := range r.Items {
		asked := slices.ContainsFunc(c.Job.Items, func(it org.Item) bool { return it.Key == i.Key })
		if _, twice := found[i.Key]; asked && !twice {
			found[i.Key] = i
		}
	}
	return r.Trade, reply.Family, nil
}

// The founder's own marks win over a model.
func makeStep(it org.Item, more enrichedItem, w *planStaff, grave bool) (work.PlannedStep, error) {
	words := it.Title + " " + it.Detail
	role, err := w.assignRole(rolePlan{Mark: it.Role, Title: more.Role, Category: more.Category}, words, it.Title)
	if err != nil {
		return work.PlannedStep{}, err
	}
	s := work.PlannedStep{
		Key: it.Key, Item: it.Key, Title: it.Title, Goal: makeGoal(it, more), Kind: chooseKind(more.Kind, words), Depth: chooseDepth(more.Depth, w.job.Project.Depth),
		Role: cmp.Or(it.Role, role.Title), Category: role.Category, Agent: role.Agent, Group: it.Group, Needs: it.Needs, Critical: it.Critical, Entities: it.Entities,
	}
	if it.Code && w.job.Code {
		s.Code, s.Patches, s.Kind, s.Entities = true, it.Patches, org.KindEngineering, nil
		s.Change, s.ChangeFrom = chooseChange(it, more)
	}
	s.Acceptance = makeAcceptance(it, more, s.Depth)
	s.Grave, s.Instead = grave, readSubstitute(it, more)
	if s.Tier = tiers.ForStep(it.Tier, words, s.Kind, grave); it.Tier == "" {
		s.Tier = lowerTier(s.Tier, more.Tier, grave)
		if s.Code && s.Tier.Rank() < org.T2.Rank() { // a small model loses its way in a repository
			s.Tier = org.T2
		}
	}
	return s, nil
}

// In doubt a change of code is a feature: that must show most.
func chooseChange(it org.Item, more enrichedItem) (kind, from string) {
	switch {
	case it.Change != "":
		return it.Change, work.ChangeOrdered
	case len(it.Patches) > 0: // whoever plans has not read it; its files say what it is
	case coding.ChangeKind(more.Change).IsKnown():
		return more.Change, work.ChangePlanned
	}
	return string(coding.KindFeature), ""
}

func makeGoal(it org.Item, more enrichedItem) string {
	parts := []string{it.Title}
	for _, t := range []string{it.Detail, more.Goal} {
		if t = strings.TrimSpace(t); t != "" && prose.Fold(t) != prose.Fold(it.Title) {
			parts = append(parts, t)
		}
	}
	if len(it.Said) > 0 {
		parts = append(parts, "The roadmap says besides: "+strings.Join(it.Said, " "))
	}
	return strings.Join(parts, "\n")
}

// A criterion that a model made up must be met within one step: nothing beyond the limits, nothing
// that nobody here can do.
func isReachable(c org.Criterion, depth org.Depth) bool {
	const sections, count = 20, 100 // more is a slip of the pen in one step's result
	if c.Check == org.CheckSections && c.N > sections || c.Check == org.CheckCount && c.N > count {
		return false
	}
	for _, q := range append(Quantities(c.Text), listDemanded([]org.Criterion{c})...) {
		if limit, _ := q.findLimit(depth); q.N > limit {
			return false
		}
	}
	return len(prompt.Hits(c.Text)) == 0
}

// The founder's lines come first and as he wrote them, a model's after. An item always has one
// criterion at least.
func makeAcceptance(it org.Item, more enrichedItem, depth org.Depth) []org.Criterion {
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
		same := func(o org.Criterion) bool { return prose.Overlap(o.Text, c.Text) >= 0.6 }
		if made := c.toCriterion(); len(out) < atMost && !slices.ContainsFunc(out, same) && isReachable(made, depth) {
			add(made)
		}
	}
	if len(out) == 0 {
		add(org.Criterion{Text: "It answers: " + it.Title, Check: org.CheckJudge})
	}
	return out
}
