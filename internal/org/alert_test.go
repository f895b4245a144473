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
		if got := org.LevelOf(c.confidence); got != c.want {
			t.Errorf("LevelOf(%v) = %s, want %s", c.confidence, got, c.want)
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
