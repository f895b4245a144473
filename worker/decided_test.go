package worker_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// What an item decides is told to those who come after by its name, code writes it where
// their texts name it, and another figure in that unit is put to the critic. The document
// shows none of the names.
func TestDecidedFiguresReachTheCopy(t *testing.T) {
	const decision = "We ask 219 euros a month for the studio.\n\n```decided\nprice = 219 EUR a month\n```\n"
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{
		{Stage: "synthesize", Title: "Set the price", Do: "reply", Reply: decision},
		{Stage: "synthesize", Title: "Write the mail", Do: "reply", Reply: "The studio is yours for {price} Euro im Monat.\n\nFriends have it for 179 Euro."},
		{Stage: "critique", Do: "good"},
	}})
	price, mail := b.piece("price"), b.piece("mail", "price")
	price.Title, price.Kind, price.Depth, price.Acceptance = "Set the price", org.KindStrategy, org.DepthSimple, price.Acceptance[:1]
	mail.Title, mail.Kind, mail.Depth, mail.Acceptance = "Write the mail", org.KindWriting, org.DepthSimple, mail.Acceptance[:1]
	b.plan(price, mail)
	for range 3 {
		b.mustWork()
	}
	if got := b.step("price").Result; !strings.HasSuffix(got, "\n\n*Decided figures: price = 219 EUR a month*") || strings.Contains(got, "```") {
		t.Errorf("the decision's result is %q", got)
	}
	asked := func(stage, title, words string) bool {
		return slices.ContainsFunc(b.server.Requests(), func(r llmtest.Request) bool {
			return r.Stage == stage && r.Title == title && strings.Contains(r.Prompt, words)
		})
	}
	if !asked("synthesize", "Set the price", "block of kind decided") || asked("synthesize", "Write the mail", "block of kind decided") {
		t.Error("who decides, and no other, is asked for the names of his figures")
	}
	if !asked("synthesize", "Write the mail", "- price = 219 EUR a month (price)") || !asked("critique", "Write the mail", "yours for 219 Euro im Monat") || !asked("critique", "Write the mail", "The text says 179 Euro") || asked("critique", "Write the mail", "The text says 219") {
		t.Error("the price did not reach the mail's author and the critic")
	}
	for _, stage := range []string{"coherence", "summary"} {
		if !asked(stage, "", "- price = 219 EUR a month (price)") {
			t.Errorf("%s is not told what was decided", stage)
		}
	}
	d, err := b.db.Deliverable(context.Background(), b.project)
	b.ok(err)
	if strings.Contains(d.Markdown, "Decided figures") || !strings.Contains(d.Markdown, "219 euros a month for the studio") {
		t.Errorf("the document:\n%s", d.Markdown)
	}
}

// A decided line that does not stand in the text is never lost in silence: its author is
// asked once, and what he puts right reaches those who come after.
func TestADecidedLineThatDoesNotStandIsToldToItsAuthor(t *testing.T) {
	const decision = "We ask 219 euros a month for the studio, and answer by 8 January.\n\n```decided\nprice = 219 EUR a month\nanswer = 8 January 2027\ndeposit = 438 EUR\n```\n"
	const mended = "```changes\n" + `{"old":"a month for the studio","new":"a month for the studio and a deposit of 438 euros"}` + "\n```\n"
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{
		{Stage: "synthesize", Title: "Set the price", Do: "reply", Reply: decision},
		{Stage: "revise", Title: "Set the price", Do: "reply", Reply: mended},
	}})
	price := b.piece("price")
	price.Title, price.Kind, price.Depth, price.Acceptance = "Set the price", org.KindStrategy, org.DepthSimple, []org.Criterion{{ID: "a1", Text: "At most 140 words", Check: org.CheckWords, N: 140}}
	b.plan(price)
	b.mustWork()
	told := 0
	for _, r := range b.server.Requests() {
		if r.Stage == "revise" {
			if !strings.Contains(r.Prompt, "The piece has at most 140 words") {
				t.Errorf("its length is not told again:\n%s", r.Prompt)
			}
			told += strings.Count(r.Prompt, `"deposit = 438 EUR", and nobody is told it: the text does not say "438 EUR"`)
		}
	}
	if got := b.step("price").Result; told != 1 || !strings.HasSuffix(got, "*Decided figures: price = 219 EUR a month; answer = 8 January 2027; deposit = 438 EUR*") {
		t.Errorf("told %d times; the result is %q", told, got)
	}
}
