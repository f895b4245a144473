package research

import (
	_ "embed"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// Weights of the rank of a hit.
const (
	fusionK    = 60.0 // of reciprocal rank fusion
	hostMalus  = 0.2  // for each page already wanted from the site
	fusionPart = 0.5  // share of the engines' order against our own words

	preferBonus   = 0.15 // for a site that the founder wants read first
	distrustMalus = 0.3  // for one that he wants read last, or that collects what others found out
)

//go:embed farms.txt
var farms string

// The order says nothing.
func listCollectors() []string {
	return strings.Fields(comment.ReplaceAllString(farms, ""))
}

var comment = lazyregexp.New(`(?m)^#.*$`)

// taste lists the sites that the founder wants read first, and last.
type taste struct{ prefer, distrust []string }

func (t taste) computeWeight(address string) float64 {
	w := 0.0
	preferred := isAmong(address, t.prefer)
	if preferred {
		w += preferBonus
	}
	if isAmong(address, t.distrust) || !preferred && isAmong(address, listCollectors()) {
		w -= distrustMalus
	}
	return w
}

func isAmong(address string, sites []string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	return slices.ContainsFunc(sites, func(s string) bool { return host == s || strings.HasSuffix(host, "."+s) })
}

// candidate is a hit that may be fetched.
type candidate struct {
	hit     reports.Hit
	site    string
	queries []int // of the gathering's queries that found it
	fusion  float64
	value   float64 // without the malus of its site
}

func collectHits(all []*candidate, query int, hits []reports.Hit) []*candidate {
	for _, h := range hits {
		h.URL = web.Canonical(h.URL)
		at := slices.IndexFunc(all, func(c *candidate) bool { return prose.PageKey(c.hit.URL) == prose.PageKey(h.URL) })
		if at < 0 {
			all = append(all, &candidate{hit: h, site: parseSite(h.URL)})
			at = len(all) - 1
		}
		c := all[at]
		if !slices.Contains(c.queries, query) {
			c.queries = append(c.queries, query)
			c.fusion += 1 / (fusionK + float64(max(1, h.Rank)))
		}
	}
	return all
}

// A candidate's value is where the engines put it, and how well its title and snippet answer one
// of the questions.
func scoreCandidates(all []*candidate, questions []work.SubQuestion, like taste) {
	texts := make([]string, len(all))
	top := 0.0
	for i, c := range all {
		texts[i] = c.hit.Title + "\n" + c.hit.Snippet
		top = math.Max(top, c.fusion)
	}
	x := newIndex(texts, nil)
	asked := make([][]string, len(questions))
	for i, q := range questions {
		asked[i] = extractTerms(q.Text)
	}
	words := make([]float64, len(all))
	best := 0.0
	for i := range all {
		for _, q := range asked {
			words[i] = math.Max(words[i], x.scoreText(i, q))
		}
		best = math.Max(best, words[i])
	}
	for i, c := range all {
		c.value = fusionPart * c.fusion / top
		if best > 0 {
			c.value += (1 - fusionPart) * words[i] / best
		}
		c.value += like.computeWeight(c.hit.URL)
	}
}

// It takes at most n in all and perQuery of one query, best first, spreading over sites; wanted
// counts what is fetched of each site.
func pickCandidates(all []*candidate, n, perQuery int, wanted map[string]int) []*candidate {
	taken := map[int]int{}
	chosen := map[*candidate]bool{}
	count := map[string]int{}
	for s, k := range wanted {
		count[s] = k
	}
	var out []*candidate
	for len(out) < n {
		var best *candidate
		value := math.Inf(-1)
		for _, c := range all {
			if chosen[c] || count[c.site] >= org.MaxFetchesPerHost || !hasRoom(c, taken, perQuery) {
				continue
			}
			v := c.value - hostMalus*float64(count[c.site])
			if v > value || (v == value && strings.Compare(c.hit.URL, best.hit.URL) < 0) {
				best, value = c, v
			}
		}
		if best == nil {
			break
		}
		chosen[best] = true
		count[best.site]++
		for _, q := range best.queries {
			taken[q]++
		}
		out = append(out, best)
	}
	return out
}

func hasRoom(c *candidate, taken map[int]int, perQuery int) bool {
	for _, q := range c.queries {
		if taken[q] < perQuery {
			return true
		}
	}
	return false
}
