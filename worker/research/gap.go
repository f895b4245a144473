package research

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

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

// followUp is what one gap cycle does.
type followUp struct {
	fetch   []*candidate
	queries []work.Query
}

func (f followUp) empty() bool { return len(f.fetch) == 0 && len(f.queries) == 0 }

// consider decides what to look for: the model's plan when there is a usable
// one, else the code's.
func (d *desk) consider(ctx context.Context, open []work.SubQuestion) (followUp, error) {
	if d.offline || !d.claimed {
		return d.plain(open), nil
	}
	shown := d.shown(open)
	contract := prompt.GapContract{
		Uncovered: open, Ran: d.ran, Queries: d.queriesLeft(), Fetches: d.budget.Fetches - d.used.Fetches,
	}
	for i, c := range shown {
		contract.Candidates = append(contract.Candidates, prompt.Candidate{
			ID: fmt.Sprintf("u%d", i+1), Title: shorten(c.hit.Title, snippetShown), Site: c.site, Snippet: shorten(c.hit.Snippet, snippetShown),
		})
	}
	ev := &work.Evidence{Inquiry: d.inq, Findings: d.findings, Covered: d.covered(), Spent: d.used, Sources: d.firsthand()}
	req, err := d.request(d.job, prompt.Data{
		Stage: org.StageGap, Evidence: ev, Contract: contract,
		Volatile: prompt.Volatile{Budget: prompt.BudgetLine(d.budget, d.used)},
	})
	if err != nil {
		return followUp{}, err
	}
	req.Caller.Seq = d.used.GapCycles
	req.Input.Evidence, req.Input.Inquiry = ev, &d.inq
	reply, err := d.Client.Do(ctx, req)
	if err != nil {
		if !fallback(err) {
			return followUp{}, err
		}
		d.log().WarnContext(ctx, "gap analysis made by code", "step", d.job.Step.ID, "error", err)
		return d.plain(open), nil
	}
	plan, ok := d.planned(reply.Object, shown, open)
	if !ok {
		return d.plain(open), nil
	}
	return plan, nil
}

// shown lists the unfetched hits that fit the open questions best.
func (d *desk) shown(open []work.SubQuestion) []*candidate {
	list := d.unread()
	if len(list) == 0 {
		return nil
	}
	grade(list, open, d.like)
	return pick(list, gapCandidates, gapCandidates, d.perSite)
}

// planned reads the model's plan. Addresses come from the list shown, by id;
// whatever else the reply names is not fetched.
func (d *desk) planned(object json.RawMessage, shown []*candidate, open []work.SubQuestion) (followUp, bool) {
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
	for _, g := range reply.Gaps {
		if !slices.ContainsFunc(open, func(q work.SubQuestion) bool { return q.ID == g.Question }) {
			continue
		}
		switch g.Action {
		case "give_up":
			// Reading is free: a question is given up only when no unread
			// hit promises to answer it.
			if c := promising(d.inq.Questions, g.Question, shown, plan.fetch); c != nil && len(plan.fetch) < gapFetches {
				plan.fetch = append(plan.fetch, c)
				continue
			}
			d.givenUp[g.Question] = cleaned(g.Missing)
		case "fetch":
			for _, id := range g.URLs {
				n, err := strconv.Atoi(strings.TrimPrefix(id, "u"))
				if err == nil && n >= 1 && n <= len(shown) && !slices.Contains(plan.fetch, shown[n-1]) && len(plan.fetch) < gapFetches {
					plan.fetch = append(plan.fetch, shown[n-1])
				}
			}
		case "query":
			if q := outgoing(g.Query, own(d.job)); q != "" && len(plan.queries) < gapQueries && !d.asked(q) {
				plan.queries = append(plan.queries, work.Query{Text: q, For: []string{g.Question}, Angle: "data", Freshness: "any"})
			}
		}
	}
	return plan, true
}

// promising returns the first hit shown whose title and snippet touch enough of
// a question, nil when there is none beside those chosen.
func promising(questions []work.SubQuestion, id string, shown, chosen []*candidate) *candidate {
	at := slices.IndexFunc(questions, func(q work.SubQuestion) bool { return q.ID == id })
	texts := make([]string, len(shown))
	for i, c := range shown {
		texts[i] = c.hit.Title + "\n" + c.hit.Snippet
	}
	x := newIndex(texts, nil)
	for i, c := range shown {
		if !slices.Contains(chosen, c) && x.share(i, terms(questions[at].Text)) >= promiseShare {
			return c
		}
	}
	return nil
}

// cleaned makes a model's words on a gap fit to be shown.
func cleaned(text string) string {
	if text = safetext.Neutral(shorten(text, missingShown)); text == "" {
		return reasonNotFound
	}
	return text
}

func (d *desk) asked(q string) bool {
	return slices.ContainsFunc(d.ran, func(o string) bool { return prose.Overlap(o, q) >= sameQuery })
}

// plain is the follow-up that code makes: the next best unfetched pages, and a
// query in other words for the first open question that has one left.
func (d *desk) plain(open []work.SubQuestion) followUp {
	var plan followUp
	shown := d.shown(open)
	plan.fetch = shown[:min(len(shown), gapFetches)]
	if len(plan.fetch) > 0 || len(d.Searchers) == 0 {
		return plan
	}
	for _, q := range open {
		for _, text := range []string{keywords(q.Text, queryWordsCut), keywords(q.Text, queryWordsCut/2) + " " + d.now().UTC().Format("2006"), keywords(q.Text+" "+d.job.Step.Title, queryWordsCut)} {
			if text = web.Clip(text); text != "" && !d.asked(text) {
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

// follow carries out a follow-up: pages first, which are free, then queries
// and the best pages they find.
func (d *desk) follow(ctx context.Context, plan followUp) error {
	if err := d.fetchHits(ctx, plan.fetch); err != nil {
		return err
	}
	if len(plan.queries) == 0 {
		return nil
	}
	seen := len(d.ran)
	var texts []string
	for _, q := range plan.queries {
		texts = append(texts, q.Text)
		if err := d.search(ctx, q); err != nil {
			return err
		}
	}
	if err := d.folder(ctx, texts); err != nil {
		return err
	}
	var found []*candidate
	for _, c := range d.unread() {
		if slices.ContainsFunc(c.queries, func(n int) bool { return n > seen }) {
			found = append(found, c)
		}
	}
	if len(found) == 0 {
		return nil
	}
	grade(found, d.inq.Questions, d.like)
	return d.fetchHits(ctx, pick(found, min(gapFetches, d.budget.Fetches-d.used.Fetches), org.URLsPerQuery, d.perSite))
}
