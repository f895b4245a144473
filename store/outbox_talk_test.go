package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// What was said on the dashboard stands there with what was answered, in its order and in its founder's own channel; words that are made when
// they are sent are kept, once.
func TestTalkHasBothSides(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	here := org.Channel{Transport: org.DashboardTransport, ID: "1000"}
	for _, m := range []org.Message{
		{Channel: here, Origin: "k1", Author: "1000", Text: "Good morning"},
		{Channel: here, Origin: "k2", Author: "1000", Text: "Find the price of oats"},
		{Channel: org.Channel{Transport: org.DashboardTransport, ID: "2000"}, Origin: "k3", Author: "2000", Text: "Secret"},
	} {
		id, _, err := b.db.SaveMessage(ctx, m)
		b.ok(err)
		if m.Origin == "k1" {
			_, err = b.db.SaveTurn(ctx, org.Turn{Message: id, Route: org.ActionResponse, Reply: "Good to hear from you", Card: org.Card{Buttons: []org.Button{{Label: "Status", Command: "status"}}}})
			b.ok(err)
		}
		b.now = b.now.Add(time.Second)
	}
	r := reminder("Call the bank", b.now.Add(time.Minute))
	r.Channel = here
	_, err := b.db.SaveReminder(ctx, "k4", r)
	b.ok(err)
	b.now = b.now.Add(2 * time.Minute)
	b.remind()
	for { // as the sender does
		d, err := b.db.ClaimDelivery(ctx, "bot", []string{org.DashboardTransport}, time.Minute)
		if err != nil {
			break
		}
		text := d.Body
		if d.Facts.Reminder != nil {
			text = "Reminder: " + d.Facts.Reminder.Body
		}
		for _, words := range []string{text, "something else"} { // the second one comes too late
			b.ok(b.db.KeepText(ctx, d.ID, words, d.Card))
		}
		b.ok(b.db.Delivered(ctx, d.ID, d.Key))
	}
	said, err := b.db.Talk(ctx, here, 10)
	b.ok(err)
	var lines []string
	for _, s := range said {
		line := s.Text
		if s.Mine {
			line = "> " + line
		}
		if s.Waits {
			line += " (waits)"
		}
		if len(s.Card.Buttons) > 0 {
			line += " [" + s.Card.Buttons[0].Label + "]"
		}
		lines = append(lines, line)
	}
	if got, want := strings.Join(lines, "\n"), "> Good morning\nGood to hear from you [Status]\n> Find the price of oats (waits)\nReminder: Call the bank"; got != want {
		t.Errorf("said:\n%s\nwant:\n%s", got, want)
	}
	if last, err := b.db.Talk(ctx, here, 1); err != nil || len(last) != 1 || last[0].Text != "Reminder: Call the bank" {
		t.Errorf("the last is %+v, %v", last, err)
	}
}

// A reminder that was set on the dashboard pings its founder where he spoke last in a chat that can.
func TestAReminderOfTheDashboardIsToldInAChat(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	for _, c := range []string{"c1", "c2"} {
		_, _, err := b.db.SaveMessage(ctx, org.Message{Channel: org.Channel{Transport: org.ThreadedTransport, ID: c}, Origin: c, Author: "1000", Text: "Hello"})
		b.ok(err)
	}
	_, _, err := b.db.SaveMessage(ctx, org.Message{Channel: org.Channel{Transport: org.ThreadedTransport, ID: "c3"}, Origin: "c3", Author: "2000", Text: "Hello"})
	b.ok(err)
	r := reminder("Call the bank", b.now.Add(time.Minute))
	r.Channel = org.Channel{Transport: org.DashboardTransport, ID: "1000"}
	_, err = b.db.SaveReminder(ctx, "k", r)
	b.ok(err)
	b.now = b.now.Add(2 * time.Minute)
	if n := b.remind(); n != 1 {
		t.Fatalf("%d were told", n)
	}
	where, err := b.db.Texts(ctx, `SELECT transport || ' ' || channel FROM deliveries WHERE key LIKE 'reminder:%'`)
	b.ok(err)
	if len(where) != 1 || where[0] != "discord c2" {
		t.Errorf("told in %q", where)
	}
}
