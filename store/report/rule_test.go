package report_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/report"
)

func TestTooFast(t *testing.T) {
	for _, c := range []struct {
		spent, usual org.NanoUSD
		want         bool
	}{
		{2 * org.Dollar, 0, false},
		{2*org.Dollar + 1, 0, true},
		{10 * org.Dollar, 2 * org.Dollar, false},
		{10*org.Dollar + 1, 2 * org.Dollar, true},
	} {
		if got := report.TooFast(c.spent, c.usual); got != c.want {
			t.Errorf("TooFast(%s, %s) = %v, want %v", c.spent, c.usual, got, c.want)
		}
	}
}

// A digest is empty only when there is nothing of any kind to tell.
func TestDailyEmpty(t *testing.T) {
	if !report.Empty((reports.Daily{Open: []reports.ProjectLine{{ID: "p1"}}})) {
		t.Error("a project that goes on is no news, yet the digest is not empty")
	}
	for name, d := range map[string]reports.Daily{
		"ended":    {Ended: []reports.ProjectLine{{ID: "p1"}}},
		"noticed":  {Noticed: []string{"a"}},
		"question": {Questions: []string{"a"}},
		"held":     {Held: []org.Hold{org.HoldGate}},
		"planned":  {Planned: []reports.PlannedLine{{Text: "a"}}},
		"cost":     {Cost: org.CostLine{Calls: 1}},
	} {
		if report.Empty(d) {
			t.Errorf("%s: the digest is empty", name)
		}
	}
}
