package cli

import (
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
)

type expected struct {
	cost    org.NanoUSD
	unknown []string // models without a price
}

// part is a number of calls of one stage on one tier, with the tokens of each.
type part struct {
	tier    org.Tier
	calls   float64
	in, out int
}

// parts lists the calls of the ten tasks, by what such calls took when they were counted: eight
// are written on T2, one on T1 and one on T3; seven in ten are revised once, one in three sees an
// expert; one plan, one assembly, and the critic on six drafts of known worth; three turns of
// directors.
func parts() []part {
	const tasks = 10
	out := []part{
		{org.T2, 1, 6500, 6000},
		{org.T1, 2, 4000, 700},
		{org.T2, 2, 12_000, 1500},
		{org.T1, 6, 10_000, 1100},
		{org.T1, tasks, 3000, 800},
		{org.T1, 4 * tasks, 6700, 900},
		{org.T1, 1.7 * tasks, 4800, 350},
		{org.TX, 1.7 * tasks, 10_000, 1100},
		{org.T1, tasks, 9500, 700},
		{org.T2, 0.35 * tasks, 11_000, 900},
		{org.T2, 1, 11_000, 900},
		{org.T2, 2, 3500, 700},
		{org.T1, 1, 3000, 500},
	}
	for tier, n := range map[org.Tier]float64{org.T1: 1, org.T2: 8, org.T3: 1} {
		out = append(out, part{tier, n, 16_500, 5000}, part{tier, 0.7 * n, 21_500, 4500})
	}
	return out
}

func expect(prices *llm.Prices, m llm.Models, at time.Time) expected {
	var e expected
	ids := map[org.Tier]string{org.T1: m.T1.ID, org.T2: m.T2.ID, org.T3: m.T3.ID, org.TX: m.X.ID}
	for _, p := range parts() {
		id := ids[p.tier]
		tokens := 1.0
		if known, ok := prices.Model(id); ok && known.Tokenizer > 0 {
			tokens = known.Tokenizer
		}
		each, ok := prices.Cost(id, llm.Usage{In: int(float64(p.in) * tokens), Out: int(float64(p.out) * tokens)}, at)
		if !ok {
			if !slices.Contains(e.unknown, id) {
				e.unknown = append(e.unknown, id)
			}
			continue
		}
		e.cost += org.NanoUSD(float64(each) * p.calls)
	}
	slices.Sort(e.unknown)
	return e
}
