package research

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// gapShare is the part of the research limit after which no new cycle begins.
const gapShare = 0.8

// desk is the research of one step while it is going on.
type desk struct {
	*Researcher
	job      Job
	budget   org.Budget
	inq      work.Inquiry
	offline  bool
	deadline time.Time

	known     map[string]work.Document // by address: what the records hold of this step
	tried     map[string]bool          // addresses asked for in this run
	docs      []work.Document          // readable sources, numbered from 1
	byID      map[org.DocumentID]bool
	failed    map[web.Cause]int
	perSite   map[string]int
	ran       []string // queries
	hits      []*candidate
	used      work.BudgetUsed
	purse     sync.Mutex // over used.Fetches and retries while pages are fetched
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
	claimed  bool // whether claims were extracted at all
	refused  int  // claims whose quote was not found
	calls    int
	givenUp  map[string]string // sub-question to what is missing
}

// Gather finds and reads the sources of a step and says what they support. A
// second call for the same step uses what the first one stored. Sources that
// cannot be had are said in the evidence, and so is the end of the time for it,
// after which what was read is used; an error means that the step must
// wait (transport), that it lost its context, or that the records failed.
func (r *Researcher) Gather(ctx context.Context, j Job, inq work.Inquiry) (work.Evidence, error) {
	d := r.desk(j, inq)
	if inq.Whole {
		ev, err := d.gatherWhole(ctx)
		if err != nil {
			return work.Evidence{}, fmt.Errorf("take the documents of step %s: %w", j.Step.ID, err)
		}
		return ev, nil
	}
	if r.unsought(j) {
		return work.Evidence{Inquiry: inq, Unsought: true}, nil
	}
	if err := d.run(ctx); err != nil {
		return work.Evidence{}, fmt.Errorf("gather sources of step %s: %w", j.Step.ID, err)
	}
	return d.evidence(), nil
}

// desk is an empty desk for a step.
func (r *Researcher) desk(j Job, inq work.Inquiry) *desk {
	return &desk{
		Researcher: r, job: j, budget: j.budget(), inq: inq, offline: r.Client == nil || r.Client.Offline(),
		deadline: r.now().Add(time.Duration(gapShare * float64(r.limit()))),
		known:    map[string]work.Document{}, tried: map[string]bool{}, byID: map[org.DocumentID]bool{}, failed: map[web.Cause]int{},
		perSite: map[string]int{}, examined: map[string]bool{}, givenUp: map[string]string{},
	}
}

// prepare reads what the records hold for the step.
func (d *desk) prepare(ctx context.Context) error {
	stored, err := d.Records.StepDocuments(ctx, d.job.Step.ID)
	if err != nil {
		return err
	}
	for _, s := range stored {
		d.known[s.URL] = s
	}
	if d.Sites != nil {
		d.like.prefer, d.like.distrust, err = d.Sites(ctx)
	}
	return err
}

func (d *desk) run(ctx context.Context) error {
	if err := d.prepare(ctx); err != nil {
		return err
	}
	over, err := d.within(ctx, d.look)
	if err != nil || !over {
		return err
	}
	return d.read(ctx)
}

// within looks for sources until the limit. That the time is over is a note and
// no error: whatever broke off, it did so for that, and what was read is used.
func (d *desk) within(ctx context.Context, look func(context.Context) error) (over bool, err error) {
	limited, cancel := context.WithTimeout(ctx, d.limit())
	defer cancel()
	err = look(limited)
	if err == nil || ctx.Err() != nil || !errors.Is(limited.Err(), context.DeadlineExceeded) {
		return false, err
	}
	d.notes = append(d.notes, fmt.Sprintf("Looking for sources was stopped after %s; what had been read by then is used.", d.limit()))
	return true, nil
}

// look finds and reads sources until enough is covered or the means are used up.
func (d *desk) look(ctx context.Context) error {
	for _, stage := range []func(context.Context) error{d.given, d.links, d.corpus, d.first, d.read, d.borrow, d.gaps} {
		if err := stage(ctx); err != nil {
			return err
		}
	}
	return nil
}

// given takes the founder's own documents, which cost nothing.
func (d *desk) given(ctx context.Context) error {
	for _, doc := range d.job.Context.Given {
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
		if err := d.keep(ctx, doc); err != nil {
			return err
		}
	}
	return nil
}

// keep stores a document that was at hand and takes it as a source. An address
// can hold another text than when the step read it before: an earlier project
// delivered again, or two files of one name.
func (d *desk) keep(ctx context.Context, doc work.Document) error {
	doc.ID = documentID(doc.Text)
	if d.byID[doc.ID] {
		return nil
	}
	if d.known[doc.URL].ID != doc.ID {
		if err := d.Records.SaveDocument(ctx, d.job.Step.ID, doc, ""); err != nil {
			return err
		}
		d.known[doc.URL] = doc
	}
	d.take(doc)
	return nil
}

func (d *desk) take(doc work.Document) {
	if d.byID[doc.ID] {
		return
	}
	d.byID[doc.ID] = true
	d.docs = append(d.docs, doc)
	d.trail.Sources = append(d.trail.Sources, doc.URL)
}

// links reads the pages that the founder pointed at, before all others: those
// in the message, and those in the roadmap's item that this step is made of.
// A model may have worded the step, so an address counts only when the
// founder's own words have it.
func (d *desk) links(ctx context.Context) error {
	urls := slices.Clone(d.job.Context.URLs)
	theirs := prose.Links(d.job.Context.FoundersWords())
	for _, u := range prose.Links(d.job.Step.Title + "\n" + d.job.Step.Goal) {
		if slices.Contains(theirs, u) {
			urls = append(urls, u)
		}
	}
	urls = unique(urls)
	room := d.budget.Fetches - d.used.Fetches
	if len(urls) > room {
		d.notes = append(d.notes, fmt.Sprintf("%d of your %d links were not read: a step reads at most %d pages.", len(urls)-room, len(urls), d.budget.Fetches))
		urls = urls[:max(0, room)]
	}
	return d.fetch(ctx, urls, work.OriginLink)
}

// Bounds of sources that are not fetched.
const (
	corpusHits   = 3  // documents of the folder for one question
	corpusAtMost = 12 // documents of the folder in one step
)

// corpus searches the founder's folder for every question and query.
func (d *desk) corpus(ctx context.Context) error {
	if d.Corpus == nil {
		return nil
	}
	var asked []string
	for _, q := range d.inq.Questions {
		asked = append(asked, q.Text)
	}
	for _, q := range d.inq.Queries {
		asked = append(asked, q.Text)
	}
	if err := d.folder(ctx, asked); err != nil {
		return err
	}
	var err error
	d.missed, err = d.Corpus.LeftOut(ctx)
	return err
}

func (d *desk) folder(ctx context.Context, asked []string) error {
	if d.Corpus == nil {
		return nil
	}
	for _, text := range asked {
		hits, err := d.Corpus.Search(ctx, work.Query{Text: text}, corpusHits)
		if err != nil {
			return err
		}
		for _, h := range hits {
			if d.count(work.OriginCorpus) >= corpusAtMost {
				return nil
			}
			doc, err := d.Corpus.Document(ctx, h.URL)
			if err != nil {
				return err
			}
			// A file that changed since this step first cited it keeps its
			// first form here, so that stored quotes stay true.
			if first, ok := d.known[doc.URL]; ok && first.Text != "" {
				doc = first
			}
			if err := d.keep(ctx, doc); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *desk) count(o work.Origin) int {
	n := 0
	for _, doc := range d.docs {
		if doc.Origin == o {
			n++
		}
	}
	return n
}

// first runs the inquiry's queries and fetches the best of what they find.
func (d *desk) first(ctx context.Context) error {
	for _, q := range d.inq.Queries {
		if d.used.Queries >= d.budget.Queries-d.budget.ReserveQueries {
			break
		}
		if err := d.search(ctx, q); err != nil {
			return err
		}
	}
	grade(d.hits, d.inq.Questions, d.like)
	room := d.budget.Fetches - d.budget.ReserveFetches - d.used.Fetches
	return d.fetchHits(ctx, pick(d.unread(), room, org.URLsPerQuery, d.perSite))
}

// unread lists the hits that were not asked for yet.
func (d *desk) unread() []*candidate {
	var out []*candidate
	for _, c := range d.hits {
		if !d.tried[c.hit.URL] && c.hit.URL != "" {
			out = append(out, c)
		}
	}
	return out
}

func (d *desk) fetchHits(ctx context.Context, list []*candidate) error {
	urls := make([]string, 0, len(list))
	for _, c := range list {
		urls = append(urls, c.hit.URL)
		d.perSite[c.site]++
	}
	return d.fetch(ctx, urls, work.OriginWeb)
}

// read chooses passages anew from all sources and, with a model, looks for
// claims in those that are new.
func (d *desk) read(ctx context.Context) error {
	d.pool = newPool(d.docs, d.inq.Questions, d.now())
	pinned := map[string]bool{}
	for _, f := range d.findings {
		for _, id := range f.Passages {
			pinned[id] = true
		}
	}
	d.pack = d.pool.pack(pinned, EvidencePackTokens)
	if d.offline {
		return nil
	}
	return d.claims(ctx)
}

// gaps looks for what is missing while budget, time and success last.
func (d *desk) gaps(ctx context.Context) error {
	added := 2
	for d.used.GapCycles < d.budget.GapCycles && added >= 2 && d.now().Before(d.deadline) {
		open := d.open()
		if len(open) == 0 || !d.means() {
			return nil
		}
		plan, err := d.consider(ctx, open)
		if err != nil {
			return err
		}
		if plan.empty() {
			return nil
		}
		d.used.GapCycles++
		before := d.progress()
		if err := d.follow(ctx, plan); err != nil {
			return err
		}
		if err := d.read(ctx); err != nil {
			return err
		}
		added = d.progress() - before
	}
	return nil
}

// means reports whether there is anything left to look with.
func (d *desk) means() bool {
	fetch := d.used.Fetches < d.budget.Fetches && d.Fetcher != nil
	return fetch && (len(d.unread()) > 0 || d.queriesLeft() > 0)
}

// queriesLeft is how many more searches the step may make.
func (d *desk) queriesLeft() int {
	if len(d.Searchers) == 0 || d.unasked > 0 {
		return 0
	}
	return d.budget.Queries - d.used.Queries
}

// progress counts what a cycle is to add to: verified claims, or without a
// model the passages that support a question.
func (d *desk) progress() int {
	if d.claimed {
		return len(d.findings)
	}
	n := 0
	for q := range d.inq.Questions {
		n += len(d.supporting(q))
	}
	return n
}

// open lists the sub-questions that are neither covered nor given up.
func (d *desk) open() []work.SubQuestion {
	covered := d.covered()
	var out []work.SubQuestion
	for _, q := range d.inq.Questions {
		if _, up := d.givenUp[q.ID]; !up && !slices.Contains(covered, q.ID) {
			out = append(out, q)
		}
	}
	return out
}
