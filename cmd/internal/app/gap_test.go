package app_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
)

// Claims are taken back only by a process that has watched a steady clock for
// long enough for their holders to renew them.
func TestClaimsEndOnASteadyClock(t *testing.T) {
	believed := app.Gaps()
	begun := time.Now()
	now, steady := begun, begun
	for i, look := range []struct {
		passed, set time.Duration // since the last look; by how much the clock was set
		want        bool
	}{
		{0, 0, false}, // nobody knows what was before
		{29 * time.Second, 0, false},
		{time.Second, 0, true},
		{time.Second, 4 * time.Second, true}, // as a time server does
		{time.Second, time.Hour, false},
		{29 * time.Second, 0, false},
		{time.Second, -10 * 365 * 24 * time.Hour, false},
		{30 * time.Second, 0, true},
		{30 * time.Second, 0, true},  // the heartbeat's tick
		{50 * time.Second, 0, false}, // it stood still, and the others may have
		{30 * time.Second, 0, true},
	} {
		steady = steady.Add(look.passed)
		now = now.Add(look.passed + look.set)
		if got := believed(now, steady); got != look.want {
			t.Errorf("look %d, %s later with a clock set by %s: %v, want %v", i, look.passed, look.set, got, look.want)
		}
	}
}
