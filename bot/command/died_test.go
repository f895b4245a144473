package command_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
)

// repeat is a command that is carried out once more because its process died
// before it could answer.
type repeat struct {
	line      string
	given     func(*fixture) // what it is about
	meanwhile func(*fixture) // what happens before it is carried out again; nil for nothing
	says      string         // in both answers
	kind      org.EventKind  // what stands once in the journal then; empty for nothing
}

func repeats() []repeat {
	again := func(o *fixture) { o.start("Tea market") }
	one := func(o *fixture) { o.start("Oats market") }
	both := func(do ...func(*fixture)) func(*fixture) {
		return func(o *fixture) {
			for _, f := range do {
				f(o)
			}
		}
	}
	return []repeat{
		{"cancel sure=yes all", both(one, again), nil, "Cancelled 2 projects", ""},
		{"cancel sure=yes all", both(one, again), func(o *fixture) { o.start("Hay market") }, "Cancelled 2 projects", ""},
		{"pause all", both(one, again), func(o *fixture) { o.start("Hay market") }, "Paused 2 projects", ""},
		{"cancel sure=yes", underWay, nil, "1 running step was stopped.", org.EventProjectCancelled},
		{"cancel sure=yes", one, again, "Cancelled **Oats market** (p2)", org.EventProjectCancelled},
		{"pause", one, again, "Paused **Oats market** (p2)", org.EventProjectPaused},
		{"resume", both(one, func(o *fixture) { o.ok(o.db.Pause(o.t.Context(), "p2")) }), again, "Resumed **Oats market** (p2)", org.EventProjectResumed},
		{"gate after planning", one, again, "**Oats market** (p2) will stop", org.EventGateSet},
		{"project cap 5", one, again, "**Oats market** (p2) may cost", org.EventCapSet},
		{"replan", one, again, "rest of **Oats market** (p2) again", org.EventMissionReplanned},
		{"replan p2 Fewer words", single, nil, "rest of **Tea** (p2) again, with your note", org.EventProjectReopened},
		{"accept", func(*fixture) {}, again, "Glad you like **Rye market**", org.EventAccepted},
		{"approve", gateAsks, func(o *fixture) { again(o); gateAsksOf(o, "p3") }, "Got it (e1)", org.EventDecided},
		{"decide e1 d Look at the ministry's page", strikesAsk, nil, "Along with it: 1 step", org.EventDecided},
		{"memory undo", tidied, nil, "c2 is undone: 1 lesson is as before", ""},
		{"memory undo c1", tidied, nil, "c1 is undone: 1 lesson is as before", ""},
		{"reannounce", dropped, nil, "I'm sending 2 messages again", ""},
		{"reannounce", dropped, sent, "no such channel", ""},
		{"reannounce", dropped, func(o *fixture) { drop(o, 2) }, "no such channel", ""},
		{"reannounce d2", dropped, nil, "I'm sending d2 again", org.EventDeliveryRetried},
		{"reannounce d2", dropped, sent, "I'm sending d2 again", org.EventDeliveryRetried},
	}
}

// A process that dies between the effect of a command and its answer leaves
// both to the next one: it does nothing twice and nothing else, and says what
// was done, not what a second look finds.
func TestARepeatedCommandSaysWhatWasDone(t *testing.T) {
	for _, r := range repeats() {
		t.Run(r.line, func(t *testing.T) { r.look(t, storetest.Path(t)) })
		// The trial "orders" of cmd/internal/tools/chaos gives the others there.
		server := storetest.Server()
		if server == "" || r.line != "cancel sure=yes all" && r.line != "memory undo" {
			continue
		}
		t.Run(r.line+" on a server", func(t *testing.T) {
			path, drop, err := storetest.Schema(t.Context(), server)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := drop(); err != nil {
					t.Error(err)
				}
			})
			r.look(t, path)
		})
	}
}

func (r repeat) look(t *testing.T, path string) {
	t.Helper()
	o := fixtureIn(t, path)
	o.start("Rye market")
	o.plan(step("rye", "Find the price of rye"))
	o.finish()
	r.given(o)
	was := o.events(r.kind)
	o.now = o.now.Add(time.Second)
	first := o.again("x", r.line)
	o.sees(first, r.says)
	o.now = o.now.Add(time.Second)
	if r.meanwhile != nil {
		r.meanwhile(o)
	}
	all, err := o.db.Events(t.Context(), 0, 100_000)
	o.ok(err)
	dead := &fixture{t: t, db: o.db, now: o.now}
	dead.handler = forgetful(o.db, func() time.Time { return dead.now })
	if d := cmp.Diff(first, dead.again("x", r.line)); d != "" {
		t.Errorf("after its process died (-first +second):\n%s", d)
	}
	now, err := o.db.Events(t.Context(), 0, 100_000)
	o.ok(err)
	if d := cmp.Diff(all, now); d != "" {
		t.Errorf("what the second time did (-before +after):\n%s", d)
	}
	if n := o.events(r.kind) - was; r.kind != "" && r.meanwhile == nil && n != 1 {
		t.Errorf("%d times %s in the journal, want once", n, r.kind)
	}
}

// single is a project of one task that has ended.
func single(o *fixture) {
	o.said++
	m, _, err := o.db.SaveMessage(o.t.Context(), org.Message{Channel: home(), Origin: "single", Author: "ana", Text: "tea", SaidAt: o.now})
	o.ok(err)
	_, err = o.db.SaveTurn(o.t.Context(), org.Turn{Message: m, Route: org.ActionNewProject, Project: &org.NewProject{
		Title: "Tea", Goal: "Tea", Single: true, Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "all"}},
	}})
	o.ok(err)
	o.plan(step("tea", "Find the price of tea"))
	for _, c := range o.claim(1) {
		o.ok(o.db.Finish(o.t.Context(), c.Lease, work.Outcome{Next: org.StepFailed, Cause: "no source"}))
	}
	o.finish()
}

// underWay is a project with a step that is worked on and one that waits.
func underWay(o *fixture) {
	o.start("Oats market")
	o.plan(step("prices", "Find the price"), step("sum", "Sum up", "prices"))
	o.claim(1)
}

// gateAsks is a project that waits after its plan.
func gateAsks(o *fixture) {
	o.start("Oats market")
	gateAsksOf(o, "p2")
}

func gateAsksOf(o *fixture, id org.ProjectID) {
	_, err := o.db.SetGate(o.t.Context(), org.Gate{Project: id, Point: org.GatePlan})
	o.ok(err)
	o.plan(step("prices", "Find the price"), step("sum", "Sum up", "prices"))
}

// strikesAsk is a project whose first step was rejected too often.
func strikesAsk(o *fixture) {
	o.start("Oats market")
	o.plan(step("prices", "Find the price of oats"), step("sum", "Sum up", "prices"))
	for range org.StrikeCap {
		c := o.claim(1)["prices"]
		o.now = o.now.Add(time.Minute)
		o.ok(o.db.Finish(o.t.Context(), c.Lease, work.Outcome{Next: org.StepPending, Strike: true, Feedback: []string{"no source for the price"}}))
	}
}

// tidied is a fixture whose lessons were tidied twice.
func tidied(o *fixture) {
	o.learn("Oats", "Name the date beside each price of 2026.")
	o.learn("Tea", "Name the date of a price of 2026 and its seller.")
	for _, text := range []string{"Name the date of each price of 2026.", "Say in words how many sellers there are in each market."} {
		u, err := o.db.Untidy(o.t.Context(), true)
		o.ok(err)
		id := u.Items[len(u.Items)-1].ID
		if strings.HasPrefix(text, "Say") {
			id = u.Items[0].ID
		}
		o.ok(o.db.SaveCuration(o.t.Context(), u, []learning.Op{{Op: learning.OpEdit, IDs: []org.LessonID{id}, Text: text}}, nil))
	}
}

// dropped is a fixture that gave two deliveries up.
func dropped(o *fixture) {
	for _, words := range []string{"hello", "hello again"} {
		m, _, err := o.db.SaveMessage(o.t.Context(), org.Message{Channel: home(), Origin: words, Author: "ana", Text: words, SaidAt: o.now})
		o.ok(err)
		_, err = o.db.SaveTurn(o.t.Context(), org.Turn{Message: m, Route: org.ActionResponse, Reply: words})
		o.ok(err)
	}
	drop(o, 2)
}

// drop tries all deliveries, of which the first n are given up.
func drop(o *fixture, n int) {
	for ; ; n-- {
		d, err := o.db.ClaimDelivery(o.t.Context(), "bot", []string{"discord"}, time.Minute)
		if err != nil {
			return
		}
		if n > 0 {
			o.ok(o.db.Undelivered(o.t.Context(), d, "no such channel", time.Time{}))
		} else {
			o.ok(o.db.Delivered(o.t.Context(), d.ID, "r"))
		}
	}
}

// sent is what becomes of deliveries at their second try.
func sent(o *fixture) { drop(o, 0) }

// What a setting was before nobody knows any more after its process died.
func TestARepeatedSettingDoesNotSayWhatItWas(t *testing.T) {
	o := newFixture(t)
	o.sees(o.again("x", "settings zone Europe/Berlin"), "is now Europe/Berlin; it was machine (UTC).")
	dead := &fixture{t: t, db: o.db, now: o.now}
	dead.handler = forgetful(o.db, func() time.Time { return dead.now })
	o.sees(dead.again("x", "settings zone Europe/Berlin"), "is now Europe/Berlin.")
}
