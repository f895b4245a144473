package bot_test

import (
	"bytes"
	"context"
	"errors"
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
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const poll = 10 * time.Second

// house is an office with a bell and a log.
type house struct {
	office bot.Office
	mu     sync.Mutex
	bells  []chan struct{}
	log    bytes.Buffer
}

func newHouse(duties ...bot.Duty) *house {
	h := &house{}
	h.office = bot.Office{Duties: duties, Poll: poll, Log: slog.New(slog.NewTextHandler(&h.log, nil)), Wake: func() (<-chan struct{}, func()) {
		c := make(chan struct{}, 1)
		h.mu.Lock()
		defer h.mu.Unlock()
		h.bells = append(h.bells, c)
		return c, func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.bells = slices.DeleteFunc(h.bells, func(o chan struct{}) bool { return o == c })
		}
	}}
	return h
}

func (h *house) ring() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.bells {
		c <- struct{}{}
	}
}

// open runs the office until the test's function ends, inside a bubble.
func (h *house) open(t *testing.T, during func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); h.office.Run(ctx) }()
	synctest.Wait()
	during()
	cancel()
	<-done
	if len(h.bells) != 0 {
		t.Errorf("%d duties still listen after Run", len(h.bells))
	}
}

func TestDutiesRunUntilNothingIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var left, looks atomic.Int64
		left.Store(3)
		h := newHouse(bot.Duty{Name: "work", Next: func(context.Context) error {
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
			h.ring()
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

// A duty that fails or panics is tried again at the next poll, never in a
// tight loop, and the others go on.
func TestBrokenDuties(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var fails, panics, good int
		h := newHouse(
			bot.Duty{Name: "fails", Next: func(context.Context) error { fails++; return errors.New("no luck") }},
			bot.Duty{Name: "panics", Next: func(context.Context) error { panics++; panic("at the disco") }},
			bot.Duty{Name: "good", Next: func(context.Context) error { good++; return org.ErrNoWork }},
		)
		h.open(t, func() {
			<-time.After(3*poll + time.Second)
			synctest.Wait()
			if fails != 4 || panics != 4 || good != 4 {
				t.Errorf("looks after three polls: %d, %d, %d; want four each", fails, panics, good)
			}
		})
		for _, want := range []string{"no luck", "panics: at the disco"} {
			if n := strings.Count(h.log.String(), want); n != 4 {
				t.Errorf("%q stands %d times in the log, want four", want, n)
			}
		}
	})
}

// The end of the office is no fault of a duty, and Run waits for it.
func TestRunWaitsForDuties(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := false
		h := newHouse(bot.Duty{Name: "slow", Next: func(ctx context.Context) error {
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
