package discord_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/outbox"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

func asLater(err error, into **outbox.LaterError) bool { return errors.As(err, into) }

// histories counts how often each channel's messages were asked for.
func (o *fixture) histories() map[string]int {
	n := map[string]int{}
	for _, r := range o.server.Requests() {
		if r.Method == http.MethodGet && r.Route == "/channels/{channel_id}/messages" {
			n[strings.Split(r.Path, "/")[2]]++
		}
	}
	return n
}

// Channels that are closed to us are not asked, however many there are.
func TestClosedChannelsAreNotAsked(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	var closed []string
	for i := range 30 {
		id := o.server.AddText(o.Guild, fmt.Sprintf("private%d", i))
		o.server.Say(o.Stranger, id, "among ourselves")
		if err := o.server.Restrict(id, discordtest.AccessNone); err != nil {
			t.Fatal(err)
		}
		closed = append(closed, id)
	}
	o.start()
	o.ready()
	o.still(o.Chief)
	o.server.RefuseResume(true)
	o.server.Cut()
	o.readies++
	o.ready()
	o.still(o.Chief)
	n := o.histories()
	for _, id := range closed {
		if n[id] > 0 {
			t.Fatalf("a channel that is closed to us was asked %d times", n[id])
		}
	}
}

// What refuses us although it seems open is asked once, a few at a time, and not
// again after a restart; who writes meanwhile is answered.
func TestRefusalsAreRemembered(t *testing.T) {
	t.Parallel()
	const channels, inFlight, most = 60, 5, 20 + 5
	o := open(t, discordtest.Options{Lax: true})
	o.start()
	o.ready()
	o.still(o.Chief)
	o.close()
	var refusing []string
	for i := range channels {
		id := o.server.AddText(o.Guild, fmt.Sprintf("odd%d", i))
		o.server.Say(o.Stranger, id, "something")
		o.server.Break(discordtest.Fault{Method: "GET", Holds: "/channels/" + id + "/messages", Do: discordtest.DoError, Status: 403, Code: 50001, Text: "Missing Access"})
		refusing = append(refusing, id)
	}
	asked := func() (all, again int) {
		n := o.histories()
		for _, id := range refusing {
			if n[id] > 0 {
				all++
			}
			again += max(n[id]-1, 0)
		}
		return all, again
	}
	for range 2 {
		before, _ := asked()
		o.start()
		o.ready()
		o.still(o.Chief)
		o.stays("channels are asked", func() bool { n, _ := asked(); return n >= before+20 })
		o.still(o.Chief)
		o.close()
		// What is asked at the moment of the stop has no answer yet and is asked again.
		if n, again := asked(); n-before > most || again > inFlight {
			t.Errorf("%d channels were refused in one look and %d requests repeated, want at most %d and %d", n-before, again, most, inFlight)
		}
	}
}

// One channel whose history the server breaks on delays neither the others nor
// what is said in it.
func TestABrokenHistoryDelaysNobody(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.rules.Channels = []string{o.Chief, o.General}
	o.start()
	o.ready()
	o.still(o.Chief)
	o.close()
	o.inbox()
	o.server.Say(o.Founder, o.Chief, "missed in the broken one")
	o.server.Say(o.Founder, o.General, "missed elsewhere")
	o.server.Break(discordtest.Fault{Method: "GET", Holds: "/channels/" + o.Chief + "/messages", Do: discordtest.Do500, Times: 4})
	o.start()
	o.ready()
	began := time.Now()
	o.server.Say(o.Founder, o.Chief, "said now")
	got := o.received(2)
	if !contains(got, "missed elsewhere") || !contains(got, "said now") {
		t.Errorf("heard %q first", got)
	}
	if took := time.Since(began); took > 12*time.Second {
		t.Errorf("what was said now waited %v", took)
	}
	if got := o.received(1); got[0] != "missed in the broken one" {
		t.Errorf("heard %q at last", got)
	}
}

// A reaction that the server breaks on holds up no other.
func TestABrokenReactionHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	ill := o.server.Say(o.Founder, o.Chief, "first")
	o.server.Break(discordtest.Fault{Method: "PUT", Holds: "/messages/" + ill + "/reactions", Do: discordtest.Do500})
	o.answer("one")
	id := o.server.Say(o.Founder, o.Chief, "second")
	o.reacted(id, "👀")
	o.answer("two")
	o.reacted(id, "✅")
	o.server.Mend()
	o.reacted(ill, "✅")
}

// A typed command that was answered with "something broke" does not happen later,
// when the channel is read again.
func TestACommandThatBrokeIsNotCarriedOutLater(t *testing.T) {
	t.Parallel()
	o, b := open(t, discordtest.Options{Foreign: discordtest.Foreign{NoResume: true}}), &book{}
	b.reply = func(org.Command) (org.Reply, error) { return org.Reply{}, errors.New("the database refuses") }
	o.commands = discord.Commands{Do: b.do, Typed: command.Typed}
	o.start()
	o.ready()
	o.server.Say(o.Founder, o.Chief, "!delete p1")
	o.await("the apology", func(e discordtest.Effect) bool { return e.Content == messages.DiscordBroke() })
	o.server.Cut()
	o.readies++
	o.ready()
	o.still(o.Chief)
	if n := b.count(); n != 1 {
		t.Errorf("the command was carried out %d times, want once", n)
	}
}

// While the gateway takes nobody and REST answers, founders are heard.
func TestFoundersAreHeardWithoutTheGateway(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.still(o.Chief)
	o.still(o.General)
	o.server.CloseGateway(true)
	for _, channel := range []string{o.Chief, o.DM} {
		o.reacted(o.server.Say(o.Founder, channel, "can you hear me"), "👀")
	}
	o.reacted(o.server.Say(o.Founder, o.General, "<@"+o.server.Bot()+"> and here"), "👀")
	if why := o.session.Disconnected(); !strings.Contains(why, "next attempt at") {
		t.Errorf("the session says %q, want when it tries again", why)
	}
	note, err := o.db.Note(context.Background(), discord.Transport, discord.ConnectionNote)
	if err != nil || !strings.Contains(note, "next attempt at") {
		t.Errorf("others can read %q, %v", note, err)
	}
	o.server.CloseGateway(false)
	o.stays("connected", func() bool { return o.session.Disconnected() == "" })
	for _, text := range o.posted(o.Chief) {
		t.Errorf("said %q: nobody was away", text)
	}
}

// Pauses grow to a minute; a server that is well again counts as such at once, and
// one that drops what it took costs more and more patience.
func TestPauses(t *testing.T) {
	t.Parallel()
	failed, dropped := discord.Attempt{}, discord.Attempt{Ready: true, Identified: true, Lasted: time.Second}
	resumed, lasted := discord.Attempt{Ready: true, Lasted: time.Second}, discord.Attempt{Ready: true, Identified: true, Lasted: time.Hour}
	const s = time.Second
	for name, c := range map[string]struct {
		attempts []discord.Attempt
		want     []time.Duration
	}{
		"a server that is away":    {[]discord.Attempt{failed, failed, failed, failed, failed, failed, failed, failed}, []time.Duration{1 * s, 2 * s, 4 * s, 8 * s, 16 * s, 32 * s, 60 * s, 60 * s}},
		"well after a long outage": {[]discord.Attempt{failed, failed, failed, failed, failed, lasted}, []time.Duration{1 * s, 2 * s, 4 * s, 8 * s, 16 * s, 1 * s}},
		"ready and cut":            {[]discord.Attempt{dropped, dropped, dropped, dropped}, []time.Duration{1 * s, 2 * s, 4 * s, 8 * s}},
		"resumed and cut":          {[]discord.Attempt{resumed, resumed, resumed}, []time.Duration{1 * s, 1 * s, 1 * s}},
		"ready at last":            {[]discord.Attempt{failed, failed, failed, failed, dropped, failed}, []time.Duration{1 * s, 2 * s, 4 * s, 8 * s, 1 * s, 2 * s}},
	} {
		if got := discord.Pauses(c.attempts...); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// An interaction that another bot of ours has answered is not answered again
// anywhere.
func TestAnInteractionThatWasAnsweredIsLeftAlone(t *testing.T) {
	t.Parallel()
	o, _ := commanded(t)
	o.server.Break(discordtest.Fault{Route: "/interactions", Do: discordtest.DoError, Status: 400, Code: 40060, Text: "Interaction has already been acknowledged.", Times: 1})
	if _, err := o.server.Slash(o.Founder, o.Chief, "status", nil); err != nil {
		t.Fatal(err)
	}
	o.stays("the answer is left out", func() bool { return strings.Contains(o.log.String(), "another bot answers") })
	o.still(o.Chief)
	o.drained()
	if said := append(o.posted(o.DM), o.posted(o.Chief)...); len(said) > 0 {
		t.Errorf("said %q", said)
	}
}

// When neither the interaction nor a direct message takes an answer, a command that
// changed something is not to be given again.
func TestALostAnswerIsAskedForAgainOnlyWhereThatIsHarmless(t *testing.T) {
	t.Parallel()
	for acted, want := range map[bool]string{true: messages.DiscordNothingToSay(), false: messages.DiscordAskAgain()} {
		t.Run(fmt.Sprint(acted), func(t *testing.T) {
			t.Parallel()
			o, b := commanded(t)
			b.reply = func(org.Command) (org.Reply, error) {
				return org.Reply{Text: "a secret", Acted: acted, Card: org.Card{Private: true}}, nil
			}
			if err := o.server.CloseDM(o.Founder, true); err != nil {
				t.Fatal(err)
			}
			o.server.Break(discordtest.Fault{Route: "/users/@me/channels", Do: discordtest.DoError, Status: 403, Code: 50007, Text: "Cannot send messages to this user"})
			o.server.Break(discordtest.Fault{Route: "/interactions", Do: discordtest.DoError, Status: 404, Code: 10062, Text: "Unknown interaction", Times: 1})
			if _, err := o.server.Slash(o.Founder, o.General, "status", nil); err != nil {
				t.Fatal(err)
			}
			o.await("what is said instead", func(e discordtest.Effect) bool { return e.Content == want && e.Channel == o.General })
			if contains(o.posted(o.General), "a secret") {
				t.Error("a private answer was said for all")
			}
		})
	}
}
