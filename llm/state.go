package llm

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/frasier-cos/frasier/internal/org"
)

type state struct {
	once       sync.Once
	slots      map[org.Tier]chan struct{}
	talk       chan struct{} // of conversations
	breakers   breakers
	retries    retryBucket
	validators validators
	traits     traits
	limits     limitsOfModels
	refusal    atomic.Pointer[accountRefusal]
}

type accountRefusal struct {
	err   *Error
	until time.Time // no call is made before
}

// After the endpoint refused the account, no call is made for refusedFor, so
// that the steps under way do not ask one after the other; a step should try
// again after accountPause.
const (
	refusedFor   = 30 * time.Second
	accountPause = 5 * time.Minute
)

// Refused returns the error that the endpoint gave last and that only the owner
// of the account or hours mend, nil when it has answered since.
func (c *Client) Refused() *Error {
	if r := c.state.refusal.Load(); r != nil {
		return r.err
	}
	return nil
}

// The endpoint has just refused the account, so the call need not be made.
func (c *Client) findSparedError() error {
	if r := c.state.refusal.Load(); r != nil && Account(r.err) && c.getNow().Before(r.until) {
		return r.err
	}
	return nil
}

func (c *Client) noteAccount(err error, answered bool) {
	var e *Error
	switch {
	case Told(err) && errors.As(err, &e):
		c.state.refusal.Store(&accountRefusal{err: e, until: c.getNow().Add(refusedFor)})
	case answered:
		c.state.refusal.Store(nil)
	}
}

// How many calls of one tier run at once. Limits of endpoints react to the
// slope of the rate of requests, so dear tiers get few.
const (
	slotsT1 = 4
	slotsT2 = 2
	slotsT3 = 1
	// slotsTalk is for conversations: as many channels as are answered at once.
	slotsTalk = 8
)

func (c *Client) ensureSlots() {
	c.state.once.Do(func() {
		n := c.Slots
		if n == (Slots{}) {
			n = Slots{T1: slotsT1, T2: slotsT2, T3: slotsT3, X: slotsT1}
		}
		c.state.talk = make(chan struct{}, slotsTalk)
		c.state.slots = map[org.Tier]chan struct{}{}
		for t, k := range map[org.Tier]int{org.T1: n.T1, org.T2: n.T2, org.T3: n.T3, org.TX: n.X} {
			c.state.slots[t] = make(chan struct{}, max(1, k))
		}
	})
}

// What a founder waits for takes a slot of conversations; the returned function gives it back.
func (s *state) acquireSlot(ctx context.Context, purpose string, t org.Tier) (func(), error) {
	slot, ok := s.slots[t]
	if ok && slices.Contains([]string{org.StageClassify, org.StageChief, org.StageCEO, org.StageDirect}, purpose) {
		slot = s.talk // a process has one director think at a time
	}
	if !ok {
		return func() {}, nil
	}
	select {
	case slot <- struct{}{}:
		return func() { <-slot }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// There is one breaker for each model and one for the endpoint. They read the clock of the
// machine, since they measure waiting and not dates.
type breakers struct {
	mu   sync.Mutex
	made map[string]*breaker
}

type breaker struct {
	steps  *gobreaker.TwoStepCircuitBreaker[struct{}]
	opened atomic.Int64 // when it opened last, Unix nanoseconds
}

const (
	breakerWindow = 60 * time.Second
	breakerBucket = 10 * time.Second
	breakerOpen   = 60 * time.Second
	breakerFrom   = 5  // calls in the window, or failures in a row
	breakerShare  = 50 // percent of failures in the window
)

// errExcluded ends a call that says nothing about health, errTripped one that counts against it.
var (
	errExcluded = errors.New("not counted")
	errTripped  = errors.New("counted")
)

func (b *breakers) getBreaker(name string) *breaker {
	b.mu.Lock()
	defer b.mu.Unlock()
	if found, ok := b.made[name]; ok {
		return found
	}
	made := &breaker{}
	made.steps = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name: name, MaxRequests: 1, Interval: breakerWindow, BucketPeriod: breakerBucket, Timeout: breakerOpen,
		ReadyToTrip: func(n gobreaker.Counts) bool {
			counted := n.TotalSuccesses + n.TotalFailures
			return n.ConsecutiveFailures >= breakerFrom ||
				counted >= breakerFrom && n.TotalFailures*100 >= counted*breakerShare
		},
		IsExcluded: func(err error) bool { return errors.Is(err, errExcluded) },
		OnStateChange: func(_ string, _, to gobreaker.State) {
			if to == gobreaker.StateOpen {
				made.opened.Store(time.Now().UnixNano())
			}
		},
	})
	if b.made == nil {
		b.made = map[string]*breaker{}
	}
	b.made[name] = made
	return made
}

// Breakers returns the state of each breaker that was ever asked, by model;
// the endpoint's own is named "endpoint".
func (c *Client) Breakers() map[string]string {
	c.state.breakers.mu.Lock()
	defer c.state.breakers.mu.Unlock()
	out := make(map[string]string, len(c.state.breakers.made))
	for name, b := range c.state.breakers.made {
		out[cmp.Or(name, "endpoint")] = b.steps.State().String()
	}
	return out
}

func (b *breaker) openFor() time.Duration {
	left := breakerOpen - time.Since(time.Unix(0, b.opened.Load()))
	return min(max(left, time.Second), breakerOpen)
}

// Retries of all calls are a tenth of the calls of the last ten minutes, and always retryBurst.
type retryBucket struct {
	mu     sync.Mutex
	minute [retryMinutes]struct {
		at             int64
		calls, retries int
	}
}

const (
	retryMinutes = 10
	retryBurst   = 20
	retryShare   = 10 // one in so many calls
)

func (b *retryBucket) countCall(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.minute[b.findMinute(now)].calls++
}

func (b *retryBucket) takeRetry(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := b.findMinute(now)
	calls, retries := 0, 0
	for _, m := range b.minute {
		if b.minute[i].at-m.at < retryMinutes {
			calls += m.calls
			retries += m.retries
		}
	}
	if retries >= max(retryBurst, calls/retryShare) {
		return false
	}
	b.minute[i].retries++
	return true
}

func (b *retryBucket) findMinute(now time.Time) int {
	at := now.Unix() / 60
	i := int(((at % retryMinutes) + retryMinutes) % retryMinutes)
	if b.minute[i].at != at {
		b.minute[i].at, b.minute[i].calls, b.minute[i].retries = at, 0, 0
	}
	return i
}
