package coding

import (
	"cmp"
	"slices"
	"strings"
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

// Onto returns the branch of the founder onto which the project's changes are pushed; empty where they get a branch
// of ours there. What stands on another branch of ours would bring that one along, so it gets its own.
func (o CodeOrder) Onto() string {
	if o.From != nil || !o.Repository.PushesOnto() {
		return ""
	}
	return o.Repository.Ref
}

// PushesOnto reports whether changes are pushed onto the branch that work starts from.
func (r Repository) PushesOnto() bool { return r.CanPush() && r.Policy.Push && r.Policy.Onto }

// OwnBranches begins the names of the branches that are ours.
const OwnBranches = "frasier/"

// WentOnto reports whether the project's changes are pushed onto a branch of the founder.
func (o CodeOrder) WentOnto() bool {
	return o.PushAs != "" && !strings.HasPrefix(o.PushAs, OwnBranches)
}

// PushedAs is the name of the project's branch at the address: where each change has one of its own, that of the last, which has them all.
func (o CodeOrder) PushedAs() string {
	all := o.PushedBranches()
	if len(all) == 0 {
		return cmp.Or(o.PushAs, o.Branch)
	}
	return all[len(all)-1].Name
}

// BranchAt is a branch with the commit that it is at.
type BranchAt struct {
	Name, Commit string
	Step         org.StepID // whose change it ends with; empty for all of a project's
}

// PushedBranches are those that the project's changes have at the address, each on the one before it.
func (o CodeOrder) PushedBranches() []BranchAt {
	if len(o.Merged) == 0 {
		return nil
	}
	if !o.Apart || o.PushAs != "" {
		return []BranchAt{{cmp.Or(o.PushAs, o.Branch), o.Base(), ""}}
	}
	var out []BranchAt
	for _, c := range o.Merged { // a step that was done again is where it was merged last
		out = slices.DeleteFunc(out, func(b BranchAt) bool { return b.Step == c.Step })
		out = append(out, BranchAt{StepBranch(o.Branch, c.Step), c.ID, c.Step})
	}
	return out
}

// StepBranch is the name of the branch that a step's change has at the address, where each has one of its own.
func StepBranch(branch string, step org.StepID) string { return branch + "-" + string(step) }

// setPush takes the values of the setting push.
func (p *CodePolicy) setPush(value string) bool {
	const onto = "onto"
	p.Push, p.Onto = value == "on" || value == onto, value == onto
	return p.Push || value == "off"
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
