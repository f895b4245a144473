package converse_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/orgtest"
)

// A secret of any form, in a message, in a task and in a file, is answered
// with one warning, and stands in no byte of the database, no prompt and no
// line of a log.
func TestNoFormOfSecretIsKept(t *testing.T) {
	o := newFixture(t, &llmtest.Options{})
	var log bytes.Buffer
	o.handler.Log = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	all := orgtest.Secrets(t)
	for i, s := range all {
		where := org.Channel{Transport: "terminal", ID: fmt.Sprint("c", i)}
		for _, m := range []org.Message{
			{Text: s.Pasted},
			{Text: "Compare Linear and Jira with this one: " + s.Pasted + "\nand be quick with it: " + s.Pasted + "\n."},
			{Text: "Compare Linear and Jira by the file.", Attachments: []org.Attachment{bot.Attach("keys.txt", "text/plain", []byte("Take this:\n"+s.Pasted+"\nfor it.\n"))}},
		} {
			m.Channel = where
			if reply := o.hear(m).reply; strings.Count(reply, "Rotate it.") != 1 || !strings.Contains(reply, s.Kind) || strings.Contains(reply, s.Value) {
				t.Errorf("%s: %q is answered with %q; want one warning about a %s", s.Form, m.Text, reply, s.Kind)
			}
		}
	}
	prompts := ""
	for _, r := range o.calls() {
		prompts += string(r.Body)
	}
	kept := []byte{}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(o.path), "*"))
	if err != nil || len(prompts) == 0 || len(files) == 0 {
		t.Fatalf("%d bytes of prompts, files %q, error %v: nothing is looked at", len(prompts), files, err)
	}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, raw...)
	}
	if !bytes.Contains(kept, []byte("Compare Linear and Jira with this one")) {
		t.Fatal("the messages are not in the files that are looked at")
	}
	for _, s := range all {
		for place, text := range map[string]string{"the database": string(kept), "a prompt": prompts, "the log": log.String()} {
			if strings.Contains(text, s.Value) {
				t.Errorf("%s: the secret stands in %s", s.Form, place)
			}
		}
	}
	t.Logf("forms=%d messages=%d prompts=%d kept=0", len(all), 3*len(all), len(o.calls()))
}
