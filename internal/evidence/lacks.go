package evidence

import (
	"slices"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Lacks says what of a change is promised and not proven, in a sentence without a full stop; empty for nothing. What a founder let
// through with his yes is no lack.
func Lacks(c coding.StepChange) string {
	if c.Answer != nil {
		return ""
	}
	x := Read(c).index
	switch {
	case c.Merged == nil:
		return "it is not merged"
	case len(x.trials) == 0:
		return "no check ran on what was merged"
	case !x.green:
		i := slices.IndexFunc(x.trials, func(t coding.Trial) bool { return !t.Good() })
		return x.trials[i].Name + " fails on what was merged"
	case len(c.Findings) > 0:
		return ""
	case !x.settled:
		i := slices.IndexFunc(x.trials, func(t coding.Trial) bool { return len(t.Missing) > 0 })
		return "a test that was there is gone: " + x.trials[i].Missing[0]
	case c.Proven.NeedsRed() && !x.red:
		return "no test failed before it"
	}
	return ""
}

// Unproven lists what of a branch is promised and not proven, a sentence without a full stop each; none for a branch that may be ready. What
// is not merged is promised nowhere: a description says so.
func Unproven(changes []coding.StepChange) []string {
	var out []string
	merged := 0
	for _, c := range changes {
		if c.Merged == nil {
			continue
		}
		merged++
		if lacks := Lacks(c); lacks != "" {
			out = append(out, c.Step.Title+": "+lacks)
		}
	}
	if merged == 0 {
		out = append(out, "nothing is merged in it")
	}
	return out
}
