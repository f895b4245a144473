package discord_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/store"
)

// project makes a project that was asked for in a channel.
func (o *fixture) project(channel, title string) org.ProjectID {
	o.Helper()
	id := org.Channel{Transport: "discord", ID: channel}
	m, _, err := o.db.SaveMessage(o.Context(), org.Message{Channel: id, Origin: "for " + title, Author: o.Founder, Text: title})
	if err != nil {
		o.Fatal(err)
	}
	if _, err := o.db.ClaimMessage(o.Context(), "handler", 1e9); err != nil {
		o.Fatal(err)
	}
	p, err := o.db.SaveTurn(o.Context(), org.Turn{Message: m, Route: org.ActionNewProject, Project: &org.NewProject{
		Title: title, Goal: title, Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: title}},
	}})
	if err != nil {
		o.Fatal(err)
	}
	return p
}

func TestEachDeliveryIsSaidOnceWhateverBreaks(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"502 before":     {Do: discordtest.Do502},
		"502 after":      {Do: discordtest.Do502, After: true},
		"500 after":      {Do: discordtest.Do500, After: true},
		"reset after":    {Do: discordtest.DoReset, After: true},
		"half an answer": {Do: discordtest.DoHalf, After: true},
		"429":            {Do: discordtest.Do429},
		"429 global":     {Do: discordtest.Do429Global},
		"429 HTML":       {Do: discordtest.Do429HTML},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t, discordtest.Options{})
			fault.Method, fault.Route, fault.Times, fault.From = "POST", "/channels/{channel_id}/messages", 2, 2
			o.server.Break(fault)
			long := strings.Repeat("A sentence that is said once. ", 130)
			var want []string
			for i := range 3 {
				o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Body: fmt.Sprintf("%d: %s", i, long), Key: fmt.Sprint(name, i)})
				want = append(want, fmt.Sprintf("%d: %s", i, long))
			}
			o.start()
			o.drained()
			var got []string
			for _, s := range o.server.Read(o.Chief) {
				got = append(got, s.Text)
			}
			squeeze := func(s string) string { return strings.Join(strings.Fields(s), " ") }
			if d := cmp.Diff(squeeze(strings.Join(want, " ")), squeeze(strings.Join(got, " "))); d != "" || len(got) != 9 {
				t.Errorf("%d messages (-want +got):\n%s", len(got), d)
			}
		})
	}
}

func TestTheSameWordsTwiceAreTwoMessages(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.server.Break(discordtest.Fault{Method: "POST", Route: "/channels/{channel_id}/messages", Do: discordtest.Do502, From: 2, Times: 1})
	o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Body: "Noted.", Key: "one"})
	o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Body: "Noted.", Key: "two"})
	o.start()
	o.drained()
	if got := o.posted(o.Chief); len(got) != 2 {
		t.Errorf("said %q, want both", got)
	}
}

func TestACrashBeforeTheReceiptSaysNothingTwice(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	v := reports.Delivery{
		ID: "d1", Key: "crash", Channel: org.Channel{Transport: "discord", ID: o.Chief}, Body: strings.Repeat("Long. ", 500), Attempts: 1, CreatedAt: time.Now().Add(-time.Minute),
	}
	if _, err := o.session.Publish(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	n := len(o.posted(o.Chief))
	// A database that knows nothing of the receipt, as after a crash, when
	// Discord has forgotten the nonces.
	o.close()
	o.server.Advance(2 * time.Hour)
	o.amnesia()
	o.start()
	v.Attempts = 2
	if _, err := o.session.Publish(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	if got := len(o.posted(o.Chief)); got != n || n != 2 {
		t.Errorf("%d messages after the second try, %d before; want 2", got, n)
	}
}

func TestALostChannelFallsBackToTheFounder(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	if err := o.server.DeleteChannel(o.General); err != nil {
		t.Fatal(err)
	}
	if err := o.server.Restrict(o.Scene.Log, discordtest.AccessRead); err != nil {
		t.Fatal(err)
	}
	o.say(reports.Delivery{Channel: org.Channel{ID: o.General}, Body: "to a deleted channel"})
	o.say(reports.Delivery{Channel: org.Channel{ID: o.Scene.Log}, Body: "to a forbidden channel"})
	o.drained()
	got := strings.Join(o.posted(o.DM), "\n")
	if !strings.Contains(got, "to a deleted channel") || !strings.Contains(got, "to a forbidden channel") || !strings.Contains(got, "couldn't post") {
		t.Errorf("the founder was told %q", got)
	}
}

func TestAProjectHasAThread(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	p := o.project(o.Chief, "Market study")
	o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Project: p, Kind: reports.DeliverNotice, Title: "Money", Body: "It begins."})
	o.start()
	o.drained()
	threads := o.server.Threads(o.Chief)
	if len(threads) != 1 {
		t.Fatalf("%d threads, want 1", len(threads))
	}
	i := slices.IndexFunc(o.server.History(), func(e discordtest.Effect) bool { return e.Kind == discordtest.KindThread })
	if got := o.server.History()[i].Name; got != "Market study" {
		t.Errorf("the thread is called %q, want the project's title, whatever is said in it first", got)
	}
	if got := o.posted(threads[0]); len(got) != 1 || !strings.Contains(got[0], "It begins.") {
		t.Errorf("said in the thread: %q", got)
	}
	o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Project: p, Kind: reports.DeliverLine, Body: "I hand over.", Card: org.Card{As: "Nadia Okafor", Silent: true}})
	o.drained()
	if got := o.posted(threads[0]); len(got) != 2 || got[1] != "**Nadia Okafor**: I hand over." {
		t.Errorf("said in the thread: %q", got)
	}
	// The thread is deleted: another one takes its place.
	if err := o.server.DeleteChannel(threads[0]); err != nil {
		t.Fatal(err)
	}
	o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Project: p, Title: "Market study", Body: "It goes on."})
	o.drained()
	threads = o.server.Threads(o.Chief)
	if len(threads) != 1 {
		t.Fatalf("threads %v after one was deleted", threads)
	}
	if got := o.posted(threads[0]); len(got) != 1 || !strings.HasPrefix(got[0], messages.DiscordThreadGone()) || !strings.HasSuffix(got[0], "It goes on.") {
		t.Errorf("said in the next thread: %q", got)
	}
}

// slowly is a store in which a thread's record takes until a test lets it pass.
type slowly struct {
	*store.DB
	opened func(thread string)
}

// OpenThread calls opened first.
func (s slowly) OpenThread(ctx context.Context, p org.ProjectID, ch org.Channel, thread, starter string) error {
	s.opened(thread)
	return s.DB.OpenThread(ctx, p, ch, thread, starter)
}

// A founder writes into a project's thread before it is recorded: his words
// are heard when the bot knows whose thread it is.
func TestWordsInAThreadThatIsBeingOpened(t *testing.T) {
	t.Parallel()
	for _, where := range []string{"chief", "projects"} {
		t.Run(where, func(t *testing.T) {
			o := open(t, discordtest.Options{})
			channel, err := o.server.Named(where)
			if err != nil {
				t.Fatal(err)
			}
			o.rules.Channels = append(o.rules.Channels, channel)
			p := o.project(channel, "Market study")
			o.storedAt = make(chan time.Time)
			recorded := make(chan string, 1)
			o.records = slowly{o.db, func(thread string) {
				o.server.Say(o.Founder, thread, "Leave Lisbon out.")
				o.server.Say(o.Founder, o.DM, "Good morning!")
				<-o.storedAt // the session works meanwhile, and hears this one first
				recorded <- thread
			}}
			o.start()
			o.ready()
			o.say(reports.Delivery{Channel: org.Channel{ID: channel}, Project: p, Title: "Market study", Body: "It begins."})
			thread := <-recorded
			<-o.storedAt
			if got := o.inbox(); len(got) != 2 || got[0] != "Good morning!" || got[1] != "Leave Lisbon out." {
				t.Errorf("heard %q in thread %s, want what was said elsewhere first", got, thread)
			}
		})
	}
}

func TestAProjectInAForumHasAPost(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	p := o.project(o.Projects, "Market study")
	o.say(reports.Delivery{Channel: org.Channel{ID: o.Projects}, Project: p, Title: "Market study", Body: "It begins."})
	o.start()
	o.drained()
	posts := o.server.Threads(o.Projects)
	if len(posts) != 1 || !contains(o.posted(posts[0]), "**Market study**\nIt begins.") {
		t.Fatalf("posts %v", posts)
	}
}

func TestACardIsEditedInPlace(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	p := o.project(o.DM, "Market study")
	card := func(body string) {
		o.say(reports.Delivery{Channel: org.Channel{ID: o.DM}, Project: p, Kind: reports.DeliverCard, Body: body, Card: org.Card{Slot: "card", Silent: true}})
		o.drained()
	}
	o.start()
	card("1 of 3")
	card("2 of 3")
	see := o.server.Read(o.DM)
	if len(see) != 1 || see[0].Text != "2 of 3" {
		t.Fatalf("seen: %+v", see)
	}
	if err := o.server.Delete(see[0].ID); err != nil {
		t.Fatal(err)
	}
	card("3 of 3")
	if see = o.server.Read(o.DM); len(see) != 1 || see[0].Text != "3 of 3" {
		t.Errorf("seen after the card was deleted: %+v", see)
	}
}

// An edit keeps the files, changes each message of a long delivery, and is never said
// anew when its message is gone.
func TestAnEditOnlyChangesWhatStands(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	p := o.project(o.DM, "Market study")
	say := func(body string, card org.Card, files ...org.File) {
		card.Slot = "plan"
		o.say(reports.Delivery{Channel: org.Channel{ID: o.DM}, Project: p, Kind: reports.DeliverCard, Body: body, Card: card, Files: files})
		o.drained()
	}
	stop := []org.Button{{Label: "Pause", Command: "pause p1"}}
	o.start()
	say("nobody saw it", org.Card{Edit: true})
	if see := o.server.Read(o.DM); len(see) != 0 {
		t.Fatalf("an edit of nothing: %+v", see)
	}
	say("the plan. Starting now.", org.Card{Buttons: stop}, org.File{Name: "plan.png", Data: []byte("png")})
	say("the plan.", org.Card{Edit: true})
	see := o.server.Read(o.DM)
	if len(see) != 1 || see[0].Text != "the plan." || len(see[0].Components) != 0 {
		t.Fatalf("after the edit: %+v", see)
	}
	for _, e := range o.server.History() {
		if e.Kind == discordtest.KindEdit && strings.Contains(string(e.Body), `"attachments"`) {
			t.Errorf("the edit takes the files away: %s", e.Body)
		}
	}
	long := strings.Repeat("One more line of a long plan that takes its room.\n", 60)
	say(long, org.Card{Buttons: stop})
	if see = o.server.Read(o.DM); len(see) != 3 || len(see[2].Components) != 1 {
		t.Fatalf("a long one: %+v", see)
	}
	say("a shorter plan", org.Card{Edit: true})
	if see = o.server.Read(o.DM); len(see) != 3 || len(see[2].Components) != 0 || !strings.Contains(see[2].Text, "One more line") {
		t.Fatalf("a long one after an edit of another length: %+v", see)
	}
	for _, m := range see {
		if err := o.server.Delete(m.ID); err != nil {
			t.Fatal(err)
		}
	}
	say("gone", org.Card{Edit: true})
	if see = o.server.Read(o.DM); len(see) != 0 {
		t.Errorf("an edit of what was deleted: %+v", see)
	}
}

// whatever the text, nobody is notified but the addressed founder.
func TestNobodyIsMentioned(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	p := o.project(o.Chief, "Calls")
	for i, s := range []string{"@everyone", "@here wake up", "<@" + o.Stranger + "> hi", "<@&1234567890>", "plain", "<@!" + o.Stranger + ">"} {
		o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Body: s, Card: org.Card{Slot: "slot"}})
		o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Project: p, Body: s, Title: s, Card: org.Card{Ping: i == 4}})
		o.drained()
	}
	n := 0
	for _, r := range o.server.Requests() {
		var b struct {
			Allowed *struct {
				Parse []string `json:"parse"`
				Users []string `json:"users"`
			} `json:"allowed_mentions"`
			TTS bool `json:"tts"`
		}
		said := r.Method != http.MethodGet && (strings.Contains(r.Path, "/messages") || strings.HasSuffix(r.Path, "/threads")) && !strings.Contains(r.Path, "/reactions/")
		if !said || strings.HasSuffix(r.Path, "/threads") && strings.Contains(r.Path, "/messages/") {
			continue
		}
		if err := json.Unmarshal(r.Body, &b); err != nil {
			t.Fatal(err)
		}
		if n++; b.Allowed == nil || b.Allowed.Parse == nil || len(b.Allowed.Parse) != 0 || b.TTS {
			t.Errorf("%s %s: %s", r.Method, r.Path, r.Body)
		}
	}
	for _, e := range o.server.History() {
		if len(e.Pings) > 0 && !slices.Equal(e.Pings, []string{o.Founder}) {
			t.Errorf("notified %v by %q", e.Pings, e.Content)
		}
	}
	if n < 12 {
		t.Errorf("%d messages were looked at", n)
	}
}

// On the wire: the fake tells what Discord would fetch.
func TestNothingUnknownIsUnfurled(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.server.Say(o.Founder, o.Chief, "Read https://good.example/page please")
	o.answer("I read https://good.example/page and https://evil.example/?q=canary, [this](https://evil.example/canary), <https://evil.example/canary> and `https://evil.example/canary`.")
	e := o.await("reply", func(e discordtest.Effect) bool { return strings.HasPrefix(e.Content, "I read") })
	for _, u := range e.Unfurl {
		if u != "https://good.example/page" {
			t.Errorf("Discord would fetch %s", u)
		}
	}
	if !strings.Contains(e.Content, "read https://good.example/page and") {
		t.Errorf("a good link is broken: %s", e.Content)
	}
}
