// Package river_test sets the engine beside River on PostgreSQL. It is a
// module of its own, so that the product does not depend on River.
package river_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
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

// schema makes an empty schema on the server and returns its address.
func schema(b *testing.B, name string) string {
	b.Helper()
	server := os.Getenv("STORE_TEST_URL")
	if server == "" {
		b.Fatal("STORE_TEST_URL names no PostgreSQL")
	}
	db, err := pgxpool.New(b.Context(), server)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	name = fmt.Sprint("bench_", name, "_", time.Now().UnixNano())
	if _, err := db.Exec(b.Context(), "CREATE SCHEMA "+name); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		db, err := pgxpool.New(context.Background(), server)
		if err != nil {
			b.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(context.Background(), "DROP SCHEMA "+name+" CASCADE"); err != nil {
			b.Error(err)
		}
	})
	u, err := url.Parse(server)
	if err != nil {
		b.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return u.String()
}

func rivers(b *testing.B, n, workers int) float64 {
	b.Helper()
	ctx := b.Context()
	db, err := pgxpool.New(ctx, schema(b, "river"))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	driver := riverpgxv5.New(db)
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

// BenchmarkBesideRiver does jobs that do nothing with both engines on PostgreSQL,
// every commit on the disk, and reports how many times faster ours is.
func BenchmarkBesideRiver(b *testing.B) {
	const n = 2000
	for _, workers := range []int{8, 100} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			for b.Loop() {
				ours, err := ours.Throughput(b.Context(), schema(b, "ours"), n, workers)
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
