package coding

import (
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Isolation says whether a change of code stays out of the founder's own folder.
type Isolation string

// The isolations: the change stays in Frasier's copy, or it comes, once it is merged, into
// the folder too that the repository was added from. The empty one is a word that nobody said.
const (
	Isolated    Isolation = "on"
	NotIsolated Isolation = "off"
)

// ParseIsolation reads what a founder calls an isolation; "default" takes his word back. False
// for a word that is none.
func ParseIsolation(word string) (Isolation, bool) {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "on", "isolated", "isolated_issue_checkout":
		return Isolated, true
	case "off", "shared", "shared_project_workspace":
		return NotIsolated, true
	case "default", "inherit_project_default":
		return "", true
	}
	return "", false
}

// HasFolder reports whether a repository was added from a folder with a git checkout, which
// changes can come into. In a folder without git nobody could take them back.
func (r Repository) HasFolder() bool { return r.Kind == RepositoryPath && !r.Policy.Bare }

// Isolated decides whether a step's change stays out of the founder's folder. What is said of
// the step goes before what is said of the repository; but where the operator said that
// changes stay out, a chat does not let them in.
func (o CodeOrder) Isolated() Sourced[Isolation] {
	of := o.Repository.Policy.Isolation
	switch {
	case !o.Repository.HasFolder():
	case of == Isolated:
		return Sourced[Isolation]{of, FromRepo}
	case o.Isolation != "":
		return Sourced[Isolation]{o.Isolation, FromStep}
	case of != "":
		return Sourced[Isolation]{of, FromRepo}
	}
	return Sourced[Isolation]{Isolated, FromDefault}
}

// ArrivalState tells how far a merged change is on its way into a founder's folder.
type ArrivalState string

// The states: a worker on the folder's machine has yet to look, the change is in the folder, or
// the folder was left as it is.
const (
	ArrivalDue   ArrivalState = "due"
	ArrivalThere ArrivalState = "there"
	ArrivalLeft  ArrivalState = "left"
)

// Obstacle tells why a folder was left as it is.
type Obstacle string

// The obstacles.
const (
	ObstacleDiffers  Obstacle = "differs"  // a file is another than the one that was changed
	ObstacleInWay    Obstacle = "in_way"   // a link, a folder or the like stands where a file goes
	ObstacleMerging  Obstacle = "merging"  // a merge, a rebase or the like is under way there
	ObstacleLocked   Obstacle = "locked"   // git itself is at work there
	ObstacleEarlier  Obstacle = "earlier"  // a change before it on its branch was left out
	ObstacleGone     Obstacle = "gone"     // there is no checkout there
	ObstacleDenied   Obstacle = "denied"   // the system lets nobody write there
	ObstacleFiltered Obstacle = "filtered" // a program that git runs there has made a file another
)

// Arrival is a merged change on its way into the folder that its repository was added from.
type Arrival struct {
	Project  org.ProjectID `json:"project"`
	N        int           `json:"n"` // on the project's branch
	Step     org.StepID    `json:"step"`
	State    ArrivalState  `json:"state"`
	Files    int           `json:"files"`              // of the change that are in the folder
	Obstacle Obstacle      `json:"obstacle,omitempty"` // of one that was left
	Path     string        `json:"path,omitempty"`     // of the file that it is about
	At       time.Time     `json:"at"`
}

// Why says why the folder was left as it is; empty for one that was not.
func (a Arrival) Why() string {
	switch a.Obstacle {
	case ObstacleDiffers:
		return a.Path + " there is not as the change found it"
	case ObstacleInWay:
		return a.Path + " there is a link, a folder or the like, and no plain file"
	case ObstacleMerging:
		return "a merge or a rebase is under way there"
	case ObstacleLocked:
		return "git is at work there (index.lock)"
	case ObstacleEarlier:
		return "a change that this one follows is not there either"
	case ObstacleGone:
		return "there is no git checkout there any more"
	case ObstacleDenied:
		return "I may not read or write " + a.Path + " there"
	case ObstacleFiltered:
		return "git passes " + a.Path + " through a program there (a filter of .gitattributes), which I do not run"
	}
	return ""
}

// DueArrival is an arrival that is due, with its order.
type DueArrival struct {
	Arrival
	Order  CodeOrder // its repository and its branch
	Behind bool      // an earlier change of its branch was left out
}

// Commit returns the change itself.
func (a DueArrival) Commit() (Commit, bool) {
	for _, c := range a.Order.Merged {
		if c.N == a.N {
			return c, true
		}
	}
	return Commit{}, false
}
