package coding

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// CanPush reports whether a project's branch can be pushed to where its repository was added from. Into a
// folder of a machine nothing is pushed: whoever works there fetches.
func (r Repository) CanPush() bool { return r.Kind == RepositoryURL }

// Pushed decides whether the branch of a step's project is pushed when the project has ended.
func (o CodeOrder) Pushed() Sourced[bool] {
	if o.Repository.CanPush() && o.Repository.Policy.Push {
		return Sourced[bool]{true, FromRepo}
	}
	return Sourced[bool]{false, FromDefault}
}

// PushState tells how far a project's branch is on its way to its repository's address.
type PushState string

// The states: it is pushed when the project has ended, it is there, or the address does not take it.
const (
	PushDue     PushState = "due"
	PushThere   PushState = "there"
	PushRefused PushState = "refused"
)

// PushPatience bounds the tries of an address that cannot be reached.
const PushPatience = 24 * time.Hour

// RequestPatience bounds the tries of an address that somebody named in a chat and that cannot be
// reached.
const RequestPatience = 10 * time.Minute

// Push is a project's branch on its way to its repository's address.
type Push struct {
	State PushState `json:"state"`
	Why   string    `json:"why,omitempty"` // it was refused
	At    time.Time `json:"at"`
}

// DuePush is a push that is due.
type DuePush struct {
	Project org.ProjectID
	Order   CodeOrder // its repository and all of its branch
	Since   time.Time // the last change was merged
}
