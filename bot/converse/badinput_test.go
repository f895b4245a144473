package converse_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// bad is one row of the catalogue of bad inputs.
type bad struct {
	Row     string   `json:"row"`
	Text    string   `json:"text"`
	File    string   `json:"file"`
	Body    string   `json:"body"`
	Note    string   `json:"note"`
	Reply   string   `json:"reply"`
	State   string   `json:"state"`
	Project string   `json:"project"` // "any": one may start; else none may
	Sees    []string `json:"sees"`
	Never   []string `json:"never"`
}

func rows(t *testing.T, file string) []bad {
	t.Helper()
	raw, err := os.ReadFile("testdata/badinput/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var out []bad
	if err := json.Unmarshal(raw, &out); err != nil || len(out) == 0 {
		t.Fatalf("%s: %d rows, %v", file, len(out), err)
	}
	return out
}

func (b bad) message() org.Message {
	m := org.Message{Text: b.Text}
	if b.File != "" {
		m.Attachments = []org.Attachment{{Name: b.File, Text: b.Body, Note: b.Note}}
	}
	return m
}

func (b bad) check(t *testing.T, a answer) {
	t.Helper()
	for _, s := range b.Sees {
		if !strings.Contains(a.reply, s) {
			t.Errorf("%s: the founder sees %.300q; want %q in it", b.Row, a.reply, s)
		}
	}
	for _, s := range b.Never {
		if strings.Contains(a.reply, s) {
			t.Errorf("%s: the founder sees %.300q; want no %q in it", b.Row, a.reply, s)
		}
	}
	if !utf8.ValidString(a.reply) || len(a.reply) > 16_000 {
		t.Errorf("%s: a reply of %d bytes; want valid text of a bearable length", b.Row, len(a.reply))
	}
}

func TestBadMessages(t *testing.T) {
	for _, b := range rows(t, "messages.json") {
		o := newFixture(t, &llmtest.Options{})
		a := o.hear(b.message())
		state := strings.TrimPrefix(string(a.event.Kind), "message_")
		if state != b.State || state == "handled" && a.reply == "" {
			t.Errorf("%s: %s with %q; want %s, and never in silence", b.Row, state, a.reply, b.State)
		}
		if a.project != nil && b.Project != "any" {
			t.Errorf("%s: started %q; want no project", b.Row, a.project.Title)
		}
		b.check(t, a)
	}
}

func TestBadReplies(t *testing.T) {
	for _, b := range rows(t, "replies.json") {
		said := []llmtest.Reply{{Text: b.Reply}}
		o := newFixture(t, &llmtest.Options{Script: llmtest.Script{"chief/*": said, "repair/*": said}})
		a := o.say("How did you sleep, and who are you?")
		if a.reply == "" || a.project != nil || a.calls > 5 {
			t.Errorf("%s: reply %.200q, project %v, %d calls; want words alone, and few calls", b.Row, a.reply, a.project, a.calls)
		}
		b.check(t, a)
	}
}

// One handler answers all bad messages, twenty times in random order, and loses
// none.
func TestBadMessagesInAnyOrder(t *testing.T) {
	all := rows(t, "messages.json")
	dice := rand.New(rand.NewPCG(1, 2))
	o := newFixture(t, nil)
	n := 0
	for range 20 {
		for _, i := range dice.Perm(len(all))[:6] {
			b := all[i]
			if b.Project == "" {
				b.Project = "no"
			}
			a := o.hear(b.message())
			n++
			if a.event.Kind == "" {
				t.Errorf("%s: neither handled nor ignored", b.Row)
			}
		}
	}
	if got := o.count(org.EventMessageHandled) + o.count(org.EventMessageIgnored); got != n {
		t.Errorf("%d messages ended of %d", got, n)
	}
}
