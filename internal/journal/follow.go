package journal

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// The journal is looked at so often without a nudge.
const defaultPoll = time.Second

// So many events are read at once.
const batch = 200

// Reader gives the events after a number, oldest first. *store.DB is one.
type Reader interface {
	Events(ctx context.Context, after int64, limit int) ([]org.Event, error)
}

// Follower hands over the events of the journal as they are written.
type Follower struct {
	// Records holds the events.
	Records Reader
	// Poll is the pause between looks when nothing nudges; one second when zero.
	Poll time.Duration
	// Nudge, when not nil, brings the next look forward.
	Nudge <-chan struct{}
}

// Follow calls hear for each event after the given number, in order, each
// once, until ctx ends or hear or the store fails. It returns the number of
// the last event that hear took without error, and why it ended.
func (f *Follower) Follow(ctx context.Context, after int64, hear func(context.Context, org.Event) error) (int64, error) {
	for {
		next, err := readNewEvents(ctx, f.Records, after, hear)
		if err != nil {
			return next, err
		}
		after = next
		if err := waitForEvents(ctx, f.Poll, f.Nudge); err != nil {
			return after, err
		}
	}
}

func readNewEvents(ctx context.Context, r Reader, after int64, hear func(context.Context, org.Event) error) (int64, error) {
	for {
		events, err := r.Events(ctx, after, batch)
		if err != nil {
			return after, fmt.Errorf("read journal after %d: %w", after, err)
		}
		for _, e := range events {
			if err := ctx.Err(); err != nil {
				return after, err
			}
			if e.Seq <= after {
				continue
			}
			if err := hear(ctx, e); err != nil {
				return after, err
			}
			after = e.Seq
		}
		if len(events) < batch {
			return after, nil
		}
	}
}

// It waits for the poll, a nudge, or the end of ctx.
func waitForEvents(ctx context.Context, poll time.Duration, nudge <-chan struct{}) error {
	if poll <= 0 {
		poll = defaultPoll
	}
	timer := time.NewTimer(poll)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
	case <-nudge:
	}
	return nil
}
