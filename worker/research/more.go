package research

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// Bounds of what is taken for a draft's defects.
const (
	wantsAtMost = 12   // defects that are looked for before one revision
	perWant     = 3    // new passages for one of them
	wantShare   = 0.45 // part of a want that a passage must touch to be worth handing on
	wantKin     = 2    // words of one origin that a passage in another language must share with a want
	moreTokens  = 4000 // of short papers that are handed on whole
)

// More looks for what a draft lacks before it is revised: first in what was
// read and not handed on, then in pages that were found and not read, then
// with a search, out of what the step has left. What it
// returns is new beside ev. The same evidence and wants give the same answer,
// however often it is asked.
func (r *Researcher) More(ctx context.Context, j Job, ev work.Evidence, wants []string) (work.More, error) {
	s := search{gathering: r.newGathering(j, work.Inquiry{}), before: ev}
	s.used = ev.Spent
	s.budget.Queries = min(s.budget.Queries, s.used.Queries+RevisionQueries)
	s.budget.Fetches = min(s.budget.Fetches, s.used.Fetches+RevisionFetches)
	for _, w := range wants[:min(len(wants), wantsAtMost)] {
		if text := cleanQuery(w, collectPrivateWords(j)); text != "" {
			s.wants = append(s.wants, work.Want{Text: w})
			s.inq.Questions = append(s.inq.Questions, work.SubQuestion{ID: fmt.Sprintf("w%d", len(s.wants)), Text: strings.ReplaceAll(text, ". ", ".\n")})
		}
	}
	if err := s.run(ctx); err != nil {
		return work.More{}, fmt.Errorf("look for what the draft of step %s lacks: %w", j.Step.ID, err)
	}
	return work.More{Wants: s.wants, Passages: s.found, Spent: s.used, Trail: s.trail, Sources: len(s.docs), Notes: s.describeMissed(), Outside: s.out.kept}, nil
}

type search struct {
	*gathering
	before work.Evidence
	wants  []work.Want
	found  []work.Passage
}

func (s *search) run(ctx context.Context) error {
	if len(s.wants) == 0 {
		return nil
	}
	if err := s.restoreSearch(ctx); err != nil {
		return err
	}
	over, err := s.runUntilLimit(ctx, s.findMore)
	if over {
		s.choosePassages()
	}
	return err
}

// The cheapest ways come first, until one gives something.
func (s *search) findMore(ctx context.Context) error {
	for _, look := range []func(context.Context) error{s.searchAtHand, s.fetchPromising, s.searchWeb} {
		if err := look(ctx); err != nil {
			return err
		}
		if s.choosePassages(); len(s.found) > 0 {
			return nil
		}
	}
	return nil
}

// The research stands again where the search for sources ended.
func (s *search) restoreSearch(ctx context.Context) error {
	if err := s.loadRecords(ctx); err != nil {
		return err
	}
	for _, u := range s.before.Trail.Tried {
		s.tried[u] = true
		s.perSite[parseSite(u)]++
	}
	for _, u := range s.before.Trail.Sources {
		if doc, ok := s.known[u]; ok && doc.Text != "" {
			s.addSource(doc)
		}
	}
	before := s.before.Trail
	s.trail = work.Trail{Queries: slices.Clone(before.Queries), Tried: slices.Clone(before.Tried), Sources: slices.Clone(before.Sources)}
	for _, q := range s.before.Trail.Queries {
		s.ran = append(s.ran, q.Text)
		hits, _, err := s.Records.CachedSearch(ctx, s.job.Context.Project.ID, q)
		if err != nil {
			return err
		}
		s.hits = collectHits(s.hits, len(s.ran), s.filterHits(hits))
	}
	return nil
}

func (s *search) searchAtHand(ctx context.Context) error {
	if s.Corpus == nil || s.out.again && s.out.kept.Answers["the folder: "+s.inq.Questions[0].Text] == nil {
		return nil
	}
	var asked []string
	for _, q := range s.inq.Questions {
		asked = append(asked, q.Text)
	}
	if err := s.searchFolder(ctx, asked); err != nil {
		return err
	}
	return s.addForeignPapers(ctx, asked)
}

func (s *search) fetchPromising(ctx context.Context) error {
	shown := s.pickUnread(s.inq.Questions)
	var list []*candidate
	for more := true; more && len(list) < RevisionFetches; {
		more = false
		for _, q := range s.inq.Questions {
			if c := findPromising(s.inq.Questions, q.ID, shown, list); c != nil {
				list, more = append(list, c), true
			}
		}
	}
	return s.fetchHits(ctx, list)
}

func (s *search) searchWeb(ctx context.Context) error {
	q := s.inq.Questions[0]
	text := web.Clip(extractKeywords(q.Text+" "+s.job.Step.Title, queryWordsCut))
	if s.used.Fetches >= s.budget.Fetches { // nothing that it found could be read
		return s.searchFolder(ctx, []string{text})
	}
	return s.runFollowUp(ctx, followUp{queries: []work.Query{{Text: text, For: []string{q.ID}, Angle: "data", Freshness: "any"}}})
}

// The rest of a short paper comes beside the passages chosen from it.
func (s *search) choosePassages() {
	p := newPool(s.docs, s.inq.Questions, s.out.kept.At)
	n := s.newNumbering()
	ids := map[int]string{} // of passages taken, by their place in the pool
	take := func(at int) string {
		if ids[at] == "" {
			x := p.passages[at]
			x.Source, x.ID = n.assignID(x.Document)
			ids[at] = x.ID
			s.found = append(s.found, x)
		}
		return ids[at]
	}
	for q := range s.wants {
		ranked := p.rankPassages(q)
		if len(ranked) == 0 || ranked[0].share < wantShare {
			ranked = p.rankKin(s.inq.Questions[q].Text)
		}
		for _, c := range ranked {
			if len(s.wants[q].Found) == perWant || c.share < wantShare || s.hasPassage(p.passages[c.at]) {
				continue
			}
			s.wants[q].Found = append(s.wants[q].Found, take(c.at))
		}
	}
	for _, at := range p.findBeside(ids) {
		if !s.hasPassage(p.passages[at]) {
			take(at)
		}
	}
}

// numbering keeps for a document of the evidence the number of its source.
type numbering struct {
	source map[org.DocumentID]int
	count  map[int]int
	last   int
}

func (s *search) newNumbering() numbering {
	n := numbering{source: map[org.DocumentID]int{}, count: map[int]int{}}
	for _, o := range s.before.Passages {
		if n.source[o.Document] == 0 {
			n.source[o.Document] = o.Source
		}
		var source, at int
		if _, err := fmt.Sscanf(o.ID, "S%d:p%d", &source, &at); err == nil {
			n.count[source] = max(n.count[source], at)
		}
		n.last = max(n.last, o.Source)
	}
	return n
}

func (n *numbering) assignID(doc org.DocumentID) (source int, id string) {
	if n.source[doc] == 0 {
		n.last++
		n.source[doc] = n.last
	}
	source = n.source[doc]
	n.count[source]++
	return source, fmt.Sprintf("S%d:p%d", source, n.count[source])
}

// A passage also counts when part of it is there.
func (s *search) hasPassage(x work.Passage) bool {
	return slices.ContainsFunc(s.before.Passages, func(o work.Passage) bool {
		return o.Document == x.Document && o.Start < x.End && x.Start < o.End
	})
}

func (s *search) describeMissed() []string {
	var out []string
	if text := web.Unread(s.used.Fetches-s.before.Spent.Fetches-s.retries, s.failed); text != "" {
		out = append(out, "Before its revision: "+text)
	}
	if s.unasked > 0 {
		out = append(out, SpentNote(s.month, s.unasked))
	}
	return append(out, s.notes...)
}
