package org_test

import (
	"math"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

// The boundaries are inclusive to suggest and exclusive to act, and what is no
// confidence never acts.
func TestLevels(t *testing.T) {
	for _, c := range []struct {
		confidence float64
		want       org.Level
	}{
		{math.NaN(), org.LevelLow},
		{math.Inf(1), org.LevelLow},
		{math.Inf(-1), org.LevelLow},
		{-0.1, org.LevelLow},
		{0.69, org.LevelLow},
		{math.Nextafter(0.7, 0), org.LevelLow},
		{0.7, org.LevelMedium},
		{0.9, org.LevelMedium},
		{math.Nextafter(0.9, 1), org.LevelHigh},
		{0.91, org.LevelHigh},
		{1, org.LevelHigh},
		{math.Nextafter(1, 2), org.LevelLow},
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
		if got := org.Calibrated(0.8, c.right, c.wrong); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%d right and %d wrong: got %v, want %v", c.right, c.wrong, got, c.want)
		}
	}
}

func thresholds(t *testing.T, act, suggest string) org.Thresholds {
	t.Helper()
	got, err := org.ParseThresholds(act, suggest)
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
		want         org.Level
	}{
		{"1", "", 1, org.LevelMedium},
		{"0.95", "", 0.95, org.LevelMedium},
		{"0.95", "", 0.96, org.LevelHigh},
		{"", "0.5", 0.6, org.LevelMedium},
		{"", "0.9", 0.85, org.LevelLow},
		{"0.9", "", org.UntrustedMost, org.LevelMedium},
	} {
		if got := thresholds(t, c.act, c.suggest).Level(c.confidence); got != c.want {
			t.Errorf("act %q, suggest %q: %v is %s, want %s", c.act, c.suggest, c.confidence, got, c.want)
		}
	}
	for _, bad := range [][2]string{{"0.89", ""}, {"1.1", ""}, {"NaN", ""}, {"sure", ""}, {"", "-0.1"}, {"", "0.95"}, {"", "NaN"}} {
		if got, err := org.ParseThresholds(bad[0], bad[1]); err == nil {
			t.Errorf("%q: %+v, want an error", bad, got)
		}
	}
}
