package org_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestTimeLeft(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	minutes := func(low, high int) org.Span {
		return org.Span{Low: time.Duration(low) * time.Minute, High: time.Duration(high) * time.Minute, N: 9}
	}
	took := map[org.StepKind]org.Span{"": minutes(2, 6), org.KindResearch: minutes(4, 8)}
	open := func(id org.StepID, kind org.StepKind, needs ...org.StepID) org.Step {
		return org.Step{ID: id, Kind: kind, State: org.StepPending, DependsOn: needs}
	}
	over := org.Step{ID: "s0", Kind: org.KindResearch, State: org.StepCompleted}
	busy := org.Step{ID: "s9", Kind: org.KindResearch, State: org.StepInProgress, StartedAt: now.Add(-5 * time.Minute)}
	for name, c := range map[string]struct {
		steps   []org.Step
		workers int
		want    org.Span
		known   bool
	}{
		"nothing open":       {[]org.Step{over}, 4, minutes(0, 0), false},
		"one":                {[]org.Step{over, open("s1", org.KindResearch, "s0")}, 4, minutes(4, 8), true},
		"a kind never seen":  {[]org.Step{open("s1", org.KindWriting)}, 4, minutes(2, 6), true},
		"a chain":            {[]org.Step{open("s1", org.KindResearch), open("s2", org.KindWriting, "s1")}, 4, minutes(6, 14), true},
		"an edge backwards":  {[]org.Step{open("s2", org.KindWriting, "s1"), open("s1", org.KindResearch)}, 4, minutes(6, 14), true},
		"side by side":       {[]org.Step{open("s1", org.KindResearch), open("s2", org.KindResearch)}, 2, minutes(4, 8), true},
		"one after another":  {[]org.Step{open("s1", org.KindResearch), open("s2", org.KindResearch)}, 1, minutes(8, 16), true},
		"no worker is one":   {[]org.Step{open("s1", org.KindResearch), open("s2", org.KindResearch)}, 0, minutes(8, 16), true},
		"begun already":      {[]org.Step{busy}, 1, minutes(0, 3), true},
		"needs a begun step": {[]org.Step{busy, open("s2", org.KindWriting, "s9")}, 4, minutes(2, 9), true},
	} {
		got, known := org.TimeLeft(c.steps, took, c.workers, now)
		if known != c.known || known && (got.Low != c.want.Low || got.High != c.want.High || got.N != 9) {
			t.Errorf("%s: got %v, %v; want %v, %v", name, got, known, c.want, c.known)
		}
	}
	if _, known := org.TimeLeft([]org.Step{open("s1", org.KindResearch)}, nil, 1, now); known {
		t.Error("an estimate without any history; want none")
	}
}
