package org_test

import (
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
	if !(org.Daily{Open: []org.ProjectLine{{ID: "p1"}}}).Empty() {
		t.Error("a project that goes on is no news, yet the digest is not empty")
	}
	for name, d := range map[string]org.Daily{
		"ended":    {Ended: []org.ProjectLine{{ID: "p1"}}},
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
