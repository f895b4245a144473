package store_test

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store"
)

func note(key, channel, body string) reports.Delivery {
	return reports.Delivery{
		Key: key, Channel: org.Channel{Transport: "terminal", ID: channel}, Kind: reports.DeliverNotice, Body: body,
	}
}

// next claims the next delivery of the terminal and returns its body, or
// "nothing".
func (b *bench) next() reports.Delivery {
	b.t.Helper()
	v, err := b.db.ClaimDelivery(b.t.Context(), "bot-1", []string{"terminal"}, time.Minute)
	if errors.Is(err, org.ErrNoWork) {
		return reports.Delivery{Body: "nothing"}
	}
	b.ok(err)
	return v
}

func TestOutboxKeepsTheOrderOfATalk(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	b.ok(b.db.Queue(ctx, note("1", "a", "a1"), note("2", "a", "a2"), note("3", "b", "b1"), note("4", "b", "b2")))
	first := b.next()
	second := b.next()
	if got, want := []string{first.Body, second.Body, b.next().Body}, []string{"a1", "b1", "nothing"}; !cmp.Equal(got, want) {
		t.Fatalf("claims while the first of each channel are on their way: got %v, want %v", got, want)
	}
	b.ok(b.db.Undelivered(ctx, first, "429", b.now.Add(10*time.Second)))
	if got := b.next().Body; got != "nothing" {
		t.Errorf("claim while a1 waits for its next try: got %s, want nothing, and never a2 before a1", got)
	}
	b.ok(b.db.Delivered(ctx, second.ID, "r1"))
	third := b.next()
	if third.Body != "b2" {
		t.Errorf("claim after b1 was sent: got %s, want b2", third.Body)
	}
	b.pass(10 * time.Second)
	again := b.next()
	if again.Body != "a1" || again.Key != first.Key || again.Attempts != 2 {
		t.Errorf("claim when a1 is due again: got %s (key %s, attempt %d), want a1 (key 1, attempt 2)", again.Body, again.Key, again.Attempts)
	}
	b.ok(b.db.Undelivered(ctx, again, "404 unknown channel", time.Time{}))
	if got := b.next().Body; got != "a2" {
		t.Errorf("claim after a1 was abandoned: got %s, want a2", got)
	}
	dropped := b.events(org.EventDeliveryDropped)
	if len(dropped) != 1 || dropped[0].Data["why"] != "404 unknown channel" {
		t.Errorf("events of the abandoned delivery: got %v, want one with its reason", dropped)
	}
}

func TestOutboxLeavesOtherTransportsAlone(t *testing.T) {
	b := newBench(t)
	v := note("1", "a", "for discord")
	v.Channel.Transport = "discord"
	b.ok(b.db.Queue(t.Context(), v))
	if got := b.next().Body; got != "nothing" {
		t.Errorf("claim for the terminal with one delivery for Discord: got %s, want nothing", got)
	}
	if _, err := b.db.ClaimDelivery(t.Context(), "bot-1", nil, time.Minute); !errors.Is(err, org.ErrNoWork) {
		t.Errorf("claim for no transport: got %v, want %v", err, org.ErrNoWork)
	}
}

func TestOutboxMarksBeforeItSends(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	b.ok(b.db.Queue(ctx, note("k", "a", "only once")))
	before := b.next()
	b.reopen()
	if got := b.next().Body; got != "nothing" {
		t.Fatalf("claim after a crash in the middle of sending: got %s, want nothing before the claim has run out", got)
	}
	b.pass(time.Minute)
	after := b.next()
	if after.Key != before.Key || after.Attempts != 2 {
		t.Errorf("claim after the claim ran out: got key %q, attempt %d; want key %q, attempt 2", after.Key, after.Attempts, before.Key)
	}
	if got := len(b.events(org.EventDeliveryRetried)); got != 1 {
		t.Errorf("retry events: got %d, want 1", got)
	}
}

// TestOutboxSurvivesKill kills a process at each point of a send and looks at
// what the next one finds.
func TestOutboxSurvivesKill(t *testing.T) {
	for _, c := range []struct {
		point string
		want  string // what a claim gives once every claim has run out
		tries int
	}{
		{"claim-delivery", "only once", 1},
		{"claim-delivery:committed", "only once", 2},
		{"delivered", "only once", 2},
		{"delivered:committed", "nothing", 0},
	} {
		t.Run(c.point, func(t *testing.T) {
			b := newBench(t)
			b.ok(b.db.Queue(t.Context(), note("k", "a", "only once")))
			b.kill("TestSenderProcess", c.point)
			b.pass(time.Hour)
			if got := b.next(); got.Body != c.want || got.Attempts != c.tries {
				t.Errorf("claim after a kill at %s: got %s (attempt %d), want %s (attempt %d)", c.point, got.Body, got.Attempts, c.want, c.tries)
			}
		})
	}
}

// kill runs a test of this program in a process of its own, which kills
// itself at a point.
func (b *bench) kill(test, point string) {
	b.t.Helper()
	c := exec.CommandContext(b.t.Context(), os.Args[0], "-test.run=^"+test+"$")
	c.Env = append(os.Environ(), "STORE_TEST_PATH="+b.path, "STORE_TEST_POINT="+point)
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != -1 {
		b.t.Fatalf("process of %s: got %v, want it killed at %s\n%s", test, err, point, out)
	}
}

// victim opens the database in a process that kill started; nil in others.
func victim(t *testing.T, now time.Time) *store.DB {
	t.Helper()
	path, asked := os.LookupEnv("STORE_TEST_PATH")
	point, _ := os.LookupEnv("STORE_TEST_POINT")
	if !asked {
		return nil
	}
	db, err := store.Open(t.Context(), store.Options{
		Path: path, Now: func() time.Time { return now },
		Crash: func(at string) {
			if at == point {
				if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
					panic(err)
				}
				select {}
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// TestSenderProcess is the process that TestOutboxSurvivesKill kills.
func TestSenderProcess(t *testing.T) {
	db := victim(t, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	if db == nil {
		return
	}
	v, err := db.ClaimDelivery(t.Context(), "bot-1", []string{"terminal"}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Delivered(t.Context(), v.ID, "r"); err != nil {
		t.Fatal(err)
	}
}

func TestOutboxSaysOneKeyOnce(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	b.ok(b.db.Queue(ctx, note("same", "a", "first"), note("same", "a", "second")))
	v := b.next()
	b.ok(b.db.Delivered(ctx, v.ID, "r1"))
	b.ok(b.db.Delivered(ctx, v.ID, "r2"))
	if v.Body != "first" || b.next().Body != "nothing" {
		t.Errorf("two deliveries of one key: got %s and more, want the first only", v.Body)
	}
	sent := b.events(org.EventDeliverySent)
	if len(sent) != 1 || sent[0].Data["receipt"] != "r1" {
		t.Errorf("events of a delivery recorded twice: got %v, want one with receipt r1", sent)
	}
	b.ok(b.db.Undelivered(ctx, v, "late failure", b.now))
	if got := b.next().Body; got != "nothing" {
		t.Errorf("claim after a stale failure of what was sent: got %s, want nothing", got)
	}
}

func TestReannounce(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	v := note("k", "a", "with a file")
	v.Files = []org.File{{Name: "deliverable.md", Data: []byte("# Result")}}
	b.ok(b.db.Queue(ctx, v))
	got := b.next()
	if len(got.Files) != 1 || string(got.Files[0].Data) != "# Result" {
		t.Fatalf("files of the claim: got %v, want deliverable.md with its bytes", got.Files)
	}
	if err := b.db.Reannounce(ctx, got.ID, "x1"); !errors.Is(err, org.ErrConflict) {
		t.Errorf("Reannounce of what is being sent: got %v, want %v", err, org.ErrConflict)
	}
	b.ok(b.db.Undelivered(ctx, got, "gone", time.Time{}))
	b.ok(b.db.Reannounce(ctx, got.ID, "x1"))
	second := b.next()
	if second.Key != "k" || len(second.Files) != 1 {
		t.Errorf("abandoned delivery announced again: got key %q with %d files, want k with 1", second.Key, len(second.Files))
	}
	b.ok(b.db.Delivered(ctx, second.ID, "r"))
	b.ok(b.db.Reannounce(ctx, second.ID, "x2"))
	third := b.next()
	if third.Key == "k" || third.Body != "with a file" || len(third.Files) != 1 {
		t.Errorf("sent delivery announced again: got %q under key %q with %d files, want the same text and file under a new key",
			third.Body, third.Key, len(third.Files))
	}
	if err := b.db.Reannounce(ctx, "d999", "x3"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("Reannounce of an unknown delivery: got %v, want %v", err, org.ErrNotFound)
	}
}

// A sender whose claim ran out while it tried says nothing about the try of the
// one that has the delivery now.
func TestOnlyTheLastClaimMayFail(t *testing.T) {
	for _, again := range []time.Duration{0, time.Hour} {
		b := newBench(t)
		b.say("hello", org.Turn{Reply: "Hello."})
		slow := b.next()
		b.pass(time.Hour)
		fast := b.next()
		if fast.ID != slow.ID {
			t.Fatalf("claimed %s, want %s once more", fast.ID, slow.ID)
		}
		next := time.Time{}
		if again > 0 {
			next = b.now.Add(again)
		}
		b.ok(b.db.Undelivered(t.Context(), slow, "503", next))
		if _, err := b.db.ClaimDelivery(t.Context(), "bot-3", []string{"terminal"}, time.Minute); !errors.Is(err, org.ErrNoWork) {
			t.Errorf("while it is being sent: %v, want no work", err)
		}
		b.ok(b.db.Undelivered(t.Context(), fast, "503", b.now))
		if got := b.next(); got.ID != slow.ID || got.Attempts != 3 {
			t.Errorf("then: %s, attempt %d; want it queued by its own sender, for its third", got.ID, got.Attempts)
		}
	}
}
