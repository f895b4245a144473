package org_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestForecast(t *testing.T) {
	const cent = org.Dollar / 100
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	usual := org.UsualOf([]org.Sample{
		{Kind: org.KindAnalysis, Took: 2 * time.Minute, Cost: 10 * cent, Known: true},
		{Kind: org.KindAnalysis, Took: 6 * time.Minute, Cost: 30 * cent, Known: true},
		{Kind: org.KindAnalysis, Took: 4 * time.Minute},
	})
	if u := usual[org.KindAnalysis]; u.N != 3 || u.Priced != 2 || u.Time != 4*time.Minute || u.TimeHigh != 6*time.Minute || u.Cost != 10*cent || u.CostHigh != 30*cent {
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
		f := org.ForecastOf(tc.steps, usual, false, now)
		if f.Price() != tc.price || f.Span() != tc.span || !f.Own || f.Free {
			t.Errorf("%s: got %s, %s, %+v; want %s, %s", tc.name, f.Price(), f.Span(), f, tc.price, tc.span)
		}
	}
	if f := org.ForecastOf([]org.Step{step("a", p)}, nil, false, now); f.Own || f.Price() != "$0.12 to $0.24" {
		t.Errorf("without history: got %+v (%s), want the study's figures and that it is no history", f, f.Price())
	}
	if f := org.ForecastOf([]org.Step{step("a", p)}, nil, true, now); !f.Free || f.Price() != "free" || f.Span() != "under 1 min" {
		t.Errorf("without a model: got %s, %s, want free", f.Price(), f.Span())
	}
}
