package store_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
)

// Directors are shown projects and results that may repeat what the founder said before, so
// he has these forgotten with it. What they decided before he said it stays.
func TestForgottenWordsAreNotKeptForReplay(t *testing.T) {
	b := firm(t)
	p, _ := b.ordered()
	forget := func(text string, after time.Duration) bool {
		b.pass(after)
		m, _ := b.say(text, org.Turn{Reply: "Noted."})
		run(t, unguarded(t, b.path), `UPDATE deliveries SET state = 'sent', receipt = 'r', ended_at = 1`)
		b.ok(b.db.Forget(t.Context(), string(m)))
		kept, err := b.db.SittingsAbout(t.Context(), p)
		b.ok(err)
		return kept[0].Kept
	}
	if !forget("Vera earns 4100", time.Hour) {
		t.Error("what was decided before it was said is gone")
	}
	run(t, unguarded(t, b.path), fmt.Sprintf(`UPDATE sittings SET at = %d`, b.now.Add(2*time.Hour).UnixMicro()))
	if forget("Carl earns 3900", time.Hour) {
		t.Error("what was shown after it was said is kept")
	}
}

// The projects that the founder accepted last are listed, and a project's lines by parts.
func TestAcceptedLastAndLinesAfter(t *testing.T) {
	b := newBench(t)
	one, two := b.project("One"), b.project("Two")
	for n, p := range []org.ProjectID{one, two, one} {
		run(t, unguarded(t, b.path), fmt.Sprintf(`INSERT INTO acceptances (mission_id, project_id, author, at) VALUES ('x%d', '%s', 'ana', %d)`, n, p, n+1))
	}
	if got, err := b.db.AcceptedLast(t.Context(), 5); err != nil || !slices.Equal(got, []org.ProjectID{one, two}) {
		t.Errorf("accepted last: %v, %v", got, err)
	}
	if got, err := b.db.AcceptedLast(t.Context(), 1); err != nil || !slices.Equal(got, []org.ProjectID{one}) {
		t.Errorf("accepted last of all: %v, %v", got, err)
	}
	all, err := b.db.EventsOf(t.Context(), one)
	b.ok(err)
	var parts []org.Event
	for after := int64(0); ; after = parts[len(parts)-1].Seq {
		some, err := b.db.EventsAfter(t.Context(), one, after, 1)
		b.ok(err)
		if len(some) == 0 {
			break
		}
		parts = append(parts, some...)
	}
	if len(all) < 1 || !reflect.DeepEqual(all, parts) {
		t.Errorf("%d lines, by parts %d", len(all), len(parts))
	}
}

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
	if len(kept) != 2 || !kept[0].Kept || kept[0].Sitting.Lease.Department != org.Business || kept[0].Sitting.Mode != company.ModeCEO || kept[1].Sitting.Lease.Department != org.Research {
		t.Fatalf("turns about %s: %+v", p, kept)
	}
	var r company.DirectorReply
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
