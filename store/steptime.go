package store

import (
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
)

const (
	timesKept    = 31                  // of each kind and tier: the median follows a change within a day's work
	timesTrusted = 3                   // a median of fewer says less than the planner's guess
	longestTime  = 24 * 60 * 60 * 1000 // milliseconds; what took longer was measured by a clock that was set meanwhile
)

// timed remembers how long the run that completed a step took.
func (t *tx) timed(r stepRow) error {
	var took int64
	err := t.get(&took, `SELECT (ended_at - started_at) / 1000 FROM runs WHERE step_id = ? AND fence = ?`, r.ID, r.Fence)
	if err != nil {
		return fmt.Errorf("time %s: %w", r.ID, err)
	}
	if took < 0 || took > longestTime {
		return nil
	}
	var known []string
	if err := t.all(&known, `SELECT recent FROM step_times WHERE kind = ? AND tier = ?`, r.Kind, r.Tier); err != nil {
		return err
	}
	var times []int64
	if len(known) > 0 {
		if err := fromJSON(known[0], &times); err != nil {
			return err
		}
	}
	times = append(times, max(1, took))
	times = times[max(0, len(times)-timesKept):]
	recent, err := jsonText(times)
	if err != nil {
		return err
	}
	slices.Sort(times)
	err = t.exec(`
		INSERT INTO step_times (kind, tier, n, recent, median) VALUES (?, ?, 1, ?, ?)
		    ON CONFLICT (kind, tier) DO UPDATE SET n = step_times.n + 1, recent = excluded.recent, median = excluded.median`,
		r.Kind, r.Tier, recent, times[len(times)/2])
	if err != nil {
		return fmt.Errorf("keep the time of %s: %w", r.ID, err)
	}
	return nil
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
