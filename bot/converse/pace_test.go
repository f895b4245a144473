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
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
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

// meeting holds calls of a model until as many are under way at once as are
// expected, or until long is over. It may be used from several goroutines.
type meeting struct {
	mu       sync.Mutex
	changed  chan struct{} // closed and made anew at each change
	now      int
	most     int // under way at once, ever
	expected int // at once; 0 holds none
	times    int // how often they met; a call after the last is not held
}

// long is how long a call waits for others: it fails the test instead of
// hanging it, and is no measure of speed.
const long = time.Minute

func newMeeting(expected, times int) *meeting {
	return &meeting{expected: expected, times: times, changed: make(chan struct{})}
}

// Answer is a call. It answers nothing itself.
func (m *meeting) Answer(llmtest.Request) (llmtest.Reply, bool) {
	over := time.After(long)
	m.mu.Lock()
	m.now++
	m.most = max(m.most, m.now)
	left := m.times
	if left > 0 && m.now == m.expected {
		m.times--
		m.tell()
	}
	for waits := left > 0; waits && m.times == left; {
		changed := m.changed
		m.mu.Unlock()
		select {
		case <-changed:
		case <-over:
			waits = false
		}
		m.mu.Lock()
	}
	m.now--
	m.mu.Unlock()
	return llmtest.Reply{}, false
}

func (m *meeting) tell() {
	close(m.changed)
	m.changed = make(chan struct{})
}

// Founders in several channels do not wait for each other: of three messages in
// three channels, with two calls each, first all classifications and then all
// answers are under way at once, so that calls of 2 s take 4 s and not 12.
func TestChannelsDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	m := newMeeting(3, 2)
	o := newFixture(t, &llmtest.Options{Answer: m.Answer})
	for _, ch := range []string{"a", "b", "c"} {
		o.send(ch, ch, "What does Linear charge for 20 seats?")
	}
	o.dispatch()
	if n := len(o.calls()); n != 6 || m.times != 0 {
		t.Errorf("%d calls, of which at most %d at once; want 6, twice 3 at once", n, m.most)
	}
}

// Messages of one channel are answered in their order, and at most eight of
// different channels at once.
func TestOrderIsKeptWithinAChannel(t *testing.T) {
	t.Parallel()
	m := newMeeting(8, 1)
	o := newFixture(t, &llmtest.Options{Answer: m.Answer})
	const channels, each = 12, 3
	for n := range each {
		for c := range channels {
			o.send(fmt.Sprint("c", c), fmt.Sprint(c, "-", n), fmt.Sprintf("How do you like number %d?", n))
		}
	}
	o.dispatch()
	if m.most != 8 {
		t.Errorf("%d calls at once, want 8", m.most)
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

func TestSmallTalkTakesOneCall(t *testing.T) {
	t.Parallel()
	o := newFixture(t, &llmtest.Options{})
	const turns = 5
	for n := range turns {
		o.send("talk", fmt.Sprint(n), "Good morning!")
		if err := o.handler.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(o.calls()); n != turns {
		t.Errorf("%d calls for %d greetings, want one each", n, turns)
	}
}

// BenchmarkSmallTalk shows what Frasier adds to a model that answers at once:
// ms-added is a turn of small talk less the stored echo of a message. Wanted are
// 50 ms at most.
func BenchmarkSmallTalk(b *testing.B) {
	o := newFixture(b, &llmtest.Options{})
	var echo, ours time.Duration
	n := 0
	for b.Loop() {
		n++
		begun := time.Now()
		o.send("echo", fmt.Sprint(n), "Good morning!")
		m, err := o.db.ClaimMessage(b.Context(), "bot-1", time.Minute)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := o.db.SaveTurn(b.Context(), org.Turn{Message: m.ID, Route: org.ActionResponse, Reply: m.Text}); err != nil {
			b.Fatal(err)
		}
		echo += time.Since(begun)
		begun = time.Now()
		o.send("talk", fmt.Sprint(n), "Good morning!")
		if err := o.handler.Next(b.Context()); err != nil {
			b.Fatal(err)
		}
		ours += time.Since(begun)
	}
	each := float64(n) * float64(time.Millisecond)
	b.ReportMetric(float64(echo)/each, "ms-echo")
	b.ReportMetric(float64(ours-echo)/each, "ms-added")
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
