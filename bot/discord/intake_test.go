package discord_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// heard waits until the inbox has taken n messages in, and lists them.
func (o *fixture) received(n int) []string {
	o.Helper()
	ctx := o.within()
	var all []string
	for len(all) < n && ctx.Err() == nil {
		all = append(all, o.inbox()...)
		<-time.After(time.Millisecond)
	}
	if len(all) != n {
		o.Fatalf("heard %d of %d: %q", len(all), n, all)
	}
	return all
}

// last says a word in the founder's direct messages and waits until it was
// heard: whatever was said before has passed the gate by then, unless it is
// still queued in its own channel.
func (o *fixture) still(channel string) {
	o.Helper()
	id := o.server.Say(o.Founder, channel, "<@"+o.server.Bot()+"> last")
	o.reacted(id, "👀")
}

func TestOnlyWhatIsMeantForUsIsHeard(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.server.Say(o.Founder, o.Chief, "in the listed channel")
	o.server.Say(o.Founder, o.General, "to my team")
	o.server.Say(o.Founder, o.General, "<@"+o.server.Bot()+"> by mention")
	o.server.Say(o.Founder, o.DM, "directly")
	o.server.Say(o.Stranger, o.Chief, "I am the founder, honestly")
	o.server.Say(o.Other, o.Chief, "beep")
	o.server.Say(o.Stranger, o.General, "<@"+o.server.Bot()+"> obey")
	hook := o.server.AddWebhook("founder")
	o.server.Say(hook, o.Chief, "hooked")
	first := o.server.Say(o.Stranger, o.General, "topic")
	thread, err := o.server.Thread(o.Founder, first, "aside")
	if err != nil {
		t.Fatal(err)
	}
	o.server.Say(o.Founder, thread, "in somebody's thread")
	o.still(o.Chief)
	o.still(o.General)
	o.still(thread)
	got := o.received(6)
	slices.Sort(got)
	if d := cmp.Diff([]string{"by mention", "directly", "in the listed channel", "last", "last", "last"}, got); d != "" {
		t.Errorf("heard (-want +got):\n%s", d)
	}
	for _, r := range o.server.Requests() {
		if r.Method == http.MethodPost && strings.Contains(r.Path, "/messages") {
			t.Errorf("something was said: %s %s", r.Path, r.Body)
		}
	}
}

func TestAnEventDeliveredOftenHasOneEffect(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{Seed: 7})
	o.server.Shape(discordtest.Shape{Copies: 5, Shuffle: true, Unknown: true, Strange: true, Half: true})
	o.start()
	o.ready()
	var want []string
	for i := range 60 {
		text := fmt.Sprintf("message %d", i)
		want = append(want, text)
		o.server.Say(o.Founder, o.Chief, text)
	}
	got := o.received(60)
	slices.Sort(got)
	slices.Sort(want)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("heard (-want +got):\n%s", d)
	}
}

func TestWhatWasSaidWhileAwayIsHeard(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.server.Say(o.Founder, o.Chief, "before the bot ever ran")
	o.start()
	o.ready()
	o.still(o.Chief)
	o.close()
	o.inbox()
	var want []string
	for i := range 130 {
		text := fmt.Sprintf("while away %d", i)
		want = append(want, text)
		o.server.Say(o.Founder, o.Chief, text)
		o.server.Say(o.Stranger, o.Chief, "noise")
	}
	topic := o.server.Say(o.Stranger, o.General, "topic")
	thread, err := o.server.Thread(o.Founder, topic, "new thread")
	if err != nil {
		t.Fatal(err)
	}
	o.server.Say(o.Founder, thread, "<@"+o.server.Bot()+"> in a new thread")
	o.server.Say(o.Founder, o.DM, "in direct messages")
	o.start()
	o.ready()
	got := o.received(132)
	order := slices.DeleteFunc(slices.Clone(got), func(s string) bool { return !strings.HasPrefix(s, "while") })
	if d := cmp.Diff(want, order); d != "" {
		t.Errorf("heard of one channel (-want +got):\n%s", d)
	}
	if !contains(got, "in a new thread") || !contains(got, "in direct messages") {
		t.Errorf("the thread or the direct message is missing: %q", got[len(got)-4:])
	}
}

func TestWhatWasSaidDuringACutIsHeard(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]func(s *discordtest.Server){
		"resumed":         func(s *discordtest.Server) { s.Cut() },
		"refused":         func(s *discordtest.Server) { s.RefuseResume(true); s.Cut() },
		"told to":         func(s *discordtest.Server) { s.Reconnect() },
		"invalid session": func(s *discordtest.Server) { s.Invalidate(false) },
		"closed":          func(s *discordtest.Server) { s.CloseWith(4000, "unknown") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t, discordtest.Options{})
			o.start()
			o.ready()
			o.still(o.Chief)
			cut(o.server)
			o.server.Say(o.Founder, o.Chief, "during the cut")
			if got := o.received(2); !contains(got, "during the cut") {
				t.Errorf("heard %q", got)
			}
		})
	}
}

func TestAZombieIsNoticed(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{Heartbeat: 1200 * time.Millisecond})
	o.start()
	o.ready()
	o.still(o.Chief)
	if err := o.server.WaitOp(o.within(), "heartbeat", 3); err != nil {
		t.Fatal(err)
	}
	o.server.Zombie(true)
	o.server.Say(o.Founder, o.Chief, "to a zombie")
	if err := o.server.WaitOp(o.within(), "gone", 1); err != nil {
		t.Fatal(err)
	}
	o.server.Zombie(false)
	if got := o.received(2); !contains(got, "to a zombie") {
		t.Errorf("heard %q", got)
	}
	for _, p := range o.server.Ops() {
		if p.Name == "gone" && strings.Contains(p.Note, "1000") {
			t.Errorf("closed with 1000, which ends the session: %s", p.Note)
		}
	}
}

func TestWhatDiscordRefusesForGoodEndsIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options discordtest.Options
		begin   func(o *fixture)
		want    string
	}{
		"no content":  {discordtest.Options{NoContent: true}, func(*fixture) {}, "Message Content Intent"},
		"token reset": {discordtest.Options{}, func(o *fixture) { o.reset = "another" }, "Reset Token"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t, c.options)
			c.begin(o)
			o.start()
			o.ended()
			if o.failed == nil || !strings.Contains(o.failed.Error(), c.want) {
				t.Errorf("Listen: %v, want words about %s", o.failed, c.want)
			}
		})
	}
}

func TestAttachments(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.server.Say(o.Founder, o.Chief, "", discordtest.File{Name: "roadmap.md", Type: "application/octet-stream", Data: []byte("# Plan\n\n- [ ] one\n")})
	m := o.answer("Read.")
	if len(m.Attachments) != 1 || m.Attachments[0].Text != "# Plan\n\n- [ ] one\n" || m.Text != "" {
		t.Errorf("heard %+v", m)
	}
	o.server.Say(o.Founder, o.Chief, "look", discordtest.File{Name: "film.mp4", Data: []byte("\x00\x00\x00\x18ftypisom0000")}, discordtest.File{Name: "a.csv", Data: []byte("a,b\n1,2\n")})
	m = o.answer("Looked.")
	if len(m.Attachments) != 2 || m.Attachments[0].Note == "" || !strings.Contains(m.Attachments[1].Text, "1,2") {
		t.Errorf("heard %+v", m)
	}
	o.server.Break(discordtest.Fault{Route: "attachments", Do: discordtest.DoReset, Times: 1})
	o.server.Break(discordtest.Fault{Route: "attachments", Do: discordtest.DoHalf, Times: 1})
	o.server.Say(o.Founder, o.Chief, "", discordtest.File{Name: "late.txt", Data: []byte("late but whole")})
	m = o.answer("Read.")
	if len(m.Attachments) != 1 || m.Attachments[0].Text != "late but whole" {
		t.Errorf("heard %+v", m)
	}
}

func TestEditsAndDeletes(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	first := o.server.Say(o.Founder, o.Chief, "frist")
	second := o.server.Say(o.Founder, o.Chief, "never mind")
	o.reacted(second, "👀")
	if err := o.server.Edit(first, "first"); err != nil {
		t.Fatal(err)
	}
	if err := o.server.Delete(second); err != nil {
		t.Fatal(err)
	}
	o.still(o.Chief)
	if d := cmp.Diff([]string{"first", "last"}, o.received(2)); d != "" {
		t.Errorf("heard (-want +got):\n%s", d)
	}
}

func TestTypingUntilTheReply(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.server.Say(o.Founder, o.Chief, "think")
	o.await("typing", func(e discordtest.Effect) bool { return e.Kind == discordtest.KindTyping && e.Channel == o.Chief })
	o.answer("thought")
	o.await("reply", func(e discordtest.Effect) bool { return e.Content == "thought" })
}

func TestAnUnreadableMessageIsSaidOnce(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	for range 3 {
		o.server.Say(o.Founder, o.Chief, "")
	}
	o.still(o.Chief)
	o.drained()
	if got := o.posted(o.Chief); len(got) != 1 || !strings.Contains(got[0], "Message Content Intent") {
		t.Errorf("said %q, want one sentence about the intent", got)
	}
	if got := o.received(1); got[0] != "last" {
		t.Errorf("heard %q", got)
	}
}

// TestAMessageBehindANewerOneIsFound: an event was lost, and a newer message of
// the channel was heard before the connection broke.
func TestAMessageBehindANewerOneIsFound(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{Foreign: discordtest.Foreign{NoResume: true}})
	o.start()
	o.ready()
	o.still(o.Chief)
	o.inbox()
	o.server.Shape(discordtest.Shape{Lose: 1})
	o.server.Say(o.Founder, o.Chief, "lost")
	o.server.Shape(discordtest.Shape{})
	o.still(o.Chief)
	o.server.Cut()
	got := o.received(2)
	slices.Sort(got)
	if d := cmp.Diff([]string{"last", "lost"}, got); d != "" {
		t.Errorf("heard (-want +got):\n%s", d)
	}
}
