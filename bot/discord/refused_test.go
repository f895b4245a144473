package discord_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// A gateway that becomes ready, is cut at once and resumes nothing costs an
// IDENTIFY each time, of which Discord allows 1 000 a day.
func TestAGatewayThatDropsIsNotAskedAgainAndAgain(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{Foreign: discordtest.Foreign{NoResume: true}})
	o.start()
	for end, seen := time.Now().Add(10*time.Second), 0; time.Now().Before(end); <-time.After(5 * time.Millisecond) {
		if n := o.count("ready"); n > seen {
			seen = n
			o.server.Cut()
		}
	}
	if n := o.count("identify"); n < 2 || n > 5 {
		t.Errorf("%d IDENTIFYs in 10 s, want 2 to 5", n)
	}
}

// The count that Discord keeps is obeyed: what is over it would reset the token.
func TestDiscordsLimitOfConnectionsIsObeyed(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{Identifies: 2, Foreign: discordtest.Foreign{NoResume: true}})
	o.start()
	o.ready()
	o.server.Cut()
	o.stays("the limit is noticed", func() bool {
		if o.count("ready") == 2 {
			o.server.Cut()
		}
		return strings.Contains(o.log.String(), "allows no more connections")
	})
	if n := o.count("identify"); n != 2 {
		t.Errorf("%d IDENTIFYs, want the 2 that are allowed", n)
	}
}

// So is our own count of a day, which a restart does not begin anew; the check
// names it long before.
func TestOwnLimitOfConnectionsIsObeyed(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	today := time.Now().UTC().Format(time.DateOnly)
	if err := o.db.SetNote(t.Context(), discord.Transport, "starts", today+" 899"); err != nil {
		t.Fatal(err)
	}
	o.start()
	o.ready()
	o.close()
	o.start()
	o.stays("the limit is noticed", func() bool { return strings.Contains(o.log.String(), "allows no more connections") })
	if n := o.count("identify"); n != 1 {
		t.Errorf("%d IDENTIFYs, want one", n)
	}
	if !slices.ContainsFunc(o.session.Check(t.Context()), func(c reports.CheckResult) bool { return !c.OK && strings.Contains(c.Detail, "900 times today") }) {
		t.Error("the check says nothing of 900 connections")
	}
}

// An outage of the database is told without it, where the founder reads.
func TestAnOutageNeedsNoDatabase(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.rules.Channels = []string{o.Projects, o.Chief}
	o.start()
	o.ready()
	for took, want := range map[time.Duration]string{0: messages.DiscordOutage(), 5 * time.Minute: messages.DiscordOutageOver(5 * time.Minute)} {
		if err := o.session.Outage(t.Context(), took); err != nil {
			t.Fatal(err)
		}
		e := o.await("the word about it", func(e discordtest.Effect) bool { return e.Bot && e.Content == want })
		if e.Channel != o.DM {
			t.Errorf("it stands in %s, want the direct channel: the first channel is a forum", e.Channel)
		}
	}
}

// The direct channel of a founder never changes and is asked for once.
func TestDirectChannelsAreOpenedOnce(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	for n := range 3 {
		o.stays("the channels are listed", func() bool { return o.asked("GET", "/guilds/"+o.Guild+"/channels") > n })
		o.server.Cut()
	}
	if n := o.asked("POST", "/users/@me/channels"); n != 1 {
		t.Errorf("opened %d times, want once", n)
	}
}

// asked is how often the bot made a request.
func (o *fixture) asked(method, path string) (n int) {
	for _, r := range o.server.Requests() {
		if r.Method == method && strings.HasSuffix(r.Path, path) {
			n++
		}
	}
	return n
}

// A delivery that the server breaks on each time goes out in a plainer form and
// holds nothing back in other threads.
func TestADeliveryThatIsAlwaysRefusedGoesOutPlainer(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.server.Break(discordtest.Fault{Method: "POST", Route: "/channels/{channel_id}/messages", Holds: "custom_id", Do: discordtest.Do500})
	o.say(reports.Delivery{Key: "k1", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverNotice, Body: "Which one?", Card: org.Card{
		Ping: true, Buttons: []org.Button{{Label: "A", Command: "answer d1 a"}},
	}})
	o.say(reports.Delivery{Key: "k2", Channel: org.Channel{ID: o.General}, Kind: reports.DeliverNotice, Body: "another matter"})
	o.await("the other channel", func(e discordtest.Effect) bool { return e.Content == "another matter" })
	e := o.await("the plain form", func(e discordtest.Effect) bool { return strings.HasSuffix(e.Content, "Which one?") })
	if e.Channel != o.Chief || len(e.Pings) != 0 {
		t.Errorf("sent to %s with pings %v", e.Channel, e.Pings)
	}
	o.drained()
}

// What no form and no direct message brings across is told in the next answer.
func TestWhatReachedNobodyIsToldInTheNextAnswer(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.server.Break(discordtest.Fault{Method: "POST", Route: "/channels/{channel_id}/messages", Holds: "unlucky words", Do: discordtest.Do500})
	o.say(reports.Delivery{Key: "k1", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverNotice, Body: "unlucky words"})
	o.drained()
	o.server.Mend()
	o.server.Say(o.Founder, o.Chief, "hello")
	o.answer("hi there")
	o.await("the note", func(e discordtest.Effect) bool {
		return strings.Contains(e.Content, `("unlucky words")`) && strings.HasSuffix(e.Content, "hi there")
	})
}

// Reactions: eyes that the server refuses do not lose the check mark, and a turn
// of a conversation is three requests.
func TestATurnIsThreeRequests(t *testing.T) {
	t.Parallel()
	for _, broken := range []bool{false, true} {
		o := open(t, discordtest.Options{})
		o.start()
		o.ready()
		o.still(o.Chief)
		o.inbox()
		o.drained()
		if broken {
			o.server.Break(discordtest.Fault{Method: "PUT", Route: "/channels/{channel_id}/messages/{message_id}/reactions", Do: discordtest.DoError, Status: 403, Code: 50013, Text: "Missing Permissions", Times: 2})
		}
		before := len(o.server.Requests())
		id := o.server.Say(o.Founder, o.Chief, "hello")
		if !broken {
			o.reacted(id, "👀")
		} else {
			o.stays("the eyes are refused twice", func() bool {
				n := 0
				for _, r := range o.server.Requests()[before:] {
					if strings.Contains(r.Path, "/reactions/") {
						n++
					}
				}
				return n >= 2
			})
		}
		o.answer("hi there")
		o.reacted(id, "✅")
		turn := slices.DeleteFunc(o.server.Requests()[before:], func(r discordtest.Request) bool { // of the message before, or of another channel
			return strings.Contains(r.Path, "/reactions/") && !strings.Contains(r.Path, id) ||
				strings.HasPrefix(r.Path, "/channels/") && !strings.HasPrefix(r.Path, "/channels/"+o.Chief+"/")
		})
		if slices.ContainsFunc(turn, func(r discordtest.Request) bool { return r.Path == "/gateway/bot" }) { // a busy machine lost the connection: the bot reads what it missed
			turn = slices.DeleteFunc(turn, func(r discordtest.Request) bool { return r.Method == http.MethodGet })
		}
		if !broken && len(turn) != 3 {
			t.Errorf("a turn took %d requests, want the eyes, the answer and the check mark: %+v", len(turn), turn)
		}
		answered := false
		for _, r := range o.server.Requests()[before:] {
			var body struct {
				Reference struct {
					Message string `json:"message_id"`
				} `json:"message_reference"`
			}
			if json.Unmarshal(r.Body, &body) == nil && body.Reference.Message == id {
				answered = true
			}
		}
		if !answered {
			t.Errorf("the answer is no reply to the message")
		}
		o.close()
	}
}

// stays waits until something holds.
func (o *fixture) stays(what string, holds func() bool) {
	o.Helper()
	for ctx := o.within(); !holds(); <-time.After(5 * time.Millisecond) {
		if ctx.Err() != nil {
			o.Fatal(what + ": never")
		}
	}
}

// A button that shows another page edits the message that it stands on.
func TestAnotherPageTakesThePlaceOfTheFirst(t *testing.T) {
	t.Parallel()
	o, b := commanded(t)
	b.reply = func(c org.Command) (org.Reply, error) {
		return org.Reply{Text: "page of " + c.Line, Card: org.Card{Private: true, Buttons: []org.Button{{Label: "More ▶", Command: "read page=2 p1"}}}}, nil
	}
	first := o.answered(o.server.Slash(o.Founder, o.Chief, "status", nil))
	message, id, err := o.server.WithButton("More ▶")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.server.Press(o.Founder, message, id); err != nil {
		t.Fatal(err)
	}
	e := o.await("the second page", func(e discordtest.Effect) bool { return e.Content == "page of read page=2 p1" })
	if e.Kind != discordtest.KindEdit || e.Message != first.Message {
		t.Errorf("the second page is a %s of %s, want an edit of %s", e.Kind, e.Message, first.Message)
	}
}

// A server that breaks on all deliveries to a thread for a short while has an outage: its own place gets them, whole.
func TestAShortOutageOfOneChannelMovesNothingElsewhere(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.plainerAfter = time.Hour
	o.start()
	o.ready()
	o.server.Break(discordtest.Fault{Method: "POST", Route: "/channels/{channel_id}/messages", Holds: "Which one?", Do: discordtest.Do500})
	o.say(reports.Delivery{Key: "k1", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverNotice, Body: "Which one?", Card: org.Card{Ping: true}})
	o.stays("it is refused five times", func() bool { return o.asked("POST", "/channels/"+o.Chief+"/messages") >= 5 })
	o.server.Mend()
	e := o.await("the whole of it", func(e discordtest.Effect) bool { return strings.HasSuffix(e.Content, "Which one?") })
	if e.Channel != o.Chief || len(e.Pings) != 1 {
		t.Errorf("sent to %s with pings %v", e.Channel, e.Pings)
	}
	o.drained()
}
