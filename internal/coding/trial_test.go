package coding_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

func TestLongChecksGiveAnAttemptMoreTime(t *testing.T) {
	t.Parallel()
	for took, want := range map[time.Duration]time.Duration{0: 45 * time.Minute, 2 * time.Minute: 45 * time.Minute, 10 * time.Minute: 135 * time.Minute, 2 * time.Hour: 6 * time.Hour} {
		half := took.Milliseconds() / 2
		if got := coding.AttemptLimit(coding.TimeOf([]coding.Trial{{MS: half}, {MS: half}})); got != want {
			t.Errorf("checks that take %s: %s, want %s", took, got, want)
		}
	}
}
