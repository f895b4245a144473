package org_test

import (
	"math"
	"strings"
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

func TestAlertText(t *testing.T) {
	lines := []string{"one", "two", "three", "four"}
	for _, c := range []struct {
		name  string
		alert org.Alert
		want  string
	}{
		{"given back", org.Alert{Acted: true, Remedy: org.RemedyRequeue, Advice: "unsaid"}, "gave the step back"},
		{"paused", org.Alert{Acted: true, Remedy: org.RemedyPause, Advice: "unsaid"}, "`resume p3`"},
		{"told", org.Alert{Acted: true, Remedy: org.RemedyAdvise, Advice: "unsaid"}, "told the one who works on it"},
		{"not done", org.Alert{Remedy: org.RemedyPause, Advice: "Look at it."}, "Look at it."},
	} {
		c.alert.Project, c.alert.Text, c.alert.Evidence = "p3", "It stands still.", lines
		got := org.AlertText(c.alert, "Launch")
		if !strings.HasPrefix(got, "**Launch** (p3): It stands still. ") || !strings.Contains(got, c.want) || strings.Contains(got, "unsaid") {
			t.Errorf("%s: got %q, want %q in it", c.name, got, c.want)
		}
		if !strings.HasSuffix(got, "\n> one\n> two\n> three") {
			t.Errorf("%s: got %q, want its first three lines of evidence at the end", c.name, got)
		}
	}
	if got := org.AlertText(org.Alert{Project: "p3", Text: "It stands still."}, "Launch"); got != "**Launch** (p3): It stands still." {
		t.Errorf("without advice or evidence: got %q", got)
	}
}
