package engine_test

import (
	"testing"

	"github.com/frasier-cos/frasier/store/engine"
)

func TestStalls(t *testing.T) {
	done := func(serves ...string) engine.Pace { return engine.Pace{Completed: true, Serves: serves} }
	failed, again := engine.Pace{Failed: true}, engine.Pace{Repeated: true}
	for _, c := range []struct {
		name     string
		happened []engine.Pace
		want     int
	}{
		{"nothing", nil, 0},
		{"progress", []engine.Pace{done("R1"), done("R2")}, 0},
		{"a failure", []engine.Pace{failed}, 1},
		{"a failure, then progress", []engine.Pace{failed, done("R1")}, 0},
		{"the same words again", []engine.Pace{again, again, again}, 3},
		{"one step adds nothing", []engine.Pace{done("R1"), done("R1")}, 0},
		{"two steps add nothing", []engine.Pace{done("R1"), done("R1"), done("R1")}, 1},
		{"four steps add nothing", []engine.Pace{done("R1"), done("R1"), done("R1"), done("R1"), done("R1")}, 2},
		{"nobody knows what they serve", []engine.Pace{done(), done(), done()}, 0},
		{"never below nothing", []engine.Pace{done("R1"), done("R2"), failed}, 1},
	} {
		got := engine.Stalls(c.happened)
		if got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
		if stalled := (engine.Progress{Stalls: got}).Stuck(); stalled != (got >= 3) {
			t.Errorf("%s: stalled %v at %d", c.name, stalled, got)
		}
	}
}
