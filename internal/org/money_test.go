package org_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestRung(t *testing.T) {
	for _, c := range []struct{ first, spent, want org.NanoUSD }{
		{5 * org.Dollar, 0, 0},
		{5 * org.Dollar, 5*org.Dollar - 1, 0},
		{5 * org.Dollar, 5 * org.Dollar, 5 * org.Dollar},
		{5 * org.Dollar, 10*org.Dollar - 1, 5 * org.Dollar},
		{5 * org.Dollar, 10 * org.Dollar, 10 * org.Dollar},
		{5 * org.Dollar, 79 * org.Dollar, 40 * org.Dollar},
		{0, 79 * org.Dollar, 0},
		{-1, 79 * org.Dollar, 0},
	} {
		if got := org.Rung(c.first, c.spent); got != c.want {
			t.Errorf("Rung(%s, %s) = %s, want %s", c.first, c.spent, got, c.want)
		}
	}
}

func TestWordsOfMoney(t *testing.T) {
	day := org.Cap{Scope: org.ScopeDay, Amount: 5 * org.Dollar}
	mission := org.Cap{Scope: org.ScopeMission, Project: "p3", Amount: 2 * org.Dollar}
	for want, got := range map[string]string{
		"$5.00 a day":                                                         day.Phrase(),
		"$2.00 a mission for p3":                                              mission.Phrase(),
		"$6.00 was spent today (more than $5.00).":                            org.WarnText(day, "", 5*org.Dollar, 6*org.Dollar),
		"$3.00 was spent on p3 for mission m1":                                org.WarnText(mission, "m1", 2*org.Dollar, 3*org.Dollar),
		"Your cap of $5.00 a day is reached: $6.00":                           org.CapText(day, "", 6*org.Dollar, 1),
		"$4.00 was spent today, and the next call may cost up to $1.50. What": org.CapText(day, "", 4*org.Dollar, org.Dollar*3/2),
		"was spent for mission m1. What is running":                           org.CapText(mission, "m1", 2*org.Dollar, 1),
		"was spent this month. What":                                          org.CapText(org.Cap{Scope: org.ScopeMonth}, "", 1, 1),
		"was spent for step s1. What":                                         org.CapText(org.Cap{Scope: org.ScopeStep}, "s1", 1, 1),
		"$3.00 was spent in the last 15 minutes; usual is $0.":                org.VelocityText(3*org.Dollar, org.Dollar/10),
		"$3.00 was spent in the last 15 minutes. Nothing":                     org.VelocityText(3*org.Dollar, 0),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
}

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
		if got := org.TooFast(c.spent, c.usual); got != c.want {
			t.Errorf("TooFast(%s, %s) = %v, want %v", c.spent, c.usual, got, c.want)
		}
	}
}

// A digest is empty only when there is nothing of any kind to tell.
func TestDailyEmpty(t *testing.T) {
	if !(org.Daily{Open: []org.Project{{ID: "p1"}}}).Empty() {
		t.Error("a project that goes on is no news, yet the digest is not empty")
	}
	for name, d := range map[string]org.Daily{
		"ended":    {Ended: []org.Project{{ID: "p1"}}},
		"noticed":  {Noticed: []string{"a"}},
		"question": {Questions: []string{"a"}},
		"held":     {Held: []org.Hold{org.HoldGate}},
		"cost":     {Cost: org.CostLine{Calls: 1}},
	} {
		if d.Empty() {
			t.Errorf("%s: the digest is empty", name)
		}
	}
}

func TestDailyText(t *testing.T) {
	many := make([]org.Project, 12)
	words := make([]string, 12)
	for i := range many {
		many[i] = org.Project{ID: "p1", Title: "Launch", State: org.ProjectCompleted}
		words[i] = "something"
	}
	d := org.Daily{Ended: many, Open: many, Questions: words, Noticed: words, Held: []org.Hold{org.HoldBudget, org.HoldBudget | org.HoldBackoff, org.HoldBackoff}, Cost: org.CostLine{Calls: 3, Unknown: 1, Cost: org.Dollar}}
	got := d.Text()
	if n := strings.Count(got, "- and 2 more"); n != 4 {
		t.Errorf("%d of 4 lists say that there are 2 more:\n%s", n, got)
	}
	for _, want := range []string{"**Waits for you**", "- 2 steps: ", "**Cost** $1.00 in 3 model calls; the cost of 1 is unknown."} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in:\n%s", want, got)
		}
	}
	if got := (org.Daily{Held: []org.Hold{org.HoldBackoff}}).Text(); strings.Contains(got, "step") || strings.Contains(got, "unknown") {
		t.Errorf("a step that waits for a while does not wait for the founder: %s", got)
	}
	if got := (org.Daily{}).Text(); got != "**Cost** $0 in 0 model calls." {
		t.Errorf("a digest of nothing: got %q", got)
	}
}
