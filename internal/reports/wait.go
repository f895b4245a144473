package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

const (
	// WaitShown is the time after which something that a fault holds up stands in doctor, status
	// and on the page Health. What is over sooner is nobody's trouble.
	WaitShown = 30 * time.Second
	// WaitTold is the time after which the founder is told of it, once.
	WaitTold = 10 * time.Minute
)

// WaitKind names the sort of thing that waits.
type WaitKind string

// What waits.
const (
	WaitRepository WaitKind = "repository" // to be looked at; About is its address
	WaitPush       WaitKind = "push"       // of the branch of project About
	WaitArrival    WaitKind = "arrival"    // of changes of project About in the founder's folder
	WaitPublishing WaitKind = "publishing" // of documents or the public site
	WaitStep       WaitKind = "step"       // About is its title
)

// Wait is something that a fault keeps from going on, and that is tried again.
type Wait struct {
	Key   string      `json:"key"` // names it
	Kind  WaitKind    `json:"kind"`
	About string      `json:"about"` // the repository, project, step or part
	For   org.WaitFor `json:"for"`
	Why   string      `json:"why"`
	Since time.Time   `json:"since"`
	Next  time.Time   `json:"next"` // when it is tried again
	Told  bool        `json:"told,omitempty"`
}

// Due reports whether the founder is to be told of it now: of a push at its first failure, since
// he looks for the branch elsewhere. What a provider keeps him from, its notice has said.
func (w Wait) Due(now time.Time) bool {
	switch {
	case w.Told, w.For == org.ForProvider:
		return false
	case w.Kind == WaitPush:
		return true
	}
	return now.Sub(w.Since) >= WaitTold
}

// Shown reports whether it has waited long enough to be shown.
func (w Wait) Shown(now time.Time) bool { return now.Sub(w.Since) >= WaitShown }
