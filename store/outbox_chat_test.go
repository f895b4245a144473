package store_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

func (b *bench) nextOn() reports.Delivery {
	b.t.Helper()
	v, err := b.db.ClaimDelivery(b.t.Context(), "bot-1", []string{"discord"}, time.Minute)
	if errors.Is(err, org.ErrNoWork) {
		return reports.Delivery{Body: "nothing"}
	}
	b.ok(err)
	return v
}

func card(key string, p org.ProjectID, body string) reports.Delivery {
	return reports.Delivery{
		Key: key, Channel: org.Channel{Transport: "discord", ID: "100"}, Project: p, Kind: reports.DeliverCard, Body: body,
		Card: org.Card{Slot: "card", Silent: true, Buttons: []org.Button{{Label: "Pause", Command: "pause p1"}}},
	}
}

func TestSlotIsEditedInPlaceAndOnlyTheNewestGoesOut(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Prices")
	b.ok(b.db.Queue(ctx, card("1", p, "one"), card("2", p, "two")))
	first := b.nextOn()
	if first.Body != "two" || first.Key != "2" || first.Replaces != "" || !cmp.Equal(first.Card, card("", p, "").Card) {
		t.Fatalf("first claim of the slot: got %+v, want the newer text under the newer key, with its card", first)
	}
	b.ok(b.db.Queue(ctx, card("3", p, "three")))
	b.ok(b.db.Undelivered(ctx, first, "502", b.now))
	b.ok(b.db.Queue(ctx, card("4", p, "four")))
	again := b.nextOn()
	if again.Key != "2" || again.Body != "two" {
		t.Errorf("claim after an unknown try: got key %s with %q, want key 2 with its own text", again.Key, again.Body)
	}
	b.ok(b.db.Delivered(ctx, again.ID, "msg-9"))
	edit := b.nextOn()
	if edit.Body != "four" || edit.Key != "4" || edit.Replaces != "msg-9" {
		t.Errorf("claim of the edit: got %q (key %s) in place of %q, want four (key 4) in place of msg-9", edit.Body, edit.Key, edit.Replaces)
	}
	b.ok(b.db.Delivered(ctx, edit.ID, "msg-9"))
	other := card("5", "", "elsewhere")
	b.ok(b.db.Queue(ctx, other))
	if got := b.nextOn(); got.Replaces != "" {
		t.Errorf("the same slot without a project replaces %q, want nothing", got.Replaces)
	}
}

// What is queued again under a used key takes no newer text's place, and what
// may have gone out keeps the key by which the transport would know it again.
func TestSlotKeepsKeys(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Prices")
	b.ok(b.db.Queue(ctx, card("1", p, "one")))
	b.ok(b.db.Delivered(ctx, b.nextOn().ID, "msg-9"))
	b.ok(b.db.Queue(ctx, card("2", p, "two")))
	b.ok(b.db.Queue(ctx, card("1", p, "one")))
	tried := b.nextOn()
	if tried.Key != "2" || tried.Body != "two" {
		t.Fatalf("after an old key was queued again: got key %s with %q, want key 2 with two", tried.Key, tried.Body)
	}
	b.ok(b.db.Undelivered(ctx, tried, "502", b.now))
	b.ok(b.db.Queue(ctx, card("3", p, "three")))
	if again := b.nextOn(); again.ID != tried.ID || again.Key != "2" || again.Body != "three" {
		t.Errorf("newer text after a try that may have gone out: got %s, key %s, %q; want %s, key 2, three", again.ID, again.Key, again.Body, tried.ID)
	}
}

func TestThreadIsKnownByItsProject(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p, q := b.project("Prices"), b.project("Names")
	home := org.Channel{Transport: "discord", ID: "100"}
	if _, err := b.db.ProjectOfThread(ctx, org.Channel{Transport: "discord", ID: "555"}); !errors.Is(err, org.ErrNotFound) {
		t.Fatalf("ProjectOfThread before there is one: got %v, want %v", err, org.ErrNotFound)
	}
	b.ok(b.db.OpenThread(ctx, p, home, "555", "444"))
	if got, err := b.db.ProjectOfThread(ctx, org.Channel{Transport: "discord", ID: "555"}); err != nil || got != p {
		t.Errorf("ProjectOfThread: got %s, %v, want %s", got, err, p)
	}
	if _, err := b.db.ProjectOfThread(ctx, home); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("ProjectOfThread of the channel itself: got %v, want %v", err, org.ErrNotFound)
	}
	if err := b.db.OpenThread(ctx, q, home, "555", ""); !errors.Is(err, org.ErrConflict) {
		t.Errorf("OpenThread with another's thread: got %v, want %v", err, org.ErrConflict)
	}
	b.ok(b.db.OpenThread(ctx, p, home, "556", ""))
	b.ok(b.db.Queue(ctx, card("1", p, "one")))
	if got := b.nextOn().Thread; got != "556" {
		t.Errorf("thread of a claimed delivery: got %q, want 556, the newer one", got)
	}
}

// thirdStrike fails a step by three rejections and returns the decision that
// is asked for then.
func (b *bench) thirdStrike(p org.ProjectID) org.Decision {
	b.t.Helper()
	ctx := b.t.Context()
	for range org.StrikeCap {
		claims, err := b.db.ClaimSteps(ctx, "w", time.Minute, 1)
		b.ok(err)
		b.pass(2 * time.Minute)
		b.ok(b.db.Finish(ctx, claims[0].Lease, work.Outcome{
			Next: org.StepPending, Strike: true, Feedback: []string{"no source for the price"},
		}))
	}
	open, err := b.db.Decisions(ctx)
	b.ok(err)
	if len(open) != 1 || open[0].Project != p {
		b.t.Fatalf("decisions after the third strike: got %+v, want one", open)
	}
	return open[0]
}

func TestThirdStrikeAsksWithItsCausesAndWhatItBlocks(t *testing.T) {
	b := newBench(t)
	p := b.project("Prices")
	b.plan(p, step("a"), step("b", "a"), step("c", "b"))
	d := b.thirdStrike(p)
	if d.Kind != org.DecideStrikes || d.Safe == "" || len(d.Options) != 5 {
		t.Fatalf("decision: got %+v, want five answers with a safe one", d)
	}
	if got, want := d.Blocks, []string{"Step b", "Step c"}; !cmp.Equal(got, want) {
		t.Errorf("blocks: got %v, want %v", got, want)
	}
	if safe, ok := d.Option(d.Safe); !ok || safe.Command != "" || !strings.Contains(safe.Effect, "free") {
		t.Errorf("the safe answer: got %+v, want one that is free and does nothing", safe)
	}
	for _, o := range d.Options {
		if o.Effect == "" || o.ID != d.Safe && !strings.Contains(o.Effect, "2 min") {
			t.Errorf("option %s: got the effect %q, want its price and the 2 minutes of a round", o.ID, o.Effect)
		}
	}
}

func TestDecisionIsMadeOnceAndSaysByWhom(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Prices")
	b.plan(p, step("a"))
	d := b.thirdStrike(p)
	if _, err := b.db.Decide(ctx, d.ID, "z", "Ana"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("an answer that is none: got %v, want %v", err, org.ErrNotFound)
	}
	b.pass(365 * 24 * time.Hour)
	b.reopen()
	got, err := b.db.Decide(ctx, strings.ToUpper(d.ID), "d look at the 2025 list", "Ana")
	b.ok(err)
	if got.Answer != "d" || got.Text != "look at the 2025 list" || got.By != "Ana" || got.Open() {
		t.Errorf("decided after a year and a restart: got %+v, want d with its words, by Ana", got)
	}
	b.pass(time.Hour)
	same, err := b.db.Decide(ctx, d.ID, "Give a hint", "Ben")
	b.ok(err)
	if same.By != "Ana" || !same.DecidedAt.Equal(got.DecidedAt) {
		t.Errorf("the same answer again: got %+v, want the first one kept", same)
	}
	late, err := b.db.Decide(ctx, d.ID, "e", "Ben")
	if !errors.Is(err, org.ErrConflict) || late.By != "Ana" {
		t.Errorf("another answer: got %+v, %v, want %v and who decided", late, err, org.ErrConflict)
	}
	if late.Text != "look at the 2025 list" || late.DecidedAt.IsZero() {
		t.Errorf("for a late click: got %+v, want what was decided and when", late)
	}
	if n := len(b.events(org.EventDecided)); n != 1 {
		t.Errorf("events: got %d, want 1", n)
	}
	if open, err := b.db.Decisions(ctx); err != nil || len(open) != 0 {
		t.Errorf("open decisions: got %v, %v, want none", open, err)
	}
}

func onDiscord(key string, kind reports.DeliveryKind) reports.Delivery {
	return reports.Delivery{Key: key, Channel: org.Channel{Transport: "discord", ID: "100"}, Kind: kind, Title: "T" + key, Body: "B" + key}
}

// TestPingsOfADay: the budget holds across restarts, second tries do not count
// twice, and what it has no room for is listed in one digest.
func TestPingsOfADay(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	b.ok(b.db.SetPolicy(ctx, policy.QuietPings, "2"))
	paused := onDiscord("7", reports.DeliverNotice) // by the watcher
	paused.Card.Ping = true
	b.ok(b.db.Queue(ctx, onDiscord("1", reports.DeliverResult), onDiscord("2", reports.DeliverLine), onDiscord("3", reports.DeliverFailure),
		onDiscord("4", reports.DeliverResult), onDiscord("5", reports.DeliverEscalation), onDiscord("6", reports.DeliverMoney), paused))
	first := b.nextOn()
	b.ok(b.db.Undelivered(ctx, first, "503", b.now))
	b.reopen()
	var got []string
	for {
		v := b.nextOn()
		if v.ID == "" {
			break
		}
		b.ok(b.db.Delivered(ctx, v.ID, "m-"+v.Key))
		how := "plain"
		if v.Card.Ping {
			how = "ping"
		} else if v.Card.Silent {
			how = "silent"
		}
		if v.Kind == reports.DeliverDigest {
			v.Title = strings.TrimSpace(v.Replaces + " " + messages.Render(v, reports.Ticket{}).Body)
		}
		got = append(got, v.Title+" "+how)
	}
	want := []string{
		"T1 ping", "T2 silent", "T3 ping", "T4 ping", "T5 ping", "T6 silent", "T7 ping",
		"Today's 2 pings are used up. Since then, without a ping:\n- T6 there is news about money silent",
	}
	if !cmp.Equal(got, want) {
		t.Errorf("said (-want +got):\n%s", cmp.Diff(want, got))
	}
	b.pass(24 * time.Hour)
	b.ok(b.db.Queue(ctx, onDiscord("8", reports.DeliverResult)))
	if v := b.nextOn(); !v.Card.Ping {
		t.Errorf("the first of the next day: got %+v, want a ping", v.Card)
	}
}

// TestQuietHoursHoldPingsAndNothingElse: a held delivery does not stand in the
// way of the others of its channel.
func TestQuietHoursHoldPingsAndNothingElse(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	b.ok(b.db.SetPolicy(ctx, policy.Zone, "Europe/Berlin"))
	b.ok(b.db.SetPolicy(ctx, policy.QuietHours, "12:30-14:00")) // it is 13:00 in Berlin
	held := onDiscord("1", reports.DeliverResult)
	held.Project = b.project("Prices")
	b.ok(b.db.Queue(ctx, held, onDiscord("2", reports.DeliverReply), onDiscord("3", reports.DeliverLine)))
	for _, want := range []string{"2", "3"} {
		v := b.nextOn()
		if v.Key != want {
			t.Fatalf("said at a quiet hour: got %q, want %s", v.Key, want)
		}
		b.ok(b.db.Delivered(ctx, v.ID, "m"+want))
	}
	b.pass(15 * time.Second) // a result waits so long for its full form
	if v := b.nextOn(); v.ID != "" {
		t.Fatalf("said at a quiet hour: got %s, want nothing more", v.Key)
	}
	lines, err := b.db.EventsOf(ctx, held.Project)
	b.ok(err)
	lines = slices.DeleteFunc(lines, func(e org.Event) bool { return e.Kind != org.EventDeliveryHeld })
	// The watcher reads it, so that it worries about no document that waits for the morning.
	want := map[string]string{"delivery": "d1", "kind": "result", "until": b.now.Truncate(time.Hour).Add(time.Hour).Format(time.RFC3339)}
	if len(lines) != 1 || !cmp.Equal(lines[0].Data, want) {
		t.Errorf("lines about what is held: got %+v, want one with %v", lines, want)
	}
	r, err := b.db.Status(ctx, b.now)
	b.ok(err)
	if waits := strings.Join(r.Projects[0].Waiting, "\n"); !strings.Contains(waits, "is sent when your quiet hours end") {
		t.Errorf("status says %q, want why the result is not there", waits)
	}
	b.pass(time.Hour - 16*time.Second)
	if v := b.nextOn(); v.ID != "" {
		t.Fatalf("said a second before its end: got %s, want nothing", v.Key)
	}
	b.pass(time.Second)
	if v := b.nextOn(); v.Key != "1" || !v.Card.Ping {
		t.Errorf("said when the quiet hours end: got %q (%+v), want 1 with a ping", v.Key, v.Card)
	}
}

// TestDecisionThatBlocksEverythingIsHeardAtNight also at a quiet hour, but only
// while nothing else in the instance moves.
func TestDecisionThatBlocksEverythingIsHeardAtNight(t *testing.T) {
	for _, busy := range []bool{false, true} {
		b := newBench(t)
		ctx := t.Context()
		b.ok(b.db.SetPolicy(ctx, policy.QuietHours, "00:00-23:59"))
		p := b.project("Prices")
		steps := b.plan(p, step("a"))
		if !busy {
			b.ok(b.db.Plant(ctx, `UPDATE steps SET held = 32 WHERE id = ?`, steps["a"].ID))
		}
		v := onDiscord("1", reports.DeliverEscalation)
		v.Project = p
		b.ok(b.db.Queue(ctx, v))
		b.pass(15 * time.Second) // it waits so long for its full form
		if got := b.nextOn(); (got.ID == "") != busy || got.Card.Ping == busy {
			t.Errorf("with other work: %t: got %q (%+v)", busy, got.Key, got.Card)
		}
	}
}
