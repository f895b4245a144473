package pool_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/pool"
)

// slow is a queue with one claim, whose answers about it take their time.
type slow struct {
	pool.Queue
	given  bool
	answer func(ctx context.Context) error
}

// ClaimSteps gives the claim.
func (s *slow) ClaimSteps(context.Context, string, time.Duration, int) ([]work.Claim, error) {
	if s.given {
		return nil, nil
	}
	s.given = true
	return []work.Claim{{Step: org.Step{ID: "s1"}, Lease: work.Lease{Fence: 1}}}, nil
}

// Renew answers late.
func (s *slow) Renew(ctx context.Context, _ string, _ time.Duration) ([]org.StepID, error) {
	return []org.StepID{"s1"}, s.answer(ctx)
}

// Held answers late.
func (s *slow) Held(ctx context.Context, _ string) ([]org.StepID, error) {
	return []org.StepID{"s1"}, s.answer(ctx)
}

// Release gives nothing back.
func (s *slow) Release(context.Context, string) error { return nil }

// Who is stopped while he asks about his claims has met no fault: a deploy on a
// busy machine leaves no error in the log. Any other answer is one.
func TestStoppedWhileItAsks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		renewal time.Duration // before or after the first look
		answer  func(ctx context.Context) error
		want    string
	}{
		{"stopped at a renewal", time.Second, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, ""},
		{"stopped at a look", time.Hour, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, ""},
		{"a renewal that fails", time.Second, func(context.Context) error { return errors.New("no answer") }, "renew claims"},
		{"a look that fails", time.Hour, func(context.Context) error { return errors.New("no answer") }, "look for claims"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var log bytes.Buffer
				p := &pool.Pool{
					Queue: &slow{answer: c.answer}, Holder: "worker-1", Slots: 1, Poll: time.Minute, Renewal: c.renewal, Log: slog.New(slog.NewTextHandler(&log, nil)),
					Work: func(ctx context.Context, _ work.Claim, _ func(bool)) error { <-ctx.Done(); return ctx.Err() },
				}
				ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
				defer stop()
				if err := p.Run(ctx, nil); err != nil {
					t.Fatal(err)
				}
				if got := log.String(); c.want == "" && strings.Contains(got, "level=ERROR") || !strings.Contains(got, c.want) {
					t.Errorf("the log says %q, want an error of %q (empty: none)", got, c.want)
				}
			})
		})
	}
}
