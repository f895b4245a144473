package research

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// gapShare is the part of the research limit after which no new cycle begins.
const gapShare = 0.8

type gathering struct {
	*Researcher
	job      Job
	out      *outside
	budget   org.Budget
	inq      work.Inquiry
	offline  bool
	deadline time.Time

	known     map[string]work.Document // by address: what the records hold of this step
	tried     map[string]bool          // pages asked for in this run, by prose.PageKey
	docs      []work.Document          // readable sources, numbered from 1
	byID      map[org.DocumentID]bool
	marks     map[org.DocumentID]releaseMark
	failed    map[web.Cause]int
	perSite   map[string]int
	ran       []string // queries
	hits      []*candidate
	used      work.BudgetUsed
	mu        sync.Mutex // over used.Fetches and retries while pages are fetched
	retries   int        // of used.Fetches, those that asked for a page again
	trail     work.Trail
	notes     []string
	missed    string // what of the founder's folder is not used
	searches  int    // that failed
	limited   int    // of them, those that an engine refused because its own limit is reached
	unasked   int    // searches that the month had no room for
	month     reports.SearchMonth
	like      taste
	earlier   *shelf // pages read before, once they are needed
	fromShelf int    // of them, those that became sources

	pool     *pool
	pack     []work.Passage
	examined map[string]bool // passages that claims were looked for in
	findings []work.Finding
	claimed  bool           // whether claims were extracted at all
	refused  []work.Finding // claims whose quote was not found
	reworded []string       // numbers of claims that stand in none of their passages
	calls    int
	givenUp  map[string]string // sub-question to what is missing
}

// Gather finds and reads the sources of a step and says what they support. A
// second call for the same step uses what the first one stored. Sources that
// cannot be had are said in the evidence, and so is the end of the time for it,
// after which what was read is used; an error means that the step must
// wait (transport), that it lost its context, or that the records failed.
func (r *Researcher) Gather(ctx context.Context, j Job, inq work.Inquiry) (work.Evidence, error) {
	inq.Outside = nil // it was the asking's
	d := r.newGathering(j, inq)
	if inq.Whole {
		ev, err := d.gatherWhole(ctx)
		if err != nil {
			return work.Evidence{}, fmt.Errorf("take the documents of step %s: %w", j.Step.ID, err)
		}
		return ev, nil
	}
	if r.shouldSkip(j) {
		return work.Evidence{Inquiry: inq, Unsought: true}, nil
	}
	if err := d.run(ctx); err != nil {
		return work.Evidence{}, fmt.Errorf("gather sources of step %s: %w", j.Step.ID, err)
	}
	ev := d.buildEvidence()
	var err error
	if ev.Unopened, err = d.listUnopened(ctx); err != nil {
		return work.Evidence{}, fmt.Errorf("list what step %s did not read: %w", j.Step.ID, err)
	}
	for _, s := range ev.Untaken {
		r.log().InfoContext(ctx, "claim not taken as it came", "step", j.Step.ID, "why", s)
	}
	return ev, nil
}

func (r *Researcher) newGathering(j Job, inq work.Inquiry) *gathering {
	return &gathering{
		Researcher: r, job: j, out: r.newOutside(j.Noted), budget: j.chooseBudget(), inq: inq, offline: r.Client == nil || r.Client.Offline(),
		deadline: r.now().Add(time.Duration(gapShare * float64(r.getLimit()))),
		known:    map[string]work.Document{}, tried: map[string]bool{}, byID: map[org.DocumentID]bool{}, failed: map[web.Cause]int{},
		perSite: map[string]int{}, examined: map[string]bool{}, givenUp: map[string]string{},
	}
}

func (g *gathering) loadRecords(ctx context.Context) error {
	stored, err := g.Records.StepDocuments(ctx, g.job.Step.ID)
	if err != nil {
		return err
	}
	for _, s := range stored {
		g.known[s.URL] = s
	}
	if g.Sites != nil {
		var sites [2][]string
		sites, err = recallAnswer(g.out, "his sites", func() (s [2][]string, err error) {
			s[0], s[1], err = g.Sites(ctx)
			return s, err
		})
		g.like.prefer, g.like.distrust = sites[0], sites[1]
	}
	return err
}

func (g *gathering) run(ctx context.Context) error {
	if err := g.loadRecords(ctx); err != nil {
		return err
	}
	over, err := g.runUntilLimit(ctx, g.findSources)
	if err != nil || !over {
		return err
	}
	return g.readPassages(ctx)
}

// That the time is over is a note and no error: whatever broke off, it did so for that, and what
// was read is used.
func (g *gathering) runUntilLimit(ctx context.Context, look func(context.Context) error) (over bool, err error) {
	limited, cancel := context.WithTimeout(ctx, g.getLimit())
	defer cancel()
	err = look(limited)
	if err == nil || ctx.Err() != nil || !errors.Is(limited.Err(), context.DeadlineExceeded) {
		return false, err
	}
	g.notes = append(g.notes, fmt.Sprintf("Looking for sources was stopped after %s; what had been read by then is used.", g.getLimit()))
	return true, nil
}

func (g *gathering) findSources(ctx context.Context) error {
	for _, stage := range []func(context.Context) error{g.addGiven, g.readLinks, g.readFolder, g.readTools, g.runQueries, g.readPassages, g.useExtracts, g.closeGaps} {
		if err := stage(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (g *gathering) addGiven(ctx context.Context) error {
	for _, doc := range g.job.Context.Given {
		if doc.Text == "" {
			continue
		}
		if doc.Origin == "" {
			doc.Origin = work.OriginAttachment
		}
		if doc.URL == "" {
			doc.URL = fileScheme + doc.Title
		}
		if doc.Site == "" {
			doc.Site = "file"
		}
		if doc.Published == "" {
			doc.Published = extract.Published(doc.Text)
		}
		if err := g.saveDocument(ctx, doc); err != nil {
			return err
		}
	}
	return nil
}

// An address can hold another text than when the step read it before: an earlier project delivered
// again, or two files of one name.
func (g *gathering) saveDocument(ctx context.Context, doc work.Document) error {
	doc.ID = hashDocument(doc.Text)
	if g.byID[doc.ID] {
		return nil
	}
	if g.known[doc.URL].ID != doc.ID {
		if err := g.Records.SaveDocument(ctx, g.job.Step.ID, doc, ""); err != nil {
			return err
		}
		g.known[doc.URL] = doc
	}
	g.addSource(doc)
	return nil
}

func (g *gathering) addSource(doc work.Document) {
	if g.byID[doc.ID] || doc.Cited != "" && g.hasPage(doc) {
		return
	}
	g.byID[doc.ID] = true
	g.docs = append(g.docs, doc)
	g.trail.Sources = append(g.trail.Sources, doc.URL)
}

// The founder's links, in the message and in the roadmap's item of this step, are read before all
// others. A model may have worded the step, so an address counts only when the founder's own words
// have it.
func (g *gathering) readLinks(ctx context.Context) error {
	urls := slices.Clone(g.job.Context.URLs)
	theirs := prose.Links(g.job.Context.FoundersWords())
	for _, u := range prose.Links(g.job.Step.Title + "\n" + g.job.Step.Goal) {
		if slices.Contains(theirs, u) {
			urls = append(urls, u)
		}
	}
	urls = slices.DeleteFunc(removeDuplicates(urls), prose.IsChat)
	urls = removeSamePages(urls)
	room := g.budget.Fetches - g.used.Fetches
	if len(urls) > room {
		g.notes = append(g.notes, fmt.Sprintf("%d of your %d links were not read: a step reads at most %d pages.", len(urls)-room, len(urls), g.budget.Fetches))
		urls = urls[:max(0, room)]
	}
	return g.fetchPages(ctx, urls, work.OriginLink)
}

// Bounds of sources that are not fetched.
const (
	corpusHits   = 3  // documents of the folder for one question
	corpusAtMost = 12 // documents of the folder in one step
)

func (g *gathering) readFolder(ctx context.Context) error {
	if g.Corpus == nil {
		return nil
	}
	var asked []string
	for _, q := range g.inq.Questions {
		asked = append(asked, q.Text)
	}
	for _, q := range g.inq.Queries {
		asked = append(asked, q.Text)
	}
	if err := g.searchFolder(ctx, asked); err != nil {
		return err
	}
	if err := g.addForeignPapers(ctx, asked); err != nil {
		return err
	}
	return g.noteLeftOut(ctx)
}

func (g *gathering) searchFolder(ctx context.Context, asked []string) error {
	if g.Corpus == nil {
		return nil
	}
	for _, text := range asked {
		urls, err := recallAnswer(g.out, "the folder: "+text, func() ([]string, error) {
			hits, err := g.Corpus.Search(ctx, work.Query{Text: text}, corpusHits)
			out := make([]string, 0, len(hits))
			for _, h := range hits {
				out = append(out, h.URL)
			}
			return out, err
		})
		if err != nil {
			return err
		}
		for _, u := range urls {
			if g.countOrigin(work.OriginCorpus) >= corpusAtMost {
				return nil
			}
			doc, err := g.recallDocument(u, func() (work.Document, error) { return g.Corpus.Document(ctx, u) })
			if err != nil {
				return err
			}
			if err := g.saveDocument(ctx, doc); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *gathering) countOrigin(o work.Origin) int {
	n := 0
	for _, doc := range g.docs {
		if doc.Origin == o {
			n++
		}
	}
	return n
}

func (g *gathering) runQueries(ctx context.Context) error {
	for _, q := range g.inq.Queries {
		if g.used.Queries >= g.budget.Queries-g.budget.ReserveQueries {
			break
		}
		if err := g.runQuery(ctx, q); err != nil {
			return err
		}
	}
	scoreCandidates(g.hits, g.inq.Questions, g.like)
	room := g.budget.Fetches - g.budget.ReserveFetches - g.used.Fetches
	return g.fetchHits(ctx, pickCandidates(g.listUnread(), room, org.URLsPerQuery, g.perSite))
}

func (g *gathering) listUnread() []*candidate {
	var out []*candidate
	for _, c := range g.hits {
		if !g.tried[prose.PageKey(c.hit.URL)] && c.hit.URL != "" {
			out = append(out, c)
		}
	}
	return out
}

func (g *gathering) fetchHits(ctx context.Context, list []*candidate) error {
	urls := make([]string, 0, len(list))
	for _, c := range list {
		urls = append(urls, c.hit.URL)
		g.perSite[c.site]++
	}
	return g.fetchPages(ctx, urls, work.OriginWeb)
}

// Passages are chosen anew from all sources; with a model, claims are looked for in those that are
// new.
func (g *gathering) readPassages(ctx context.Context) error {
	g.pool = newPool(g.docs, g.prepareQuestions(), g.out.kept.At)
	pinned := map[string]bool{}
	for _, f := range g.findings {
		for _, id := range f.Passages {
			pinned[id] = true
		}
	}
	g.pack = g.pool.choosePassages(pinned, EvidencePackTokens)
	if g.offline {
		return nil
	}
	return g.extractClaims(ctx)
}

// Budget, time and success bound the cycles.
func (g *gathering) closeGaps(ctx context.Context) error {
	added := 2
	for g.used.GapCycles < g.budget.GapCycles && added >= 2 && g.now().Before(g.deadline) {
		open := g.listOpen()
		if len(open) == 0 || !g.hasMeans() {
			return nil
		}
		plan, err := g.planFollowUp(ctx, open)
		if err != nil {
			return err
		}
		if plan.isEmpty() {
			return nil
		}
		g.used.GapCycles++
		before := g.measureProgress()
		if err := g.runFollowUp(ctx, plan); err != nil {
			return err
		}
		if err := g.readPassages(ctx); err != nil {
			return err
		}
		added = g.measureProgress() - before
	}
	return nil
}

func (g *gathering) hasMeans() bool {
	fetch := g.used.Fetches < g.budget.Fetches && g.Fetcher != nil
	return fetch && (len(g.listUnread()) > 0 || g.countQueriesLeft() > 0)
}

func (g *gathering) countQueriesLeft() int {
	if len(g.Searchers) == 0 || g.unasked > 0 {
		return 0
	}
	return g.budget.Queries - g.used.Queries
}

// A cycle adds verified claims, or without a model passages that support a question.
func (g *gathering) measureProgress() int {
	if g.claimed {
		return len(g.findings)
	}
	n := 0
	for q := range g.inq.Questions {
		n += len(g.findSupport(q))
	}
	return n
}

func (g *gathering) listOpen() []work.SubQuestion {
	covered := g.listCovered()
	var out []work.SubQuestion
	for _, q := range g.inq.Questions {
		if _, up := g.givenUp[q.ID]; !up && !slices.Contains(covered, q.ID) {
			out = append(out, q)
		}
	}
	return out
}
