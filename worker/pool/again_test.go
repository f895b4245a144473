package pool_test

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/pool"
)

// again is a queue of one step that its holder loses and claims once more before it notices.
type again struct {
	mu    sync.Mutex
	fence int64
	asked []int // how many were asked for while the second claim is worked on
	often chan struct{}
}

func (q *again) ClaimSteps(_ context.Context, _ string, _ time.Duration, n int) ([]work.Claim, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.fence == 2 {
		if q.asked = append(q.asked, n); len(q.asked) == 10 {
			close(q.often)
		}
		return nil, org.ErrNoWork
	}
	q.fence++
	return []work.Claim{{Step: org.Step{ID: "s1"}, Lease: work.Lease{Step: "s1", Fence: q.fence}}}, nil
}

func (q *again) Renew(context.Context, string, time.Duration) ([]org.StepID, error) {
	return []org.StepID{"s1"}, nil
}
func (q *again) Release(context.Context, string) error              { return nil }
func (q *again) GiveBack(context.Context, work.Lease) error         { return nil }
func (q *again) Held(context.Context, string) ([]org.StepID, error) { return []org.StepID{"s1"}, nil }

// The work on a claim that was lost stops and gives nothing of the second claim's
// slot away, neither when it hands in late nor when it ends.
func TestALostClaimLeavesTheSlotOfTheNext(t *testing.T) {
	q := &again{often: make(chan struct{})}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	late := make(chan struct{})
	crew := pool.Pool{
		Queue: q, Holder: "w", Slots: 2, Poll: time.Millisecond, Log: slog.New(slog.DiscardHandler),
		Work: func(ctx context.Context, c work.Claim, handing func(bool)) error {
			<-ctx.Done()
			if c.Lease.Fence == 1 {
				handing(true)
				close(late)
			}
			return ctx.Err()
		},
	}
	over := make(chan error, 1)
	go func() { over <- crew.Run(ctx, nil) }()
	select {
	case <-late:
	case <-time.After(10 * time.Second):
		t.Fatal("the work on the lost claim goes on")
	}
	<-q.often
	q.mu.Lock()
	asked := slices.Clone(q.asked) // what is asked for once it stops says nothing
	q.mu.Unlock()
	stop()
	if err := <-over; err != nil {
		t.Fatal(err)
	}
	for _, n := range asked {
		if n != 1 {
			t.Fatalf("asked for %d more beside the step that is worked on, want 1 of 2 slots", n)
		}
	}
}
