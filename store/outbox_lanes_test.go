package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// of is a delivery of a project in channel a.
func of(p org.ProjectID, key string) reports.Delivery {
	v := note(key, "a", key)
	v.Project = p
	return v
}

// bodies claims until nothing is due and returns what was claimed, in order.
// Each is delivered at once.
func (b *bench) bodies() []string {
	b.t.Helper()
	var out []string
	for v := b.next(); v.ID != ""; v = b.next() {
		out = append(out, v.Body)
		b.ok(b.db.Delivered(b.t.Context(), v.ID, "r-"+v.Key))
	}
	return out
}

// A project whose first message has to wait holds up its own messages and
// nobody else's, and goes on where it was.
func TestAProjectThatWaitsHoldsUpNoOther(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p, q := b.project("P"), b.project("Q")
	b.ok(b.db.Queue(ctx, of(p, "p1"), of(q, "q1"), note("talk 1", "a", "talk 1"), of(p, "p2"), of(q, "q2"), note("talk 2", "a", "talk 2")))
	stuck := b.next()
	b.ok(b.db.Undelivered(ctx, stuck, "503", b.now.Add(time.Minute)))
	if got, want := append([]string{stuck.Body}, b.bodies()...), []string{"p1", "q1", "talk 1", "q2", "talk 2"}; !cmp.Equal(got, want) {
		t.Errorf("said while p1 waits: got %q, want %q", got, want)
	}
	b.pass(time.Minute)
	if got, want := b.bodies(), []string{"p1", "p2"}; !cmp.Equal(got, want) {
		t.Errorf("said when p1 may be tried again: got %q, want %q", got, want)
	}
}

// The talk of a channel keeps its order, and goes on past no one who waits in
// it, while projects go on.
func TestTalkThatWaitsHoldsUpNoProject(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("P")
	b.ok(b.db.Queue(ctx, note("talk 1", "a", "talk 1"), of(p, "p1"), note("talk 2", "a", "talk 2"), note("elsewhere", "b", "elsewhere"), of(p, "p2")))
	stuck := b.next()
	b.ok(b.db.Undelivered(ctx, stuck, "503", b.now.Add(time.Minute)))
	if got, want := b.bodies(), []string{"p1", "elsewhere", "p2"}; stuck.Body != "talk 1" || !cmp.Equal(got, want) {
		t.Errorf("said while %s waits: got %q, want %q", stuck.Body, got, want)
	}
	b.pass(time.Minute)
	if got, want := b.bodies(), []string{"talk 1", "talk 2"}; !cmp.Equal(got, want) {
		t.Errorf("said when talk 1 may be tried again: got %q, want %q", got, want)
	}
}

// The founder reads that a project begins before he reads anything of it; a
// later answer does not wait for its thread.
func TestAProjectWaitsForTheReplyThatTellsOfIt(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p, q := b.project("P"), b.project("Q")
	reply := func(p org.ProjectID, key string) reports.Delivery {
		v := of(p, key)
		v.Kind = reports.DeliverReply
		return v
	}
	b.ok(b.db.Queue(ctx, reply(p, "P begins"), of(p, "p1"), of(q, "q1"), reply(q, "about Q")))
	stuck := b.next()
	b.ok(b.db.Undelivered(ctx, stuck, "503", b.now.Add(time.Minute)))
	if got, want := b.bodies(), []string{"q1"}; stuck.Body != "P begins" || !cmp.Equal(got, want) {
		t.Errorf("said while %s waits: got %q, want %q", stuck.Body, got, want)
	}
	b.pass(time.Minute)
	if got, want := b.bodies(), []string{"P begins", "p1", "about Q"}; !cmp.Equal(got, want) {
		t.Errorf("said when the reply may be tried again: got %q, want %q", got, want)
	}
	b.ok(b.db.Queue(ctx, of(q, "q2"), reply(q, "more about Q")))
	stuck = b.next()
	b.ok(b.db.Undelivered(ctx, stuck, "503", b.now.Add(time.Minute)))
	if got, want := b.bodies(), []string{"more about Q"}; stuck.Body != "q2" || !cmp.Equal(got, want) {
		t.Errorf("said while %s waits in its thread: got %q, want %q", stuck.Body, got, want)
	}
}

// What was not tried yet does not stand behind what fails again and again.
func TestNewWordsComeBeforeFailedOnes(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p, q := b.project("P"), b.project("Q")
	b.ok(b.db.Queue(ctx, of(p, "p1")))
	b.ok(b.db.Undelivered(ctx, b.next(), "503", b.now.Add(time.Second)))
	b.pass(time.Minute)
	b.ok(b.db.Queue(ctx, of(q, "q1")))
	if got, want := b.bodies(), []string{"q1", "p1"}; !cmp.Equal(got, want) {
		t.Errorf("said when both are due: got %q, want %q", got, want)
	}
}

// A card is edited in the order of what it says, also across a failed try.
func TestACardIsEditedInOrder(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("P")
	card := func(key string) reports.Delivery {
		v := of(p, key)
		v.Kind, v.Card.Slot = reports.DeliverCard, "card:"+string(p)
		return v
	}
	b.ok(b.db.Queue(ctx, card("first")))
	first := b.next()
	b.ok(b.db.Queue(ctx, card("second"))) // the first is on its way
	if got := b.next(); got.ID != "" {
		t.Fatalf("claimed %q while the card before it is on its way", got.Body)
	}
	b.ok(b.db.Undelivered(ctx, first, "503", b.now.Add(time.Second)))
	b.pass(time.Second)
	again := b.next()
	b.ok(b.db.Delivered(ctx, again.ID, "chan/1"))
	second := b.next()
	if again.Body != "first" || second.Body != "second" || second.Replaces != "chan/1" {
		t.Errorf("said %q, then %q in the place of %q; want first, then second in its place", again.Body, second.Body, second.Replaces)
	}
}
