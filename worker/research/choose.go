package research

import (
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

const (
	perDocument   = 6    // passages of one document
	perQuestion   = 10   // passages for one sub-question
	similarShare  = 0.8  // shingles in common that make two passages one text
	shingleWords  = 5    // words of a shingle
	relevance     = 0.7  // weight of relevance against novelty (MMR's lambda)
	touchShare    = 0.25 // least part of a question a passage must touch to be chosen
	supportShare  = 0.55 // part of a question a passage must touch to count as its answer
	numberBonus   = 0.10
	dateBonus     = 0.08
	ownBonus      = 0.05 // the founder's own documents
	poolSize      = 60   // best passages of a question that are compared with each other
	passageExtra  = 24   // tokens of a passage's marks in a prompt
	shortestMatch = 40   // characters; shorter passages are menus and captions
)

// rankedPassage is a passage and how well it answers one question.
type rankedPassage struct {
	at    int // into the pool
	value float64
	share float64
}

// pool holds all passages of a step's documents, to be compared with its questions.
type pool struct {
	passages  []work.Passage
	documents map[int]work.Document // by source number
	questions []work.SubQuestion
	asked     []questionTerms // per question
	index     *index
	prints    map[int][]uint64
	now       time.Time
}

func newPool(docs []work.Document, questions []work.SubQuestion, now time.Time) *pool {
	p := &pool{documents: map[int]work.Document{}, questions: questions, prints: map[int][]uint64{}, now: now}
	vocab := map[string]bool{}
	for _, q := range questions {
		for _, t := range extractTerms(q.Text) {
			vocab[t] = true
		}
	}
	var texts []string
	for i, d := range docs {
		p.documents[i+1] = d
		for _, s := range Passages(stripOrigin(d), i+1) {
			if len(s.Text) < shortestMatch {
				continue
			}
			p.passages = append(p.passages, s)
			// A passage deep in a page seldom repeats what the page is about;
			// its title says it.
			texts = append(texts, d.Title+"\n"+s.Text)
		}
	}
	p.index = newIndex(texts, vocab)
	for _, q := range questions {
		p.asked = append(p.asked, p.index.readQuestion(q.Text))
	}
	return p
}

// Passages that have too little to do with the question are dropped; the best come first.
func (p *pool) rankPassages(q int) []rankedPassage {
	var out []rankedPassage
	best := 0.0
	for i := range p.passages {
		share := p.index.computeBestShare(i, p.asked[q])
		if share < touchShare {
			continue
		}
		v := p.index.scoreText(i, p.asked[q].words)
		best = max(best, v)
		out = append(out, rankedPassage{at: i, value: v, share: share})
	}
	for i := range out {
		out[i].value = out[i].value/best + p.computeBonus(p.passages[out[i].at], p.questions[q])
	}
	slices.SortStableFunc(out, func(a, b rankedPassage) int {
		switch {
		case a.value > b.value:
			return -1
		case a.value < b.value:
			return 1
		}
		return a.at - b.at
	})
	return p.removeCopies(out[:min(len(out), poolSize)])
}

func (p *pool) computeBonus(s work.Passage, q work.SubQuestion) float64 {
	v := 0.0
	if q.Need == "number" && strings.ContainsAny(s.Text, "0123456789") {
		v += numberBonus
	}
	if q.FreshDays > 0 && isFresh(s.Date, q.FreshDays, p.now) {
		v += dateBonus
	}
	switch p.documents[s.Source].Origin {
	case work.OriginAttachment, work.OriginLink, work.OriginCorpus:
		v += ownBonus
	case work.OriginWeb, work.OriginStep:
	}
	return v
}

// isFresh reports whether a page's date, as far as it says one, lies within days
// before now.
func isFresh(date string, days int, now time.Time) bool {
	at, ok := prose.Date(date)
	return ok && now.Sub(at) <= time.Duration(days)*24*time.Hour
}

// Of near copies the earlier published one stays, or the better one when dates do not tell.
func (p *pool) removeCopies(list []rankedPassage) []rankedPassage {
	var out []rankedPassage
next:
	for _, s := range list {
		for k, o := range out {
			if !p.isCopy(s.at, o.at) {
				continue
			}
			if p.isEarlier(s.at, o.at) {
				out[k].at = s.at
			}
			continue next
		}
		out = append(out, s)
	}
	return out
}

func (p *pool) isCopy(a, b int) bool {
	return computeJaccard(p.getShingles(a), p.getShingles(b)) >= similarShare
}

func (p *pool) getShingles(i int) []uint64 {
	if p.prints[i] == nil {
		p.prints[i] = hashShingles(p.passages[i].Text)
	}
	return p.prints[i]
}

func (p *pool) isEarlier(a, b int) bool {
	x, y := p.passages[a], p.passages[b]
	own := func(s work.Passage) bool { return p.documents[s.Source].Origin != work.OriginWeb }
	if own(x) != own(y) {
		return own(x)
	}
	at, known := prose.Date(x.Date)
	than, both := prose.Date(y.Date)
	return known && both && at.Before(than)
}

// It takes passages in turn for each question, by relevance and novelty, until the token budget is
// used. What pinned names stays in.
func (p *pool) choosePassages(pinned map[string]bool, tokens int) []work.Passage {
	c := choice{pool: p, taken: map[int][]string{}, near: map[int]float64{}, perDoc: map[int]int{}, left: tokens}
	ranked := make([][]rankedPassage, len(p.questions))
	counts := make([]int, len(p.questions))
	for q := range p.questions {
		ranked[q] = p.rankPassages(q)
		for _, s := range ranked[q] {
			c.near[s.at] = 0
		}
	}
	for i, s := range p.passages {
		if pinned[s.ID] && c.countTokens(i) <= c.left {
			c.addPassage(i, "")
		}
	}
	for more := true; more; {
		more = false
		for q := range p.questions {
			if counts[q] >= perQuestion {
				continue
			}
			if c.addNext(q, ranked[q]) {
				counts[q]++
				more = true
			}
		}
	}
	c.addOpenings()
	c.addShortPapers()
	return c.listPassages()
}

type choice struct {
	pool   *pool
	taken  map[int][]string // passage to the questions it was chosen for
	order  []int
	near   map[int]float64 // passages that may be taken: likeness to the nearest one taken
	perDoc map[int]int
	left   int
}

// It returns false when nothing fits any more. A passage that is in already is marked for q too.
func (c *choice) addNext(q int, ranked []rankedPassage) bool {
	id := c.pool.questions[q].ID
	best, value := -1, 0.0
	for _, s := range ranked {
		if slices.Contains(c.taken[s.at], id) {
			continue
		}
		_, in := c.taken[s.at]
		if !in && !c.canAdd(s.at) {
			continue
		}
		v := relevance*s.value - (1-relevance)*c.near[s.at]
		if best < 0 || v > value {
			best, value = s.at, v
		}
	}
	if best < 0 {
		return false
	}
	c.addPassage(best, id)
	return true
}

func (c *choice) canAdd(i int) bool {
	s := c.pool.passages[i]
	if c.perDoc[s.Source] >= perDocument || c.countTokens(i) > c.left {
		return false
	}
	return c.near[i] < similarShare
}

func (c *choice) countTokens(i int) int {
	return (len(c.pool.passages[i].Text)+org.CharsPerToken-1)/org.CharsPerToken + passageExtra
}

func (c *choice) addPassage(i int, question string) {
	if _, in := c.taken[i]; !in {
		c.taken[i] = nil
		c.order = append(c.order, i)
		c.perDoc[c.pool.passages[i].Source]++
		c.left -= c.countTokens(i)
		for o, v := range c.near {
			if o != i {
				c.near[o] = max(v, computeJaccard(c.pool.getShingles(o), c.pool.getShingles(i)))
			}
		}
	}
	if question != "" {
		c.taken[i] = append(c.taken[i], question)
	}
}

func (c *choice) listPassages() []work.Passage {
	slices.Sort(c.order)
	out := make([]work.Passage, 0, len(c.order))
	for _, i := range c.order {
		s := c.pool.passages[i]
		s.For = c.taken[i]
		out = append(out, s)
	}
	return out
}
