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
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/frasier-cos/frasier/internal/tools/bench/ours"
)

type nothing struct{}

// Kind names the job.
func (nothing) Kind() string { return "nothing" }

// doer does nothing. With stores, a job is stored as done before its worker
// takes the next, as a step is; without, River stores that later, and a crash
// in between has the job done again.
type doer struct {
	river.WorkerDefaults[nothing]
	stores *pgxpool.Pool
}

// Work does nothing.
func (d *doer) Work(ctx context.Context, j *river.Job[nothing]) error {
	if d.stores == nil {
		return nil
	}
	return pgx.BeginFunc(ctx, d.stores, func(t pgx.Tx) error {
		_, err := river.JobCompleteTx[*riverpgxv5.Driver](ctx, t, j)
		return err
	})
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

func rivers(b *testing.B, n, workers int, stored bool) float64 {
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
	does := &doer{}
	if stored {
		does.stores = db
	}
	list := river.NewWorkers()
	river.AddWorker(list, does)
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

// BenchmarkBesideRiver does jobs that do nothing with both engines on PostgreSQL,
// every commit on the disk, and reports how many times faster ours is: the
// middle of all rounds, in each of which one goes right after the other. In
// those named stored, a job of River too is stored as done before its worker is
// free.
func BenchmarkBesideRiver(b *testing.B) {
	for workers, n := range map[int]int{8: 4000, 100: 8000} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) { beside(b, n, workers, false) })
		b.Run(fmt.Sprint("stored-", workers), func(b *testing.B) { beside(b, n, workers, true) })
	}
}

func beside(b *testing.B, n, workers int, stored bool) {
	b.Helper()
	var own, other, ratio []float64
	for b.Loop() {
		mine, err := ours.Throughput(b.Context(), schema(b, "ours"), n, workers)
		if err != nil {
			b.Fatal(err)
		}
		theirs := rivers(b, n, workers, stored)
		own, other, ratio = append(own, mine), append(other, theirs), append(ratio, mine/theirs)
	}
	b.ReportMetric(median(own), "ours/s")
	b.ReportMetric(median(other), "river/s")
	b.ReportMetric(median(ratio), "x-river")
}

func median(list []float64) float64 { return slices.Sorted(slices.Values(list))[len(list)/2] }
