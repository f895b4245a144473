// Package outbox sends what is queued: it takes deliveries from the
// store and gives them to the transports, at least once and always under the
// same key, so that a receiver that remembers keys takes it once.
//
// A delivery is stored as being sent before its first byte leaves. A sender
// that dies in between leaves it so; after the claim's term it is claimed
// again under its key.
package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
)

const (
	// MaxTries ends in the delivery being abandoned.
	MaxTries = 13

	// AtOnce deliveries are sent side by side, by as many callers of Next: so many places less one may
	// answer slowly before another waits for them. What belongs together in one place keeps its order.
	AtOnce = 8

	// Patience limits how old a delivery may grow while its transport asks for patience (LaterError),
	// however often it was tried: as long as what was said meanwhile is picked up afterwards.
	Patience = 7 * 24 * time.Hour

	// A delivery whose text cannot be made holds up what comes behind it for so many tries.
	preparedWithin = 3

	claimTerm  = 2 * time.Minute  // longer than publishMax and recordMax together
	publishMax = 90 * time.Second // for one call of a transport, files included
	recordMax  = 10 * time.Second // for writing down how it went, though the caller stops
)

// Publisher sends deliveries over one transport. The receipt is the
// transport's own id of what was sent. A delivery may come twice with the same
// Key; a publisher that can tell sends it once. It returns a *PermanentError
// for what will never work, an *UnreachedError for what must arrive and cannot now, and may return a *LaterError when the transport
// says when to come back.
type Publisher interface {
	Publish(ctx context.Context, d reports.Delivery) (receipt string, err error)
}

// Records is the part of the store that the sender needs. *store.DB is one.
type Records interface {
	ClaimDelivery(ctx context.Context, owner string, transports []string, term time.Duration) (reports.Delivery, error)
	Delivered(ctx context.Context, id org.DeliveryID, receipt string) error
	Undelivered(ctx context.Context, claimed reports.Delivery, why string, next time.Time) error
}

// Sender carries deliveries from the store to the transports. Its methods may
// be called at once; the store gives each delivery to one caller, and what belongs
// together in order.
type Sender struct {
	Records Records
	// Owner names this process, so that what it was sending when it died is
	// sent again at once.
	Owner string
	// Publishers are the transports by name, as in org.Channel.
	Publishers map[string]Publisher
	// Render gives a delivery that carries facts its text; nil leaves all as
	// they are. A delivery that cannot be rendered is tried again.
	Render func(ctx context.Context, d reports.Delivery) (reports.Delivery, error)
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Policy spaces the tries of what failed; the zero value is Policy of this package.
	Policy retry.Policy
	// Log hears of failed tries; nil means silence.
	Log *slog.Logger
}

// Next sends one delivery and records how it went. It returns org.ErrNoWork
// when nothing is due. A try that fails is recorded and is no error of Next;
// an error means that the store could not be read or written.
func (s *Sender) Next(ctx context.Context) error {
	transports := slices.Sorted(maps.Keys(s.Publishers))
	d, err := s.Records.ClaimDelivery(ctx, s.Owner, transports, claimTerm)
	if errors.Is(err, org.ErrNoWork) {
		return org.ErrNoWork
	}
	if err != nil {
		return fmt.Errorf("claim delivery: %w", err)
	}
	receipt, failure := s.publishState(ctx, d)
	// What was sent and is not recorded would be sent again.
	return retry.WhileDisk(ctx, func(ctx context.Context) error { return s.recordTry(ctx, d, receipt, failure) }, func(a retry.Attempt) { s.warn(ctx, d, a) })
}

// recordTry writes down how a try went, though the caller stops meanwhile: a sent
// delivery that is not recorded would be sent again.
func (s *Sender) recordTry(ctx context.Context, d reports.Delivery, receipt string, failure error) error {
	record, stop := context.WithTimeout(context.WithoutCancel(ctx), recordMax)
	defer stop()
	if failure != nil {
		return s.recordFailure(record, d, failure, ctx.Err() != nil)
	}
	if receipt == "" {
		receipt = d.Key // the transport has no ids of its own
	}
	if err := s.Records.Delivered(record, d.ID, receipt); err != nil {
		return fmt.Errorf("record delivery %s: %w", d.ID, err)
	}
	return nil
}

func (s *Sender) warn(ctx context.Context, d reports.Delivery, a retry.Attempt) {
	if s.Log != nil {
		s.Log.WarnContext(ctx, "delivery not recorded", "delivery", d.ID, "err", a.Err, "again_in", a.Wait)
	}
}

func (s *Sender) publishState(ctx context.Context, d reports.Delivery) (string, error) {
	p := s.Publishers[d.Channel.Transport]
	if p == nil {
		return "", &PermanentError{Err: fmt.Errorf("no transport %q here", d.Channel.Transport)}
	}
	ctx, stop := context.WithTimeout(ctx, publishMax)
	defer stop()
	if s.Render != nil {
		var err error
		if d, err = s.Render(ctx, d); err != nil {
			return "", &unpreparedError{err}
		}
	}
	return p.Publish(ctx, d)
}

// recordFailure queues a delivery for its next try, or abandons it. A try that ended
// because the sender stops is due again at once.
func (s *Sender) recordFailure(ctx context.Context, d reports.Delivery, failure error, stopped bool) error {
	var permanent *PermanentError
	var unreached *UnreachedError
	var unprepared *unpreparedError
	why := failure.Error()
	if why == "" {
		why = "the transport gave no reason"
	}
	next := s.readClock().Add(s.chooseDelay(d.Attempts, failure))
	switch {
	case errors.As(failure, &permanent):
		next = time.Time{}
	case stopped:
		next, why = s.readClock(), "the process that tried was stopping"
	case errors.As(failure, &unreached):
		s.logUnreachable(ctx, d)
		d.Aside = true
	case errors.As(failure, &unprepared) && d.Attempts >= preparedWithin && d.Attempts < MaxTries:
		d.Aside = true
	case d.Attempts >= MaxTries && !s.worthWaiting(d, failure):
		next = time.Time{}
		why = fmt.Sprintf("tried %d times, the last time: %s", d.Attempts, why)
	}
	if s.Log != nil && !stopped {
		s.Log.WarnContext(ctx, "delivery failed", "delivery", d.ID, "transport", d.Channel.Transport,
			"attempt", d.Attempts, "abandoned", next.IsZero(), "error", failure)
	}
	if err := s.Records.Undelivered(ctx, d, why, next); err != nil {
		return fmt.Errorf("record failed delivery %s: %w", d.ID, err)
	}
	return nil
}

// logUnreachable says on the process's own log what the founder cannot be told
// anywhere else.
func (s *Sender) logUnreachable(ctx context.Context, d reports.Delivery) {
	if s.Log != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(d.Body), "\n")
		s.Log.ErrorContext(ctx, "the founder can be reached nowhere; this waits", "delivery", d.ID, "kind", d.Kind, "text", first)
	}
}

// worthWaiting reports whether the transport, and not the delivery, is what fails:
// then it is worth waiting for.
func (s *Sender) worthWaiting(d reports.Delivery, failure error) bool {
	var later *LaterError
	return errors.As(failure, &later) && s.readClock().Sub(d.CreatedAt) < Patience
}

// chooseDelay is the transport's own wish when it is longer than the backoff, of
// which it waits a minute at most: it knows when it is there again.
func (s *Sender) chooseDelay(tries int, failure error) time.Duration {
	policy := s.Policy
	if policy == (retry.Policy{}) {
		policy = Policy
	}
	policy.Tries, policy.For = 0, 0 // whether there is another try was decided
	var later *LaterError
	if errors.As(failure, &later) {
		policy.Most, failure = min(policy.Most, time.Minute), retry.After(failure, later.After)
	}
	wait, _ := policy.Judge(failure, tries, time.Time{}, time.Time{})
	return wait
}

func (s *Sender) readClock() time.Time {
	if s.Now == nil {
		return time.Now()
	}
	return s.Now()
}
