package llm_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
)

func TestHopeless(t *testing.T) {
	const patience = 2 * time.Minute
	for _, c := range []struct {
		bad  int
		time time.Duration
		want bool
	}{
		{0, 0, false},
		{19, 0, false},
		{20, 0, true},
		{21, 0, true},
		{1, patience - time.Nanosecond, false},
		{1, patience, true},
		{1, patience + time.Nanosecond, true},
	} {
		h := org.ModelHealth{BadInARow: c.bad, BadFor: c.time}
		if got := llm.Hopeless(h, patience); got != c.want {
			t.Errorf("Hopeless(%d in a row for %s): got %v, want %v", c.bad, c.time, got, c.want)
		}
	}
}
