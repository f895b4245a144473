package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
)

const (
	timesKept    = 31                  // of each kind and tier: the median follows a change within a day's work
	timesTrusted = 3                   // a median of fewer says less than the planner's guess
	longestTime  = 24 * 60 * 60 * 1000 // milliseconds; what took longer was measured by a clock that was set meanwhile
)

// like is what steps have in common that take about as long.
type like struct {
	Kind org.StepKind
	Tier org.Tier
}

// timeRow is how long the last runs of steps like each other took.
type timeRow struct {
	like
	Recent string
}

// times asks for them.
func (t *tx) times(rows *[]timeRow) error {
	return t.fetch("read how long steps took", rows, `SELECT kind, tier, recent FROM step_times`)
}

// timed remembers how many microseconds the runs took that completed steps.
func (t *tx) timed(known []timeRow, took map[like][]int64) error {
	for _, l := range slices.SortedFunc(maps.Keys(took), func(a, b like) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Tier, b.Tier))
	}) {
		i := slices.IndexFunc(known, func(r timeRow) bool { return r.like == l })
		before := ""
		if i >= 0 {
			before = known[i].Recent
		}
		if err := t.timedLike(l, before, took[l]); err != nil {
			return fmt.Errorf("keep how long %s at %s took: %w", l.Kind, l.Tier, err)
		}
	}
	return nil
}

func (t *tx) timedLike(l like, before string, took []int64) error {
	var times []int64
	if before != "" {
		if err := fromJSON(before, &times); err != nil {
			return err
		}
	}
	n := 0
	for _, us := range took {
		if ms := us / 1000; ms >= 0 && ms <= longestTime {
			times = append(times, max(1, ms))
			n++
		}
	}
	if n == 0 {
		return nil
	}
	times = times[max(0, len(times)-timesKept):]
	recent, err := jsonText(times)
	if err != nil {
		return err
	}
	slices.Sort(times)
	return t.later("keep how long steps take", `
		INSERT INTO step_times (kind, tier, n, recent, median) VALUES (?, ?, ?, ?, ?)
		    ON CONFLICT (kind, tier) DO UPDATE SET n = step_times.n + excluded.n, recent = excluded.recent, median = excluded.median`,
		l.Kind, l.Tier, n, recent, times[len(times)/2])
}

// pace is how many milliseconds steps take, by kind and tier.
type pace map[org.StepKind]map[org.Tier]int64

func (t *tx) pace() (pace, error) {
	var rows []struct {
		Kind   org.StepKind
		Tier   org.Tier
		Median int64
	}
	err := t.all(&rows, `SELECT kind, tier, median FROM step_times WHERE n >= ?`, timesTrusted)
	if err != nil {
		return nil, fmt.Errorf("read how long steps take: %w", err)
	}
	out := pace{}
	for _, r := range rows {
		if out[r.Kind] == nil {
			out[r.Kind] = map[org.Tier]int64{}
		}
		out[r.Kind][r.Tier] = r.Median
	}
	return out, nil
}

// expected is how long a step should take, in milliseconds: as long as its
// like took lately, else as long as the planner thinks.
func (p pace) expected(s org.PlannedStep) int64 {
	if ms := p[s.Kind][s.Tier]; ms > 0 {
		return ms
	}
	return guessed(s)
}
