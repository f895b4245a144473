package worker_test

import (
	"context"
	"errors"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/worker"
	"github.com/frasier-cos/frasier/worker/review"
)

// measure does the measurements that are due, and returns how many there were.
func measure(b *bench) int {
	b.t.Helper()
	for n := 0; ; n++ {
		err := b.w.Gauge.Next(context.Background())
		if errors.Is(err, org.ErrNoWork) {
			return n
		}
		b.ok(err)
	}
}

// No project pays for measuring its critic. One that was found to praise too
// much lets nothing pass alone until it is measured again and does better.
func TestCriticsAreMeasuredOutsideOfProjects(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: org.StageCalibrate, Do: "good", Times: 2}}})
	b.plan(b.piece("one"), b.piece("two"), b.piece("three"))
	b.mustWork()
	if s := b.want("one", org.StepCompleted, 0, 0); s.Reviewed != "auto" || b.calls(org.StageCalibrate) != 0 {
		t.Errorf("reviewed %q with %d measurements, want auto and none", s.Reviewed, b.calls(org.StageCalibrate))
	}
	if n := measure(b); n != 1 || b.calls(org.StageCalibrate) != 2 {
		t.Errorf("%d critics were measured by %d drafts, want 1 by 2", n, b.calls(org.StageCalibrate))
	}
	all, err := b.db.Calibrations(context.Background())
	b.ok(err)
	if len(all) != 1 || all[0].Sound || all[0].Kind != "research" || all[0].N != 1 {
		t.Fatalf("measurements: %+v, want one that is not sound", all)
	}
	b.mustWork()
	if s := b.want("two", org.StepCompleted, 0, 0); s.Reviewed != "qa+lead, critic uncalibrated" {
		t.Errorf("reviewed %q, want in full and that its critic is uncalibrated", s.Reviewed)
	}
	if n := measure(b); n != 0 {
		t.Errorf("%d critics were measured again within a week", n)
	}
	b.forward(worker.CalibrationEvery)
	b.mustWork()
	b.want("three", org.StepCompleted, 0, 0)
	if n := measure(b); n != 1 {
		t.Errorf("a week later %d critics were measured, want 1", n)
	}
	all, err = b.db.Calibrations(context.Background())
	b.ok(err)
	if len(all) != 1 || !all[0].Sound || all[0].N != 2 {
		t.Errorf("measurements: %+v, want the second one, sound", all)
	}
	if good, bad := all[0].GoodPoints, all[0].BadPoints; !good.Counted() || good.Asked != bad.Asked || good.Met <= bad.Met {
		t.Errorf("points: %s for the good draft, %s for the bad one; want more for the good one", good, bad)
	}
	if n := b.count(org.EventCritic); n != 2 {
		t.Errorf("%d lines of the journal about the critic, want 2", n)
	}
	status, err := b.db.Status(context.Background(), b.Now())
	b.ok(err)
	if len(status.Critics) != 0 {
		t.Errorf("status still names %v", status.Critics)
	}
}

// Another model is another critic; one that cannot be measured has no
// measurement, and is tried again when it is next used.
func TestCriticIsMeasuredWhenItChanges(t *testing.T) {
	hopeless := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: org.StageCalibrate, Do: "refuse"}}})
	hopeless.plan(hopeless.piece("one"))
	hopeless.mustWork()
	if n := measure(hopeless); n != 1 {
		t.Errorf("%d measurements were tried, want 1", n)
	}
	if _, err := hopeless.db.Calibration(context.Background(), "minimax/minimax-m3", "research"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("a measurement was stored: %v", err)
	}
	b := newBench(t, llmtest.Options{})
	b.plan(b.piece("one"), b.piece("two"))
	b.mustWork()
	measure(b)
	b.w.Client.Models.T1.ID = "minimax/minimax-m2.7"
	b.mustWork()
	measure(b)
	all, err := b.db.Calibrations(context.Background())
	b.ok(err)
	if len(all) != 2 {
		t.Fatalf("after a change of the model: %+v, want two critics", all)
	}
	c := all[0]
	if !worker.Fresh(c, c.Prompt, b.Now()) || worker.Fresh(c, "other", b.Now()) || worker.Fresh(c, c.Prompt, c.At.Add(worker.CalibrationEvery)) {
		t.Errorf("%+v: want it to count with its own prompt and for a week", c)
	}
}

func TestSoundCritic(t *testing.T) {
	for _, c := range []struct {
		good, bad float64
		want      bool
	}{
		{3.4, 2.0, true}, {review.CalibrationGood, review.CalibrationBad, true}, {3.81, 2.0, false}, {3.4, 2.81, false}, {2.0, 2.0, false}, {1.5, 2.0, false},
	} {
		if got := review.SoundCritic(c.good, c.bad); got != c.want {
			t.Errorf("SoundCritic(%.2f, %.2f) = %v, want %v", c.good, c.bad, got, c.want)
		}
	}
}
