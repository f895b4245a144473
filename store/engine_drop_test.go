package store_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// A step that is dropped holds nobody up, counts neither as done nor as missing, and cannot
// be what the document stands on.
func TestDrop(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	vital := piece("vital")
	vital.Critical = true
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"), piece("c", "a"), piece("d", "b"), vital)
	steps, err := o.db.Steps(ctx, p)
	o.ok(err)
	id := func(key string) org.StepID {
		i := slices.IndexFunc(steps, func(s org.Step) bool { return s.Key == key })
		return steps[i].ID
	}
	for _, key := range []string{"vital", "assembly"} {
		if _, err := o.db.Drop(ctx, id(key), ""); !errors.Is(err, org.ErrConflict) {
			t.Errorf("%s was dropped: %v", key, err)
		}
	}
	if _, err := o.db.Drop(ctx, "s99", ""); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("an unknown step: %v", err)
	}
	for range 2 {
		left, err := o.db.Drop(ctx, id("a"), "we know it")
		if o.ok(err); !slices.Equal(left, []string{"Do c"}) {
			t.Errorf("what needed it: %q", left)
		}
	}
	o.sound()
	claims := o.claim(9)
	if _, free := claims["c"]; !free {
		t.Errorf("c waits still: %v", claims)
	}
	about, err := o.db.Context(ctx, id("c"))
	if o.ok(err); len(about.Upstream) != 1 || about.Upstream[0].Cause != "the founder left it out: we know it" {
		t.Errorf("c is told %+v", about.Upstream)
	}
	if _, err := o.db.Drop(ctx, id("b"), ""); err != nil { // somebody works on it
		t.Error(err)
	}
	for key, c := range claims {
		if key != "b" {
			o.ok(o.db.Finish(ctx, c.Lease, completed(c.Step)))
		} else if err := o.db.Finish(ctx, c.Lease, completed(c.Step)); !errors.Is(err, org.ErrLeaseLost) {
			t.Errorf("what was dropped is handed in: %v", err)
		}
	}
	o.run()
	o.wantProject(p, org.ProjectCompleted)
	o.sound()
}

// What is deleted is in no list, keeps what it has, and comes back; the reserved projects
// and those that are open stay.
func TestArchive(t *testing.T) {
	b := firm(t)
	ctx := t.Context()
	p := b.project("Oats")
	if err := b.db.Archive(ctx, p); !errors.Is(err, org.ErrConflict) {
		t.Errorf("an open project: %v", err)
	}
	for _, r := range []org.ProjectID{company.PlatformReserved, company.OpsReserved} {
		if err := b.db.Archive(ctx, r); !errors.Is(err, org.ErrReserved) {
			t.Errorf("%s: %v", r, err)
		}
	}
	b.ok(b.db.Cancel(ctx, p))
	listed := func() int {
		t.Helper()
		named, err := b.db.ProjectsNamed(ctx, "oats", 9)
		b.ok(err)
		after, err := b.db.ProjectsAfter(ctx, "", "", 9)
		b.ok(err)
		board, n, err := b.db.Board(ctx, b.now, reports.BoardQuery{All: true, Limit: 9})
		b.ok(err)
		if n != len(board.Projects) {
			t.Errorf("the board counts %d and shows %d", n, len(board.Projects))
		}
		return len(named) + len(after) + n
	}
	if n := listed(); n != 3 {
		t.Errorf("listed %d times, want 3", n)
	}
	b.ok(b.db.Archive(ctx, p))
	b.ok(b.db.Archive(ctx, p))
	if n := listed(); n != 0 {
		t.Errorf("listed %d times after it was deleted", n)
	}
	if got, err := b.db.Project(ctx, string(p)); err != nil || !got.Archived {
		t.Errorf("%+v, %v", got, err)
	}
	b.ok(b.db.Unarchive(ctx, p))
	b.ok(b.db.Unarchive(ctx, p))
	if n := listed(); n != 3 {
		t.Errorf("listed %d times after it came back", n)
	}
	b.sound()
}
