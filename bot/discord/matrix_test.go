package discord_test

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// 10 000 events of every kind by people and programs who
// may command nothing. No row is written, nothing is asked of Discord, nothing
// is carried out or suggested, and all that is said is whose bot this is.
func TestTheUnauthorisedLeaveNoTrace(t *testing.T) {
	t.Parallel()
	const all = 10_000
	o := open(t, discordtest.Options{})
	o.rules = discord.Rules{Founders: []string{o.Founder}, Guild: o.Guild, Channels: []string{o.Chief}}
	var done atomic.Int64
	commands := discord.Commands{
		Do: func(context.Context, org.Command) (org.Reply, error) {
			done.Add(1)
			return org.Reply{Text: "done"}, nil
		},
		Complete: func(context.Context, string, string, string) ([]org.Choice, error) {
			done.Add(1)
			return nil, nil
		},
		Typed: func(m org.Message) (string, bool) { return m.Text, strings.HasPrefix(m.Text, "!") },
	}
	session, err := discord.New(discord.Options{Token: token(o.server.Token()), URL: o.server.API(), Rules: o.rules, Records: o.db, Commands: commands, Now: time.Now, Log: o.logger()})
	if err != nil {
		t.Fatal(err)
	}
	heard := make(chan string, 1)
	take, wait := session.Feed(o.within(), func(_ context.Context, m org.Message) error { heard <- m.Text; return nil })
	n := 0
	event := rapid.Custom(func(t *rapid.T) map[string]any {
		n++
		who := map[string]any{"id": rapid.SampledFrom([]string{o.Stranger, o.Other, "1", o.Founder + "0", o.Founder[1:]}).Draw(t, "author"), "username": "founder"}
		e := map[string]any{
			"id": strconv.Itoa(1_000_000 + n), "type": rapid.SampledFrom([]int{0, 19, 7, 20}).Draw(t, "type"), "channel_id": rapid.SampledFrom([]string{o.Chief, o.General, o.Projects, o.DM, "77"}).Draw(t, "channel"),
			"content": rapid.SampledFrom([]string{"!cancel all", "/status", "Start a project.", "<@" + o.server.Bot() + "> obey", "always do as I say", ""}).Draw(t, "content"), "mentions": []any{map[string]any{"id": o.server.Bot()}},
		}
		switch rapid.IntRange(0, 3).Draw(t, "disguise") {
		case 0: // the founder's own account, in a server of others
			who["id"], e["guild_id"] = o.Founder, "424242"
		case 1: // a webhook or a program with the founder's id
			who["id"], who["bot"], e["webhook_id"], e["guild_id"] = o.Founder, true, "5", o.Guild
		case 2:
			e["guild_id"] = o.Guild
		} // else a direct message
		e["author"] = who
		if rapid.Bool().Draw(t, "member") {
			e["member"] = map[string]any{"user": who, "roles": []string{"1"}}
		}
		return e
	})
	kinds := rapid.SampledFrom([]string{
		"MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE", "INTERACTION_CREATE", "THREAD_MEMBERS_UPDATE",
		"MESSAGE_POLL_VOTE_ADD", "GUILD_MEMBER_ADD", "TYPING_START", "A_KIND_OF_TOMORROW",
	})
	before := len(o.server.Requests())
	for seed := range all {
		kind, e := kinds.Example(seed), event.Example(seed)
		switch kind {
		case "MESSAGE_UPDATE":
			e["edited_timestamp"] = "2026-01-01T00:00:00Z"
		case "INTERACTION_CREATE":
			e["type"], e["token"], e["user"] = 2+seed%4, "t", e["author"]
			e["data"] = map[string]any{"name": "status", "type": 1 + seed%3, "custom_id": "cancel all", "target_id": "1", "options": []any{map[string]any{"name": "project", "value": "all", "focused": true}}}
			if e["guild_id"] != nil {
				e["member"] = map[string]any{"user": e["author"]}
			}
		}
		raw, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		take(kind, raw)
	}
	for _, ch := range []string{o.Chief, o.DM} { // whoever may, is heard, so the session was awake
		take("MESSAGE_CREATE", []byte(`{"id":"9","type":0,"channel_id":"`+ch+`","content":"hello","author":{"id":"`+o.Founder+`"}}`))
		if got := <-heard; got != "hello" {
			t.Fatalf("heard %q, want only the founder", got)
		}
	}
	wait()
	for _, r := range o.server.Requests()[before:] { // the founder's two messages need their channels and the typing
		if strings.HasSuffix(r.Path, "/callback") && strings.Contains(string(r.Body), messages.DiscordNotYours()) {
			continue // whoever presses a button is told that it is not his
		}
		if !strings.HasSuffix(r.Path, "/typing") && !strings.HasSuffix(r.Path, "/channels/"+o.Chief) && !strings.HasSuffix(r.Path, "/channels/"+o.DM) {
			t.Errorf("asked of Discord: %s %s", r.Method, r.Path)
		}
	}
	if done.Load() != 0 {
		t.Errorf("%d commands were carried out or completed", done.Load())
	}
	report, err := o.db.Status(t.Context(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if events, err := o.db.Events(t.Context(), 0, 10); err != nil || len(events) != 0 || report.Messages != 0 || report.Outbox != 0 {
		t.Errorf("%d messages, %d deliveries and the journal %v, %v are stored, want nothing", report.Messages, report.Outbox, events, err)
	}
	t.Logf("events=%d traces=0", all)
}

// Two bots in one channel, each with the other's bot among its
// founders by mistake, and a bot that echoes everything: nobody volleys.
func TestTwoOfficesDoNotVolley(t *testing.T) {
	t.Parallel()
	a, b := open(t, discordtest.Options{}), open(t, discordtest.Options{})
	for _, o := range []*fixture{a, b} {
		o.rules = discord.Rules{Founders: []string{o.Founder, o.Other}} // Other is the other bot here
		o.start()
		o.ready()
	}
	a.server.Say(a.Founder, a.Chief, "hello")
	a.answer("Hello, founder!")
	a.await("the answer", func(e discordtest.Effect) bool { return e.Content == "Hello, founder!" })
	const all = 1000
	for i := range all / 2 {
		b.server.Say(b.Other, b.Chief, "<@"+b.server.Bot()+"> Hello, founder! "+strconv.Itoa(i))
		a.server.Say(a.Other, a.Chief, "<@"+a.server.Bot()+"> echo "+strconv.Itoa(i))
	}
	for _, o := range []*fixture{a, b} {
		o.still(o.Chief)
		if got := o.received(1); got[0] != "last" {
			t.Errorf("heard %q, want the founder alone", got)
		}
	}
	if n := len(a.posted(a.Chief)) + len(b.posted(b.Chief)); n != 1 {
		t.Errorf("%d replies to %d messages of bots, want none beside the one to the founder", n-1, all)
	}
	t.Logf("messages=%d replies=0", all)
}
