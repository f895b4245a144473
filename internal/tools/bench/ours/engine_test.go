package ours_test

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/tools/bench/ours"
	"github.com/frasier-cos/frasier/internal/work"
)

const workers = 8

// layered is a random graph of 200 steps in layers, each with one to three
// needs in the layer above, and how long each step takes: lognormal, 200 ms in
// the mean, sigma 1.
func layered(rng *rand.Rand, layers int) (steps []work.PlannedStep, ms map[string]int) {
	const n, mean = 200, 200
	ms = map[string]int{}
	wide := n / layers
	for i := range n {
		var needs []string
		if i >= wide {
			above := (i/wide - 1) * wide
			for range 1 + rng.IntN(3) {
				if need := fmt.Sprint("s", above+rng.IntN(wide)); !slices.Contains(needs, need) {
					needs = append(needs, need)
				}
			}
		}
		key := fmt.Sprint("s", i)
		ms[key] = max(1, int(math.Exp(math.Log(mean)-0.5+rng.NormFloat64())))
		steps = append(steps, ours.Step(key, ms[key], needs...))
	}
	return steps, ms
}

// bound is what no engine can be faster than: the longest path, or all work
// spread over the workers.
func bound(steps []work.PlannedStep, ms map[string]int) time.Duration {
	path, sum, longest := map[string]int{}, 0, 0
	for _, s := range steps { // needs come first
		for _, n := range s.Needs {
			path[s.Key] = max(path[s.Key], path[n])
		}
		path[s.Key] += ms[s.Key]
		sum += ms[s.Key]
		longest = max(longest, path[s.Key])
	}
	return time.Duration(max(longest, sum/workers)) * time.Millisecond
}

// BenchmarkMakespan works on 20 random graphs with 8 workers and reports the
// middle of makespan over lower bound, beside what the same graphs take, by
// simulation, with a look once a second, and with the predecessor's way: three
// steps one after the other, every ten seconds.
func BenchmarkMakespan(b *testing.B) {
	for name, layers := range map[string]int{"deep": 20, "wide": 8} {
		b.Run(name, func(b *testing.B) {
			const graphs, beside = 20, 4
			for b.Loop() {
				ratios, second, old := make([]float64, graphs), make([]float64, graphs), make([]float64, graphs)
				var all sync.WaitGroup
				turn := make(chan struct{}, beside)
				for g := range graphs {
					all.Go(func() {
						turn <- struct{}{}
						defer func() { <-turn }()
						steps, ms := layered(rand.New(rand.NewPCG(uint64(g), 7)), layers)
						low := bound(steps, ms)
						took, err := workOff(b.Context(), filepath.Join(b.TempDir(), fmt.Sprint(g), "frasier.db"), steps, ms)
						if err != nil {
							b.Error(err)
						}
						ratios[g] = took.Seconds() / low.Seconds()
						second[g] = polled(steps, ms, time.Second, workers, false).Seconds() / low.Seconds()
						old[g] = polled(steps, ms, 10*time.Second, 3, true).Seconds() / low.Seconds()
					})
				}
				all.Wait()
				b.ReportMetric(median(ratios), "x-bound")
				b.ReportMetric(median(second), "x-bound-1s-poll")
				b.ReportMetric(median(old), "x-bound-predecessor")
			}
		})
	}
}

func median(list []float64) float64 { return slices.Sorted(slices.Values(list))[len(list)/2] }

// workOff is one graph on the real engine.
func workOff(ctx context.Context, path string, steps []work.PlannedStep, ms map[string]int) (took time.Duration, err error) {
	o, err := ours.Open(ctx, path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, o.DB.Close()) }()
	if _, err := o.Plan(ctx, steps...); err != nil {
		return 0, err
	}
	begun := time.Now()
	_, err = o.Drain(ctx, workers, func(s org.Step) { <-time.After(time.Duration(ms[s.Key]) * time.Millisecond) })
	return time.Since(begun), err
}

// ends is a heap of times.
type ends []end

type end struct {
	at  int
	key string
}

func (e ends) Len() int           { return len(e) }
func (e ends) Less(i, j int) bool { return e[i].at < e[j].at }
func (e ends) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *ends) Push(v any)        { *e = append(*e, v.(end)) } //nolint:errcheck // only ends are pushed
func (e *ends) Pop() any {
	old := *e
	v := old[len(old)-1]
	*e = old[:len(old)-1]
	return v
}

// polled simulates an engine that looks for ready steps once per tick and
// takes at most n, side by side or one after the other.
func polled(steps []work.PlannedStep, ms map[string]int, tick time.Duration, n int, serial bool) time.Duration {
	done, begun := map[string]int{}, map[string]bool{} // key to when it ended
	var running ends
	now := 0
	for len(done) < len(steps) {
		for running.Len() > 0 && running[0].at <= now {
			done[running[0].key] = running[0].at
			heap.Pop(&running)
		}
		free, at := n-running.Len(), now
		for _, s := range steps {
			open := slices.ContainsFunc(s.Needs, func(need string) bool { _, ok := done[need]; return !ok })
			if begun[s.Key] || open || free == 0 {
				continue
			}
			free--
			begun[s.Key] = true
			if serial {
				at += ms[s.Key]
				heap.Push(&running, end{at, s.Key})
			} else {
				heap.Push(&running, end{now + ms[s.Key], s.Key})
			}
		}
		if len(begun) == len(steps) { // what remains is to wait
			last := now
			for _, e := range running {
				last = max(last, e.at)
			}
			return time.Duration(last) * time.Millisecond
		}
		now += int(tick.Milliseconds())
	}
	return time.Duration(now) * time.Millisecond
}

// BenchmarkWake is the time from the commit that makes work until a waiter has
// seen it, in this process and through the pipe by which processes ring each
// other.
func BenchmarkWake(b *testing.B) {
	path := filepath.Join(b.TempDir(), "frasier.db")
	o, err := ours.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	other, err := ours.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	for name, at := range map[string]*ours.Instance{"process": o, "across": other} {
		b.Run(name, func(b *testing.B) {
			wake, stop := at.DB.Wake()
			defer stop()
			var took []time.Duration
			for b.Loop() {
				_, save, err := o.Prepare(b.Context(), ours.Step(fmt.Sprint("k", len(took)), 1))
				if err != nil {
					b.Fatal(err)
				}
				for more := true; more; { // the wakes of the commits before
					select {
					case <-wake:
					case <-time.After(2 * time.Millisecond):
						more = false
					}
				}
				heard := make(chan time.Time, 1)
				go func() {
					<-wake
					heard <- time.Now()
				}()
				if err := save(); err != nil {
					b.Fatal(err)
				}
				done := time.Now()
				took = append(took, max(0, (<-heard).Sub(done)))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-p50")
		})
	}
	if err := errors.Join(o.DB.Close(), other.DB.Close()); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkThroughput is claim and completion of steps that do nothing, each
// commit on the disk.
func BenchmarkThroughput(b *testing.B) {
	for _, n := range []int{8, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				rate, err := ours.Throughput(b.Context(), filepath.Join(b.TempDir(), fmt.Sprint(time.Now().UnixNano()), "frasier.db"), 4000, n)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(rate, "steps/s")
			}
		})
	}
}
