package timeline

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// SplitTime is where the time of a project went, for tests: the critical path, and
// for each of its steps how long it waited and was worked on.
func SplitTime(t reports.Ticket, events []org.Event) (path []org.StepID, waited, took []time.Duration) {
	all := makeBars(t, events)
	path = findCriticalPath(t, all)
	for _, s := range sumPath(all, path) {
		waited, took = append(waited, s.Waited), append(took, s.Took)
	}
	return path, waited, took
}
