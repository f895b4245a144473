package converse_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/converse"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// verdict is what is made of a message that may come from a program.
type verdict string

const (
	none     verdict = "no loop"
	begins   verdict = "a loop begins"
	goesOn   verdict = "kept for later"
	answered verdict = "answered already"
)

func judged(turns []org.PastTurn, m org.Message, now time.Time) verdict {
	switch starts, err := converse.Looping(turns, m, now); {
	case starts:
		return begins
	case err == nil:
		return none
	case strings.Contains(err.Error(), "kept until"):
		return goesOn
	}
	return answered
}

// Looping tells a program that answers every answer from a person in a hurry.
func TestLooping(t *testing.T) {
	const gap = 5 * time.Second
	here := org.Channel{Transport: org.ThreadedTransport, ID: "1"}
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	// volley is n turns, each message so long after the answer before it.
	volley := func(n int, after, length time.Duration) ([]org.PastTurn, org.Message) {
		var turns []org.PastTurn
		for i := range n {
			at := now.Add(-length * time.Duration(n-i))
			turns = append(turns, org.PastTurn{Message: org.Message{Channel: here, Author: "ana", Text: "> yes?", SaidAt: at.Add(after - length)}, Reply: "Yes?", At: at})
		}
		return turns, org.Message{Channel: here, Author: "ana", Text: "> yes?", SaidAt: now.Add(after - length)}
	}
	for _, c := range []struct {
		name   string
		n      int
		after  time.Duration
		length time.Duration
		change func([]org.PastTurn, *org.Message)
		want   verdict
	}{
		{"nine answers", converse.LoopReplies - 1, time.Second, gap, nil, none},
		{"ten answers", converse.LoopReplies, time.Second, gap, nil, begins},
		{"slowly", converse.LoopReplies, time.Second, gap + 2*time.Second, nil, none},
		{"a burst said before the answers", converse.LoopReplies, -time.Second, gap, nil, none},
		{"something else each time", converse.LoopReplies, time.Second, gap, func(p []org.PastTurn, _ *org.Message) { p[4].Message.Text = "And Lisbon?" }, none},
		{"the same words each time", converse.LoopReplies, time.Second, gap, func(p []org.PastTurn, m *org.Message) {
			for i := range p {
				p[i].Message.Text = "What?"
			}
			m.Text = " what? "
		}, begins},
		{"another author", converse.LoopReplies, time.Second, gap, func(_ []org.PastTurn, m *org.Message) { m.Author = "ben" }, none},
		{"two people in turn", converse.LoopReplies, time.Second, gap, func(p []org.PastTurn, _ *org.Message) { p[4].Message.Author = "ben" }, none},
		{"a terminal", converse.LoopReplies, time.Second, gap, func(_ []org.PastTurn, m *org.Message) { m.Channel.Transport = "terminal" }, none},
		{"said so already", 1, time.Second, gap, func(p []org.PastTurn, _ *org.Message) { p[0].Reply = messages.ChatLoop }, goesOn},
		{"said so already, and something new", 1, time.Second, gap, func(p []org.PastTurn, m *org.Message) { p[0].Reply, m.Text = messages.ChatLoop, "Please stop p1" }, none},
		{"files alone, each another one", converse.LoopReplies, time.Second, gap, func(p []org.PastTurn, m *org.Message) {
			for i := range p {
				p[i].Message.Text, p[i].Reply = "", "I can't read anything in this."
				p[i].Message.Attachments = []org.Attachment{{Name: "a.png", SHA256: string(rune('a' + i)), Size: 1}}
			}
			m.Text, m.Attachments = "", []org.Attachment{{Name: "a.png", SHA256: "z", Size: 1}}
		}, none},
		{"the same file each time", converse.LoopReplies, time.Second, gap, func(p []org.PastTurn, m *org.Message) {
			same := []org.Attachment{{Name: "a.png", SHA256: "a", Size: 1}}
			for i := range p {
				p[i].Message.Text, p[i].Message.Attachments = "", same
			}
			m.Text, m.Attachments = "", same
		}, begins},
		{"kept, and not answered since", 1, time.Second, gap, func(p []org.PastTurn, m *org.Message) {
			p[0].Reply, p[0].At, m.SaidAt = messages.ChatLoop, now.Add(-converse.LoopRest), now.Add(-converse.LoopRest/2)
		}, none},
		{"kept, and answered since", 2, time.Second, gap, func(p []org.PastTurn, m *org.Message) {
			p[0].Reply, p[0].At, m.SaidAt = messages.ChatLoop, now.Add(-converse.LoopRest-time.Minute), now.Add(-converse.LoopRest/2)
		}, answered},
		{"ten minutes later", 1, time.Second, converse.LoopRest, func(p []org.PastTurn, _ *org.Message) { p[0].Reply = messages.ChatLoop }, none},
	} {
		turns, m := volley(c.n, c.after, c.length)
		if c.change != nil {
			c.change(turns, &m)
		}
		if got := judged(turns, m, now); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Whoever writes back each answer is told once that the channel is left alone,
// and then not answered; other channels are.
func TestAnEchoIsLeftAlone(t *testing.T) {
	o := newFixture(t, &llmtest.Options{})
	here := org.Channel{Transport: org.ThreadedTransport, ID: "7"}
	said := func() []org.PastTurn {
		past, err := o.db.History(t.Context(), here, 50)
		if err != nil {
			t.Fatal(err)
		}
		return past
	}
	o.echo(here, "Hello!")
	for range 40 {
		o.echo(here, said()[len(said())-1].Reply)
	}
	turns := said()
	if n := len(turns); n != converse.LoopReplies+1 || turns[n-1].Reply != messages.ChatLoop {
		t.Errorf("%d answers to an echo, the last is %q; want %d and then a word that it ends", n, turns[n-1].Reply, converse.LoopReplies)
	}
	if n := o.count(org.EventMessageIgnored); n != 0 {
		t.Errorf("%d messages are dropped, want none", n)
	}
	if now := o.unanswered(); now != 41-len(turns) {
		t.Errorf("%d messages are kept, want %d", now, 41-len(turns))
	}
	o.echo(here, "Please look at Spain as well.")
	if last := said()[len(said())-1]; last.Message.Text != "Please look at Spain as well." {
		t.Errorf("something new is not answered; the last that was is %q", last.Message.Text)
	}
	if a := o.say("Good morning!"); strings.Contains(a.reply, messages.ChatLoop) || a.reply == "" {
		t.Errorf("elsewhere the answer is %q", a.reply)
	}
}

// unanswered counts the messages that wait.
func (o *fixture) unanswered() int {
	o.t.Helper()
	s, err := o.db.Status(o.t.Context(), time.Now())
	if err != nil {
		o.t.Fatal(err)
	}
	return s.Unanswered
}

// echo says something in a channel and has it handled, whatever comes of it.
func (o *fixture) echo(ch org.Channel, text string) {
	o.t.Helper()
	o.heard++
	_, _, err := o.db.SaveMessage(o.t.Context(), org.Message{Channel: ch, Origin: "e" + time.Now().Format(time.RFC3339Nano), Author: "founder", Text: text, SaidAt: time.Now()})
	if err != nil {
		o.t.Fatal(err)
	}
	if err := o.handler.Next(o.t.Context()); err != nil {
		o.t.Fatal(err)
	}
}
