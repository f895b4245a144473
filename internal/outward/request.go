package outward

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// PullState says how far a pull request has come at its forge.
type PullState string

// States of a pull request. All but the first are ends, though somebody may open a closed one again.
const (
	PullOpen   PullState = "open"
	PullMerged PullState = "merged"
	PullClosed PullState = "closed" // without being merged
	PullGone   PullState = "gone"   // nobody finds it there any more
)

// ReviewState holds the decision of people on a pull request. Empty: nothing that holds.
type ReviewState string

// What a review may decide.
const (
	ReviewApproved ReviewState = "approved"
	ReviewChanges  ReviewState = "changes" // somebody asks for changes, and did not take that back
)

// Mergeable says whether a pull request fits its base. Empty: its forge does not know yet.
type Mergeable string

// Whether it does.
const (
	FitsBase      Mergeable = "yes"
	ConflictsBase Mergeable = "no"
)

// RunState tells the end of a run of a check. Empty: it has not.
type RunState string

// How a run may end.
const (
	RunGood RunState = "good" // or it was left out
	RunBad  RunState = "bad"
)

// Run is one check of a commit at a forge: a check run, or a status.
type Run struct {
	Key   string    `json:"key"` // of this very run: "run:991", "status:17"
	Name  string    `json:"name"`
	State RunState  `json:"state"`
	Text  string    `json:"text,omitempty"` // what its forge says of it
	Link  string    `json:"link,omitempty"`
	Job   int64     `json:"job,omitempty"` // whose log can be read; 0 for none
	Since time.Time `json:"since"`
}

// Checks sums the runs of a pull request's last commit, without our own status.
type Checks struct {
	Good    int       `json:"good"`
	Bad     []string  `json:"bad,omitempty"`     // names of those that failed
	Running []string  `json:"running,omitempty"` // names of those that have not ended
	Since   time.Time `json:"since"`             // of the oldest that has not ended
}

// SumChecks sums runs: of a name the last counts.
func SumChecks(all []Run) Checks {
	var c Checks
	for _, r := range all {
		switch {
		case r.Name == ProofContext:
		case r.State == RunGood:
			c.Good++
		case r.State == RunBad:
			c.Bad = append(c.Bad, r.Name)
		default:
			c.Running = append(c.Running, r.Name)
			if c.Since.IsZero() || r.Since.Before(c.Since) {
				c.Since = r.Since
			}
		}
	}
	return c
}

// String says it in a few words; empty where there are none.
func (c Checks) String() string {
	var out []string
	if len(c.Bad) > 0 {
		out = append(out, prose.Count(len(c.Bad), "check")+" failed ("+strings.Join(c.Bad, ", ")+")")
	}
	if len(c.Running) > 0 {
		out = append(out, prose.Count(len(c.Running), "check")+" not done ("+strings.Join(c.Running, ", ")+")")
	}
	if c.Good > 0 {
		out = append(out, fmt.Sprintf("%d passed", c.Good))
	}
	return strings.Join(out, ", ")
}

// PullSeen is a pull request as its forge has it now.
type PullSeen struct {
	State     PullState
	Draft     bool
	Title     string
	Head      string // commit
	Branch    string
	Base      string // branch
	Mergeable Mergeable
	Review    ReviewState
	Checks    Checks
	MergedBy  string // name of an account
	MergedAt  time.Time
	MergedAs  string // commit
	Author    Person // who opened it
	Body      string
	Link      string
}

// PullRequest is one of ours. There is one for each action that opened one, also before it was looked at for the first time.
type PullRequest struct {
	Place      string        `json:"place"` // "github.com/acme/shop"
	Number     int           `json:"number"`
	Action     ActionID      `json:"action"`
	Key        string        `json:"-"` // of the action
	Connection string        `json:"-"`
	Project    org.ProjectID `json:"project"`
	Link       string        `json:"link"`
	Branch     string        `json:"branch"`
	Base       string        `json:"base"`
	State      PullState     `json:"state"`
	Draft      bool          `json:"draft"`
	Head       string        `json:"head"` // the commit that its branch is at, there
	Mergeable  Mergeable     `json:"mergeable"`
	Review     ReviewState   `json:"review"`
	Checks     Checks        `json:"checks"`
	MergedBy   string        `json:"merged_by"`
	MergedAt   time.Time     `json:"merged_at"`
	MergedAs   string        `json:"merged_as"`
	Told       []string      `json:"-"`              // keys of the news that people had
	Ours       []string      `json:"-"`              // commits of ours on its branch, the newest last
	Pushed     bool          `json:"-"`              // the newest of them is there, as far as is known
	SeenAt     time.Time     `json:"seen_at"`        // zero before the first look
	Step       org.StepID    `json:"step,omitempty"` // whose change it is; empty for all of its project's
	Onto       string        `json:"onto,omitempty"` // the branch that it is to come into in the end, where it is on that of another one
}

// PullKey is the key of the action that opens a project's pull request, or that of one of its steps.
func PullKey(p org.ProjectID, step org.StepID) string {
	return strings.TrimSuffix("pull:"+string(p)+":"+string(step), ":")
}

// Whole reports whether all of its project's changes that it is to have are known.
func (p PullRequest) Whole() bool { return p.Key == PullKey(p.Project, p.Step) }

// Goal is the branch that it comes into in the end.
func (p PullRequest) Goal() string { return cmp.Or(p.Onto, p.Base) }

// Name is the founders' word for it: "acme/shop#34".
func (p PullRequest) Name() string {
	return IssueOrder{Place: p.Place, Number: p.Number}.Name()
}

// PullNewsKind says what changed of a pull request.
type PullNewsKind string

// What people are told of it.
const (
	NewsMerged   PullNewsKind = "merged"
	NewsClosed   PullNewsKind = "closed"
	NewsGone     PullNewsKind = "gone"
	NewsForced   PullNewsKind = "forced"   // its branch has commits that are not ours, or lost ours
	NewsChanges  PullNewsKind = "changes"  // somebody asks for changes
	NewsApproved PullNewsKind = "approved" // and nobody asks for changes
	NewsStuck    PullNewsKind = "stuck"    // a check does not end
	NewsChecked  PullNewsKind = "checked"  // all checks passed
	NewsRemark   PullNewsKind = "remark"   // somebody says something who may not order
	NewsEnough   PullNewsKind = "enough"   // a check failed that was mended as often as it may be
	NewsMoved    PullNewsKind = "moved"    // it conflicts with its base though it was brought together with that as often as it may be
	NewsRound    PullNewsKind = "round"    // what was said is being settled
	NewsBranch   PullNewsKind = "branch"   // somebody deleted its branch, which closed it
	NewsReopened PullNewsKind = "reopened" // somebody opened it again
	NewsTaken    PullNewsKind = "taken"    // it was closed, and its base has just what it had: it was merged elsewhere
)

// PullNews tells people of a pull request; nothing where its kind is empty.
type PullNews struct {
	Kind PullNewsKind
	What string // who did it, the checks, the commit
	At   string // the commit that it is about; empty for none
	ID   int64  // of the review
}

// Reopened counts how often people were told that it was opened again.
func (p PullRequest) Reopened() int {
	n := 0
	for _, key := range p.Told {
		if strings.HasPrefix(key, string(NewsReopened)+" ") {
			n++
		}
	}
	return n
}

// Key tells it from others: the same is told once.
func (n PullNews) Key() string { return fmt.Sprintf("%s %s %s %d", n.Kind, n.What, n.At, n.ID) }
