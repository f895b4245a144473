package dashboard

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Went is where the time of a project went, for tests: the critical path, and
// for each of its steps how long it waited and was worked on.
func Went(t reports.Ticket, events []org.Event) (path []org.StepID, waited, took []time.Duration) {
	all := bars(t, events)
	path = critical(t, all)
	for _, s := range spent(all, path) {
		waited, took = append(waited, s.Waited), append(took, s.Took)
	}
	return path, waited, took
}

// Back is where a form leads back to, for tests.
func Back(path string) string { return ours(path).String() }

// Wrongs counts wrong tokens, for tests.
type Wrongs struct{ w wrongs }

// After is how long the sender of a wrong token waits.
func (w *Wrongs) After(now time.Time) time.Duration { return w.w.after(now) }
