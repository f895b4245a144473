package ours_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/tools/bench/ours"
	"github.com/frasier-cos/frasier/internal/work"
)

// BenchmarkLanes works on orders of 12 changes with 4 workers, a third of which need an earlier one, and reports the middle of
// makespan over lower bound; the changes take half a second in the mean and are nothing but time.
func BenchmarkLanes(b *testing.B) {
	const orders, changes, lanes = 9, 12, 4
	for b.Loop() {
		var ratios []float64
		for g := range orders {
			rng := rand.New(rand.NewPCG(uint64(g), 12))
			var steps []work.PlannedStep
			ms, path := map[string]int{}, map[string]int{}
			sum, longest := 0, 0
			for i := range changes {
				key := fmt.Sprint("s", i)
				ms[key] = 200 + rng.IntN(600)
				var needs []string
				if i >= lanes && rng.IntN(3) == 0 {
					needs = []string{fmt.Sprint("s", rng.IntN(i))}
					path[key] = path[needs[0]]
				}
				path[key] += ms[key]
				sum, longest = sum+ms[key], max(longest, path[key])
				steps = append(steps, ours.Step(key, ms[key], needs...))
			}
			took, err := inLanes(b.Context(), filepath.Join(b.TempDir(), fmt.Sprint(g), "frasier.db"), lanes, steps, ms)
			if err != nil {
				b.Fatal(err)
			}
			ratios = append(ratios, float64(took.Milliseconds())/float64(max(longest, sum/lanes)))
		}
		b.ReportMetric(median(ratios), "x-bound")
	}
}

func inLanes(ctx context.Context, path string, lanes int, steps []work.PlannedStep, ms map[string]int) (took time.Duration, err error) {
	o, err := ours.Open(ctx, path)
	if err != nil {
		return 0, err
	}
	if _, err := o.Plan(ctx, steps...); err != nil {
		return 0, err
	}
	begun := time.Now()
	if _, err = o.Drain(ctx, lanes, func(s org.Step) { <-time.After(time.Duration(ms[s.Key]) * time.Millisecond) }); err == nil {
		took = time.Since(begun)
	}
	return took, errors.Join(err, o.DB.Close())
}
