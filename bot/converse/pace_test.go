package converse_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/llmtest"
)

// send stores a message of a channel.
func (o *fixture) send(channel, origin, text string) {
	o.t.Helper()
	m := org.Message{Channel: org.Channel{Transport: "terminal", ID: channel}, Author: "founder", Origin: origin, Text: text, SaidAt: time.Now()}
	if _, _, err := o.db.SaveMessage(o.t.Context(), m); err != nil {
		o.t.Fatal(err)
	}
}

// dispatch answers what waits as the bot does, until nothing waits.
func (o *fixture) dispatch() {
	o.t.Helper()
	for o.unanswered() > 0 {
		err := o.handler.Dispatch(o.t.Context())
		if errors.Is(err, org.ErrNoWork) {
			<-time.After(5 * time.Millisecond)
		} else if err != nil {
			o.t.Fatal(err)
		}
	}
	o.handler.Wait()
}

// Founders in several channels do not wait for each other: three messages in
// three channels, each with two calls of 2 s, take 4 s and not 12.
func TestChannelsDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	o := newFixture(t, &llmtest.Options{Latency: 2 * time.Second})
	for _, ch := range []string{"a", "b", "c"} {
		o.send(ch, ch, "What does Linear charge for 20 seats?")
	}
	begun := time.Now()
	o.dispatch()
	took := time.Since(begun)
	t.Logf("three messages in three channels, 2 s a call: %s", took.Round(10*time.Millisecond))
	if n := len(o.calls()); n != 6 || took >= 5*time.Second {
		t.Errorf("%d calls in %s, want 6 in less than 5 s", n, took)
	}
}

// Messages of one channel are answered in their order, and at most eight of
// different channels at once.
func TestOrderIsKeptWithinAChannel(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	now, most := 0, 0
	o := newFixture(t, &llmtest.Options{Answer: func(r llmtest.Request) (llmtest.Reply, bool) {
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		<-time.After(time.Duration(10+7*(r.Seq%5)) * time.Millisecond)
		mu.Lock()
		now--
		mu.Unlock()
		return llmtest.Reply{}, false
	}})
	const channels, each = 12, 3
	for n := range each {
		for c := range channels {
			o.send(fmt.Sprint("c", c), fmt.Sprint(c, "-", n), fmt.Sprintf("How do you like number %d?", n))
		}
	}
	o.dispatch()
	if most > 8 || most < 4 {
		t.Errorf("%d calls at once, want some and at most 8", most)
	}
	for c := range channels {
		past, err := o.db.History(t.Context(), org.Channel{Transport: "terminal", ID: fmt.Sprint("c", c)}, 10)
		if err != nil || len(past) != each || !slices.IsSortedFunc(past, func(a, b org.PastTurn) int { return a.At.Compare(b.At) }) {
			t.Errorf("channel %d: %d turns, %v; want %d, answered in their order", c, len(past), err, each)
		}
	}
}

// A panic while one message is answered leaves the others alone.
func TestAPanicEndsNoOtherAnswer(t *testing.T) {
	o := newFixture(t, &llmtest.Options{})
	var once sync.Once
	o.handler.Crash = func(string) { once.Do(func() { panic("planted") }) }
	o.send("a", "1", "Good morning!")
	o.send("b", "1", "Good morning!")
	for range 2 {
		if err := o.handler.Dispatch(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	o.handler.Wait()
	if n := o.unanswered(); n != 1 {
		t.Errorf("%d messages wait, want the one whose answer panicked", n)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := o.handler.Dispatch(ctx); err == nil {
		t.Error("a cancelled dispatch returns no error")
	}
}

// Small talk takes one call, and what Frasier adds to a model that answers at
// once stays below 50 ms: the time of a turn less that of its stored echo.
func TestSmallTalkIsQuick(t *testing.T) {
	o := newFixture(t, &llmtest.Options{})
	const turns = 40
	timed := func(do func(n int)) time.Duration {
		var all []time.Duration
		for n := range turns {
			begun := time.Now()
			do(n)
			all = append(all, time.Since(begun))
		}
		slices.Sort(all)
		return all[turns/2]
	}
	echo := timed(func(n int) {
		o.send("echo", fmt.Sprint(n), "Good morning!")
		m, err := o.db.ClaimMessage(t.Context(), "bot-1", time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.db.SaveTurn(t.Context(), org.Turn{Message: m.ID, Route: org.ActionResponse, Reply: m.Text}); err != nil {
			t.Fatal(err)
		}
	})
	ours := timed(func(n int) {
		o.send("talk", fmt.Sprint(n), "Good morning!")
		if err := o.handler.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	t.Logf("median of %d: echo %s, small talk %s", turns, echo, ours)
	if n := len(o.calls()); n != turns {
		t.Errorf("%d calls for %d greetings, want one each", n, turns)
	}
	if ours-echo > 50*time.Millisecond {
		t.Errorf("small talk takes %s more than an echo, want 50 ms at most", ours-echo)
	}
}

// What a founder sends quickly is no loop: eleven pictures within a minute and
// words between them are all answered.
func TestAFounderInAHurryIsAnswered(t *testing.T) {
	o := newFixture(t, &llmtest.Options{})
	here := org.Channel{Transport: org.ThreadedTransport, ID: "7"}
	for n := range 15 {
		m := org.Message{Channel: here, Author: "founder", Origin: fmt.Sprint(n), SaidAt: time.Now()}
		if n == 6 || n == 14 {
			m.Text = fmt.Sprintf("and this is number %d", n)
		} else {
			data := []byte{0x89, 'P', 'N', 'G', byte(n)}
			m.Attachments = []org.Attachment{{Name: "photo.png", ContentType: "image/png", Data: data, Size: 5, Note: "photo.png is a PNG; I kept it but cannot read it yet."}}
		}
		if _, _, err := o.db.SaveMessage(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		if err := o.handler.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	past, err := o.db.History(t.Context(), here, 50)
	if err != nil || len(past) < 2 || o.unanswered() != 0 || o.count(org.EventMessageIgnored) != 0 || o.count(org.EventMessageHandled) != 15 {
		t.Errorf("%d wait, %d dropped, %d answered, %v; want 15 answered", o.unanswered(), o.count(org.EventMessageIgnored), o.count(org.EventMessageHandled), err)
	}
}
