package discord_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// unread answers a message whose recordings nobody listened to in time.
func (o *fixture) unread() org.Message {
	o.Helper()
	for ctx := o.within(); ctx.Err() == nil; <-time.After(10 * time.Millisecond) {
		list, err := o.db.ClaimReadings(ctx, "nobody", time.Millisecond)
		if err == nil && len(list) > 0 {
			break
		}
	}
	o.pass(org.ReadingPatience + time.Second)
	return o.answer("ok")
}

// asks counts how often it was asked in a channel what to do with a forward.
func (o *fixture) asks(channel string) int {
	n := 0
	for _, text := range o.posted(channel) {
		if text == messages.DiscordForwarded() {
			n++
		}
	}
	return n
}

// The words that are typed with a forward come as a message of their own. They are about
// what was forwarded, and nobody asks before they can have come.
func TestAForwardWaitsForItsWords(t *testing.T) {
	t.Parallel()
	card := []any{map[string]any{"type": "rich", "fields": []any{map[string]any{"name": "Broken", "value": "the till, since 9:40"}}}}
	for name, c := range map[string]struct {
		pause  time.Duration
		missed bool
		asked  int
	}{"at once": {pause: 0}, "later": {pause: 2 * time.Second}, "missed": {missed: true}, "after the question": {pause: 8 * time.Second, asked: 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t, discordtest.Options{})
			o.start()
			o.ready()
			o.still(o.Chief)
			o.inbox()
			report := o.server.Post(discordtest.Post{User: o.Other, Channel: o.General, Embeds: card})
			second := o.server.Post(discordtest.Post{User: o.Other, Channel: o.General, Text: "and the door is stuck"})
			if c.missed {
				o.close()
			}
			o.server.Post(discordtest.Post{User: o.Founder, Channel: o.Chief, Forward: report})
			if c.asked == 0 {
				o.server.Post(discordtest.Post{User: o.Founder, Channel: o.Chief, Forward: second})
			}
			<-time.After(c.pause)
			o.server.Say(o.Founder, o.Chief, "what do I tell them?")
			o.server.Say(o.Founder, o.Chief, "and who is on duty?")
			if c.missed {
				o.start()
				o.ready()
			}
			m := o.answer("ok")
			has(t, "the message", m.Text+"\n"+quoted(m), []string{"what do I tell them?", "Broken: the till, since 9:40"})
			if c.asked == 0 {
				has(t, "the message", quoted(m), []string{"the door is stuck"})
			}
			if m := o.answer("ok"); m.Text != "and who is on duty?" || len(m.Attachments) != 0 {
				t.Errorf("then heard %+v", m)
			}
			o.drained()
			if got := o.asks(o.Chief); got != c.asked {
				t.Errorf("asked %d times what to do, want %d", got, c.asked)
			}
		})
	}
}

// A forward that was not said to us belongs to the words that are, and to nobody
// else's.
func TestAForwardIsItsAuthorsAlone(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.rules.Founders = append(o.rules.Founders, o.Stranger)
	o.start()
	o.ready()
	o.still(o.Chief)
	o.inbox()
	report := o.server.Post(discordtest.Post{User: o.Other, Channel: o.General, Text: "Rent goes up 4 %"})
	o.server.Post(discordtest.Post{User: o.Founder, Channel: o.General, Forward: report})
	o.server.Say(o.Stranger, o.General, "<@"+o.server.Bot()+"> hello there")
	o.server.Say(o.Founder, o.General, "<@"+o.server.Bot()+"> what does that cost us?")
	for range 2 {
		m := o.answer("ok")
		if about := strings.Contains(quoted(m), "Rent goes up"); about != (m.Author == o.Founder) {
			t.Errorf("%q of %s came with %q", m.Text, m.Author, quoted(m))
		}
	}
	if got := o.asks(o.General); got != 0 {
		t.Errorf("asked %d times about a forward that was not for us", got)
	}
}

// What somebody says in a recording is nobody's order, whoever passes it on and whatever
// is pressed.
func TestAForwardedRecordingOrdersNothing(t *testing.T) {
	t.Parallel()
	voice := discordtest.Post{Flags: 1 << 13, Files: []discordtest.File{{Name: "voice-message.ogg", Type: "audio/ogg", Data: []byte("OggS and so on")}}}
	for name, hears := range map[string]bool{"heard": true, "not heard": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t, discordtest.Options{})
			o.hears = hears
			o.start()
			o.ready()
			o.still(o.Chief)
			o.inbox()
			post := voice
			post.User, post.Channel = o.Stranger, o.General
			said := o.server.Post(post)
			o.server.Post(discordtest.Post{User: o.Founder, Channel: o.Chief, Forward: said})
			if !hears {
				o.await("that it cannot be heard", func(e discordtest.Effect) bool { return e.Content == messages.DiscordForwardVoice(false) })
				o.drained()
				if got := o.inbox(); len(got) != 0 {
					t.Errorf("heard %q", got)
				}
			} else {
				m := o.unread()
				if m.Text != "" || m.Explicit || len(m.Attachments) != 1 || !m.Attachments[0].Quoted() || m.Attachments[0].Sense == "" {
					t.Errorf("heard %+v", m)
				}
			}
			if got := o.asks(o.Chief); got != 0 {
				t.Errorf("asked %d times whether to run a recording", got)
			}
		})
	}
}

// A press on [Run it] makes the words that the founder saw his order, and none that were spoken
// beside them.
func TestRunningAForwardKeepsItsRecordingQuoted(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.still(o.Chief)
	o.inbox()
	voice := discordtest.File{Name: "voice-message.ogg", Type: "audio/ogg", Data: []byte("OggS and so on")}
	spoken := o.server.Post(discordtest.Post{User: o.Stranger, Channel: o.General, Text: "compare the tills", Files: []discordtest.File{voice}})
	o.server.Post(discordtest.Post{User: o.Founder, Channel: o.Chief, Forward: spoken})
	o.await("it is asked", func(e discordtest.Effect) bool { return e.Content == messages.DiscordForwarded() })
	o.drained()
	message, id, err := o.server.WithButton(messages.DiscordForwardRun())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.server.Press(o.Founder, message, id); err != nil {
		t.Fatal(err)
	}
	m := o.unread()
	if !m.Explicit || m.Text != "compare the tills" || len(m.Attachments) != 1 || !m.Attachments[0].Quoted() {
		t.Errorf("heard %+v", m)
	}
}

// What a program's message is laid out of, how a poll stands and what a preview shows are
// read, and a preview is called one.
func TestWhatOthersShowIsRead(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.still(o.Chief)
	o.inbox()
	laid := []any{map[string]any{"type": 17, "components": []any{
		map[string]any{"type": 10, "content": "## Backup 12 stopped"},
		map[string]any{"type": 14, "divider": true},
		map[string]any{"type": 9, "components": []any{map[string]any{"type": 10, "content": "Disk full after 40 GB"}}, "accessory": map[string]any{"type": 2, "style": 5, "label": "Log", "url": "https://backup.example/12"}},
		map[string]any{"type": 12, "items": []any{map[string]any{"media": map[string]any{"url": "https://x.example/a.png"}, "description": "a chart of the disk"}}},
		map[string]any{"type": 1, "components": []any{map[string]any{"type": 2, "style": 1, "label": "Acknowledge", "custom_id": "ack"}}},
	}}}
	posts := []struct {
		post discordtest.Post
		want []string
		none []string
	}{
		{discordtest.Post{User: o.Stranger, Flags: 1 << 15, Components: laid}, []string{"Backup 12 stopped", "Disk full after 40 GB", "Log https://backup.example/12", "a chart of the disk"}, []string{"Acknowledge"}},
		{discordtest.Post{User: o.Stranger, Poll: []string{"Which day?", "Monday", "Friday", "Never"}, Votes: []int{1, 4}}, []string{"Which day?", "Monday: 1 vote\n", "Friday: 4 votes", "Never: 0 votes", "the poll is open"}, nil},
		{discordtest.Post{User: o.Stranger, Text: "https://news.example/1", Embeds: []any{map[string]any{"type": "article", "title": "Ports shut", "description": "until May"}}}, []string{"preview of a page, which itself was not read", "Ports shut", "until May"}, nil},
	}
	for _, p := range posts {
		p.post.Channel = o.General
		id := o.server.Post(p.post)
		o.server.Post(discordtest.Post{User: o.Founder, Channel: o.General, Reply: id, Quiet: true, Text: "<@" + o.server.Bot() + "> what is this?"})
		m := o.answer("ok")
		has(t, "a reply", quoted(m), p.want, p.none...)
		if len(p.post.Poll) > 0 {
			continue // polls cannot be forwarded
		}
		o.server.Post(discordtest.Post{User: o.Founder, Channel: o.Chief, Forward: id})
		o.server.Say(o.Founder, o.Chief, "sum it up")
		m = o.answer("ok")
		has(t, "a forward", quoted(m), p.want, p.none...)
	}
}

// A message behind a link is read over the API where it may be; of what else a link into
// Discord leads to it is said that it cannot be opened.
func TestLinksIntoDiscord(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.still(o.Chief)
	o.inbox()
	decided := o.server.Post(discordtest.Post{User: o.Other, Channel: o.General, Text: "Decided: we close on Sundays", Files: []discordtest.File{{Name: "hours.txt", Data: []byte("Mon to Sat")}}})
	link := func(guild, channel, message string) string {
		return "https://discord.com/channels/" + guild + "/" + channel + "/" + message
	}
	for name, c := range map[string]struct {
		say  string
		want string // quoted
		note string
	}{
		"a message":               {say: link(o.Guild, o.General, decided), want: "Decided: we close on Sundays"},
		"a message that is gone":  {say: link(o.Guild, o.General, "1290487712345608192"), note: messages.DiscordLinkUnread()},
		"a place we cannot see":   {say: link(o.Guild, "1290487712345608190", decided), note: messages.DiscordLinkUnread()},
		"a channel":               {say: "https://ptb.discord.com/channels/" + o.Guild + "/" + o.General, note: messages.DiscordChannelLink("#general")},
		"an invitation":           {say: "https://discord.gg/abc", note: messages.DiscordInvite()},
		"an invitation, in words": {say: "discord.gg/abc", note: messages.DiscordInvite()},
		"a page of the web":       {say: "https://news.example/discord.com/channels/1/2/3"},
	} {
		o.server.Say(o.Founder, o.Chief, "What about "+c.say+" now?")
		m := o.answer("ok")
		notes := ""
		for _, a := range m.Attachments {
			notes += a.Note
		}
		if !strings.Contains(quoted(m), c.want) || notes != c.note || (c.want == "" && c.note == "") != (len(m.Attachments) == 0) {
			t.Errorf("%s: heard %+v", name, m)
		}
		if c.want != "" {
			has(t, name, quoted(m), []string{"hours.txt (from otherbot)", "Mon to Sat"})
		}
	}
}

// A message of a channel that not everybody sees is quoted only where all who read may
// see it.
func TestLinksTellNobodyWhatIsClosedToHim(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	board, forum := o.server.AddText(o.Guild, "board"), o.server.AddText(o.Guild, "board-2")
	for _, id := range []string{board, forum} {
		if err := o.server.Seclude(id, o.Founder); err != nil {
			t.Fatal(err)
		}
	}
	others := o.server.AddText(o.Guild, "others")
	if err := o.server.Seclude(others, o.Other); err != nil {
		t.Fatal(err)
	}
	o.rules.Channels, o.rules.Founders = []string{o.Chief, forum}, []string{o.Founder, o.Stranger}
	direct, err := o.server.Named("dm:stranger")
	if err != nil {
		t.Fatal(err)
	}
	o.start()
	o.ready()
	o.still(o.Chief)
	o.inbox()
	const fired = "We let Marta go in May"
	inBoard := o.server.Say(o.Founder, board, fired)
	inOthers := o.server.Post(discordtest.Post{User: o.Other, Channel: others, Text: fired})
	for name, c := range map[string]struct {
		in, channel, message string
		quoted               bool
	}{
		"from the founders' into an open one":    {o.Chief, board, inBoard, false},
		"from the founders' into one like it":    {forum, board, inBoard, true},
		"from the founders' into a direct talk":  {o.DM, board, inBoard, true},
		"into the direct talk of one kept out":   {direct, board, inBoard, false},
		"from the others' into the founders'":    {forum, others, inOthers, false},
		"from an open one into the founders'":    {forum, o.General, o.server.Post(discordtest.Post{User: o.Other, Channel: o.General, Text: fired}), true},
		"from an open one into another open one": {o.Chief, o.General, o.server.Post(discordtest.Post{User: o.Other, Channel: o.General, Text: fired}), true},
	} {
		who := o.Founder
		if c.in == direct {
			who = o.Stranger
		}
		o.server.Say(who, c.in, "What about https://discord.com/channels/"+o.Guild+"/"+c.channel+"/"+c.message+" now?")
		m := o.answer("ok")
		if got := strings.Contains(quoted(m), fired); got != c.quoted {
			t.Errorf("%s: quoted %v, want %v", name, got, c.quoted)
		}
		if !c.quoted && (len(m.Attachments) != 1 || m.Attachments[0].Note != messages.DiscordLinkClosed()) {
			t.Errorf("%s: nothing says why it is not quoted: %+v", name, m.Attachments)
		}
	}
}

// What is read once more after an absence gives no later words what the first ones were
// about.
func TestAForwardIsAboutItsFirstWordsAlone(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.still(o.Chief)
	o.inbox()
	report := o.server.Post(discordtest.Post{User: o.Other, Channel: o.General, Text: "the door is stuck"})
	o.server.Post(discordtest.Post{User: o.Founder, Channel: o.Chief, Forward: report})
	o.server.Say(o.Founder, o.Chief, "what do I tell them?")
	if m := o.answer("ok"); !strings.Contains(quoted(m), "the door is stuck") {
		t.Errorf("heard %+v", m)
	}
	o.drained()
	o.close()
	o.server.Say(o.Founder, o.Chief, "who is on duty?")
	o.start()
	o.ready()
	if m := o.answer("ok"); m.Text != "who is on duty?" || len(m.Attachments) != 0 {
		t.Errorf("then heard %+v", m)
	}
}

// What was forwarded before a restart is still what the words after it are about.
func TestAForwardOutlivesARestart(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.rules.Founders = append(o.rules.Founders, o.Stranger)
	o.start()
	o.ready()
	o.still(o.Chief)
	o.inbox()
	report := o.server.Post(discordtest.Post{User: o.Other, Channel: o.General, Text: "the door is stuck"})
	older := o.server.Post(discordtest.Post{User: o.Other, Channel: o.General, Text: "the rent goes up"})
	o.server.Post(discordtest.Post{User: o.Founder, Channel: o.Chief, Forward: older})
	o.server.Say(o.Founder, o.Chief, "is that much?")
	if m := o.answer("ok"); !strings.Contains(quoted(m), "the rent goes up") {
		t.Errorf("first heard %+v", m)
	}
	o.server.Post(discordtest.Post{User: o.Founder, Channel: o.Chief, Forward: report})
	o.stays("it is asked what to do", func() bool { return o.asks(o.Chief) == 1 })
	o.drained()
	const pause = 5 * time.Minute
	o.server.Advance(pause)
	o.now = func() time.Time { return time.Now().Add(pause) }
	o.server.Say(o.Stranger, o.Chief, "is there lunch?")
	if m := o.answer("ok"); m.Author != o.Stranger || len(m.Attachments) != 0 {
		t.Errorf("between heard %+v", m)
	}
	o.close()
	o.start()
	o.ready()
	o.server.Say(o.Founder, o.Chief, "what do I tell them?")
	if m := o.answer("ok"); m.Text != "what do I tell them?" || !strings.Contains(quoted(m), "the door is stuck") || strings.Contains(quoted(m), "rent") {
		t.Errorf("heard %q about %q", m.Text, quoted(m))
	}
	o.server.Say(o.Founder, o.Chief, "who is on duty?")
	if m := o.answer("ok"); m.Text != "who is on duty?" || len(m.Attachments) != 0 {
		t.Errorf("then heard %+v", m)
	}
}
