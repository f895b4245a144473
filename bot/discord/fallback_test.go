package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// Whatever becomes of its channel, what must arrive comes directly; while
// that is closed too it waits, and comes once when it is open again.
func TestWhatMustArriveIsNeverDropped(t *testing.T) {
	t.Parallel()
	kinds := []reports.DeliveryKind{reports.DeliverEscalation, reports.DeliverPlan, reports.DeliverResult, reports.DeliverFailure, reports.DeliverMoney}
	for name, lose := range map[string]func(*fixture) (string, error){
		"10003 deleted": func(o *fixture) (string, error) { return o.General, o.server.DeleteChannel(o.General) },
		"50013 forbidden": func(o *fixture) (string, error) {
			return o.General, o.server.Restrict(o.General, discordtest.AccessRead)
		},
		"50001 hidden": func(o *fixture) (string, error) {
			return o.General, o.server.Restrict(o.General, discordtest.AccessNone)
		},
		"50083 locked": func(o *fixture) (string, error) {
			thread, err := o.server.Thread(o.Founder, o.server.Say(o.Founder, o.General, "topic"), "aside")
			if err != nil {
				return "", err
			}
			return thread, o.server.Archive(thread, true)
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := open(t, discordtest.Options{})
			o.start()
			o.ready()
			channel, err := lose(o)
			if err != nil {
				t.Fatal(err)
			}
			say := func(when string) {
				for _, k := range kinds {
					o.say(reports.Delivery{Channel: org.Channel{ID: channel}, Key: string(k) + when, Kind: k, Body: string(k) + " " + when})
				}
			}
			say("first")
			o.drained()
			if err := o.server.CloseDM(o.Founder, true); err != nil {
				t.Fatal(err)
			}
			say("later")
			for ctx := o.within(); len(o.events(org.EventDeliveryRetried)) < 12; <-time.After(5 * time.Millisecond) {
				if ctx.Err() != nil {
					t.Fatal("nothing was tried again")
				}
			}
			report, err := o.db.Status(t.Context(), time.Now())
			if err != nil || report.Outbox < len(kinds) {
				t.Errorf("%d wait, %v; want all %d to wait", report.Outbox, err, len(kinds))
			}
			for _, e := range o.events(org.EventDeliveryDropped) {
				if slices.Contains(kinds, reports.DeliveryKind(e.Data["kind"])) {
					t.Errorf("%s was given up", e.Text)
				}
			}
			if err := o.server.CloseDM(o.Founder, false); err != nil {
				t.Fatal(err)
			}
			o.drained()
			got := strings.Join(o.posted(o.DM), "\n")
			for _, k := range kinds {
				for _, when := range []string{" first", " later"} {
					if strings.Count(got, string(k)+when) != 1 {
						t.Errorf("%s%s: not once in the direct messages %q", k, when, got)
					}
				}
			}
			if !strings.Contains(o.log.String(), "the founder can be reached nowhere") {
				t.Error("the log says nothing of it")
			}
		})
	}
}

// events lists the journal's lines of a kind.
func (o *fixture) events(kind org.EventKind) (out []org.Event) {
	o.Helper()
	all, err := o.db.Events(o.Context(), 0, 10_000)
	if err != nil {
		o.Fatal(err)
	}
	for _, e := range all {
		if e.Kind == kind {
			out = append(out, e)
		}
	}
	return out
}

// A project whose thread was locked, deleted or shut to us goes on in another one, whose
// first message says so, once; and leads to the old one while there is one.
func TestALostThreadIsNamedInTheNextOne(t *testing.T) {
	t.Parallel()
	shut := func(o *fixture, old string) error {
		o.server.Break(discordtest.Fault{Method: "POST", Route: "/channels/{channel_id}/messages", Holds: "/channels/" + old + "/", Do: discordtest.DoError, Status: 403, Code: 50001, Text: "Missing Access"})
		return nil
	}
	for name, c := range map[string]struct {
		lose func(o *fixture, old string) error
		says func(old string) string
	}{
		"locked":  {func(o *fixture, old string) error { return o.server.Archive(old, true) }, messages.DiscordLocked},
		"deleted": {func(o *fixture, old string) error { return o.server.DeleteChannel(old) }, func(string) string { return messages.DiscordThreadGone() }},
		"shut":    {shut, messages.DiscordShut},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t, discordtest.Options{})
			p := o.project(o.Chief, "Rye market")
			o.start()
			o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Project: p, Title: "Rye market", Body: "It begins."})
			o.drained()
			old := o.threadOf("It begins.")
			if err := c.lose(o, old); err != nil {
				t.Fatal(err)
			}
			for _, body := range []string{"It goes on.", "It ends."} {
				o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Project: p, Kind: reports.DeliverResult, Title: "Rye market", Body: body})
				o.drained()
			}
			thread := o.threadOf("It goes on.")
			got := o.posted(thread)
			if thread == old || o.threadOf("It ends.") != thread || len(got) != 2 {
				t.Fatalf("said in %s instead of %s: %q", thread, old, got)
			}
			if !strings.HasPrefix(got[0], c.says(old)) || strings.Contains(got[1], "old thread") {
				t.Errorf("said %q, want what became of the old thread, once", got)
			}
		})
	}
}
