package work

import (
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// Lease is a claim on a step. Every write of its owner carries Fence, which
// rises with each claim, so a stale writer fails whatever the clocks say.
type Lease struct {
	Step    org.StepID
	Mission org.MissionID // the step's
	Owner   string
	Fence   int64
	Until   time.Time
}

// Claim is a step together with the lease on it. The step comes without what
// it depends on, which StepContext holds.
type Claim struct {
	Step  org.Step
	Lease Lease
}

// Upstream is the part of another step of the project that a step is given.
type Upstream struct {
	ID      org.StepID
	Key     string
	Title   string
	Phase   int
	Kind    org.StepKind
	State   org.StepState
	Result  string // empty unless completed
	Digest  string
	Cause   string // why it is missing
	Sources []Citation
	Tier    org.Tier // asked for
	Served  org.Tier // the lowest that served one of its calls; empty when unknown
	Item    string
	Agent   org.AgentID // who did it
	EndedAt time.Time
	Base    bool // the step builds on it
	Used    bool // some step of the project builds on it
}

// Rejection is the feedback of one rejected round.
type Rejection struct {
	Round    int
	Reviewer string
	Feedback []string
}

// FoundersWords returns what the founder himself said that the work is for: not what a director
// ordered, who has read what others wrote.
func (c StepContext) FoundersWords() string {
	if c.Project.OpenedBy != "" {
		return c.Project.Order
	}
	return c.Request
}

// StepContext is everything that stands around a step when it is worked on.
// For an assembly step Upstream holds every step of the project so far, in
// plan order; for others every step that has completed, in the order in which they
// ended, and what they were to build on and is missing.
type StepContext struct {
	Project    org.Project
	Mission    org.Mission
	Agent      org.Agent
	Colleagues []org.Agent // all active agents
	Request    string
	Typed      string // what of it the founder said himself: no file that he attached, and nothing that stands at a forge; those may be of others
	Plan       PlanNotes
	Upstream   []Upstream
	Directives []string
	Notes      []string // of the agent's role
	Lessons    []string
	Worked     []Approach // of the same agent for work like this, that went well
	Avoid      []Approach // that did not
	Feedback   []string   // rejections of the agent's work since he was last taught, when he is to be taught
	Rejections []Rejection
	Diagnosis  *Diagnosis // the debugger's, once it was asked
	Rounds     []Round    // what became of the rounds before
	Steering   []string
	Guidance   []string   // those of them that were said of this very step
	Given      []Document // attachments and other documents of the project, whole
	URLs       []string   // the founder's links
	// Earlier are claims of other projects, each with its quote and its original source.
	Earlier []Citation
	Unread  []Unread // for an assembly, what the founder named and no step read
	// Skills came from outside; those that are not what was approved have
	// Refused set.
	Skills []OutsideSkill
	Code   *coding.CodeOrder // set for a step that changes code
	Branch *coding.CodeOrder // for an assembly, the project's merged changes; nil without any
	Key    string            // for an assembly, the fingerprint of what its document will be signed with; empty for none
}
