package noun

import "github.com/frasier-cos/frasier/internal/org"

// ListReopened lists the steps that are done again, the one that was named first;
// nil when it is not among them.
func ListReopened(did []org.Event, named org.StepID) []org.StepID {
	out, found := []org.StepID{named}, false
	for _, e := range did {
		if found = found || e.Step == named; e.Step != named {
			out = append(out, e.Step)
		}
	}
	if !found {
		return nil
	}
	return out
}
