package worker_test

import (
	"context"
	"errors"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/llmtest"
)

// A critic that praises too much lets nothing pass until it is measured again
// and does better; measuring is done once for all steps of a kind.
func TestUncalibratedCriticLetsNothingPass(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: org.StageCalibrate, Do: "good", Times: 2}}})
	b.plan(b.piece("one"), b.piece("two"), b.piece("three"))
	for _, key := range []string{"one", "two"} {
		b.mustWork()
		if s := b.want(key, org.StepCompleted, 0, 0); s.Reviewed != "qa+lead, critic uncalibrated" {
			t.Errorf("%s: reviewed %q, want in full and that its critic is uncalibrated", key, s.Reviewed)
		}
	}
	if n := b.calls(org.StageCalibrate); n != 2 {
		t.Errorf("the critic judged %d drafts of known worth, want 2", n)
	}
	all, err := b.db.Calibrations(context.Background())
	b.ok(err)
	if len(all) != 1 || all[0].Sound || all[0].Kind != "research" || all[0].N != 1 {
		t.Fatalf("measurements: %+v, want one that is not sound", all)
	}
	spent, err := b.db.Costs(context.Background(), 0)
	b.ok(err)
	found := false
	for _, l := range spent[0].ByPurpose {
		found = found || l.Name == org.StageCalibrate && l.Calls == 2 && l.Cost > 0
	}
	if !found {
		t.Errorf("costs by purpose: %+v, want the two calls that measured", spent[0].ByPurpose)
	}
	b.forward(org.CalibrationEvery)
	b.mustWork()
	if s := b.want("three", org.StepCompleted, 0, 0); s.Reviewed != "auto" {
		t.Errorf("a week later: reviewed %q, want auto: the critic does better now", s.Reviewed)
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

// Another model or another prompt is another critic.
func TestCriticIsMeasuredWhenItChanges(t *testing.T) {
	b := newBench(t, llmtest.Options{})
	b.plan(b.piece("one"), b.piece("two"))
	b.mustWork()
	b.w.Client.Models.T1.ID = "minimax/minimax-m2.7"
	b.mustWork()
	all, err := b.db.Calibrations(context.Background())
	b.ok(err)
	if len(all) != 2 || b.calls(org.StageCalibrate) != 4 {
		t.Errorf("after a change of the model: %+v and %d drafts judged, want two critics and 4", all, b.calls(org.StageCalibrate))
	}
	c := all[0]
	if !c.Fresh(c.Prompt, b.Now()) || c.Fresh("other", b.Now()) || c.Fresh(c.Prompt, c.At.Add(org.CalibrationEvery)) {
		t.Errorf("%+v: want it to count with its own prompt and for a week", c)
	}
}

// A critic that cannot be measured is not trusted, and the step goes on.
func TestCriticThatCannotBeMeasured(t *testing.T) {
	for _, do := range []string{"garbage", "empty", "refuse"} {
		b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: org.StageCalibrate, Do: do}}})
		b.plan(b.piece("one"))
		b.mustWork()
		if s := b.want("one", org.StepCompleted, 0, 0); s.Reviewed != "qa+lead, critic uncalibrated" {
			t.Errorf("%s: reviewed %q, want a full review", do, s.Reviewed)
		}
		if _, err := b.db.Calibration(context.Background(), "minimax/minimax-m3", "research"); !errors.Is(err, org.ErrNotFound) {
			t.Errorf("%s: a measurement was stored: %v", do, err)
		}
	}
}

func TestSoundCritic(t *testing.T) {
	for _, c := range []struct {
		good, bad float64
		want      bool
	}{
		{3.4, 2.0, true}, {org.CalibrationGood, org.CalibrationBad, true}, {4.21, 2.0, false}, {3.4, 2.81, false}, {2.0, 2.0, false}, {1.5, 2.0, false},
	} {
		if got := org.SoundCritic(c.good, c.bad); got != c.want {
			t.Errorf("SoundCritic(%.2f, %.2f) = %v, want %v", c.good, c.bad, got, c.want)
		}
	}
}
