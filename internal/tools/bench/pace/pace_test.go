package pace_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/tools/bench/pace"
)

// TestMost logs the machine's figure and holds the bound to what it promises.
func TestMost(t *testing.T) {
	start := pace.Spent()
	got := pace.Most(time.Second)
	t.Logf("a second is %v here", got)
	if got < time.Second || got > 5*time.Minute {
		t.Errorf("Most(1s) = %v, want at least 1 s and no more than a broken measure gives", got)
	}
	if d := pace.Most(2*time.Second) - 2*got; d.Abs() > time.Microsecond {
		t.Errorf("Most(2s) = %v, want twice %v", pace.Most(2*time.Second), got)
	}
	if took := pace.Spent() - start; took <= 0 {
		t.Errorf("measuring took %v of a processor", took)
	}
}
