package store_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// The turns that led to a project can be done again until models' replies are let go; then
// it is known that there were some.
func TestTurnsAreKeptForReplay(t *testing.T) {
	b := firm(t)
	p, _ := b.ordered()
	other, err := b.db.SittingsAbout(t.Context(), "p99")
	if b.ok(err); len(other) != 0 {
		t.Errorf("turns about no project: %+v", other)
	}
	kept, err := b.db.SittingsAbout(t.Context(), p)
	b.ok(err)
	if len(kept) != 2 || !kept[0].Kept || kept[0].Sitting.Lease.Department != org.Business || kept[0].Sitting.Mode != org.ModeCEO || kept[1].Sitting.Lease.Department != org.Research {
		t.Fatalf("turns about %s: %+v", p, kept)
	}
	var r org.DirectorReply
	b.ok(json.Unmarshal([]byte(kept[0].Answer), &r))
	if len(r.Actions) != 3 || r.Actions[0].Subject != "Who buys" || len(kept[0].Sitting.Memos) != 1 || kept[0].Sitting.Memos[0].Subject == "" || kept[0].Sitting.Money.Cap != 20*org.Dollar {
		t.Errorf("the first turn: %+v, answered %+v", kept[0].Sitting, r)
	}
	b.pass(time.Hour)
	_, err = b.db.Prune(t.Context(), b.now)
	b.ok(err)
	kept, err = b.db.SittingsAbout(t.Context(), p)
	if b.ok(err); len(kept) != 2 || kept[0].Kept || kept[0].Answer != "" || kept[0].Sitting.Lease.N != 1 {
		t.Errorf("after they were let go: %+v", kept)
	}
}
