package research

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// Bounds of one gap cycle.
const (
	gapFetches     = 4
	gapQueries     = 2
	gapCandidates  = 12 // unfetched hits that the model is shown
	snippetShown   = 160
	missingShown   = 200
	promiseShare   = 0.4 // part of a question that a hit's few words must touch to be worth reading
	reasonNotFound = "nothing better was found"
)

type followUp struct {
	fetch   []*candidate
	queries []work.Query
}

func (f followUp) isEmpty() bool { return len(f.fetch) == 0 && len(f.queries) == 0 }

// The model's plan is taken when it is usable, else the code's.
func (g *gathering) planFollowUp(ctx context.Context, open []work.SubQuestion) (followUp, error) {
	if g.offline || !g.claimed {
		return g.planWithoutModel(open), nil
	}
	shown := g.pickUnread(open)
	contract := prompt.GapContract{
		Uncovered: open, Ran: g.ran, Queries: g.countQueriesLeft(), Fetches: g.budget.Fetches - g.used.Fetches,
	}
	for i, c := range shown {
		contract.Candidates = append(contract.Candidates, prompt.Candidate{
			ID: fmt.Sprintf("u%d", i+1), Title: clipText(c.hit.Title, snippetShown), Site: c.site, Snippet: clipText(c.hit.Snippet, snippetShown),
		})
	}
	ev := &work.Evidence{Inquiry: g.inq, Findings: g.findings, Covered: g.listCovered(), Spent: g.used, Sources: g.countReleases()}
	req, err := g.buildRequest(g.job, prompt.Data{
		Stage: org.StageGap, Evidence: ev, Contract: contract,
		Volatile: prompt.Volatile{Budget: prompt.BudgetLine(g.budget, g.used)},
	})
	if err != nil {
		return followUp{}, err
	}
	req.Caller.Seq = g.used.GapCycles
	req.Input.Evidence, req.Input.Inquiry = ev, &g.inq
	reply, err := g.Client.Do(ctx, req)
	if err != nil {
		if !canFallBack(err) {
			return followUp{}, err
		}
		g.log().WarnContext(ctx, "gap analysis made by code", "step", g.job.Step.ID, "error", err)
		return g.planWithoutModel(open), nil
	}
	plan, ok := g.readPlan(reply.Object, shown, open)
	if !ok {
		return g.planWithoutModel(open), nil
	}
	return plan, nil
}

func (g *gathering) pickUnread(open []work.SubQuestion) []*candidate {
	list := g.listUnread()
	if len(list) == 0 {
		return nil
	}
	scoreCandidates(list, open, g.like)
	return pickCandidates(list, gapCandidates, gapCandidates, g.perSite)
}

// Addresses come from the list shown, by id; whatever else the reply names is not fetched.
func (g *gathering) readPlan(object json.RawMessage, shown []*candidate, open []work.SubQuestion) (followUp, bool) {
	var reply struct {
		Gaps []struct {
			Question string   `json:"sub_question"`
			Missing  string   `json:"missing"`
			Action   string   `json:"action"`
			URLs     []string `json:"url_ids"`
			Query    string   `json:"q"`
		} `json:"gaps"`
		Enough bool `json:"enough"`
	}
	if json.Unmarshal(object, &reply) != nil {
		return followUp{}, false
	}
	var plan followUp
	for _, gap := range reply.Gaps {
		if !slices.ContainsFunc(open, func(q work.SubQuestion) bool { return q.ID == gap.Question }) {
			continue
		}
		switch gap.Action {
		case "give_up":
			// Reading is free: a question is given up only when no unread
			// hit promises to answer it.
			if c := findPromising(g.inq.Questions, gap.Question, shown, plan.fetch); c != nil && len(plan.fetch) < gapFetches {
				plan.fetch = append(plan.fetch, c)
				continue
			}
			g.givenUp[gap.Question] = cleanReason(gap.Missing)
		case "fetch":
			for _, id := range gap.URLs {
				n, err := strconv.Atoi(strings.TrimPrefix(id, "u"))
				if err == nil && n >= 1 && n <= len(shown) && !slices.Contains(plan.fetch, shown[n-1]) && len(plan.fetch) < gapFetches {
					plan.fetch = append(plan.fetch, shown[n-1])
				}
			}
		case "query":
			if q := cleanQuery(gap.Query, collectPrivateWords(g.job)); q != "" && len(plan.queries) < gapQueries && !g.hasAsked(q) {
				plan.queries = append(plan.queries, work.Query{Text: q, For: []string{gap.Question}, Angle: "data", Freshness: "any"})
			}
		}
	}
	return plan, true
}

func findPromising(questions []work.SubQuestion, id string, shown, chosen []*candidate) *candidate {
	at := slices.IndexFunc(questions, func(q work.SubQuestion) bool { return q.ID == id })
	texts := make([]string, len(shown))
	for i, c := range shown {
		texts[i] = c.hit.Title + "\n" + c.hit.Snippet
	}
	x := newIndex(texts, nil)
	for i, c := range shown {
		if !slices.Contains(chosen, c) && x.computeShare(i, extractTerms(questions[at].Text)) >= promiseShare {
			return c
		}
	}
	return nil
}

func cleanReason(text string) string {
	if text = safetext.Neutral(clipText(text, missingShown)); text == "" {
		return reasonNotFound
	}
	return text
}

func (g *gathering) hasAsked(q string) bool {
	return slices.ContainsFunc(g.ran, func(o string) bool { return prose.Overlap(o, q) >= sameQuery })
}

// It takes the next best unfetched pages, and a query in other words for the first open question
// that has one left.
func (g *gathering) planWithoutModel(open []work.SubQuestion) followUp {
	var plan followUp
	shown := g.pickUnread(open)
	plan.fetch = shown[:min(len(shown), gapFetches)]
	if len(plan.fetch) > 0 || len(g.Searchers) == 0 {
		return plan
	}
	for _, q := range open {
		for _, text := range []string{extractKeywords(q.Text, queryWordsCut), extractKeywords(q.Text, queryWordsCut/2) + " " + moment.Year(g.out.kept.At, g.Prompts.Where()), extractKeywords(q.Text+" "+g.job.Step.Title, queryWordsCut)} {
			if text = web.Clip(text); text != "" && !g.hasAsked(text) {
				plan.queries = append(plan.queries, work.Query{Text: text, For: []string{q.ID}, Angle: "data", Freshness: "any"})
				break
			}
		}
		if len(plan.queries) == gapQueries {
			break
		}
	}
	return plan
}

// Pages come first, as they are free, then queries and the best pages they find.
func (g *gathering) runFollowUp(ctx context.Context, plan followUp) error {
	if err := g.fetchHits(ctx, plan.fetch); err != nil {
		return err
	}
	if len(plan.queries) == 0 {
		return nil
	}
	seen := len(g.ran)
	var texts []string
	for _, q := range plan.queries {
		texts = append(texts, q.Text)
		if err := g.runQuery(ctx, q); err != nil {
			return err
		}
	}
	if err := g.searchFolder(ctx, texts); err != nil {
		return err
	}
	var found []*candidate
	for _, c := range g.listUnread() {
		if slices.ContainsFunc(c.queries, func(n int) bool { return n > seen }) {
			found = append(found, c)
		}
	}
	if len(found) == 0 {
		return nil
	}
	scoreCandidates(found, g.inq.Questions, g.like)
	return g.fetchHits(ctx, pickCandidates(found, min(gapFetches, g.budget.Fetches-g.used.Fetches), org.URLsPerQuery, g.perSite))
}
