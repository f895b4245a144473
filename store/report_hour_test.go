package store_test

import (
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// An hour counts the steps that ended in it, of missions that go on and of those
// that ended, and none of the hours before.
func TestHourCountsItsSteps(t *testing.T) {
	o := newInstance(t)
	hour := func() {
		now := o.clock.Now()
		o.clock.forward(now.Truncate(time.Hour).Add(time.Hour + time.Minute).Sub(now))
		o.ok(o.db.RecordHour(t.Context()))
	}
	hour()
	o.start(org.NewProject{Title: "Ends"})
	o.plan(piece("a"), piece("b"))
	o.run() // with what assembles
	hour()
	o.start(org.NewProject{Title: "Goes on"})
	o.plan(piece("c"), piece("d", "c"))
	o.complete(o.claim(1)["c"])
	hour()
	hour()
	got, err := o.db.Texts(t.Context(), `SELECT CAST(completed AS TEXT) AS text FROM hours ORDER BY hour`)
	o.ok(err)
	if want := []string{"0", "3", "1", "0"}; !slices.Equal(got, want) {
		t.Errorf("steps of each hour: %v, want %v", got, want)
	}
}
