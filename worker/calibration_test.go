package worker_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker"
)

func TestFreshCalibration(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, prompt string
		age          time.Duration
		want         bool
	}{
		{"new", "a", 0, true},
		{"other prompt", "b", 0, false},
		{"almost a week", "a", worker.CalibrationEvery - 1, true},
		{"a week", "a", worker.CalibrationEvery, false},
		{"other clock", "a", -org.ClockSlack, true},
		{"the future", "a", -org.ClockSlack - 1, false},
		{"an old one of another prompt", "b", 2 * worker.CalibrationEvery, false},
	} {
		if got := worker.Fresh((org.Calibration{Prompt: "a", At: now.Add(-c.age)}), c.prompt, now); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
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
		if got := worker.Crosschecked(c.step); got != c.want {
			t.Errorf("%+v: second opinion %v, want %v", c.step, got, c.want)
		}
	}
}
