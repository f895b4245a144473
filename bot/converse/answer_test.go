package converse_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/converse"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
)

// asking sets the scene as questions does. The cards of the questions are the
// messages q1, q2, ... in the thread, in their order.
func asking(t *testing.T, titles ...string) (*fixture, org.Channel) {
	t.Helper()
	o, thread := questions(t, titles...)
	o.sent(thread)
	return o, thread
}

// questions makes a handler with a project in a thread of its own and as many
// steps that stopped with an agent's question, of which nothing is sent yet.
func questions(t *testing.T, titles ...string) (*fixture, org.Channel) {
	t.Helper()
	return questionsIn(t, channel(), titles...)
}

// questionsIn are questions of a project that was begun in a channel.
func questionsIn(t *testing.T, in org.Channel, titles ...string) (*fixture, org.Channel) {
	t.Helper()
	o := newFixture(t, &llmtest.Options{})
	p := o.hear(org.Message{Text: fullText, Channel: in}).project
	if p == nil {
		t.Fatal("no project")
	}
	thread := org.Channel{Transport: in.Transport, ID: "its-thread"}
	if err := o.db.OpenThread(t.Context(), p.ID, in, thread.ID, "1"); err != nil {
		t.Fatal(err)
	}
	o.planned(p, append(slices.Clone(titles), "What goes on")...)
	claims, err := o.db.ClaimSteps(t.Context(), "worker-1", time.Minute, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range claims {
		if !slices.Contains(titles, c.Step.Title) {
			continue
		}
		out := work.Outcome{Next: org.StepFailed, Cause: "it is missing", Question: org.EscalateAmbiguity, Escalation: c.Step.Title + "?"}
		if err := o.db.Finish(t.Context(), c.Lease, out); err != nil {
			t.Fatal(err)
		}
	}
	return o, thread
}

// shown records that a delivery stands in a thread; a question's card is q1,
// q2 and so on there.
func (o *fixture) shown(v reports.Delivery, thread org.Channel) {
	o.t.Helper()
	name := string(v.ID)
	if id, is := strings.CutPrefix(v.Key, "escalation:e"); is {
		name = "q" + id
	}
	if err := o.db.Delivered(o.t.Context(), v.ID, thread.ID+"/"+name); err != nil {
		o.t.Fatal(err)
	}
}

// open lists the decisions that wait.
func (o *fixture) open() (ids []string) {
	o.t.Helper()
	all, err := o.db.Decisions(o.t.Context())
	if err != nil {
		o.t.Fatal(err)
	}
	for _, d := range all {
		ids = append(ids, d.ID)
	}
	slices.Sort(ids)
	return ids
}

// A reply to a question's card is its answer, without a model; what cannot be
// one shows the question again.
func TestAReplyToACardIsTheAnswer(t *testing.T) {
	o, thread := asking(t, "Budget", "Region")
	got := o.hear(org.Message{Text: "a", Channel: thread, RepliesTo: "q1"})
	if got.calls != 0 || len(o.open()) != 2 || !strings.Contains(o.turn.Reply, "nothing is decided") || !strings.Contains(o.turn.Reply, "(e1, ") || len(o.turn.Card.Buttons) != 3 {
		t.Errorf("a letter that needs words: %d calls, open %v, %q with %d buttons; want the question again", got.calls, o.open(), o.turn.Reply, len(o.turn.Card.Buttons))
	}
	if o.hear(org.Message{Text: "what do you mean?", Channel: thread, RepliesTo: "q1"}); len(o.open()) != 2 || o.turn.Reply == "" {
		t.Errorf("a question back: open %v, %q; want it answered and nothing decided", o.open(), o.turn.Reply)
	}
	o.hear(org.Message{Text: "Use euros.", Channel: thread})
	if len(o.open()) != 2 || !strings.Contains(o.turn.Reply, "pass that on") {
		t.Errorf("with two questions open, words that reply to none: %q", o.turn.Reply)
	}
	got = o.hear(org.Message{
		Text: "yes, this one", Channel: thread, RepliesTo: "q2", Attachments: []org.Attachment{{Name: "region.txt", Data: []byte("x"), Text: "The western coast."}},
	})
	if !slices.Equal(o.open(), []string{"e1"}) || o.turn.Steering != "" || !strings.Contains(o.turn.Reply, "Got it (e2): answer") {
		t.Errorf("the answer: %d calls, open %v, %q", got.calls, o.open(), o.turn.Reply)
	}
	claims, err := o.db.ClaimSteps(t.Context(), "worker-1", time.Minute, 10)
	if err != nil || len(claims) != 1 {
		t.Fatalf("%d steps go on, %v; want the one that asked", len(claims), err)
	}
	about, err := o.db.Context(t.Context(), claims[0].Step.ID)
	if told := strings.Join(about.Steering, "\n"); err != nil || !strings.Contains(told, "yes, this one") || !strings.Contains(told, "The western coast.") {
		t.Errorf("the agent is told %q, %v; want the words and the file", told, err)
	}
	if o.hear(org.Message{Text: "The north after all", Channel: thread, RepliesTo: "q2"}); !strings.Contains(o.turn.Reply, "Decided") || !strings.Contains(o.turn.Reply, "yes, this one") {
		t.Errorf("a reply after the answer: %q; want who decided what", o.turn.Reply)
	}
	if o.hear(org.Message{Text: "Prices of 2026 only", Channel: channel(), RepliesTo: "q1"}); len(o.open()) != 1 {
		t.Errorf("a message of the same id elsewhere answers %v", o.open())
	}
}

// What of ours a message replies to is shown to whoever reads it, and is no part of what
// the founder says.
func TestWhatIsRepliedToIsNotTheAnswer(t *testing.T) {
	o, thread := asking(t, "Budget")
	ours := []org.Attachment{bot.Attach("words of mine", "text/plain", []byte("1. Bring it up in May\n2. Leave it out")).AsOurs()}
	if o.hear(org.Message{Text: "mute", Channel: thread, RepliesTo: "card", Attachments: ours}); o.turn.Mute == nil {
		t.Errorf("a word of the thread as a reply: %q", o.turn.Reply)
	}
	o.hear(org.Message{Text: "It is 500 euros.", Channel: thread, RepliesTo: "q1", Attachments: ours})
	claims, err := o.db.ClaimSteps(t.Context(), "worker-1", time.Minute, 10)
	if err != nil || len(claims) != 1 {
		t.Fatalf("%d steps go on, %v; want the one that asked", len(claims), err)
	}
	about, err := o.db.Context(t.Context(), claims[0].Step.ID)
	if told := strings.Join(about.Steering, "\n"); err != nil || !strings.Contains(told, "It is 500 euros.") || strings.Contains(told, "Leave it out") {
		t.Errorf("the agent is told %q, %v; want the founder's words alone", told, err)
	}
	seen := len(o.calls())
	got := o.hear(org.Message{Text: "the second one, without the fair", Channel: channel(), RepliesTo: "x", Attachments: ours})
	shown := false
	for _, r := range o.calls()[seen:] {
		shown = shown || r.Stage == org.StageChief && strings.Contains(r.Prompt, "2. Leave it out")
	}
	if !shown || strings.Contains(got.reply, "I read") {
		t.Errorf("the chief sees what it replies to: %v; reply %q", shown, got.reply)
	}
}

// Words in a project's thread answer the one question that waits there. Talk,
// questions and what is addressed otherwise do not; nor does a second message.
func TestWordsInAThreadAnswerTheOnlyQuestion(t *testing.T) {
	o, thread := asking(t, "Budget")
	for _, text := range []string{"ok", "Thank you!", "How far are you?", "Always write prices in euros.", "mute", "!status"} {
		if o.hear(org.Message{Text: text, Channel: thread}); len(o.open()) != 1 {
			t.Fatalf("%q is taken for the answer: %q", text, o.turn.Reply)
		}
	}
	if got := o.hear(org.Message{Text: "It is 500 euros.", Channel: thread}); len(o.open()) != 0 || !strings.Contains(o.turn.Reply, "Got it (e1): answer") || o.turn.Steering != "" {
		t.Errorf("the answer: %d calls, open %v, %q", got.calls, o.open(), o.turn.Reply)
	}
	if o.hear(org.Message{Text: "And 50 for travel.", Channel: thread}); o.turn.Steering != "p1" {
		t.Errorf("what is said after it: %q; want a note", o.turn.Reply)
	}
}

// A crash after the answer was stored and before its turn was answers the same
// message once: it does not become a note as well.
func TestAnAnswerSurvivesACrash(t *testing.T) {
	o, thread := asking(t, "Budget")
	_, err := o.handler.Commands.Do(t.Context(), org.Command{Origin: "2", Channel: thread, Author: "founder", Line: "!decide e1 a It is 500 euros."})
	if err != nil || len(o.open()) != 0 {
		t.Fatalf("open %v, %v", o.open(), err)
	}
	if o.hear(org.Message{Text: "It is 500 euros.", Channel: thread}); o.turn.Steering != "" || !strings.Contains(o.turn.Reply, "Got it (e1): answer") {
		t.Errorf("after the crash: %q, steers %q", o.turn.Reply, o.turn.Steering)
	}
}

// late is a store whose sender writes down what it sent only after a message
// was first looked up.
type late struct {
	converse.Questions
	record func()
}

func (l *late) Asked(ctx context.Context, m org.Message) (org.Asked, error) {
	got, err := l.Questions.Asked(ctx, m)
	if l.record != nil {
		l.record()
		l.record = nil
	}
	return got, err
}

// A founder's reply may be quicker than the sender that writes down which
// message a card became: it is one to the card all the same.
func TestAReplyBeforeTheCardIsRecorded(t *testing.T) {
	o, thread := questions(t, "Budget")
	for {
		v, err := o.db.ClaimDelivery(t.Context(), "bot-1", []string{channel().Transport}, time.Minute)
		if err != nil {
			t.Fatalf("no card of the question: %v", err)
		}
		if strings.HasPrefix(v.Key, "escalation:") {
			o.handler.Questions = &late{o.handler.Questions, func() { o.shown(v, thread) }}
			break
		}
		o.shown(v, thread)
	}
	got := o.hear(org.Message{Text: "a", Channel: thread, RepliesTo: "q1"})
	if got.calls != 0 || len(o.open()) != 1 || !strings.Contains(o.turn.Reply, "nothing is decided") {
		t.Errorf("%d calls, open %v, %q; want the question again", got.calls, o.open(), o.turn.Reply)
	}
}

// A reply to a message with several questions answers the one that it names; one that names
// none is asked back, and decides nothing, whatever a model makes of it.
func TestAReplyToSeveralQuestionsNamesOne(t *testing.T) {
	both := func(t *testing.T) (*fixture, func(string) answer) {
		t.Helper()
		in := org.Channel{Transport: org.ThreadedTransport, ID: "home"}
		o, thread := questionsIn(t, in, "Budget", "Region", "Year")
		card := reports.Delivery{Key: "escalation:e1", Channel: in, Project: "p1", Kind: reports.DeliverEscalation, Body: "Three questions", Card: org.Card{Slot: org.DecisionSlot("e1")}}
		if err := o.db.Tell(t.Context(), reports.Reading{Follower: "a test", To: 1}, []reports.Delivery{card}, nil); err != nil {
			t.Fatal(err)
		}
		for {
			v, err := o.db.ClaimDelivery(t.Context(), "bot-1", []string{in.Transport}, time.Minute)
			if err != nil {
				break
			}
			o.shown(v, thread)
		}
		return o, func(text string) answer { return o.hear(org.Message{Text: text, Channel: thread, RepliesTo: "q1"}) }
	}
	for _, c := range []struct {
		said string
		want []string // still open
		told string
	}{
		{"500 euros", []string{"e1", "e2", "e3"}, "Which one do you mean?"},
		{"leave it out", []string{"e1", "e2", "e3"}, "Which one do you mean?"},
		{"2 weeks are enough", []string{"e1", "e2", "e3"}, "Which one do you mean?"},
		{"4 b", []string{"e1", "e2", "e3"}, "Which one do you mean?"},
		{"2", []string{"e1", "e2", "e3"}, "(e2, "},
		{"2 b", []string{"e1", "e3"}, "Got it (e2): leave it out"},
		{"3. leave it out", []string{"e1", "e2"}, "Got it (e3): leave it out"},
		{"2 yes", []string{"e1", "e3"}, "Got it (e2): answer"},
		{"2: two weeks are enough", []string{"e1", "e3"}, "Got it (e2): answer"},
		{"E3 leave it out", []string{"e1", "e2"}, "Got it (e3): leave it out"},
		{"1) 500 euros", []string{"e2", "e3"}, "Got it (e1): answer"},
	} {
		t.Run(c.said, func(t *testing.T) {
			o, reply := both(t)
			got := reply(c.said)
			if !slices.Equal(o.open(), c.want) || !strings.Contains(o.turn.Reply, c.told) {
				t.Errorf("open %v, want %v; %q, want %q", o.open(), c.want, o.turn.Reply, c.told)
			}
			if asks := strings.HasPrefix(c.told, "Which"); asks && (got.calls != 0 || len(o.turn.Card.Buttons) != 3) {
				t.Errorf("asked back with %d buttons after %d calls, want a button each and no model", len(o.turn.Card.Buttons), got.calls)
			}
		})
	}
	o, reply := both(t)
	reply("2 b")
	reply("1 b")
	if reply("leave it out"); len(o.open()) != 0 {
		t.Errorf("with one question left, its answer without a number leaves %v open: %q", o.open(), o.turn.Reply)
	}
}
