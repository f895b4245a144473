package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/converse"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
)

func wants(key, text string, limit org.NanoUSD, offline bool) outward.AgentOrder {
	p, ok := converse.DescribeOrder(text, offline)
	if !ok {
		panic(text)
	}
	return outward.AgentOrder{Token: "wall", Key: key, Text: text, Project: p, Cap: limit}
}

// A token orders within its day: each key once, what is bound by open projects and what ended ones cost counts, and the next day begins anew.
func TestATokenOrdersWithinItsDay(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	if _, err := o.db.BeginAgentOrder(ctx, wants("a", "Find the price of rye.", 0, true)); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("without a token: %v", err)
	}
	_, err := o.db.NewToken(ctx, "script", true)
	o.ok(err)
	if err := o.db.LimitToken(ctx, "script", org.Dollar); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("a token that acts is limited: %v", err)
	}
	_, err = o.db.NewOrderToken(ctx, "wall", 0)
	o.ok(err)
	if _, err := o.db.BeginAgentOrder(ctx, wants("a", "Find the price of rye.", 0, true)); !errors.Is(err, outward.ErrNoLimit) {
		t.Errorf("without a limit: %v", err)
	}
	o.ok(o.db.LimitToken(ctx, "wall", 5*org.Dollar))
	first, err := o.db.BeginAgentOrder(ctx, wants("a", "Find the price of rye.", 2*org.Dollar, true))
	o.ok(err)
	if first.Cap != 2*org.Dollar || first.Left != 3*org.Dollar || first.Again {
		t.Errorf("the first: %+v", first)
	}
	again, err := o.db.BeginAgentOrder(ctx, wants("a", "Find the price of rye.", 2*org.Dollar, true))
	o.ok(err)
	if again.Project != first.Project || !again.Again || again.Left != 3*org.Dollar {
		t.Errorf("the same key: %+v, want %s", again, first.Project)
	}
	if _, err := o.db.BeginAgentOrder(ctx, wants("a", "Find the price of oats.", 0, true)); !errors.Is(err, org.ErrConflict) {
		t.Errorf("the same key for other words: %v", err)
	}
	if got, err := o.db.BeginAgentOrder(ctx, wants("b", "Find the price of oats.", 4*org.Dollar, true)); !errors.Is(err, outward.ErrNoRoom) || got.Left != 3*org.Dollar {
		t.Errorf("more than is left: %+v, %v", got, err)
	}
	rest, err := o.db.BeginAgentOrder(ctx, wants("b", "Find the price of oats.", 0, false))
	o.ok(err)
	if rest.Cap != 3*org.Dollar || rest.Left != 0 {
		t.Errorf("the rest: %+v", rest)
	}
	if _, err := o.db.BeginAgentOrder(ctx, wants("c", "Find the price of wheat.", 0, true)); !errors.Is(err, outward.ErrNoRoom) {
		t.Errorf("of a day that is used: %v", err)
	}
	o.ok(o.db.Cancel(ctx, first.Project))
	if got, err := o.db.BeginAgentOrder(ctx, wants("c", "Find the price of wheat.", 0, true)); err != nil || got.Cap != 2*org.Dollar {
		t.Errorf("after one ended that cost nothing: %+v, %v", got, err)
	}
	o.clock.forward(25 * time.Hour)
	if got, err := o.db.BeginAgentOrder(ctx, wants("d", "Find the price of spelt.", 0, true)); err != nil || got.Cap != 5*org.Dollar {
		t.Errorf("the next day: %+v, %v", got, err)
	}
	p, err := o.db.Project(ctx, string(first.Project))
	o.ok(err)
	if p.OrderedBy != "wall" {
		t.Errorf("ordered by %q", p.OrderedBy)
	}
	o.sound()
}

// The founder hears of an order where he spoke last, with the button that ends it; the order itself is said nowhere and moves no home.
func TestTheFounderHearsOfAnOrder(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	home := org.Channel{Transport: "discord", ID: "c1"}
	_, _, err := o.db.SaveMessage(ctx, org.Message{Channel: home, Origin: "1", Author: "ana", Text: "Hello"})
	o.ok(err)
	_, err = o.db.NewOrderToken(ctx, "wall", 5*org.Dollar)
	o.ok(err)
	for _, key := range []string{"a", "b"} {
		_, err = o.db.BeginAgentOrder(ctx, wants(key, "Find the price of "+key+".", org.Dollar, true))
		o.ok(err)
	}
	told := 0
	for {
		d, err := o.db.ClaimDelivery(ctx, "bot-1", []string{"discord", org.AgentTransport}, time.Minute)
		if errors.Is(err, org.ErrNoWork) {
			break
		}
		o.ok(err)
		if d.Channel != home {
			t.Errorf("told in %+v: %+v", d.Channel, d.Facts)
		}
		if d.Facts.Ordered != nil {
			told++
			if *d.Facts.Ordered != (reports.OrderedFacts{Token: "wall", Cap: org.Dollar}) {
				t.Errorf("told is %+v", *d.Facts.Ordered)
			}
		}
		o.ok(o.db.Delivered(ctx, d.ID, "r"))
	}
	if told != 2 {
		t.Errorf("told of %d orders", told)
	}
	o.sound()
}

// An agent that runs in a circle stops at a number of projects, whatever they cost.
func TestATokenOrdersSoManyProjects(t *testing.T) {
	if _, err := outward.ChooseCap(org.Dollar, 0, org.OrdersMost, 0); !errors.Is(err, outward.ErrTooMany) {
		t.Errorf("one more: %v", err)
	}
	if got, err := outward.ChooseCap(org.Dollar, 0, org.OrdersMost-1, 1); err != nil || got != outward.LeastOrder {
		t.Errorf("the last, for next to nothing: %s, %v", got, err)
	}
	if _, err := outward.ChooseCap(org.Dollar, org.Dollar-outward.LeastOrder/2, 0, 0); !errors.Is(err, outward.ErrNoRoom) {
		t.Errorf("less than pays for anything: %v", err)
	}
}
