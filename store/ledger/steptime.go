package ledger

import (
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/sqldb"
)

const (
	timesKept    = 31                  // of each kind and tier: the median follows a change within a day's work
	timesTrusted = 3                   // a median of fewer says less than the planner's guess
	longestTime  = 24 * 60 * 60 * 1000 // milliseconds; what took longer was measured by a clock that was set meanwhile
)

// lately is the condition on steps that they completed within the newest 10 000
// lines of the journal: some hundred steps of research, more of all else. An
// index of when steps ended would have to be written with each end.
const lately = `state = 'completed' AND id IN (
	        SELECT e.step_id FROM events e WHERE e.seq > (SELECT coalesce(max(e.seq), 0) FROM events e WHERE ` + sqldb.LineNumbered + `) - 10000 AND e.kind = 'step_completed')`

// PaceStatement selects what the newest completed steps took, in microseconds,
// newest first; -1 for one of which it is not known.
const PaceStatement = `
	SELECT kind, tier, coalesce(ended_at - claimed_at, -1) AS took FROM steps WHERE ` + lately + ` ORDER BY ended_at DESC LIMIT 1000`

type workSort struct {
	Kind org.StepKind
	Tier org.Tier
}

type tookRow struct {
	workSort
	Took int64
}

// Pace maps sorts of work to the milliseconds that a step of them takes.
type Pace map[workSort]int64

// PaceOf reads how long steps took lately.
func PaceOf(t *sqldb.Tx) (Pace, error) {
	var rows []tookRow
	if err := t.All(&rows, PaceStatement); err != nil {
		return nil, fmt.Errorf("read how long steps took: %w", err)
	}
	return computePace(rows), nil
}

// computePace takes the median of the first few times of each kind and tier.
func computePace(newest []tookRow) Pace {
	times := map[workSort][]int64{}
	for _, r := range newest {
		ms := r.Took / 1000
		if r.Took >= 0 && ms <= longestTime && len(times[r.workSort]) < timesKept {
			times[r.workSort] = append(times[r.workSort], max(1, ms))
		}
	}
	out := Pace{}
	for l, all := range times {
		if len(all) >= timesTrusted {
			slices.Sort(all)
			out[l] = all[len(all)/2]
		}
	}
	return out
}

// Expected returns milliseconds: as long as the step's
// like took lately, else as long as the planner thinks.
func (p Pace) Expected(s work.PlannedStep) int64 {
	if ms := p[workSort{s.Kind, s.Tier}]; ms > 0 {
		return ms
	}
	return estimateStep(s)
}

// estimateStep returns milliseconds for a step when no step like it was timed.
func estimateStep(s work.PlannedStep) int64 {
	const minute = 60_000
	if s.Minutes > 0 {
		return int64(s.Minutes) * minute
	}
	switch s.Kind {
	case org.KindResearch:
		return 6 * minute
	case org.KindAnalysis, org.KindStrategy, org.KindEngineering:
		return 5 * minute
	case org.KindWriting, org.KindCreative:
		return 4 * minute
	case org.KindAssembly:
		return 2 * minute
	case org.KindSimple:
		return minute
	}
	return minute
}
