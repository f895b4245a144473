package reports_test

import (
	"math"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// The boundaries are inclusive to suggest and exclusive to act, and what is no
// confidence never acts.
func TestLevels(t *testing.T) {
	for _, c := range []struct {
		confidence float64
		want       reports.Level
	}{
		{math.NaN(), reports.LevelLow},
		{math.Inf(1), reports.LevelLow},
		{math.Inf(-1), reports.LevelLow},
		{-0.1, reports.LevelLow},
		{0.69, reports.LevelLow},
		{math.Nextafter(0.7, 0), reports.LevelLow},
		{0.7, reports.LevelMedium},
		{0.9, reports.LevelMedium},
		{math.Nextafter(0.9, 1), reports.LevelHigh},
		{0.91, reports.LevelHigh},
		{1, reports.LevelHigh},
		{math.Nextafter(1, 2), reports.LevelLow},
	} {
		if got := thresholds(t, "", "").Level(c.confidence); got != c.want {
			t.Errorf("Level(%v) = %s, want %s", c.confidence, got, c.want)
		}
	}
}

func TestCalibrated(t *testing.T) {
	for _, c := range []struct {
		right, wrong int
		want         float64
	}{
		{0, 0, 0.8},
		{0, 4, 0.8}, // too few answers to weigh
		{5, 0, 0.8},
		{3, 2, 0.48},
		{0, 5, 0},
	} {
		if got := reports.Calibrated(0.8, c.right, c.wrong); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%d right and %d wrong: got %v, want %v", c.right, c.wrong, got, c.want)
		}
	}
}

func thresholds(t *testing.T, act, suggest string) reports.Thresholds {
	t.Helper()
	got, err := reports.ParseThresholds(act, suggest)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// The founder may make the watcher more careful. Nothing makes it act at what a
// model thinks of others' words.
func TestThresholds(t *testing.T) {
	for _, c := range []struct {
		act, suggest string
		confidence   float64
		want         reports.Level
	}{
		{"1", "", 1, reports.LevelMedium},
		{"0.95", "", 0.95, reports.LevelMedium},
		{"0.95", "", 0.96, reports.LevelHigh},
		{"", "0.5", 0.6, reports.LevelMedium},
		{"", "0.9", 0.85, reports.LevelLow},
		{"0.9", "", org.UntrustedMost, reports.LevelMedium},
	} {
		if got := thresholds(t, c.act, c.suggest).Level(c.confidence); got != c.want {
			t.Errorf("act %q, suggest %q: %v is %s, want %s", c.act, c.suggest, c.confidence, got, c.want)
		}
	}
	for _, bad := range [][2]string{{"0.89", ""}, {"1.1", ""}, {"NaN", ""}, {"sure", ""}, {"", "-0.1"}, {"", "0.95"}, {"", "NaN"}} {
		if got, err := reports.ParseThresholds(bad[0], bad[1]); err == nil {
			t.Errorf("%q: %+v, want an error", bad, got)
		}
	}
}
