// Package dag orders planned steps by what they need. It is pure.
package dag

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/work"
)

// Errors of a plan. They wrap a sentence that names the steps.
var (
	ErrCycle       = errors.New("steps wait for each other")
	ErrUnknownStep = errors.New("unknown step")
	ErrDuplicate   = errors.New("two steps have one key")
)

// Order returns the indices of steps in an order in which every step comes
// after what it needs, stable for equal input. known holds keys that exist
// already. It returns ErrDuplicate, ErrUnknownStep or ErrCycle.
func Order(steps []work.PlannedStep, known map[string]bool) ([]int, error) {
	at := make(map[string]int, len(steps))
	for i, s := range steps {
		if _, twice := at[s.Key]; twice {
			return nil, fmt.Errorf("%w: %q", ErrDuplicate, s.Key)
		}
		at[s.Key] = i
	}
	open := make([]int, len(steps))
	next := make([][]int, len(steps))
	for i, s := range steps {
		for _, n := range slices.Compact(slices.Sorted(slices.Values(s.Needs))) {
			j, ok := at[n]
			if !ok && known[n] {
				continue
			}
			if !ok {
				return nil, fmt.Errorf("%w: %q needs %q", ErrUnknownStep, s.Title, n)
			}
			open[i]++
			next[j] = append(next[j], i)
		}
	}
	order := make([]int, 0, len(steps))
	for i := range steps {
		if open[i] == 0 {
			order = append(order, i)
		}
	}
	for k := 0; k < len(order); k++ {
		for _, i := range next[order[k]] {
			if open[i]--; open[i] == 0 {
				order = append(order, i)
			}
		}
	}
	if len(order) < len(steps) {
		return nil, fmt.Errorf("%w: %s", ErrCycle, strings.Join(listWaiting(steps, open), ", "))
	}
	return order, nil
}

func listWaiting(steps []work.PlannedStep, open []int) []string {
	var out []string
	for i, s := range steps {
		if open[i] > 0 {
			out = append(out, fmt.Sprintf("%q", s.Title))
		}
	}
	return out
}

// Depth returns the number of steps on the longest chain of needs, for
// steps in which Order finds no fault; 0 otherwise.
func Depth(steps []work.PlannedStep) int {
	known := map[string]bool{}
	order, err := Order(steps, known)
	if err != nil {
		return 0
	}
	long := map[string]int{}
	deepest := 0
	for _, i := range order {
		d := 1
		for _, n := range steps[i].Needs {
			d = max(d, long[n]+1)
		}
		long[steps[i].Key] = d
		deepest = max(deepest, d)
	}
	return deepest
}
