// Package riverlite_test sets the engine beside River on SQLite. It is a
// module of its own, so that the product does not depend on River.
package riverlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/frasier-cos/frasier/internal/tools/bench/ours"
)

type nothing struct{}

// Kind names the job.
func (nothing) Kind() string { return "nothing" }

type doer struct{ river.WorkerDefaults[nothing] }

// Work does nothing.
func (doer) Work(context.Context, *river.Job[nothing]) error { return nil }

func rivers(b *testing.B, n, workers int) float64 {
	b.Helper()
	ctx := b.Context()
	db, err := sql.Open("sqlite3", filepath.Join(b.TempDir(), "river.db")+"?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=10000&_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	driver := riversqlite.New(db)
	m, err := rivermigrate.New(driver, nil)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := m.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		b.Fatal(err)
	}
	list := river.NewWorkers()
	river.AddWorker(list, &doer{})
	c, err := river.NewClient(driver, &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: workers}}, Workers: list,
		FetchCooldown: time.Millisecond, FetchPollInterval: time.Millisecond, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		b.Fatal(err)
	}
	jobs := make([]river.InsertManyParams, n)
	for i := range jobs {
		jobs[i].Args = nothing{}
	}
	if _, err := c.InsertMany(ctx, jobs); err != nil {
		b.Fatal(err)
	}
	// A job is done when the database says so, as a step is. River writes that
	// for many jobs at once, up to a quarter of a second after their work.
	done, cancel := c.SubscribeConfig(&river.SubscribeConfig{ChanSize: n, Kinds: []river.EventKind{river.EventKindJobCompleted}})
	defer cancel()
	begun := time.Now()
	if err := c.Start(ctx); err != nil {
		b.Fatal(err)
	}
	for range n {
		<-done
	}
	rate := float64(n) / time.Since(begun).Seconds()
	if err := c.Stop(context.WithoutCancel(ctx)); err != nil {
		b.Fatal(err)
	}
	return rate
}

// BenchmarkBesideRiver does jobs that do nothing with both engines on SQLite,
// every commit on the disk, and reports how many times faster ours is: the
// middle of all rounds, in each of which one goes right after the other.
func BenchmarkBesideRiver(b *testing.B) {
	for workers, n := range map[int]int{8: 4000, 100: 8000} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			var own, other, ratio []float64
			for b.Loop() {
				mine, err := ours.Throughput(b.Context(), filepath.Join(b.TempDir(), fmt.Sprint(time.Now().UnixNano()), "frasier.db"), n, workers)
				if err != nil {
					b.Fatal(err)
				}
				theirs := rivers(b, n, workers)
				own, other, ratio = append(own, mine), append(other, theirs), append(ratio, mine/theirs)
			}
			b.ReportMetric(median(own), "ours/s")
			b.ReportMetric(median(other), "river/s")
			b.ReportMetric(median(ratio), "x-river")
		})
	}
}

func median(list []float64) float64 { return slices.Sorted(slices.Values(list))[len(list)/2] }
