package discord_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// book takes commands down and answers them.
type book struct {
	mu    sync.Mutex
	lines []org.Command
	reply func(c org.Command) (org.Reply, error)
}

func (b *book) do(_ context.Context, c org.Command) (org.Reply, error) {
	b.mu.Lock()
	b.lines = append(b.lines, c)
	b.mu.Unlock()
	if b.reply != nil {
		return b.reply(c)
	}
	return org.Reply{Text: "did " + c.Line, Card: org.Card{Private: true}}, nil
}

func (b *book) last() org.Command {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.lines) == 0 {
		return org.Command{}
	}
	return b.lines[len(b.lines)-1]
}

// since are the commands behind the first n.
func (b *book) since(n int) []org.Command {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.lines[n:])
}

func (b *book) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.lines)
}

// commanded starts a bot with a few commands.
func commanded(t *testing.T) (*fixture, *book) {
	t.Helper()
	return commandedBy(t, discordtest.Foreign{})
}

// commandedBy does so at a server with other ways than Discord's.
func commandedBy(t *testing.T, ways discordtest.Foreign) (*fixture, *book) {
	t.Helper()
	o, b := open(t, discordtest.Options{Foreign: ways}), &book{}
	o.commands = discord.Commands{
		Do:    b.do,
		Typed: command.Typed,
		Complete: func(_ context.Context, command, option, prefix string) ([]org.Choice, error) {
			return []org.Choice{{Label: command + " " + option + " " + prefix, Value: "p1"}}, nil
		},
		Specs: []syntax.Command{
			{Name: "status", Description: "how the work stands", Options: []syntax.Option{{Name: "project", Kind: syntax.Text, Autocomplete: true}}},
			{Name: "ask", Description: "ask something", Options: []syntax.Option{{Name: "text", Kind: syntax.Text, Required: true}, {Name: "file", Kind: syntax.File}}},
			{Name: "make", Description: "make", Menu: "Make this a project"},
		},
	}
	o.start()
	o.ready()
	o.await("commands", func(e discordtest.Effect) bool { return e.Kind == discordtest.KindCommands })
	return o, b
}

// answered waits for what a use of a command is answered with.
func (o *fixture) answered(id string, err error) discordtest.Effect {
	o.Helper()
	if err != nil {
		o.Fatal(err)
	}
	e, err := o.server.Answer(o.within(), id)
	if err != nil {
		o.Fatal(err)
	}
	return e
}

func TestCommands(t *testing.T) {
	t.Parallel()
	o, b := commanded(t)
	e := o.answered(o.server.Slash(o.Founder, o.General, "status", discordtest.Values{"project": "the plan"}))
	if e.Content != "did status the plan" || !e.Private || b.last().Author != o.Founder || b.last().Channel.ID != o.General {
		t.Errorf("answered %+v to %+v", e, b.last())
	}
	e = o.answered(o.server.Slash(o.Founder, o.DM, "ask", discordtest.Values{"text": "two words", "file": discordtest.File{Name: "a.md", Data: []byte("# A")}}))
	if c := b.last(); e.Content != "did ask two words" || len(c.Attachments) != 1 || c.Attachments[0].Text != "# A" {
		t.Errorf("answered %q to %+v", e.Content, c)
	}
	e = o.answered(o.server.Autocomplete(o.Founder, o.Chief, "status", "project", "mar"))
	if list, err := discordtest.Choices(e); err != nil || len(list) != 1 || list[0].Name != "status project mar" {
		t.Errorf("suggested %v, %v", list, err)
	}
	id := o.server.Say(o.Stranger, o.General, "somebody's idea")
	o.answered(o.server.ContextMenu(o.Founder, id, "Make this a project"))
	if c := b.last(); c.Line != "make" || c.Message != "somebody's idea" {
		t.Errorf("the menu gave %+v", c)
	}
	n := b.count()
	if _, err := o.server.Slash(o.Stranger, o.Chief, "status", nil); err != nil {
		t.Fatal(err)
	}
	o.server.Say(o.Founder, o.Chief, "!Status p1")
	o.await("the answer to a typed command", func(e discordtest.Effect) bool { return e.Content == "did Status p1" })
	for _, c := range b.since(n) { // one that is read again after a lost connection has the same origin
		if c.Author != o.Founder || c.Origin != b.last().Origin {
			t.Errorf("%+v was carried out, want only the founder's", c)
		}
	}
	if got := o.inbox(); len(got) != 0 {
		t.Errorf("commands came into the inbox: %q", got)
	}
}

func TestCommandsAreRegisteredOnce(t *testing.T) {
	t.Parallel()
	o, _ := commanded(t)
	o.answered(o.server.Slash(o.Founder, o.Chief, "status", nil))
	o.registered()
	o.close()
	o.start()
	o.ready()
	o.answered(o.server.Slash(o.Founder, o.Chief, "status", nil))
	n := 0
	for _, r := range o.server.Requests() {
		if r.Method == http.MethodPut && strings.HasSuffix(r.Path, "/commands") {
			n++
			// Strangers are not shown commands that would answer them nothing.
			var all []struct {
				Name    string `json:"name"`
				Members string `json:"default_member_permissions"`
			}
			if err := json.Unmarshal(r.Body, &all); err != nil || len(all) == 0 {
				t.Fatalf("%d commands, %v", len(all), err)
			}
			for _, c := range all {
				if c.Members != "32" {
					t.Errorf("%s is shown to members with the permissions %q, want 32, to manage the server", c.Name, c.Members)
				}
			}
		}
	}
	if n != 1 {
		t.Errorf("registered %d times, want once", n)
	}
}

// registered waits until the bot has noted what it registered.
func (o *fixture) registered() {
	o.Helper()
	ctx := o.within()
	for {
		note, err := o.db.Note(ctx, discord.Transport, "commands:"+o.server.Bot())
		if err != nil {
			o.Fatal(err)
		}
		if note != "" {
			return
		}
		<-time.After(time.Millisecond)
	}
}

func TestButtonsMenusAndForms(t *testing.T) {
	t.Parallel()
	o, _ := commanded(t)
	o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Body: "Choose.", Card: org.Card{
		Buttons: []org.Button{
			{Label: "Accept", Command: "accept p1", Style: org.StyleGood},
			{Label: "Change", Command: "change p1", Ask: "What shall be changed?"},
			{Label: "Open", URL: "https://discord.com/channels/1/2"},
		},
		Menu: &org.Menu{Label: "Section", Command: "show p1", Choices: []org.Choice{{Label: "First", Value: "1"}, {Label: "Second", Value: "2"}}},
	}})
	o.drained()
	o.close()
	o.start() // buttons work after a restart
	o.ready()
	press := func(label string) discordtest.Effect {
		t.Helper()
		m, id, err := o.server.WithButton(label)
		if err != nil {
			t.Fatal(err)
		}
		return o.answered(o.server.Press(o.Founder, m, id))
	}
	if e := press("Accept"); e.Content != "did accept p1" {
		t.Errorf("Accept: %+v", e)
	}
	form := press("Change")
	if form.Kind != discordtest.KindModal || !strings.Contains(string(form.Body), "What shall be changed?") {
		t.Fatalf("Change: %+v", form)
	}
	e := o.answered(o.server.SubmitModal(form.Interaction, discordtest.Values{"words": "shorter, please"}))
	if e.Content != "did change p1 shorter, please" {
		t.Errorf("the form: %+v", e)
	}
	m, id, err := o.server.WithButton("Section")
	if err != nil {
		t.Fatal(err)
	}
	if e := o.answered(o.server.Select(o.Founder, m, id, "2")); e.Content != "did show p1 2" {
		t.Errorf("the menu: %+v", e)
	}
}

func TestSlowAndBrokenCommands(t *testing.T) {
	t.Parallel()
	if limit := 3 * time.Second; discord.AnswerIn > limit/3 {
		t.Errorf("acknowledged after %s; Discord waits %s, and most of it is for a busy machine", discord.AnswerIn, limit)
	}
	o, b := commanded(t)
	release := make(chan struct{})
	b.reply = func(c org.Command) (org.Reply, error) {
		switch {
		case strings.Contains(c.Line, "slow"):
			<-release
			return org.Reply{Text: "slow " + strings.Repeat("and long. ", 300), Card: org.Card{Private: !strings.Contains(c.Line, "public")}}, nil
		case strings.Contains(c.Line, "panic"):
			panic("broken")
		}
		if strings.Contains(c.Line, "busy") {
			return org.Reply{}, fmt.Errorf("carry it out: %w", org.ErrBusy)
		}
		return org.Reply{}, errors.New("database is gone")
	}
	for _, line := range []string{"slow", "slow public"} {
		id, err := o.server.Slash(o.Founder, o.Chief, "ask", discordtest.Values{"text": line})
		if err != nil {
			t.Fatal(err)
		}
		o.await("announcement", func(e discordtest.Effect) bool { return e.Kind == discordtest.KindDefer && e.Interaction == id })
		release <- struct{}{}
		o.await("the end of "+line, func(e discordtest.Effect) bool {
			return e.Interaction == id && e.Kind == discordtest.KindMessage && strings.HasPrefix(e.Content, "slow and long") && e.Private == (line == "slow")
		})
	}
	for _, line := range []string{"panic", "fail"} {
		e := o.answered(o.server.Slash(o.Founder, o.Chief, "ask", discordtest.Values{"text": line}))
		if e.Content != messages.DiscordBroke() {
			t.Errorf("%s: %q", line, e.Content)
		}
	}
	e := o.answered(o.server.Slash(o.Founder, o.Chief, "ask", discordtest.Values{"text": "busy"}))
	if want := messages.DiscordNotNow("the database is kept busy"); e.Content != want {
		t.Errorf("a database that takes nothing is answered with %q, want %q", e.Content, want)
	}
}

func TestAnExpiredTokenFallsBackToTheChannel(t *testing.T) {
	t.Parallel()
	o, b := commanded(t)
	b.reply = func(org.Command) (org.Reply, error) {
		o.server.Advance(20 * time.Minute)
		return org.Reply{Text: "late but there"}, nil
	}
	if _, err := o.server.Slash(o.Founder, o.Chief, "status", nil); err != nil {
		t.Fatal(err)
	}
	o.await("the answer in the channel", func(e discordtest.Effect) bool { return e.Content == "late but there" && e.Channel == o.Chief })
}

// A machine that slept while a command ran: what Discord says of the
// interaction's token, which expired, says nothing of the bot's.
func TestATokenThatExpiresOverASleep(t *testing.T) {
	t.Parallel()
	o, b := commanded(t)
	woken := make(chan struct{})
	b.reply = func(c org.Command) (org.Reply, error) {
		if !strings.Contains(c.Line, "status") {
			return org.Reply{Text: "an answer to costs"}, nil
		}
		<-woken
		return org.Reply{Text: "an answer to status"}, nil
	}
	id, err := o.server.Slash(o.Founder, o.Chief, "status", nil)
	if err != nil {
		t.Fatal(err)
	}
	o.await("announcement", func(e discordtest.Effect) bool { return e.Kind == discordtest.KindDefer && e.Interaction == id })
	o.server.Advance(16 * time.Minute)
	close(woken)
	o.await("the answer in the channel", func(e discordtest.Effect) bool { return e.Content == "an answer to status" && e.Channel == o.Chief })
	if e := o.answered(o.server.Slash(o.Founder, o.Chief, "ask", discordtest.Values{"text": "costs"})); e.Content != "an answer to costs" {
		t.Errorf("the next command is answered with %q", e.Content)
	}
}
