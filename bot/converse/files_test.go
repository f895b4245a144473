package converse_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// Each file is named with what was read of it and what was not; the same file
// again says when it came before and what it started.
func TestEveryFileIsNamed(t *testing.T) {
	o := newFixture(t, &llmtest.Options{})
	plan := bot.Attach("roadmap.md", "text/markdown", []byte("# Oats\n\n- [ ] Find the price\n- [ ] Find the region\n"))
	first := o.hear(org.Message{Attachments: []org.Attachment{plan, bot.Attach("logo.mp4", "video/mp4", []byte("\x00\x00\x00\x18ftypisom0000"))}})
	if first.project == nil {
		t.Fatal("no project")
	}
	wantIn(t, "the first drop", first.reply, "I read roadmap.md (", "logo.mp4")
	if strings.Contains(first.reply, "same file") || strings.Contains(first.reply, "Read logo.mp4") {
		t.Errorf("the first drop says %q", first.reply)
	}
	renamed := plan
	renamed.Name = "copy.md"
	again := o.hear(org.Message{Attachments: []org.Attachment{renamed}})
	if again.project != nil || again.calls != 0 {
		t.Errorf("the second drop: project %v after %d calls; want a question", again.project, again.calls)
	}
	wantIn(t, "the second drop", strings.Split(again.reply, "\n")[0], "I haven't started anything", "became **Oats** (p1)", "run it again")
	if run := o.hear(org.Message{Text: "Run the project again", Attachments: []org.Attachment{renamed}}); run.project == nil {
		t.Errorf("the second drop with words: %q; want a project", run.reply)
	}
	other := bot.Attach("roadmap.md", "text/markdown", []byte("# Oats\n\n- [ ] Find the price\n- [ ] Find the regions\n"))
	if got := o.hear(org.Message{Attachments: []org.Attachment{other}}); strings.Contains(got.reply, "same file") {
		t.Errorf("another file of that name says %q", got.reply)
	}
}

// Files that cannot be read start nothing when no word says what to do with
// them, and cost nothing.
func TestNothingThatCanBeReadStartsNothing(t *testing.T) {
	empty := bot.Attach("empty.md", "text/markdown", []byte(" \n"))
	film := bot.Attach("logo.mp4", "video/mp4", []byte("\x00\x00\x00\x18ftypisom0000"))
	for _, files := range [][]org.Attachment{{empty}, {film}, {empty, film}} {
		got := newFixture(t, &llmtest.Options{}).hear(org.Message{Attachments: files})
		if got.project != nil || got.calls != 0 {
			t.Errorf("%d files that cannot be read: started %+v with %d calls, want nothing of both", len(files), got.project, got.calls)
		}
		wantIn(t, "the answer", got.reply, "I haven't started anything", files[0].Name)
	}
	if got := newFixture(t, &llmtest.Options{}).hear(org.Message{Text: "Summarise the prices of oats", Attachments: []org.Attachment{film}}); got.calls == 0 {
		t.Error("words beside a film were not heard")
	}
}
