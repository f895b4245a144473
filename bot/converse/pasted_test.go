package converse_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// changes is a log with more items than a roadmap needs.
const changes = `till (2.1-4) stable; urgency=high

  [ Kim Oat ]
  * fix the rounding of prices in kroner
  * fixes from 2.0.9:
    - the drawer opens twice
    - a receipt of 900 lines hangs the printer
  * drop the beep
  * new font for receipts

 -- Kim Oat <kim@till.example>  Mon, 4 May 2026 10:00:00 +0200
`

// A pasted log with a question below it is answered as a question, and is no roadmap.
func TestAPastedLogWithAQuestion(t *testing.T) {
	const asks = "we only sell in euros and have no printer. which of these touch us, or can it wait?"
	paste := func(text string) []org.Attachment {
		return []org.Attachment{bot.Attach("message.txt", "text/plain", []byte(text))}
	}
	for name, m := range map[string]org.Message{
		"as a file": {Attachments: paste(changes + "\n" + asks)},
		"in words":  {Text: changes + "\n" + asks},
		"above":     {Text: asks + "\n\n" + changes},
	} {
		o := newFixture(t, &llmtest.Options{})
		got := o.hear(m)
		if got.project != nil || got.calls > 3 || got.event.Data["route"] != string(org.ActionResponse) {
			t.Errorf("%s: project %v, %d calls, %v: %q", name, got.project, got.calls, got.event.Data, got.reply)
		}
		shown := false
		for _, r := range o.calls() {
			shown = shown || r.Stage == org.StageChief && strings.Contains(r.Prompt, asks) && strings.Contains(r.Prompt, "a receipt of 900 lines")
		}
		if !shown {
			t.Errorf("%s: the chief was not shown log and question", name)
		}
	}
	page := "TILL(1)\n\nOPTIONS\n" + strings.Repeat("       -b, --beep\n              Beep, compare, find and check when the drawer opens.\n\n", 20)
	o := newFixture(t, &llmtest.Options{})
	if got := o.hear(org.Message{Attachments: paste(page + "\nwhich option do i need so that it stays quiet? (on my phone, just the line)")}); got.project != nil {
		t.Errorf("a pasted page with a question starts %v: %q", got.project, got.reply)
	}
	o = newFixture(t, &llmtest.Options{})
	if got := o.hear(org.Message{Attachments: paste("# Till\n\nBegin with it today.\n\n## One\n- [ ] Compare drawers\n- [ ] Compare fonts\n\n## Two\n- [ ] Write the plan\n")}); got.project == nil {
		t.Errorf("a pasted roadmap starts nothing: %q", got.reply)
	}
}

// Words that were cut where Discord's limit was are one message with the file that holds
// the rest; those beside a paste that are whole stay beside it.
func TestTheRestOfAMessageInAFile(t *testing.T) {
	talk := strings.Repeat("We want to go to one more fair next year and have to choose among three towns. ", 24)
	const rest = "sts for the three towns.\n\nWhat I need:\n\n* one page about the rents in Husum, Ribe and Marne\n* no more than three sentences about each\n* and please leave out Kiel\n\nNothing else for now."
	file := []org.Attachment{bot.Attach("message.txt", "text/plain", []byte(rest))}
	for name, c := range map[string]struct {
		text string
		want string // in the chief's prompt; empty: they stay apart
	}{
		"within a word":  {talk + "So please find out the co", "find out the costs for the three towns"},
		"between words":  {talk + "So please find out the", "find out the sts for"},
		"whole words":    {talk + "Here is the rest.", ""},
		"a line beside":  {"What do you make of this", ""},
		"cut in Chinese": {strings.Repeat("我们想去三个城市", 230) + "请找出", "请找出sts for"},
	} {
		o := newFixture(t, &llmtest.Options{})
		got := o.hear(org.Message{Text: c.text, Attachments: file})
		joined := false
		for _, r := range o.calls() {
			joined = joined || r.Stage == org.StageChief && c.want != "" && strings.Contains(r.Prompt, c.want)
		}
		if joined != (c.want != "") {
			t.Errorf("%s: one text: %v; answered %q", name, joined, got.reply)
		}
		if c.want != "" && (strings.Contains(got.reply, "3 steps") || strings.Contains(got.reply, "3 items") || strings.Contains(got.reply, "message.txt")) {
			t.Errorf("%s: the file is taken by itself: %q", name, got.reply)
		}
	}
}
