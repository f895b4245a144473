package store_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

func TestJournalHasNoGapsAndCursorsKeep(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	for i := range 5 {
		b.say(fmt.Sprint("message ", i), org.Turn{Reply: "yes"})
	}
	// A verb that fails leaves no hole in the numbers.
	if err := b.db.Queue(ctx, reports.Delivery{Key: "bad", Kind: "no such kind", Body: "x"}); err == nil {
		t.Fatal("a delivery of an unknown kind: got no error")
	}
	b.say("last", org.Turn{Reply: "yes"})
	all, err := b.db.Events(ctx, 0, 1000)
	b.ok(err)
	for i, e := range all {
		if e.Seq != int64(i+1) {
			t.Fatalf("line %d of the journal: got number %d, want %d", i, e.Seq, i+1)
		}
	}
	rest, err := b.db.Events(ctx, all[3].Seq, 2)
	b.ok(err)
	if diff := cmp.Diff(all[4:6], rest); diff != "" {
		t.Errorf("two lines after the fourth (-want +got):\n%s", diff)
	}
	b.ok(b.db.SetCursor(ctx, "watch", 7))
	b.ok(b.db.SetCursor(ctx, "watch", 3))
	b.reopen()
	got, err := b.db.Cursor(ctx, "watch")
	b.ok(err)
	if got != 7 {
		t.Errorf("cursor after 7 and a late 3: got %d, want 7", got)
	}
	if got, err = b.db.Cursor(ctx, "nobody"); err != nil || got != 0 {
		t.Errorf("cursor of one that never read: got %d, %v; want 0", got, err)
	}
}
