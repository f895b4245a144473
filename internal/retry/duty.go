package retry

import (
	"context"
	"errors"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// A duty waits so long after its first failure: long enough that a fault of a moment is over, and
// short enough that nobody notices.
const firstPause = 500 * time.Millisecond

// Duty is something that is done until none of it is left. It is looked for again
// at each poll, when something is due, and whenever it is woken; what failed is
// tried again after growing pauses, however often it is woken.
type Duty struct {
	Name string
	// Next does one piece. It returns org.ErrNoWork when there is none, as an
	// *EarlyError when it is known when there will be.
	Next  func(ctx context.Context) error
	Poll  time.Duration
	Later time.Duration   // by which the first poll comes later
	Wake  <-chan struct{} // nil wakes it never
	Pause Policy          // between tries of what failed; zero is half a second, doubled up to Poll
	Clock Clock
	Tell  func(Attempt) // hears of each failure, and of the first success after one
}

// Serve does the duty until ctx ends.
func (d Duty) Serve(ctx context.Context) {
	if d.Pause == (Policy{}) {
		d.Pause = Policy{First: min(firstPause, d.Poll), Most: d.Poll}
	}
	gate := Gate{Policy: d.Pause, Clock: d.Clock, Tell: d.Tell}
	timer := time.NewTimer(d.Poll)
	defer timer.Stop()
	for {
		wait := d.Poll + d.Later
		d.Later = 0
		for ctx.Err() == nil {
			err := d.doOnce(ctx, &gate)
			if err == nil {
				continue
			}
			if early, ok := errors.AsType[*EarlyError](err); ok && !early.Until.IsZero() {
				wait = min(wait, max(early.Until.Sub(d.Clock.now()), time.Millisecond))
			}
			break
		}
		timer.Reset(wait)
		select {
		case <-ctx.Done():
			return
		case <-d.Wake:
		case <-timer.C:
		}
	}
}

// One piece is done, unless an earlier failure is not old enough. The error says that there is
// nothing to do now, and when there is.
func (d Duty) doOnce(ctx context.Context, gate *Gate) error {
	var none error
	err := gate.Do(ctx, d.Name, func(ctx context.Context) error {
		err := d.Next(ctx)
		if errors.Is(err, org.ErrNoWork) {
			none = err
			return nil
		}
		return err
	})
	if err == nil {
		return none
	}
	if early := gate.Early(); early != nil {
		return early
	}
	return err
}
