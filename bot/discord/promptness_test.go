package discord_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// three is a set of commands of which one answers in private and one takes a file.
func three(b *book) discord.Commands {
	return discord.Commands{
		Do: func(ctx context.Context, c org.Command) (org.Reply, error) {
			if strings.HasPrefix(c.Line, "costs") {
				return org.Reply{Text: "Spent so far: $12.34", Card: org.Card{Private: true}}, nil
			}
			return b.do(ctx, c)
		},
		Specs: []syntax.Command{
			{Name: "status", Description: "s", Options: []syntax.Option{{Name: "project", Kind: syntax.Text}}},
			{Name: "costs", Description: "c"},
			{Name: "ask", Description: "a", Options: []syntax.Option{{Name: "text", Kind: syntax.Text, Required: true}, {Name: "file", Kind: syntax.File}}},
		},
	}
}

// within is how soon Discord wants the first answer to an interaction.
const within = 3 * time.Second

// The files of a slash command take longer to download than Discord waits.
func TestFilesAreDownloadedAfterTheAcknowledgement(t *testing.T) {
	t.Parallel()
	o, b := open(t, discordtest.Options{Answer: within}), &book{}
	o.commands = three(b)
	o.start()
	o.ready()
	o.registered()
	o.server.Break(discordtest.Fault{Route: "/attachments", Do: discordtest.DoSlow, Delay: 4 * time.Second})
	id, err := o.server.Slash(o.Founder, o.Chief, "ask", discordtest.Values{"text": "x", "file": discordtest.File{Name: "a.md", Data: []byte("# A")}})
	e := o.answered(id, err)
	if e.Kind == "unanswered" {
		t.Errorf("a command with a file was not acknowledged within %v", within)
	}
}

// Listing channels and reading what was missed takes longer than Discord waits.
func TestInteractionsDoNotWaitForACatchUp(t *testing.T) {
	t.Parallel()
	o, b := open(t, discordtest.Options{Answer: within}), &book{}
	o.commands = three(b)
	o.server.Break(discordtest.Fault{Method: "GET", Route: "/guilds/{guild_id}/channels", Do: discordtest.DoSlow, Delay: 5 * time.Second})
	o.start()
	o.ready()
	o.registered()
	began := time.Now()
	e := o.answered(o.server.Slash(o.Founder, o.Chief, "status", nil))
	if e.Kind == "unanswered" || b.count() != 1 {
		t.Errorf("answered %q after %v, %d commands carried out; want one answer", e.Kind, time.Since(began), b.count())
	}
}

// A private answer that Discord takes no more goes to the person who asked, and
// never into the channel.
func TestALatePrivateAnswerStaysPrivate(t *testing.T) {
	t.Parallel()
	o, b := open(t, discordtest.Options{}), &book{}
	o.commands = three(b)
	o.start()
	o.ready()
	o.registered()
	o.server.Break(discordtest.Fault{Route: "/interactions", Do: discordtest.DoError, Status: 404, Code: 10062, Text: "Unknown interaction", Times: 1})
	if _, err := o.server.Slash(o.Founder, o.Chief, "costs", nil); err != nil {
		t.Fatal(err)
	}
	e := o.await("the answer", func(e discordtest.Effect) bool { return strings.Contains(e.Content, "$12.34") })
	if e.Channel != o.DM {
		t.Errorf("a private answer stands in %s, want the direct channel %s", e.Channel, o.DM)
	}
}

// A press by somebody who is no founder gets one sentence for his eyes only.
func TestStrangersAreToldWhoMayUseThis(t *testing.T) {
	t.Parallel()
	o, b := open(t, discordtest.Options{}), &book{}
	o.commands = three(b)
	o.start()
	o.ready()
	o.registered()
	e := o.answered(o.server.Slash(o.Stranger, o.Chief, "status", nil))
	if e.Content != messages.DiscordNotYours() || e.Flags&64 == 0 || b.count() != 0 {
		t.Errorf("a stranger got %q (flags %d), %d commands carried out", e.Content, e.Flags, b.count())
	}
}

// A message that was written while the bot was away is read although the first
// listing fails and somebody writes before the next.
func TestAMissedMessageOutlivesAFailedListing(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.still(o.Chief)
	o.close()
	o.inbox()
	const missed, after = "said while the bot was away", "said after it came back"
	o.server.Say(o.Founder, o.Chief, missed)
	away := 5 * time.Minute
	o.server.Advance(away)
	o.now = func() time.Time { return time.Now().Add(away) }
	o.server.Break(discordtest.Fault{Method: "GET", Route: "/guilds/{guild_id}/channels", Do: discordtest.Do503, Times: 1})
	o.start()
	o.ready()
	o.server.Say(o.Founder, o.Chief, after)
	var got []string
	for end := time.Now().Add(time.Minute); time.Now().Before(end) && !contains(got, missed); <-time.After(50 * time.Millisecond) {
		got = append(got, o.inbox()...)
	}
	if !contains(got, missed) || !contains(got, after) {
		t.Errorf("received %q", got)
	}
}

// flaky is a store that fails to look for messages a few times.
type flaky struct {
	discord.Records
	left atomic.Int32
}

var errAway = errors.New("the database is away")

// Withdraw fails a few times.
func (f *flaky) Withdraw(ctx context.Context, ch org.Channel, origin string) error {
	if f.left.Add(-1) >= 0 {
		return errAway
	}
	return f.Records.Withdraw(ctx, ch, origin)
}

// A fault of the database does not lose that a founder took a message back.
func TestAWithdrawalOutlivesAFault(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	f := &flaky{Records: o.db}
	f.left.Store(2)
	o.records = f
	o.start()
	o.ready()
	id := o.server.Say(o.Founder, o.Chief, "a mistake")
	o.reacted(id, "👀")
	if err := o.server.Delete(id); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(30 * time.Second); f.left.Load() >= 0 && time.Now().Before(end); <-time.After(20 * time.Millisecond) {
	}
	o.still(o.Chief)
	if got := o.inbox(); contains(got, "a mistake") {
		t.Errorf("the inbox holds %q", got)
	}
}

// A channel that cannot be looked up for a moment loses no message: it is
// looked up again.
func TestALookUpThatFailsLosesNoMessage(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	p := o.project(o.Chief, "Barley")
	o.say(reports.Delivery{Key: "k", Channel: org.Channel{ID: o.Chief}, Project: p, Title: "Barley", Body: "begun"})
	o.drained()
	o.close()
	thread := o.threadOf("begun")
	if err := o.server.Archive(thread, false); err != nil { // it is in no list
		t.Fatal(err)
	}
	o.server.Break(discordtest.Fault{Method: "GET", Route: "/guilds/{guild_id}/threads/active", Do: discordtest.Do503, Times: 1})
	o.server.Break(discordtest.Fault{Method: "GET", Route: "/channels/{channel_id}", Do: discordtest.Do503, Times: 3})
	o.rules.Channels = []string{o.Chief}
	o.start()
	o.ready()
	o.server.Say(o.Founder, thread, "please hurry")
	o.received(1)
}

// threadOf is the channel in which the bot said something.
func (o *fixture) threadOf(text string) string {
	o.Helper()
	return o.await(text, func(e discordtest.Effect) bool {
		return e.Kind == discordtest.KindMessage && strings.Contains(e.Content, text)
	}).Channel
}
