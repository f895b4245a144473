package org_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestStalls(t *testing.T) {
	done := func(serves ...string) org.Pace { return org.Pace{Completed: true, Serves: serves} }
	failed, again := org.Pace{Failed: true}, org.Pace{Repeated: true}
	for _, c := range []struct {
		name     string
		happened []org.Pace
		want     int
	}{
		{"nothing", nil, 0},
		{"progress", []org.Pace{done("R1"), done("R2")}, 0},
		{"a failure", []org.Pace{failed}, 1},
		{"a failure, then progress", []org.Pace{failed, done("R1")}, 0},
		{"the same words again", []org.Pace{again, again, again}, 3},
		{"one step adds nothing", []org.Pace{done("R1"), done("R1")}, 0},
		{"two steps add nothing", []org.Pace{done("R1"), done("R1"), done("R1")}, 1},
		{"four steps add nothing", []org.Pace{done("R1"), done("R1"), done("R1"), done("R1"), done("R1")}, 2},
		{"nobody knows what they serve", []org.Pace{done(), done(), done()}, 0},
		{"never below nothing", []org.Pace{done("R1"), done("R2"), failed}, 1},
	} {
		got := org.Stalls(c.happened)
		if got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
		if stalled := (org.Progress{Stalls: got}).Stuck(); stalled != (got >= 3) {
			t.Errorf("%s: stalled %v at %d", c.name, stalled, got)
		}
	}
}
