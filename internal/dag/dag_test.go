package dag_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/dag"
	"github.com/frasier-cos/frasier/internal/work"
)

func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := graph(t)
		order, err := dag.Order(steps, nil)
		if err != nil || len(order) != len(steps) {
			t.Fatalf("Order of %d steps without a cycle: %v, %v", len(steps), order, err)
		}
		at := map[string]int{}
		for place, i := range order {
			if _, twice := at[steps[i].Key]; twice {
				t.Fatalf("Order names %s twice", steps[i].Key)
			}
			at[steps[i].Key] = place
		}
		for _, s := range steps {
			for _, n := range s.Needs {
				if at[n] >= at[s.Key] {
					t.Fatalf("%s comes before %s, which it needs", s.Key, n)
				}
			}
		}
		if again, err := dag.Order(steps, nil); err != nil || !slices.Equal(again, order) {
			t.Fatalf("Order again: %v, %v; want %v", again, err, order)
		}
		if got, want := dag.Depth(steps), longest(steps); got != want {
			t.Fatalf("DepthOf: got %d, want %d", got, want)
		}
	})
}

func TestOrderRefuses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := graph(t)
		order, err := dag.Order(steps, nil)
		if err != nil {
			t.Fatal(err)
		}
		i := rapid.IntRange(0, len(steps)-1).Draw(t, "step")
		switch rapid.SampledFrom([]string{"cycle", "unknown", "twice"}).Draw(t, "defect") {
		case "cycle":
			// A chain through all steps, closed at its end.
			for k := 1; k < len(order); k++ {
				steps[order[k]].Needs = append(steps[order[k]].Needs, steps[order[k-1]].Key)
			}
			steps[order[0]].Needs = append(steps[order[0]].Needs, steps[order[len(order)-1]].Key)
			if _, err = dag.Order(steps, nil); !errors.Is(err, dag.ErrCycle) || !strings.Contains(err.Error(), fmt.Sprintf("%q", steps[i].Title)) {
				t.Fatalf("a cycle: %v; want ErrCycle with %q", err, steps[i].Title)
			}
		case "unknown":
			steps[i].Needs = append(steps[i].Needs, "ghost")
			if _, err = dag.Order(steps, nil); !errors.Is(err, dag.ErrUnknownStep) || !strings.Contains(err.Error(), "ghost") {
				t.Fatalf("an unknown step: %v; want ErrUnknownStep with its key", err)
			}
			if _, err := dag.Order(steps, map[string]bool{"ghost": true}); err != nil {
				t.Fatalf("a step of an earlier mission: %v; want no error", err)
			}
			return
		default:
			if _, err = dag.Order(append(steps, steps[i]), nil); !errors.Is(err, dag.ErrDuplicate) {
				t.Fatalf("a key twice: %v; want ErrDuplicate", err)
			}
			return
		}
		if d := dag.Depth(steps); d != 0 {
			t.Fatalf("DepthOf with a cycle: got %d, want 0", d)
		}
	})
}

// graph draws steps that need earlier ones, in random order.
func graph(t *rapid.T) []work.PlannedStep {
	n := rapid.IntRange(1, 20).Draw(t, "n")
	steps := make([]work.PlannedStep, n)
	for i := range steps {
		steps[i] = work.PlannedStep{Key: fmt.Sprint("k", i), Title: fmt.Sprint("T", i)}
		for j := range i {
			if rapid.IntRange(0, 3).Draw(t, "edge") == 0 {
				steps[i].Needs = append(steps[i].Needs, steps[j].Key, steps[j].Key) // twice is no harm
			}
		}
	}
	return rapid.Permutation(steps).Draw(t, "order")
}

// longest finds the longest chain by trying them all, for small graphs.
func longest(steps []work.PlannedStep) int {
	by := map[string]work.PlannedStep{}
	for _, s := range steps {
		by[s.Key] = s
	}
	known := map[string]int{}
	var depth func(key string) int
	depth = func(key string) int {
		if known[key] == 0 {
			d := 1
			for _, n := range by[key].Needs {
				d = max(d, depth(n)+1)
			}
			known[key] = d
		}
		return known[key]
	}
	d := 0
	for k := range by {
		d = max(d, depth(k))
	}
	return d
}
