package org_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestSoundCritic(t *testing.T) {
	for _, c := range []struct {
		good, bad float64
		want      bool
	}{
		{4.2, 2.8, true},
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
	const n = 10_000
	looked := map[org.ReviewPath]int{}
	for i := range n {
		s := org.Step{ID: org.StepID(fmt.Sprintf("p%d.s%d", i/7, i%7)), Tier: org.T2}
		for _, path := range []org.ReviewPath{org.ReviewAuto, org.ReviewQA, org.ReviewFull} {
			if org.Crosschecked(s, path) {
				looked[path]++
			}
		}
		s.Final = true
		if !org.Crosschecked(s, org.ReviewFull) {
			t.Fatalf("the final step %s is not checked", s.ID)
		}
		s.Final, s.Tier = false, org.T3
		if !org.Crosschecked(s, org.ReviewFull) {
			t.Fatalf("the step %s of the highest tier is not checked", s.ID)
		}
	}
	if got := looked[org.ReviewAuto]; got < n/6 || got > n/4 {
		t.Errorf("%d of %d unseen steps are checked, want about one in %d", got, n, org.CrosscheckOneIn)
	}
	if looked[org.ReviewQA]+looked[org.ReviewFull] != 0 {
		t.Errorf("%v steps that somebody looked at are checked, want none", looked)
	}
}

func TestDated(t *testing.T) {
	for date, want := range map[string]string{
		"2026-03-01T10:20:30Z":      "2026-03-01T10:20:30Z",
		"2026-03-01T10:20:30+02:00": "2026-03-01T08:20:30Z",
		"2026-03-01":                "2026-03-01T00:00:00Z",
		"2026-03-01 10:20":          "2026-03-01T00:00:00Z",
		"2026-03":                   "2026-04-01T00:00:00Z",
		"2026":                      "2027-01-01T00:00:00Z",
	} {
		if got, ok := org.Dated(date); !ok || got.UTC().Format(time.RFC3339) != want {
			t.Errorf("Dated(%q) = %s, %v; want %s", date, got, ok, want)
		}
	}
	for _, date := range []string{"", "20", "March 2026", "1 March 2026"} {
		if got, ok := org.Dated(date); ok || !got.IsZero() {
			t.Errorf("Dated(%q) = %s, %v; want none", date, got, ok)
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
