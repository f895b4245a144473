package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// What is stored of a delivery and cannot be read holds up nothing: it is given up
// with its reason, told once, and the next one is sent. Of the word about it
// nothing is said when that cannot be read either.
func TestWhatCannotBeReadIsPutAside(t *testing.T) {
	for name, damage := range map[string]string{
		"its buttons": `UPDATE deliveries SET card = 'no JSON' WHERE key = $1`,
		"its facts":   `UPDATE deliveries SET facts = '{"ended":' WHERE key = $1`,
		"its file":    `UPDATE blobs SET data = CAST('other' AS BLOB) WHERE $1 <> ''`,
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			ctx := t.Context()
			lost := note("lost", "a", "lost")
			lost.Files = []org.File{{Name: "a.md", Data: []byte("bytes")}}
			b.ok(b.db.Queue(ctx, lost, note("talk", "a", "talk"), note("elsewhere", "b", "elsewhere")))
			if strings.Contains(damage, "BLOB") && onServer(b.path) {
				damage = `UPDATE blobs SET data = 'other' WHERE $1 <> ''`
			}
			if _, err := raw(t, b.path).ExecContext(ctx, damage, "lost"); err != nil {
				t.Fatal(err)
			}
			wrong := 0
			checks, err := b.db.Verify(ctx)
			b.ok(err)
			for _, c := range checks {
				if !c.OK {
					wrong++
				}
			}
			if wrong == 0 {
				t.Error("verify finds nothing")
			}
			var said []reports.Delivery
			for v := b.next(); v.ID != ""; v = b.next() {
				said = append(said, v)
				b.ok(b.db.Delivered(ctx, v.ID, "r-"+v.Key))
			}
			if len(said) != 3 || said[0].Body+said[1].Body != "talkelsewhere" || said[2].Facts.Lost == nil || said[2].Channel.ID != "a" {
				t.Fatalf("said %+v", said)
			}
			dropped := 0
			events, err := b.db.Events(ctx, 0, 1000)
			b.ok(err)
			for _, e := range events {
				if e.Kind == org.EventDeliveryDropped {
					dropped++
					if e.Data["told"] == "" || !strings.Contains(e.Data["why"], "damaged") {
						t.Errorf("given up as %+v", e)
					}
				}
			}
			if dropped != 1 {
				t.Errorf("%d were given up, want one", dropped)
			}
		})
	}
}

// What found no place to arrive at waits out of line, and comes when its time is
// there.
func TestWhatStepsAsideHoldsUpNothing(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	p := b.project("P")
	b.ok(b.db.Queue(ctx, of(p, "result 1"), of(p, "result 2")))
	first := b.next()
	first.Aside = true
	b.ok(b.db.Undelivered(ctx, first, "blocked", b.now.Add(time.Minute)))
	if got := b.bodies(); len(got) != 1 || got[0] != "result 2" {
		t.Errorf("meanwhile was said %q, want the next result", got)
	}
	b.pass(time.Minute)
	if got := b.bodies(); len(got) != 1 || got[0] != "result 1" {
		t.Errorf("then was said %q, want the first", got)
	}
}
