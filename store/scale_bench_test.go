package store_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// BenchmarkProcesses is claim and completion of steps by ever more workers,
// each with a connection of its own to the database as a process has it.
func BenchmarkProcesses(b *testing.B) {
	for _, n := range []int{1, 2, 4, 8} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			o := newOffice(b)
			const each = 20
			for left := b.N; left > 0; left -= each {
				o.start(org.NewProject{Title: fmt.Sprint("Project ", left)})
				var steps []org.PlannedStep
				for i := range each {
					steps = append(steps, piece(fmt.Sprint("k", i)))
				}
				o.plan(steps...)
			}
			hands := make([]*store.DB, n)
			for i := range hands {
				hands[i] = o.open()
			}
			var done atomic.Int64
			var all sync.WaitGroup
			b.ResetTimer()
			for i, db := range hands {
				all.Go(func() {
					for done.Load() < int64(b.N) {
						claims, err := db.ClaimSteps(b.Context(), fmt.Sprint("w", i), time.Hour, 1)
						if errors.Is(err, org.ErrNoWork) {
							return
						}
						if err == nil {
							err = db.Finish(b.Context(), claims[0].Lease, completed(claims[0].Step))
						}
						if err != nil {
							b.Error(err)
							return
						}
						done.Add(1)
					}
				})
			}
			all.Wait()
			b.ReportMetric(float64(done.Load())/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
