package converse_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/llmtest"
)

// T10: whoever writes back each answer is told once that the channel is left
// alone, and then not answered; other channels are.
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
	if n := len(turns); n != org.LoopReplies+1 || turns[n-1].Reply != org.LoopText {
		t.Errorf("%d answers to an echo, the last is %q; want %d and then a word that it ends", n, turns[n-1].Reply, org.LoopReplies)
	}
	if n := o.count(org.EventMessageIgnored); n != 41-len(turns) {
		t.Errorf("%d messages are ignored, want %d", n, 41-len(turns))
	}
	if a := o.say("Good morning!"); strings.Contains(a.reply, org.LoopText) || a.reply == "" {
		t.Errorf("elsewhere the answer is %q", a.reply)
	}
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
