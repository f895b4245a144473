package org_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestSoundCritic(t *testing.T) {
	for _, c := range []struct {
		good, bad float64
		want      bool
	}{
		{3.8, 2.8, true},
		{3, 2.9, false}, // praises a bad draft
		{4.3, 1, false}, // praises a good one too much
		{2.5, 2.5, false},
		{2.6, 2.5, true},
	} {
		if got := org.SoundCritic(c.good, c.bad); got != c.want {
			t.Errorf("SoundCritic(%v, %v) = %v, want %v", c.good, c.bad, got, c.want)
		}
	}
}

func TestFreshCalibration(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, prompt string
		age          time.Duration
		want         bool
	}{
		{"new", "a", 0, true},
		{"other prompt", "b", 0, false},
		{"almost a week", "a", org.CalibrationEvery - 1, true},
		{"a week", "a", org.CalibrationEvery, false},
		{"other clock", "a", -org.ClockSlack, true},
		{"the future", "a", -org.ClockSlack - 1, false},
		{"an old one of another prompt", "b", 2 * org.CalibrationEvery, false},
	} {
		if got := (org.Calibration{Prompt: "a", At: now.Add(-c.age)}).Fresh(c.prompt, now); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestParseCrosscheck(t *testing.T) {
	for value, want := range map[string]bool{"on": true, "off": false} {
		if got, err := org.ParseCrosscheck(value); err != nil || got != want {
			t.Errorf("ParseCrosscheck(%q) = %v, %v; want %v", value, got, err, want)
		}
	}
	for _, value := range []string{"", "ON", "yes"} {
		if got, err := org.ParseCrosscheck(value); err == nil || got {
			t.Errorf("ParseCrosscheck(%q) = %v, %v; want a refusal", value, got, err)
		}
	}
}

// Final work and that of the highest tier is always looked at twice, other work
// only when nobody looked at it, and of that one in five.
func TestCrosschecked(t *testing.T) {
	for _, c := range []struct {
		step org.Step
		want bool
	}{
		{org.Step{Tier: org.T2}, false}, {org.Step{Tier: org.T3}, true}, {org.Step{Tier: org.T1, Final: true}, true},
	} {
		if got := org.Crosschecked(c.step); got != c.want {
			t.Errorf("%+v: second opinion %v, want %v", c.step, got, c.want)
		}
	}
}

func TestEmptyEvidence(t *testing.T) {
	found := []org.Passage{{ID: "S1:p1"}}
	for _, c := range []struct {
		name string
		e    org.Evidence
		want bool
	}{
		{"nothing found", org.Evidence{}, true},
		{"found", org.Evidence{Passages: found}, false},
		{"not sought", org.Evidence{Unsought: true}, false},
		{"not sought and yet there", org.Evidence{Unsought: true, Passages: found}, false},
	} {
		if got := c.e.Empty(); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
