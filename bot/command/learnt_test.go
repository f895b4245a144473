package command_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// learn completes a project whose step taught something.
func (o *fixture) learn(title, lesson string) {
	o.t.Helper()
	o.start(title)
	o.plan(step("s1", title))
	for _, c := range o.claim(1) {
		o.ok(o.db.Finish(o.t.Context(), c.Lease, work.Outcome{Next: org.StepCompleted, Result: "# " + title, Digest: title, Reviewed: "auto", Served: org.T2, Lesson: lesson}))
	}
	o.finish()
}

// What was learnt without being told can be seen in a chat, and the last tidying
// taken back there; what was forgotten since stays forgotten.
func TestMemoryInChat(t *testing.T) {
	o := newFixture(t)
	o.sees(o.give("memory"), "I haven't picked up any lessons yet")
	o.sees(o.give("memory undo"), "There's no tidying to undo")
	o.learn("Oats", "Name the date beside each price of 2026.")
	o.learn("Rye", "Name the date of a price of 2026 and its seller.")
	u, err := o.db.Untidy(t.Context(), true)
	o.ok(err)
	o.ok(o.db.SaveCuration(t.Context(), u, []learning.Op{{Op: learning.OpMerge, IDs: []org.LessonID{"l1", "l2"}, Text: "Name date and seller of each price of 2026."}}, nil))
	_, err = o.db.Remember(t.Context(), "Write prices in euros")
	o.ok(err)

	seen := o.give("memory")
	o.sees(seen, "l1 (seen once, not in use yet): Name date and seller", "How I tidied them", "c1, ", "l1 was: Name the date beside", "l1 is: Name date and seller", "dropped l2: Name the date of a price")
	if strings.Contains(seen.Text, "Write prices in euros") {
		t.Errorf("the founder's rule stands among what was learnt: %q", seen.Text)
	}
	if len(seen.Card.Buttons) != 1 || seen.Card.Buttons[0].Command != "memory undo c1" || seen.Card.Menu == nil || seen.Card.Menu.Choices[0].Value != "l1" {
		t.Errorf("its card is %+v, want the tidying to undo and the lesson to forget", seen.Card)
	}
	o.sees(o.give("memory burn"), "I don't know `memory burn`")
	o.sees(o.give("memory undo c9"), "I don't know a tidying c9")
	o.sees(o.again("press", "memory undo c1"), "c1 is undone: 2 lessons are as before")
	o.sees(o.again("press", "memory undo c1"), "c1 is undone: 2 lessons are as before") // one press that came twice
	o.sees(o.give("memory"), "l1 (seen once", "Name the date beside", "l2 (seen once", "c1, ", "taken back")
	o.sees(o.give("memory undo"), "There's no tidying to undo")
}

// What the router learns from stands with the costs, while it learns.
func TestCostsShowTheRouter(t *testing.T) {
	o := newFixture(t)
	o.learn("Oats", "")
	if got := o.give("costs").Text; strings.Contains(got, "router") {
		t.Errorf("the router is off, but costs says %q", got)
	}
	o.give("settings router on")
	o.sees(o.give("costs page=2"), "What the choice of models learns from", "- research with a mid-size model: 1 of 1 passed the first time, ")
	o.sees(o.give("why s1"), "because its kind is research")
}
