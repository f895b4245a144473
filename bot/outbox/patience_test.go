package outbox_test

import (
	"errors"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/outbox"
)

// A transport that is away for days loses nothing; one that refuses a
// delivery for a week does.
func TestATransportThatIsAwayIsWaitedFor(t *testing.T) {
	o := open(t)
	o.say("one")
	away := &outbox.LaterError{After: time.Second, Err: errors.New("no route")}
	began := o.now
	for tries := 1; o.now.Sub(began) < outbox.Patience-time.Hour; tries++ {
		o.server.fail = []error{away}
		o.next(nil)
		o.journal("delivery_retried no route")
		if tries < 3 {
			o.now = o.now.Add(15 * time.Second)
			continue
		}
		o.now = o.now.Add(time.Hour)
	}
	o.next(nil)
	if len(o.server.shown) != 1 {
		t.Errorf("shown %q after the transport came back, want it", o.server.shown)
	}
	o.say("two")
	o.server.fail = []error{away}
	for range outbox.MaxTries {
		o.server.fail = append(o.server.fail, away)
		o.next(nil)
		o.now = o.now.Add(15 * time.Minute)
	}
	o.now = o.now.Add(outbox.Patience)
	o.server.fail = []error{away}
	o.next(nil)
	o.journal("delivery_abandoned tried 14 times, the last time: no route")
}
