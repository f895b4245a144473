package discord_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// TestThreadsOfAServerThatListsNone: what was said in threads while the bot was
// away is heard on a server that has no list of them, in those that it tells of
// when it comes up and in those that were opened before.
func TestThreadsOfAServerThatListsNone(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{Foreign: discordtest.Foreign{NoThreadList: true, NoThreadMembers: true}})
	o.start()
	o.ready()
	o.still(o.Chief)
	topic := o.server.Say(o.Founder, o.Chief, "topic")
	o.reacted(topic, "👀")
	thread, err := o.server.Thread(o.Founder, topic, "a thread")
	if err != nil {
		t.Fatal(err)
	}
	o.still(thread)
	o.inbox()
	for _, forgets := range []bool{false, true} {
		o.close()
		if forgets {
			o.amnesia()
			o.start()
			o.ready()
			o.still(o.Chief)
			o.close()
			o.inbox()
		}
		o.server.Say(o.Founder, thread, "while away")
		o.start()
		o.ready()
		if got := o.received(1); got[0] != "while away" {
			t.Errorf("heard %q", got)
		}
	}
	if log := o.log.String(); strings.Contains(log, "could not look for missed messages") || strings.Count(log, "this server lists no threads") != 4 {
		t.Errorf("want one line at each of 4 starts, and no complaint:\n%s", log)
	}
}

// TestPlainCommands: a server that knows no suggestions and no files gets the
// commands without them, once.
func TestPlainCommands(t *testing.T) {
	t.Parallel()
	o, b := commandedBy(t, discordtest.Foreign{PlainCommands: true})
	e := o.answered(o.server.Slash(o.Founder, o.Chief, "ask", discordtest.Values{"text": "two words"}))
	if e.Content != "did ask two words" || b.count() != 1 {
		t.Errorf("answered %+v", e)
	}
	o.registered()
	o.close()
	n := len(o.server.Requests())
	o.start()
	o.ready()
	o.still(o.Chief)
	for _, r := range o.server.Requests()[n:] {
		if strings.HasSuffix(r.Path, "/commands") {
			t.Errorf("the commands were registered again: %s", r.Body)
		}
	}
}

// TestAnswersWithoutResponses: where nothing can be answered to a button or a
// command, the answer comes into the channel; a form is put into words.
func TestAnswersWithoutResponses(t *testing.T) {
	t.Parallel()
	o, b := commandedBy(t, discordtest.Foreign{NoAnswers: true, NoForms: true, NoFollowUps: true})
	slow := make(chan struct{})
	b.reply = func(c org.Command) (org.Reply, error) {
		if strings.HasPrefix(c.Line, "ask") {
			<-slow
		}
		return org.Reply{Text: "did " + c.Line}, nil
	}
	o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Body: "Well?", Card: org.Card{Buttons: []org.Button{
		{Label: "Accept", Command: "accept p1"}, {Label: "Request changes", Command: "changes p1", Ask: "What should change?"},
	}}})
	o.await("the card", func(e discordtest.Effect) bool { return e.Content == "Well?" })
	for label, want := range map[string]string{
		"Accept": "did accept p1", "Request changes": messages.DiscordNoForm("changes p1"),
	} {
		message, id, err := o.server.WithButton(label)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.server.Press(o.Founder, message, id); err != nil {
			t.Fatal(err)
		}
		o.await(want, func(e discordtest.Effect) bool { return e.Content == want && e.Channel == o.Chief })
	}
	use, err := o.server.Slash(o.Founder, o.General, "ask", discordtest.Values{"text": "slowly"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.server.WaitRequest(o.within(), 0, func(r discordtest.Request) bool {
		return strings.Contains(r.Path, use) && r.Status < 300 && r.Status > 0
	}); err != nil {
		t.Fatal("a slow command was not announced")
	}
	close(slow)
	o.await("the answer of a slow command", func(e discordtest.Effect) bool { return e.Content == "did ask slowly" && e.Channel == o.General })
}

// TestFilesAreNotListed: a server that breaks on a list of new files gets
// files.
func TestFilesAreNotListed(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{Foreign: discordtest.Foreign{NoListedFiles: true}})
	o.start()
	o.ready()
	o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Body: "See.", Files: []org.File{{Name: "a.md", Data: []byte("# A")}}})
	e := o.await("the file", func(e discordtest.Effect) bool { return e.Content == "See." })
	if len(e.Files) != 1 || e.Files[0].Name != "a.md" {
		t.Errorf("sent %+v", e.Files)
	}
}
