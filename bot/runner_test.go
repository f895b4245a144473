package bot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/retry"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const poll = 10 * time.Second

// fixture is an runner with listeners and a log.
type fixture struct {
	runner    bot.Runner
	mu        sync.Mutex
	listeners []chan struct{}
	log       bytes.Buffer
}

func newFixture(jobs ...bot.Job) *fixture {
	h := &fixture{}
	h.runner = bot.Runner{Jobs: jobs, Poll: poll, Log: slog.New(slog.NewTextHandler(&h.log, nil)), Wake: func() (<-chan struct{}, func()) {
		c := make(chan struct{}, 1)
		h.mu.Lock()
		defer h.mu.Unlock()
		h.listeners = append(h.listeners, c)
		return c, func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.listeners = slices.DeleteFunc(h.listeners, func(o chan struct{}) bool { return o == c })
		}
	}}
	return h
}

func (h *fixture) notify() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.listeners {
		c <- struct{}{}
	}
}

// open runs the runner until the test's function ends, inside a bubble.
func (h *fixture) open(t *testing.T, during func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); h.runner.Run(ctx) }()
	synctest.Wait()
	during()
	cancel()
	<-done
	if len(h.listeners) != 0 {
		t.Errorf("%d jobs still listen after Run", len(h.listeners))
	}
}

func TestJobsRunUntilNothingIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var left, looks atomic.Int64
		left.Store(3)
		h := newFixture(bot.Job{Name: "work", Next: func(context.Context) error {
			looks.Add(1)
			if left.Load() == 0 {
				return org.ErrNoWork
			}
			left.Add(-1)
			return nil
		}})
		h.open(t, func() {
			if left.Load() != 0 || looks.Load() != 4 {
				t.Errorf("at once: %d left after %d looks; want all done, then one look more", left.Load(), looks.Load())
			}
			left.Store(2)
			h.notify()
			synctest.Wait()
			if left.Load() != 0 || looks.Load() != 7 {
				t.Errorf("after a nudge: %d left after %d looks; want none after seven", left.Load(), looks.Load())
			}
			<-time.After(poll - time.Second)
			if looks.Load() != 7 {
				t.Errorf("%d looks before the poll, want seven", looks.Load())
			}
			<-time.After(2 * time.Second)
			synctest.Wait()
			if looks.Load() != 8 {
				t.Errorf("%d looks after the poll, want eight", looks.Load())
			}
		})
		if h.log.Len() != 0 {
			t.Errorf("log %q; want nothing: no work is no fault", h.log.String())
		}
	})
}

// A job that fails or panics is tried again after growing pauses, never in a
// tight loop, however often it is woken, and the others go on.
func TestBrokenJobs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var fails, panics, good int
		h := newFixture(
			bot.Job{Name: "fails", Next: func(context.Context) error { fails++; return errors.New("no luck") }},
			bot.Job{Name: "panics", Next: func(context.Context) error { panics++; panic("at the disco") }},
			bot.Job{Name: "good", Next: func(context.Context) error { good++; return org.ErrNoWork }},
		)
		h.open(t, func() {
			for range 300 { // ten times a second, for three polls
				<-time.After(poll / 100)
				h.notify()
				synctest.Wait()
			}
			if fails < 6 || fails > 8 || panics < 6 || panics > 8 || good != 301 {
				t.Errorf("looks within three polls: %d, %d, %d; want 6 to 8 of what fails and each of what works", fails, panics, good)
			}
		})
		for _, want := range []string{"no luck", "panics: at the disco"} {
			if n := strings.Count(h.log.String(), want); n < 6 || n > 8 {
				t.Errorf("%q stands %d times in the log, want each failure once", want, n)
			}
		}
	})
}

// The end of the runner is no fault of a job, and Run waits for it.
func TestRunWaitsForJobs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := false
		h := newFixture(bot.Job{Name: "slow", Next: func(ctx context.Context) error {
			<-ctx.Done()
			<-time.After(time.Second)
			ended = true
			return ctx.Err()
		}})
		h.open(t, func() {})
		if !ended || h.log.Len() != 0 {
			t.Errorf("ended %v, log %q; want Run to wait and say nothing", ended, h.log.String())
		}
	})
}

// What is due in 3 s happens in 3 s, though the poll is far away.
func TestWhatIsDueIsNotLeftToThePoll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var at []time.Duration
		h := newFixture(bot.Job{Name: "due", Next: func(context.Context) error {
			if at = append(at, time.Since(began)); len(at) == 1 {
				return fmt.Errorf("look: %w", &retry.EarlyError{Until: time.Now().Add(3 * time.Second)})
			}
			return org.ErrNoWork
		}})
		h.open(t, func() {
			<-time.After(poll - time.Second)
			synctest.Wait()
			if len(at) != 2 || at[1] != 3*time.Second {
				t.Errorf("looked after %v, want at once and after 3s", at)
			}
		})
		if h.log.Len() != 0 {
			t.Errorf("log %q; want nothing: what is not due is no fault", h.log.String())
		}
	})
}
