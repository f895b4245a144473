package outbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/bot/outbox"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

// server is a transport that remembers keys, as chats do with nonces, and
// fails as it is told.
type server struct {
	fail    []error // for the next calls
	lost    bool    // takes the next call and answers with an error
	shown   []string
	known   map[string]string
	calls   int
	during  func()
	silent  bool // has no receipts
	lastTry int
}

// Publish shows a delivery unless its key is known.
func (s *server) Publish(ctx context.Context, d reports.Delivery) (string, error) {
	s.calls++
	s.lastTry = d.Attempts
	if s.during != nil {
		s.during()
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if len(s.fail) > 0 {
		err := s.fail[0]
		s.fail = s.fail[1:]
		if err != nil {
			return "", err
		}
	}
	if s.known == nil {
		s.known = map[string]string{}
	}
	if _, again := s.known[d.Key]; !again {
		s.shown = append(s.shown, d.Body)
		s.known[d.Key] = fmt.Sprintf("msg-%d", len(s.shown))
	}
	if s.lost {
		s.lost = false
		return "", errors.New("connection reset")
	}
	if s.silent {
		return "", nil
	}
	return s.known[d.Key], nil
}

// fixture is a real store with a settable clock, a server and a sender.
type fixture struct {
	*testing.T
	db     *store.DB
	now    time.Time
	server *server
	sender *outbox.Sender
	log    *bytes.Buffer
}

func open(t *testing.T) *fixture {
	t.Helper()
	o := &fixture{T: t, now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), server: &server{}, log: &bytes.Buffer{}}
	now := func() time.Time { return o.now }
	db, err := store.Open(t.Context(), store.Options{Path: storetest.Path(t), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	o.db = db
	o.sender = &outbox.Sender{
		Records: db, Publishers: map[string]outbox.Publisher{"chat": o.server}, Now: now,
		Log: slog.New(slog.NewTextHandler(o.log, nil)),
	}
	return o
}

// say queues the replies to as many messages.
func (o *fixture) say(replies ...string) {
	o.Helper()
	for _, r := range replies {
		m := org.Message{Channel: org.Channel{Transport: "chat", ID: "c"}, Origin: "for " + r, Author: "f", Text: "hi", SaidAt: o.now}
		id, _, err := o.db.SaveMessage(o.Context(), m)
		if err != nil {
			o.Fatal(err)
		}
		if _, err := o.db.ClaimMessage(o.Context(), "bot", time.Minute); err != nil {
			o.Fatal(err)
		}
		turn := org.Turn{Message: id, Route: org.ActionResponse, Reply: r}
		if _, err := o.db.SaveTurn(o.Context(), turn); err != nil {
			o.Fatal(err)
		}
	}
}

// next runs the sender once and wants the given error.
func (o *fixture) next(want error) {
	o.Helper()
	if err := o.sender.Next(o.Context()); !errors.Is(err, want) || (want == nil && err != nil) {
		o.Fatalf("Next: got %v, want %v", err, want)
	}
}

// last returns the text of the journal's last event.
func (o *fixture) last() string {
	o.Helper()
	events, err := o.db.Events(o.Context(), 0, 1000)
	if err != nil {
		o.Fatal(err)
	}
	e := events[len(events)-1]
	return fmt.Sprintf("%s %s%s", e.Kind, e.Data["receipt"], e.Data["why"])
}

func (o *fixture) journal(want string) {
	o.Helper()
	if got := o.last(); got != want {
		o.Errorf("journal ends with %q, want %q", got, want)
	}
}

func TestNextSendsInOrder(t *testing.T) {
	o := open(t)
	o.next(org.ErrNoWork)
	o.say("one", "two")
	o.next(nil)
	o.journal("delivery_sent msg-1")
	o.next(nil)
	o.next(org.ErrNoWork)
	if d := cmp.Diff([]string{"one", "two"}, o.server.shown); d != "" {
		t.Errorf("shown (-want +got):\n%s", d)
	}
}

func TestFailedTriesBackOffAndKeepTheKey(t *testing.T) {
	o := open(t)
	o.say("one", "two")
	o.server.lost = true
	o.next(nil)
	o.journal("delivery_retried connection reset")
	o.next(org.ErrNoWork) // waits, and two does not overtake one
	o.now = o.now.Add(time.Second - time.Millisecond)
	o.next(org.ErrNoWork)
	o.now = o.now.Add(time.Millisecond)
	o.server.fail = []error{errors.New("busy")}
	o.next(nil)
	o.now = o.now.Add(2*time.Second - time.Millisecond)
	o.next(org.ErrNoWork)
	o.now = o.now.Add(time.Millisecond)
	o.next(nil)
	o.next(nil)
	if d := cmp.Diff([]string{"one", "two"}, o.server.shown); d != "" {
		t.Errorf("shown, each once although one was sent twice (-want +got):\n%s", d)
	}
	if o.server.calls != 4 || !strings.Contains(o.log.String(), "connection reset") {
		t.Errorf("%d calls, want 4; log %q, want the failed try", o.server.calls, o.log)
	}
}

func TestAbandonedAfterItsTries(t *testing.T) {
	o := open(t)
	o.say("one", "two")
	for range outbox.MaxTries {
		o.server.fail = append(o.server.fail, errors.New("status 500"))
	}
	for i := range outbox.MaxTries {
		if i > 0 {
			o.now = o.now.Add(min(time.Second<<(i-1), outbox.Policy.Most))
		}
		o.next(nil)
		if o.server.lastTry != i+1 {
			t.Fatalf("try %d came as number %d", i+1, o.server.lastTry)
		}
	}
	o.journal("delivery_abandoned tried 13 times, the last time: status 500")
	o.next(nil)
	if d := cmp.Diff([]string{"two"}, o.server.shown); d != "" {
		t.Errorf("shown after giving up (-want +got):\n%s", d)
	}
}

func TestPermanentErrorAbandonsAtOnce(t *testing.T) {
	o := open(t)
	o.say("one", "two")
	o.server.fail = []error{fmt.Errorf("publish: %w", &outbox.PermanentError{Err: errors.New("the channel was deleted")})}
	o.next(nil)
	o.journal("delivery_abandoned publish: the channel was deleted")
	o.next(nil)
	o.journal("delivery_sent msg-1")
}

func TestLaterErrorIsObeyed(t *testing.T) {
	o := open(t)
	o.say("one")
	o.server.fail = []error{&outbox.LaterError{After: time.Minute, Err: errors.New("429")}}
	o.next(nil)
	o.now = o.now.Add(time.Minute - time.Millisecond)
	o.next(org.ErrNoWork)
	o.now = o.now.Add(time.Millisecond)
	o.next(nil)
	o.journal("delivery_sent msg-1")
}

func TestStopDuringPublishKeepsTheDelivery(t *testing.T) {
	o := open(t)
	o.say("one")
	ctx, stop := context.WithCancel(t.Context())
	o.server.during = stop
	if err := o.sender.Next(ctx); err != nil {
		t.Fatalf("Next while stopping: %v", err)
	}
	o.server.during = nil
	o.next(nil) // due at once for the next process
	if d := cmp.Diff([]string{"one"}, o.server.shown); d != "" {
		t.Errorf("shown (-want +got):\n%s", d)
	}
}

func TestTransportWithoutReceipts(t *testing.T) {
	o := open(t)
	o.server.silent = true
	o.say("one")
	o.next(nil)
	if got := o.last(); !strings.HasPrefix(got, "delivery_sent ") || got == "delivery_sent " {
		t.Errorf("journal ends with %q, want a receipt", got)
	}
	o.next(org.ErrNoWork)
}
