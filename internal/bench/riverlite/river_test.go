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
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/frasier-cos/frasier/internal/bench/ours"
)

type nothing struct{}

// Kind names the job.
func (nothing) Kind() string { return "nothing" }

type doer struct {
	river.WorkerDefaults[nothing]
	done *atomic.Int64
}

// Work does nothing.
func (d *doer) Work(context.Context, *river.Job[nothing]) error {
	d.done.Add(1)
	return nil
}

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
	var done atomic.Int64
	list := river.NewWorkers()
	river.AddWorker(list, &doer{done: &done})
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
	begun := time.Now()
	if err := c.Start(ctx); err != nil {
		b.Fatal(err)
	}
	for done.Load() < int64(n) {
		time.Sleep(time.Millisecond)
	}
	rate := float64(n) / time.Since(begun).Seconds()
	if err := c.Stop(context.WithoutCancel(ctx)); err != nil {
		b.Fatal(err)
	}
	return rate
}

// BenchmarkBesideRiver does jobs that do nothing with both engines on SQLite,
// every commit on the disk, and reports how many times faster ours is.
func BenchmarkBesideRiver(b *testing.B) {
	const n = 2000
	for _, workers := range []int{8, 100} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			for b.Loop() {
				ours, err := ours.Throughput(b.Context(), filepath.Join(b.TempDir(), fmt.Sprint(time.Now().UnixNano()), "frasier.db"), n, workers)
				if err != nil {
					b.Fatal(err)
				}
				river := rivers(b, n, workers)
				b.ReportMetric(ours, "ours/s")
				b.ReportMetric(river, "river/s")
				b.ReportMetric(ours/river, "x-river")
			}
		})
	}
}
