package forecast_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

func TestSpanText(t *testing.T) {
	for _, c := range []struct {
		low, high time.Duration
		want      string
	}{
		{0, time.Minute - 1, "under 1 min"},
		{time.Second, time.Minute, "about 1 min"},
		{61 * time.Second, 61 * time.Second, "about 2 min"},
		{time.Minute, 99 * time.Minute, "1 to 99 min"},
		{time.Hour, 100 * time.Minute, "1.0 to 1.7 h"},
		{2 * time.Hour, 2*time.Hour + time.Minute, "about 2.0 h"},
	} {
		if got := forecast.SpanText(c.low, c.high); got != c.want {
			t.Errorf("SpanText(%s, %s) = %q, want %q", c.low, c.high, got, c.want)
		}
	}
}

func TestForecast(t *testing.T) {
	const cent = org.Dollar / 100
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	kind := work.Work{Kind: org.KindAnalysis, Tier: org.T2}
	usual := forecast.UsualOf([]forecast.Sample{
		{Work: kind, Took: 2 * time.Minute, Cost: 10 * cent, Known: true},
		{Work: kind, Took: 6 * time.Minute, Cost: 30 * cent, Known: true},
		{Work: kind, Took: 4 * time.Minute},
	})
	if u := usual[kind]; u.N != 3 || u.Priced != 2 || u.Time != 4*time.Minute || u.TimeHigh != 6*time.Minute || u.Cost != 10*cent || u.CostHigh != 30*cent {
		t.Fatalf("usual: got %+v", u)
	}
	step := func(id org.StepID, state org.StepState, needs ...org.StepID) org.Step {
		return org.Step{ID: id, Kind: org.KindAnalysis, Tier: org.T2, State: state, DependsOn: needs, StartedAt: now.Add(-3 * time.Minute)}
	}
	p, c, w := org.StepPending, org.StepCompleted, org.StepInProgress
	for _, tc := range []struct {
		name, price, span string
		steps             []org.Step
	}{
		{"a chain adds up", "$0.20 to $0.60", "8 to 12 min", []org.Step{step("a", p), step("b", p, "a")}},
		{"branches run side by side", "$0.20 to $0.60", "4 to 6 min", []org.Step{step("a", p), step("b", p)}},
		{"what is done costs no more", "$0.10 to $0.30", "4 to 6 min", []org.Step{step("a", c), step("b", p, "a")}},
		{"what runs has less to go", "$0.10 to $0.30", "1 to 3 min", []org.Step{step("a", w)}},
		{"eight at once on four places", "$0.80 to $2.40", "8 to 12 min", []org.Step{step("a", p), step("b", p), step("c", p), step("d", p), step("e", p), step("f", p), step("g", p), step("h", p)}},
	} {
		f := forecast.Of(tc.steps, usual, false, now)
		if f.Price() != tc.price || f.Span() != tc.span || !f.Own || f.Free {
			t.Errorf("%s: got %s, %s, %+v; want %s, %s", tc.name, f.Price(), f.Span(), f, tc.price, tc.span)
		}
	}
	if f := forecast.Of([]org.Step{step("a", p)}, nil, false, now); f.Own || f.Price() != "$0.03 to $0.12" {
		t.Errorf("without history: got %+v (%s), want the first guess and that it is no history", f, f.Price())
	}
	for name, other := range map[string]work.Work{
		"without a model":   {Kind: org.KindAnalysis, Tier: org.T2, Offline: true},
		"on a cheaper tier": {Kind: org.KindAnalysis, Tier: org.T1},
	} {
		usual := forecast.UsualOf([]forecast.Sample{{Work: other, Took: time.Second, Known: true}})
		if f := forecast.Of([]org.Step{step("a", p)}, usual, false, now); f.Own || f.Price() != "$0.03 to $0.12" {
			t.Errorf("history %s: got %+v (%s), want the first guess, since such work is new", name, f, f.Price())
		}
	}
	if f := forecast.Of([]org.Step{step("a", p)}, nil, true, now); !f.Free || f.Price() != "free" || f.Span() != "under 1 min" {
		t.Errorf("without a model: got %s, %s, want free", f.Price(), f.Span())
	}
}

// A kind that was never finished here is judged by the first guess, research
// that goes deep by more time than the rest.
func TestForecastWithoutHistory(t *testing.T) {
	for _, c := range []struct {
		step        org.Step
		price, span string
	}{
		{org.Step{Kind: org.KindWriting, Tier: org.T1}, "under $0.01 to $0.03", "2 to 4 min"},
		{org.Step{Kind: org.KindWriting, Tier: org.T3}, "$0.08 to $0.30", "2 to 4 min"},
		{org.Step{Kind: org.KindWriting, Tier: org.T0}, "$0", "2 to 4 min"},
		{org.Step{Kind: org.KindWriting, Tier: org.T2, Depth: org.DepthDeep}, "$0.03 to $0.12", "2 to 4 min"},
		{org.Step{Kind: org.KindResearch, Tier: org.T2, Depth: org.DepthSimple}, "$0.03 to $0.12", "2 to 4 min"},
		{org.Step{Kind: org.KindResearch, Tier: org.T2, Depth: org.DepthDeep}, "$0.03 to $0.12", "3 to 8 min"},
		{org.Step{Kind: org.KindAssembly, Tier: org.T3}, "$0.02 to $0.05", "2 to 4 min"},
	} {
		f := forecast.Of([]org.Step{c.step}, nil, false, time.Time{})
		if strings.TrimPrefix(f.Price(), "about ") != c.price || f.Span() != c.span || f.Own {
			t.Errorf("%s on %s, %q: got %s, %s; want %s, %s", c.step.Kind, c.step.Tier, c.step.Depth, f.Price(), f.Span(), c.price, c.span)
		}
	}
}
