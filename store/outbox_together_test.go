package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// inDiscord starts a project of a founder in Discord, with as many steps as there are keys.
func (b *bench) inDiscord(transport string, keys ...string) org.ProjectID {
	b.t.Helper()
	ctx := b.t.Context()
	b.said++
	m, _, err := b.db.SaveMessage(ctx, org.Message{
		Channel: org.Channel{Transport: transport, ID: "100"}, Origin: strings.Join(keys, ""), Author: "founder", Text: "oats", SaidAt: b.now,
	})
	b.ok(err)
	p, err := b.db.SaveTurn(ctx, org.Turn{Message: m, Route: org.ActionNewProject, Reply: "On it.", Project: &org.NewProject{
		Title: "Oats", Goal: "oats", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "the work"}},
	}})
	b.ok(err)
	var steps []work.PlannedStep
	for _, k := range keys {
		steps = append(steps, step(k))
	}
	b.plan(p, steps...)
	return p
}

// failing has the next step fail with a question, and returns that.
func (b *bench) failing() org.Decision {
	b.t.Helper()
	ctx := b.t.Context()
	claims, err := b.db.ClaimSteps(ctx, "w", 24*time.Hour, 1)
	b.ok(err)
	if len(claims) != 1 {
		b.t.Fatal("no step to fail")
	}
	b.ok(b.db.Finish(ctx, claims[0].Lease, work.Outcome{
		Next: org.StepFailed, Cause: "no source", Question: org.EscalateAmbiguity, Escalation: claims[0].Step.Title + "?",
	}))
	open, err := b.db.Decisions(ctx)
	b.ok(err)
	i := slices.IndexFunc(open, func(d org.Decision) bool { return d.Step == claims[0].Step.ID })
	if i < 0 {
		b.t.Fatalf("nothing is asked about %s: %+v", claims[0].Step.ID, open)
	}
	return open[i]
}

// Questions of one project that come within a minute are asked in one message; not those of
// later, not those that come when one of them is answered, and none in a terminal, which edits nothing.
func TestQuestionsOfAMinuteAreOneMessage(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	b.inDiscord("discord", "a", "b", "c", "d", "e", "f")
	first := b.failing()
	b.pass(30 * time.Second)
	second := b.failing()
	if first.With != "" || second.With != first.ID || second.Message() != first.ID {
		t.Errorf("two of a minute: %q is with %q and %q with %q, want the second with the first", first.ID, first.With, second.ID, second.With)
	}
	b.pass(31 * time.Second)
	third := b.failing()
	if third.With != "" {
		t.Errorf("a minute later %s is with %q, want a message of its own", third.ID, third.With)
	}
	if got := b.failing(); got.With != third.ID {
		t.Errorf("the next one, %s, is with %q, want %s", got.ID, got.With, third.ID)
	}
	if _, err := b.db.Decide(ctx, third.ID, question.HelpSafe, "ana"); err != nil {
		t.Fatal(err)
	}
	fifth := b.failing()
	if fifth.With != "" {
		t.Errorf("after an answer %s is with %q, want a message of its own", fifth.ID, fifth.With)
	}
	if got := b.failing(); got.With != fifth.ID {
		t.Errorf("the last one, %s, is with %q, want %s", got.ID, got.With, fifth.ID)
	}
}

func TestQuestionsInATerminalStandAlone(t *testing.T) {
	b := newBench(t)
	b.inDiscord("terminal", "a", "b")
	for range 2 {
		if got := b.failing(); got.With != "" {
			t.Errorf("%s is with %q in a terminal", got.ID, got.With)
		}
	}
}

// A message has as many questions as there is room for.
func TestQuestionsOfOneMessageAreCounted(t *testing.T) {
	b := newBench(t)
	b.inDiscord("discord", strings.Split("abcdefghij", "")...)
	n := map[string]int{}
	for range 10 {
		n[b.failing().Message()]++
	}
	if len(n) != 2 || n["e1"] != 8 || n["e9"] != 2 {
		t.Errorf("ten questions are in the messages %v, want eight and two", n)
	}
}

// A reply to a message with several questions is one to all of them, in their order, by
// whichever of its texts the message stands there.
func TestAskedFindsAllQuestionsOfAMessage(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.inDiscord("discord", "a", "b")
	first, second := b.failing(), b.failing()
	asks := func(key, body string) reports.Delivery {
		return reports.Delivery{
			Key: key, Channel: org.Channel{Transport: "discord", ID: "100"}, Project: p, Kind: reports.DeliverEscalation, Body: body,
			Card: org.Card{Slot: org.DecisionSlot(first.ID)},
		}
	}
	send := func(receipt string) (v reports.Delivery) {
		for {
			v, err := b.db.ClaimDelivery(ctx, "bot", []string{"discord"}, time.Minute)
			b.ok(err)
			if v.Kind != reports.DeliverEscalation {
				b.ok(b.db.Delivered(ctx, v.ID, "100/1"))
				continue
			}
			if receipt != "" {
				b.ok(b.db.Delivered(ctx, v.ID, receipt))
			}
			return v
		}
	}
	check := func(when string) {
		t.Helper()
		got, err := b.db.Asked(ctx, org.Message{Channel: org.Channel{Transport: "discord", ID: "100"}, Origin: "9", RepliesTo: "77"})
		b.ok(err)
		if len(got.Card) != 2 || got.Card[0].ID != first.ID || got.Card[1].ID != second.ID {
			t.Errorf("%s: a reply is one to %+v, want %s and %s", when, got.Card, first.ID, second.ID)
		}
	}
	b.ok(b.db.Tell(ctx, reports.Reading{Follower: "f", To: 1}, []reports.Delivery{asks("escalation:"+first.ID, "one")}, nil))
	v := send("")
	if v.Body != "one" {
		t.Fatalf("%q is sent, want the first question", v.Body)
	}
	// That try fails, and nobody knows whether it went out: what is added comes behind it.
	b.ok(b.db.Undelivered(ctx, v, "no answer", b.now.Add(time.Second)))
	b.ok(b.db.Tell(ctx, reports.Reading{Follower: "f", From: 1, To: 2}, []reports.Delivery{asks("escalation:"+second.ID, "one and two")}, nil))
	b.pass(2 * time.Second)
	if again := send("100/77"); again.Key != v.Key || again.Body != "one" {
		t.Errorf("the second try is %q under %q, want the same as the first under %q", again.Body, again.Key, v.Key)
	}
	check("after the first text")
	if edit := send("100/77"); edit.Body != "one and two" || edit.Replaces != "100/77" || edit.Card.Ping {
		t.Errorf("then %q is sent in place of %q, pinging %v; want both questions in place of the first, silently", edit.Body, edit.Replaces, edit.Card.Ping)
	}
	check("after the edit")
}

// A question that comes when its founder has just answered the one before is news to him.
func TestAQuestionAfterAnAnswerPings(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	b.inDiscord("discord", "a", "b", "c")
	for n, answers := range []bool{true, false} {
		d := b.failing()
		b.pass(20 * time.Second)
		var v reports.Delivery
		for v.Facts.Decision != d.ID {
			var err error
			v, err = b.db.ClaimDelivery(ctx, "bot", []string{"discord"}, time.Minute)
			b.ok(err)
			b.ok(b.db.Delivered(ctx, v.ID, "100/"+string(v.ID)))
		}
		if !v.Card.Ping {
			t.Errorf("question %d is sent without a ping", n+1)
		}
		if answers {
			_, err := b.db.Decide(ctx, d.ID, question.HelpSafe, "ana")
			b.ok(err)
		}
	}
}
