// Package heartbeat does what the clock asks for: it takes back what dead
// workers hold, lets waiting steps go on, and is the safety net under
// completions and phases. One process at a time does it, by a lock in the
// database; everything it does is idempotent, so doing it twice changes nothing.
package heartbeat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Records finds the work that the heartbeat looks after.
type Records interface {
	// HoldJob takes or keeps the lock of a job; mine is false when another process has it.
	HoldJob(ctx context.Context, beat, owner string, term time.Duration) (mine bool, err error)
	ExpireLeases(ctx context.Context, now time.Time) ([]org.StepID, error)
	ReleaseDue(ctx context.Context, now time.Time) (int, error)
	SafetyNet(ctx context.Context) (int, error)
	CloseLateCalls(ctx context.Context, grace time.Duration) (int, error)
	Seen(ctx context.Context, owner, role string) error
}

// Heartbeat beats. All fields must be set.
type Heartbeat struct {
	Records Records
	Owner   string
	Role    string // "bot" or "worker", for status
	Tick    time.Duration
	Now     func() time.Time
	Log     *slog.Logger
	// Outage is told when the database has not taken the heartbeat twice in a
	// row, with zero, and once it takes it again, with how long that took. It
	// must not need the database; nil tells nobody.
	Outage func(ctx context.Context, took time.Duration) error

	next   time.Time
	since  time.Time // of the first beat that failed; zero while all is well
	failed int       // in a row
	told   bool      // Outage
}

// A call without an end is closed this long after its deadline.
const lateCall = 2 * time.Minute

// A sign of life waits this long for the database: one that is kept busy for longer is an outage,
// of which people are to be told while it lasts.
const seenMost = 10 * time.Second

// Next beats once when the tick has passed since the last beat, and returns
// org.ErrNoWork when it has not. It is called by one goroutine.
func (h *Heartbeat) Next(ctx context.Context) error {
	now := h.Now()
	if now.Before(h.next) {
		return org.ErrNoWork
	}
	h.next = now.Add(h.Tick)
	limited, stop := context.WithTimeout(ctx, seenMost)
	err := h.Records.Seen(limited, h.Owner, h.Role)
	stop()
	if ctx.Err() == nil {
		h.noticeOutage(ctx, now, err)
	}
	if err != nil {
		return fmt.Errorf("heartbeat: %w", err)
	}
	mine, err := h.Records.HoldJob(ctx, "heartbeat", h.Owner, 2*h.Tick)
	if err != nil {
		return fmt.Errorf("heartbeat: %w", err)
	}
	if !mine {
		return org.ErrNoWork
	}
	return h.beatOnce(ctx, now)
}

// noticeOutage tells once that the database takes nothing, and once that it
// does again. A message that cannot be sent is tried with the next beat.
func (h *Heartbeat) noticeOutage(ctx context.Context, now time.Time, failure error) {
	const inARow = 2
	took := time.Duration(0)
	switch {
	case failure != nil:
		if h.failed++; h.failed == 1 {
			h.since = now
		}
		if h.failed < inARow || h.told {
			return
		}
	case !h.told:
		h.failed = 0
		return
	default:
		took = max(time.Second, now.Sub(h.since))
	}
	if h.Outage != nil {
		if err := h.Outage(ctx, took); err != nil {
			h.Log.WarnContext(ctx, "nobody could be told of an outage of the database", "over", took > 0, "err", err)
			return
		}
	}
	h.told = failure != nil
	if !h.told {
		h.failed = 0
	}
}

// beatOnce does every job even when one fails, in this order: take back,
// complete, look for stalled projects.
func (h *Heartbeat) beatOnce(ctx context.Context, now time.Time) error {
	lost, err1 := h.Records.ExpireLeases(ctx, now)
	if len(lost) > 0 {
		h.Log.WarnContext(ctx, "took back steps of a worker that fell silent", "steps", len(lost))
	}
	_, err2 := h.Records.ReleaseDue(ctx, now)
	mended, err3 := h.Records.SafetyNet(ctx)
	if mended > 0 {
		h.Log.WarnContext(ctx, "safety net moved projects on", "projects", mended)
	}
	_, err4 := h.Records.CloseLateCalls(ctx, lateCall)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return fmt.Errorf("heartbeat: %w", err)
	}
	return nil
}
