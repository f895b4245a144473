package worker_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// works runs the worker beside the test and returns what ends it.
func (b *bench) works() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	wake, unsubscribe := b.db.Wake()
	done := make(chan error, 1)
	b.w.Slots, b.w.Poll = 2, time.Second
	go func() { done <- b.w.Run(ctx, wake) }()
	return func() {
		b.t.Helper()
		cancel()
		b.ok(<-done)
		unsubscribe()
	}
}

// comes waits until something is so.
func (b *bench) comes(what string, so func() bool) {
	b.t.Helper()
	for end := time.Now().Add(time.Minute); !so(); <-time.After(5 * time.Millisecond) {
		if time.Now().After(end) {
			b.t.Fatalf("%s: it did not come", what)
		}
	}
}

// A step that panics is a rejected round of that step, which then rests for
// minutes; the step beside it is not touched.
func TestPanicIsARejectedRound(t *testing.T) {
	b := newBench(t, llmtest.Options{})
	b.plan(b.piece("one"), b.piece("two"))
	var once atomic.Bool
	b.w.Crash = func(point string) {
		if point == "before synthesize" && once.CompareAndSwap(false, true) {
			panic("a bug")
		}
	}
	stop := b.works()
	rested := false
	b.comes("the end of both steps", func() bool {
		if held := b.step("one").Held | b.step("two").Held; held&org.HoldBackoff != 0 {
			for range 2 { // after the first it rests still
				b.forward(time.Minute + time.Second)
				_, err := b.db.ReleaseDue(context.Background(), b.Now())
				b.ok(err)
				if rested = b.step("one").Held|b.step("two").Held != 0 || rested; !rested {
					t.Error("a step that panicked is tried again within a minute")
				}
			}
		}
		return b.step("one").State == org.StepCompleted && b.step("two").State == org.StepCompleted
	})
	stop()
	one, two := b.step("one"), b.step("two")
	if one.Strikes+two.Strikes != 1 || one.Crashes+two.Crashes != 0 {
		t.Errorf("%d and %d strikes, %d and %d crashes; want one strike", one.Strikes, two.Strikes, one.Crashes, two.Crashes)
	}
	if told := strings.Join(append(b.told("one"), b.told("two")...), "; "); !strings.Contains(told, "a bug") {
		t.Errorf("the round was rejected because %q, want the panic's words", told)
	}
}
