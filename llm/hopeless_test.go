package llm_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
)

func TestHopeless(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	const patience = 2 * time.Minute
	for _, c := range []struct {
		bad   int
		since time.Time
		want  bool
	}{
		{0, time.Time{}, false},
		{19, now, false},
		{20, now, true},
		{21, now, true},
		{1, now.Add(-patience + time.Nanosecond), false},
		{1, now.Add(-patience), true},
		{1, now.Add(-patience - time.Nanosecond), true},
	} {
		h := org.ModelHealth{BadInARow: c.bad, BadSince: c.since}
		if got := llm.Hopeless(h, now, patience); got != c.want {
			t.Errorf("Hopeless(%d in a row since %s): got %v, want %v", c.bad, fmt.Sprint(now.Sub(c.since)), got, c.want)
		}
	}
}
