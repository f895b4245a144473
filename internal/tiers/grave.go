package tiers

import (
	"slices"

	"github.com/frasier-cos/frasier/internal/work"
)

// Weight says why a step is grave, as planning says it.
type Weight string

// The weights, the gravest first.
const (
	Spends  Weight = "spends"  // the founder's own money
	Decides Weight = "decides" // what others build on
	Outside Weight = "outside" // its text goes to people outside
	Light   Weight = "no"
)

// Gravest returns the places of the steps that are grave: those that planning said
// weigh something, and of those that it spoke of the last ones, which no other builds
// on; of them half of all steps at most, the gravest and of equals the later.
func Gravest(steps []work.PlannedStep, said map[string]Weight) []int {
	used := map[string]bool{}
	for _, s := range steps {
		for _, k := range slices.Concat(s.Needs, s.BuildsOn) {
			used[k] = true
		}
	}
	rank := func(s work.PlannedStep) int {
		switch said[s.Key] {
		case Spends:
			return 4
		case Decides:
			return 3
		case Outside:
			return 2
		case "": // nobody said what builds on what either
			return 0
		case Light:
		}
		if !used[s.Key] {
			return 1
		}
		return 0
	}
	var out []int
	for i := range steps {
		if rank(steps[i]) > 0 {
			out = append(out, i)
		}
	}
	slices.SortFunc(out, func(a, b int) int {
		if d := rank(steps[b]) - rank(steps[a]); d != 0 {
			return d
		}
		return b - a
	})
	out = out[:min(len(out), max(1, len(steps)/2))]
	slices.Sort(out)
	return out
}
