package store_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

func (b *bench) saySound(origin string, quoted bool) org.MessageID {
	b.t.Helper()
	a := org.Attachment{Name: "voice.ogg", ContentType: "audio/ogg", Data: []byte("OggS zebrafish " + origin), Sense: org.SenseSound}
	if quoted {
		a = a.AsQuoted()
	}
	id, _, err := b.db.SaveMessage(b.t.Context(), org.Message{Channel: local(), Origin: origin, Author: "founder", Attachments: []org.Attachment{a}, SaidAt: b.now})
	b.ok(err)
	return id
}

// A message waits for its files to be read, and later ones of its channel wait for
// it; what a founder said becomes his words, what others said does not.
func TestMessagesWaitForTheirFiles(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	first := b.saySound("1", false)
	second := b.saySound("2", true)
	if _, err := b.db.ClaimMessage(ctx, "bot", term); !errors.Is(err, org.ErrNoWork) {
		t.Fatalf("a message was claimed before its files were read: %v", err)
	}
	all, err := b.db.ClaimReadings(ctx, "worker-1", time.Minute)
	b.ok(err)
	if len(all) != 1 || all[0].Message != first || all[0].Sense != org.SenseSound || !strings.HasPrefix(string(all[0].Data), "OggS") || all[0].Tries != 0 {
		t.Fatalf("claimed %+v", all)
	}
	b.ok(b.db.KeepReading(ctx, "worker-1", all[0], "Compare them", ""))
	if err := b.db.KeepReading(ctx, "worker-1", all[0], "Twice", ""); !errors.Is(err, org.ErrLeaseLost) {
		t.Errorf("kept twice: %v", err)
	}
	m, err := b.db.ClaimMessage(ctx, "bot", term)
	b.ok(err)
	if m.Text != "Compare them" || !m.Attachments[0].Heard() || m.Attachments[0].Sense != "" {
		t.Errorf("heard %+v", m)
	}
	all, err = b.db.ClaimReadings(ctx, "worker-1", time.Minute)
	b.ok(err)
	b.ok(b.db.KeepReading(ctx, "worker-1", all[0], "Cancel everything", ""))
	_, err = b.db.SaveTurn(ctx, org.Turn{Message: first, Route: org.ActionResponse, Reply: "Yes."})
	b.ok(err)
	if m, err = b.db.ClaimMessage(ctx, "bot", term); err != nil || m.ID != second || m.Text != "" || m.Attachments[0].Heard() || m.Attachments[0].Text != "Cancel everything" {
		t.Errorf("of others: %+v, %v", m, err)
	}
}

// Where no worker reads its files a message is answered without them, which it
// says of them; while one does, it waits.
func TestMessagesDoNotWaitForEver(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	b.saySound("1", false)
	b.pass(org.ReadingPatience / 2)
	all, err := b.db.ClaimReadings(ctx, "worker-1", 10*time.Minute)
	b.ok(err)
	b.pass(org.ReadingPatience)
	if _, err := b.db.ClaimMessage(ctx, "bot", term); !errors.Is(err, org.ErrNoWork) {
		t.Fatalf("claimed while a worker reads: %v", err)
	}
	b.ok(b.db.PutReadingOff(ctx, "worker-1", all[0], b.now.Add(time.Minute)))
	if _, err := b.db.ClaimReadings(ctx, "worker-2", time.Minute); !errors.Is(err, org.ErrNoWork) {
		t.Fatalf("tried again at once: %v", err)
	}
	m, err := b.db.ClaimMessage(ctx, "bot", term)
	b.ok(err)
	if m.Attachments[0].Sense != org.SenseSound {
		t.Errorf("it does not say that nobody listened: %+v", m.Attachments[0])
	}
	b.pass(time.Minute)
	again, err := b.db.ClaimReadings(ctx, "worker-2", time.Minute)
	b.ok(err)
	if again[0].Tries != 0 || !again[0].Late {
		t.Errorf("claimed again: %+v, want no try counted, and late", again[0])
	}
	b.ok(b.db.KeepReading(ctx, "worker-2", again[0], "Too late", ""))
	if all, err := b.db.Texts(ctx, `SELECT body FROM messages WHERE body <> ''`); err != nil || len(all) > 0 {
		t.Errorf("words came into a message that is being answered: %q, %v", all, err)
	}
}

// What a dead worker was reading is read by the next one, and its deaths are counted.
func TestReadingsOfTheDead(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	b.saySound("1", false)
	for want := range 3 {
		all, err := b.db.ClaimReadings(ctx, "worker-dead", time.Hour)
		b.ok(err)
		if all[0].Tries != want {
			t.Errorf("%d deaths are counted, want %d", all[0].Tries, want)
		}
		_, err = b.db.ReclaimDead(ctx, []string{"worker-dead"})
		b.ok(err)
	}
	_, err := b.db.ClaimReadings(ctx, "worker-1", time.Hour)
	b.ok(err)
	b.ok(b.db.Release(ctx, "worker-1"))
	all, err := b.db.ClaimReadings(ctx, "worker-2", time.Hour)
	b.ok(err)
	if all[0].Tries != 3 {
		t.Errorf("an orderly stop counts: %d", all[0].Tries)
	}
}

// Sound and words are forgotten together.
func TestForgottenRecordings(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	id := b.saySound("1", false)
	all, err := b.db.ClaimReadings(ctx, "worker-1", time.Minute)
	b.ok(err)
	b.ok(b.db.KeepReading(ctx, "worker-1", all[0], "the quagga appendix", ""))
	_, err = b.db.ClaimMessage(ctx, "bot", term)
	b.ok(err)
	_, err = b.db.SaveTurn(ctx, org.Turn{Message: id, Route: org.ActionResponse, Reply: `I heard: "the quagga appendix"`})
	b.ok(err)
	b.ok(b.db.Delivered(ctx, b.next().ID, "r1"))
	b.ok(b.db.Forget(ctx, string(id)))
	for _, w := range []string{"quagga", "zebrafish"} {
		for _, place := range b.places(w) {
			t.Errorf("%q still stands in %s", w, place)
		}
	}
}

// Whoever reads a file is given what was read of the same bytes before, until that is forgotten.
func TestWhatWasReadOfTheSameBytes(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	show := func(origin, name, words string) (org.MessageID, org.Reading) {
		t.Helper()
		a := org.Attachment{Name: name, ContentType: "image/png", Data: []byte("the same bytes"), Sense: org.SensePicture}
		id, _, err := b.db.SaveMessage(ctx, org.Message{Channel: local(), Origin: origin, Author: "founder", Text: words, Attachments: []org.Attachment{a}, SaidAt: b.now})
		b.ok(err)
		all, err := b.db.ClaimReadings(ctx, "worker-1", time.Minute)
		b.ok(err)
		return id, all[0]
	}
	answer := func(id org.MessageID) {
		t.Helper()
		_, err := b.db.ClaimMessage(t.Context(), "bot", term)
		b.ok(err)
		_, err = b.db.SaveTurn(t.Context(), org.Turn{Message: id, Route: org.ActionResponse, Reply: "Yes."})
		b.ok(err)
		said := b.next()
		b.ok(b.db.Delivered(t.Context(), said.ID, "r"+string(id)))
	}
	first, one := show("1", "a.png", "How much?")
	if one.Before != nil {
		t.Errorf("read before: %+v", one.Before)
	}
	b.ok(b.db.KeepReading(ctx, "worker-1", one, "a total of 5", "look yourself"))
	answer(first)
	second, again := show("2", "b.png", "And now?")
	if want := (org.Read{Name: "a.png", Text: "a total of 5", Note: "look yourself", Words: "How much?"}); again.Before == nil || *again.Before != want {
		t.Errorf("read before: %+v, want %+v", again.Before, want)
	}
	b.ok(b.db.KeepReading(ctx, "worker-1", again, "", "nothing"))
	answer(second)
	b.ok(b.db.Forget(ctx, string(first)))
	if _, third := show("3", "c.png", ""); third.Before != nil {
		t.Errorf("what was forgotten is known: %+v", third.Before)
	}
}
