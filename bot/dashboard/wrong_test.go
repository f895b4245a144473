package dashboard_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/dashboard"
)

// TestWrongTokensAreCounted sends wrong tokens by the clock: five a minute are told
// so, and after twenty within an hour nobody is for an hour.
func TestWrongTokensAreCounted(t *testing.T) {
	var w dashboard.Wrongs
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for minute, told := range []int{5, 5, 5, 5, 0, 0} {
		got := 0
		for n := range 100 {
			if wait := w.After(now.Add(time.Duration(minute)*time.Minute + time.Duration(n)*100*time.Millisecond)); wait == 0 {
				got++
			} else if wait > time.Hour {
				t.Errorf("wait %s", wait)
			}
		}
		if got != told {
			t.Errorf("minute %d: %d wrong tokens were told so, want %d", minute, got, told)
		}
	}
	if wait := w.After(now.Add(62 * time.Minute)); wait <= 0 {
		t.Error("the hour after twenty is not over yet")
	}
	if wait := w.After(now.Add(64 * time.Minute)); wait != 0 {
		t.Errorf("after that hour: wait %s", wait)
	}
	// One in three minutes and ten seconds is nineteen in each hour: never too many.
	for n := range 60 {
		if wait := w.After(now.Add(200*time.Minute + time.Duration(n)*190*time.Second)); wait != 0 {
			t.Fatalf("the %d. of rare wrong tokens: wait %s", n, wait)
		}
	}
}
