package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
)

// A reply to a decision's card is known by the card's receipt, also after it
// was answered; in a project's thread all that waits there is listed.
func TestAskedFindsTheCardOfAReply(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("Prices")
	b.plan(p, step("a"))
	d := b.thirdStrike(p)
	for {
		v, err := b.db.ClaimDelivery(ctx, "bot", []string{"terminal"}, time.Minute)
		if err != nil {
			break
		}
		card := strings.HasPrefix(v.Key, "escalation:")
		for to, want := range map[string]bool{"8": card, "": false} {
			a, err := b.db.Asked(ctx, org.Message{Channel: org.Channel{Transport: "terminal", ID: "chan"}, Origin: "1", RepliesTo: to})
			if b.ok(err); a.Pending != want {
				t.Errorf("a reply to %q while %s is sent: unsettled %v, want %v", to, v.Key, a.Pending, want)
			}
		}
		b.ok(b.db.Delivered(ctx, v.ID, "chan/900"+strings.TrimPrefix(string(v.ID), "d")+",77"+strings.TrimPrefix(string(v.ID), "d")))
	}
	var sent string
	b.ok(raw(t, b.path).QueryRowContext(ctx, `SELECT receipt FROM deliveries WHERE key = 'escalation:`+d.ID+`'`).Scan(&sent))
	ids := strings.Split(strings.TrimPrefix(sent, "chan/"), ",")
	asked := func(channel, to string) org.Asked {
		a, err := b.db.Asked(ctx, org.Message{Channel: org.Channel{Transport: "terminal", ID: channel}, Origin: "1", RepliesTo: to})
		b.ok(err)
		return a
	}
	for _, id := range ids {
		if got := asked("chan", id).Card; len(got) != 1 || got[0].ID != d.ID || !got[0].Open() {
			t.Errorf("a reply to %s is one to %+v, want %s", id, got, d.ID)
		}
	}
	for _, c := range [][2]string{{"chan", "9"}, {"chan", ids[0] + "1"}, {"other", ids[0]}, {"chan", ""}, {"chan", "%"}} {
		if got := asked(c[0], c[1]); len(got.Card) != 0 || len(got.Open) != 0 {
			t.Errorf("a reply to %s in %s is one to %+v, want nothing", c[1], c[0], got)
		}
	}
	b.ok(b.db.OpenThread(ctx, p, org.Channel{Transport: "terminal", ID: "chan"}, "thread", "1"))
	if got := asked("thread", "").Open; len(got) != 1 || got[0].ID != d.ID {
		t.Errorf("in the thread wait %+v, want %s", got, d.ID)
	}
	_, err := b.db.Decide(ctx, d.ID, question.StrikesSafe, "ana")
	b.ok(err)
	if got := asked("chan", ids[0]).Card; len(got) != 1 || got[0].ID != d.ID || got[0].Open() {
		t.Errorf("after the answer a reply is one to %+v", got)
	}
	if got := asked("thread", "").Open; len(got) != 0 {
		t.Errorf("after the answer there waits %+v", got)
	}
}

// What a message replies to is stored with it, and a command that was begun
// for it is found again.
func TestAskedFindsWhatWasBegun(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	m := org.Message{Channel: org.Channel{Transport: "discord", ID: "7"}, Origin: "12", Author: "ana", Text: "500 euros", RepliesTo: "11"}
	_, _, err := b.db.SaveMessage(ctx, m)
	b.ok(err)
	got, err := b.db.ClaimMessage(ctx, "bot", time.Minute)
	b.ok(err)
	if got.RepliesTo != "11" {
		t.Errorf("it replies to %q, want 11", got.RepliesTo)
	}
	if a, err := b.db.Asked(ctx, got); err != nil || a.Line != "" {
		t.Errorf("before anything was begun: %q, %v", a.Line, err)
	}
	_, err = b.db.BeginCommand(ctx, org.Command{Origin: "12", Channel: m.Channel, Author: "ana", Line: "!decide e1 a 500 euros"}, true)
	b.ok(err)
	if a, err := b.db.Asked(ctx, got); err != nil || a.Line != "!decide e1 a 500 euros" {
		t.Errorf("after a crash: %q, %v", a.Line, err)
	}
}
