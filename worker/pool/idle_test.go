package pool_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
	"github.com/frasier-cos/frasier/worker/pool"
)

// asked is a store that counts what the pool asks of it.
type asked struct {
	*store.DB
	claims, renewals, looks int
}

// ClaimSteps counts and claims.
func (a *asked) ClaimSteps(ctx context.Context, holder string, term time.Duration, n int) ([]work.Claim, error) {
	a.claims++
	return a.DB.ClaimSteps(ctx, holder, term, n)
}

// Renew counts and renews.
func (a *asked) Renew(ctx context.Context, holder string, term time.Duration) ([]org.StepID, error) {
	a.renewals++
	return a.DB.Renew(ctx, holder, term)
}

// Held counts and looks.
func (a *asked) Held(ctx context.Context, holder string) ([]org.StepID, error) {
	a.looks++
	return a.DB.Held(ctx, holder)
}

// A pool without work asks for it each poll, and nothing else.
func TestIdlePoolOnlyPolls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		db, err := store.Open(t.Context(), store.Options{Path: storetest.Path(t)})
		if err != nil {
			t.Fatal(err)
		}
		queue := &asked{DB: db}
		p := &pool.Pool{
			Queue: queue, Holder: "worker-1", Slots: 4, Poll: 10 * time.Second, Log: slog.New(slog.DiscardHandler),
			Work: func(context.Context, work.Claim, func(bool)) error { return nil },
		}
		ctx, stop := context.WithTimeout(t.Context(), 65*time.Second)
		defer stop()
		if err := p.Run(ctx, nil); err != nil {
			t.Fatal(err)
		}
		if queue.claims != 7 || queue.renewals != 0 || queue.looks != 0 {
			t.Errorf("in 65 s without work: asked for work %d times, renewed %d times, looked %d times; want 7, 0 and 0", queue.claims, queue.renewals, queue.looks)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
}

// full is a store without room.
type full struct{ *asked }

// ClaimSteps fails as on a full disk.
func (f full) ClaimSteps(context.Context, string, time.Duration, int) ([]work.Claim, error) {
	f.claims++
	return nil, org.ErrDisk
}

// A disk that is full is looked at and told of once a second at most, however often
// there is a reason to look.
func TestAFullDiskIsTriedOnceASecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		db, err := store.Open(t.Context(), store.Options{Path: storetest.Path(t)})
		if err != nil {
			t.Fatal(err)
		}
		queue := full{&asked{DB: db}}
		var log strings.Builder
		p := &pool.Pool{
			Queue: queue, Holder: "worker-1", Slots: 4, Poll: 10 * time.Millisecond, Log: slog.New(slog.NewTextHandler(&log, nil)),
			Work: func(context.Context, work.Claim, func(bool)) error { return nil },
		}
		ctx, stop := context.WithTimeout(t.Context(), 3500*time.Millisecond)
		defer stop()
		if err := p.Run(ctx, nil); err != nil {
			t.Fatal(err)
		}
		if told := strings.Count(log.String(), `msg="claim steps"`); queue.claims != 4 || told != 4 {
			t.Errorf("%d failed looks in 3.5 s, %d told; want 4", queue.claims, told)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
}
