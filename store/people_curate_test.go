package store_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/people"
)

// learn completes a project of one step that taught something.
func (b *bench) learn(lesson string) {
	b.t.Helper()
	p := b.project(fmt.Sprint("Project about ", b.said))
	b.plan(p, step("s1"))
	for range 2 { // the step, then its document
		for key, c := range b.claim() {
			o := done("A result.")
			if c.Step.Kind == org.KindAssembly {
				o.Deliverable = &work.Deliverable{Title: "Doc", Markdown: "A result.", HTML: "<p>A result.</p>", PDF: []byte("%PDF")}
				o.Reviewed = "joined by code"
			} else {
				o.Lesson = lesson
			}
			_ = key
			b.finish(c, o)
		}
	}
}

// What was learnt is tidied when enough was done, by single changes that can
// be looked at and taken back.
func TestCuration(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	for range 3 {
		b.learn("Open with the figure that decides.")
	}
	b.learn("Name the date beside each price of 2026.")
	b.learn("Name the date of a price of 2026 and its seller.")
	if _, err := b.db.Untidy(ctx, false); !errors.Is(err, org.ErrNoWork) {
		t.Fatalf("after five missions: %v, want %v", err, org.ErrNoWork)
	}
	for range people.CurateMissions - 5 {
		b.learn("")
	}
	u, err := b.db.Untidy(ctx, false)
	b.ok(err)
	if len(u.Items) != 1 || u.Items[0].ID != "l1" || !u.Items[0].Promotable() || u.All != 3 || u.Items[0].Category != "research" {
		t.Fatalf("got %+v, want the lesson that came three times", u)
	}
	b.ok(b.db.SaveCuration(ctx, u, []learning.Op{{Op: learning.OpPromote, IDs: []org.LessonID{"l1"}}}, []string{"something else"}))
	if _, err := b.db.Untidy(ctx, false); !errors.Is(err, org.ErrNoWork) {
		t.Fatalf("right after a tidying: %v, want %v", err, org.ErrNoWork)
	}
	b.pass(24 * time.Hour)
	u, err = b.db.Untidy(ctx, false)
	b.ok(err)
	if len(u.Items) != 2 || u.N != 2 {
		t.Fatalf("the night after: %+v, want the two that say nearly the same", u)
	}
	merge := []learning.Op{{Op: learning.OpMerge, IDs: []org.LessonID{"l2", "l3"}, Text: "Name the date and the seller of each price of 2026."}}
	b.ok(b.db.SaveCuration(ctx, u, merge, nil))
	texts := func() map[org.LessonID]string {
		all, err := b.db.Lessons(ctx)
		b.ok(err)
		out := map[org.LessonID]string{}
		for _, l := range all {
			out[l.ID] = l.Kind + ": " + l.Text
		}
		return out
	}
	want := map[org.LessonID]string{
		"l1": "lesson: Open with the figure that decides.", "l2": "lesson: Name the date and the seller of each price of 2026.", "r1": "note: Open with the figure that decides.",
	}
	if d := cmp.Diff(want, texts()); d != "" {
		t.Errorf("after two tidyings (-want +got):\n%s", d)
	}
	if err := b.db.SaveCuration(ctx, u, merge, nil); !errors.Is(err, org.ErrConflict) {
		t.Errorf("tidied twice from one look: %v, want %v", err, org.ErrConflict)
	}
	p := b.project("Another one")
	s := b.plan(p, step("s1"))["s1"]
	about, err := b.db.Context(ctx, s.ID)
	b.ok(err)
	if len(about.Notes) != 1 || len(about.Lessons) != 0 {
		t.Errorf("a step is given notes %q and lessons %q, want the note and not its lesson again", about.Notes, about.Lessons)
	}
	last, err := b.db.Curations(ctx, 5)
	b.ok(err)
	if len(last) != 2 || last[0].Before[1].State != "candidate" || last[0].After[1].State != "forgotten" || last[1].Refused[0] != "something else" {
		t.Fatalf("tidyings: %+v", last)
	}
	for i := range 2 {
		n, err := b.db.UndoCuration(ctx, last[0].ID)
		b.ok(err)
		if want := 2 - 2*i; n != want {
			t.Errorf("taken back %d times: %d lessons as before, want %d", i+1, n, want)
		}
	}
	b.ok(b.db.Forget(ctx, "r1"))
	delete(want, "r1")
	want["l2"], want["l3"] = "lesson: Name the date beside each price of 2026.", "lesson: Name the date of a price of 2026 and its seller."
	if d := cmp.Diff(want, texts()); d != "" {
		t.Errorf("taken back (-want +got):\n%s", d)
	}
	if _, err := b.db.UndoCuration(ctx, "c99"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("an unknown tidying: %v, want %v", err, org.ErrNotFound)
	}
}

// What the founder forgot after a tidying stays forgotten when the tidying is
// taken back, and what was worded anew keeps its words.
func TestUndoKeepsWhatCameLater(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	b.learn("Name the date beside each price of 2026.")
	b.learn("Name the date of a price of 2026 and its seller.")
	u, err := b.db.Untidy(ctx, true)
	b.ok(err)
	b.ok(b.db.SaveCuration(ctx, u, []learning.Op{{Op: learning.OpMerge, IDs: []org.LessonID{"l1", "l2"}, Text: "Name the date and the seller of each price of 2026."}}, nil))
	b.ok(b.db.Forget(ctx, "l1"))
	all, err := b.db.Curations(ctx, 1)
	b.ok(err)
	n, err := b.db.UndoCuration(ctx, all[0].ID)
	b.ok(err)
	left, err := b.db.Lessons(ctx)
	b.ok(err)
	if n != 1 || len(left) != 1 || left[0].ID != "l2" || left[0].Text != "Name the date of a price of 2026 and its seller." {
		t.Errorf("%d put back, left %+v; want l2 as it was, and l1 still forgotten", n, left)
	}
}
