package bot_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/internal/testing/orgtest"
)

// run makes a run of n letters and digits, so that no real-looking key stands
// in the source.
func run(n int) string { return strings.Repeat("a1B2", n/4+1)[:n] }

// A pasted secret of any form is taken out of the message and of its file, and
// one sentence says so.
func TestPastedSecret(t *testing.T) {
	for _, f := range orgtest.Secrets(t) {
		text := "Please use this one:\n" + f.Pasted + "\nfor the launch."
		got := bot.Scrub(org.Message{Text: text, Attachments: []org.Attachment{bot.Attach("keys.txt", "text/plain", []byte(text))}})
		a := got.Attachments[0]
		for where, left := range map[string]string{"the text": got.Text, "the file's text": a.Text, "the file": string(a.Data)} {
			if strings.Contains(left, f.Value) || !strings.HasPrefix(left, "Please use this one:\n") || !strings.HasSuffix(left, "\nfor the launch.") {
				t.Errorf("%s: %s reads %q; want the secret gone and the words kept", f.Form, where, left)
			}
		}
		kinds, _ := redact.Marked(got.Text)
		if said := messages.SecretRemoved(kinds); !slices.Equal(kinds, []string{f.Kind}) || strings.Count(said, "Rotate it.") != 1 {
			t.Errorf("%s: warns %q; want one sentence about a %s", f.Form, said, f.Kind)
		}
	}
}

func TestScrub(t *testing.T) {
	key := "ghp_" + run(36)
	env := bot.Attach("prod.env", "text/plain", []byte("TOKEN="+key+"\n"))
	plain := bot.Attach("notes.md", "text/markdown", []byte("# Notes\n\nnothing here\n"))
	m := org.Message{Text: "mine is " + key, Attachments: []org.Attachment{env, plain}}
	got := bot.Scrub(m)
	a := got.Attachments[0]
	if strings.Contains(got.Text+a.Text+string(a.Data), key) {
		t.Errorf("Scrub: the key is still in %+v", got)
	}
	if a.SHA256 == env.SHA256 || a.Size != int64(len(a.Data)) || !strings.HasSuffix(a.Note, "In prod.env: That looks like a GitHub token. I did not store it. Rotate it.") {
		t.Errorf("Scrub of a file: got %+v; want another hash and a note", a)
	}
	if b := got.Attachments[1]; b.SHA256 != plain.SHA256 || b.Note != "" || string(b.Data) != string(plain.Data) {
		t.Errorf("Scrub of a file without secrets: got %+v; want it as it was", b)
	}
	if !strings.Contains(m.Attachments[0].Text, key) {
		t.Error("Scrub changed its argument")
	}
}
