package retry

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Attempt tells of one try: of each that failed, and of the last one.
type Attempt struct {
	Key     string // of what was tried, for a Gate
	Tries   int    // so many tries so far
	Err     error  // why it failed; nil when it worked
	Since   time.Time
	Verdict Verdict
	Wait    time.Duration // for Again: how long until the next try
	Next    time.Time     // and when that is
}

// First reports whether this is the first failure.
func (a Attempt) First() bool { return a.Tries == 1 && a.Err != nil }

// Clock is the time that a loop goes by. The zero value is the machine's, without jitter.
type Clock struct {
	Now    func() time.Time
	Sleep  func(ctx context.Context, d time.Duration) error
	Random func() float64 // from 0 up to 1: see Spread
}

func (c Clock) now() time.Time {
	if c.Now == nil {
		return time.Now()
	}
	return c.Now()
}

func (c Clock) sleep(ctx context.Context, d time.Duration) error {
	if c.Sleep != nil {
		return c.Sleep(ctx, d)
	}
	return Sleep(ctx, d)
}

// Sleep waits for so long, or until ctx ends, whose error it then returns.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

var errUntold = errors.New("a loop that tries again needs somebody who is told")

// Run tries until it works, is refused for good, a bound is reached or ctx ends.
// Tell hears of each failure with the time of the next try, and of the end; of
// what works at once there is nothing to tell. It returns the last error.
func Run(ctx context.Context, p Policy, c Clock, try func(ctx context.Context) error, tell func(Attempt)) error {
	if tell == nil {
		return errUntold
	}
	since := c.now()
	for tries := 1; ; tries++ {
		err := try(ctx)
		if err != nil && ctx.Err() != nil {
			return ctx.Err()
		}
		a := p.attempt(err, tries, since, c)
		if err != nil || tries > 1 {
			tell(a)
		}
		if a.Verdict.Over() {
			return err
		}
		if stopped := c.sleep(ctx, a.Wait); stopped != nil {
			return stopped
		}
	}
}

func (p Policy) attempt(err error, tries int, since time.Time, c Clock) Attempt {
	now := c.now()
	a := Attempt{Tries: tries, Err: err, Since: since, Verdict: Done}
	if err == nil {
		return a
	}
	if a.Wait, a.Verdict = p.Judge(err, tries, since, now); a.Verdict == Again {
		a.Wait = Spread(a.Wait, c.Random)
		a.Next = now.Add(a.Wait)
	}
	return a
}

// EarlyError says that nothing is to be done before a time: nothing is due, or what
// failed is not to be tried yet. The zero time says that it is not to be tried any
// more. It is an org.ErrNoWork.
type EarlyError struct{ Until time.Time }

// Unwrap returns org.ErrNoWork.
func (e *EarlyError) Unwrap() error { return org.ErrNoWork }

// Error says when it is due.
func (e *EarlyError) Error() string {
	if e.Until.IsZero() {
		return "it failed for good and is not tried again"
	}
	return fmt.Sprintf("nothing is to be done before %s", e.Until.UTC().Format(time.RFC3339))
}

// Gate paces a loop that something else wakes: what failed under a key is let
// through again when its wait is over, however often it is asked for. Its
// methods may be called at once.
type Gate struct {
	Policy Policy
	Clock  Clock
	Tell   func(Attempt) // hears of each failure, of the end and of a success after failures

	mu    sync.Mutex
	marks map[string]Attempt
}

// Do tries what goes by a key, or returns an *EarlyError when that is not due.
func (g *Gate) Do(ctx context.Context, key string, try func(ctx context.Context) error) error {
	if g.Tell == nil {
		return errUntold
	}
	g.mu.Lock()
	was, failing := g.marks[key]
	g.mu.Unlock()
	now := g.Clock.now()
	if failing && (was.Verdict.Over() || now.Before(was.Next)) {
		return &EarlyError{Until: was.Next}
	}
	if !failing {
		was.Since = now
	}
	err := try(ctx)
	if err != nil && ctx.Err() != nil {
		return err
	}
	a := g.Policy.attempt(err, was.Tries+1, was.Since, g.Clock)
	a.Key = key
	g.mu.Lock()
	if g.marks == nil {
		g.marks = map[string]Attempt{}
	}
	if g.marks[key] = a; err == nil {
		delete(g.marks, key)
	}
	g.mu.Unlock()
	if err != nil || failing {
		g.Tell(a)
	}
	return err
}

// Hurry lets what failed under a key through at once: something that it waited for may be there.
func (g *Gate) Hurry(key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if a, ok := g.marks[key]; ok && !a.Verdict.Over() {
		a.Next = g.Clock.now()
		g.marks[key] = a
	}
}

// Early says when what failed first is due again, as an error for a loop that
// sleeps until then; nil when nothing waits.
func (g *Gate) Early() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	var until time.Time
	for _, a := range g.marks {
		if !a.Verdict.Over() && (until.IsZero() || a.Next.Before(until)) {
			until = a.Next
		}
	}
	if until.IsZero() {
		return nil
	}
	return &EarlyError{Until: until}
}
