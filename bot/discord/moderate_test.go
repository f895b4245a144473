package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// What a server's automatic moderation blocks comes directly, and says so.
// When that cannot be done either, the channel says that there was something:
// what must arrive waits, and all else can be called for.
func TestWhatModerationBlocksIsNotDropped(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.server.Moderate("grapes")
	say := func(kind reports.DeliveryKind, body string) {
		o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Key: body, Kind: kind, Body: body})
	}
	say(reports.DeliverReply, "The price of grapes fell.")
	o.drained()
	if got := o.posted(o.DM); len(got) != 1 || !strings.Contains(got[0], "The price of grapes fell.") || !strings.Contains(got[0], "blocked by automatic moderation") {
		t.Errorf("the founder got %q, want the answer and why it comes there", got)
	}
	if err := o.server.CloseDM(o.Founder, true); err != nil {
		t.Fatal(err)
	}
	say(reports.DeliverReply, "The grapes are sold.")
	o.drained()
	if n := len(o.events(org.EventDeliveryDropped)); n != 1 {
		t.Errorf("%d deliveries were given up, want 1 in the journal", n)
	}
	told := o.posted(o.Chief)
	if len(told) != 1 || !strings.Contains(told[0], "`!reannounce d2`") {
		t.Fatalf("the channel says %q, want how to get what was blocked", told)
	}
	say(reports.DeliverEscalation, "Which grapes?")
	for ctx := o.within(); len(o.events(org.EventDeliveryRetried)) < 3; <-time.After(5 * time.Millisecond) {
		if ctx.Err() != nil {
			t.Fatal("nothing was tried again")
		}
	}
	o.server.Moderate()
	o.drained()
	told = o.posted(o.Chief)[1:]
	if len(told) != 2 || !strings.Contains(told[0], "I'll try again by myself") || !strings.HasSuffix(told[1], "Which grapes?") {
		t.Errorf("the channel says %q, want one notice and the question", told)
	}
}

// A project whose title is blocked gets a thread without it, in a channel and
// in a forum, and its messages are said there.
func TestBlockedTitleGetsAPlainThread(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.server.Moderate("grapes")
	for _, c := range []string{o.Chief, o.Projects} {
		p := o.project(c, "The grapes of the north")
		o.say(reports.Delivery{Channel: org.Channel{ID: c}, Project: p, Kind: reports.DeliverNotice, Title: "The grapes of the north", Body: string(p) + ": It begins.", Card: org.Card{As: "Ada"}})
		o.pass(15 * time.Second) // for its full form, which nobody gives it here
		e := o.await("the notice", func(e discordtest.Effect) bool {
			return strings.Contains(e.Content, string(p)+": It begins.")
		})
		if !slices.Contains(o.server.Threads(c), e.Channel) {
			t.Errorf("it is said in %s, want a thread of %s", e.Channel, c)
		}
		i := slices.IndexFunc(o.server.History(), func(h discordtest.Effect) bool { return h.Kind == discordtest.KindThread && h.Channel == e.Channel })
		if name := o.server.History()[i].Name; name != "Project "+string(p) {
			t.Errorf("the thread's name is %q, want Project %s", name, p)
		}
	}
}
