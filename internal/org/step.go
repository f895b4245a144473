package org

import "time"

// StepKind is what sort of work a step is.
type StepKind string

// The kinds of steps. KindAssembly is added to every mission by the store: it
// joins the results into one document.
const (
	KindResearch    StepKind = "research"
	KindAnalysis    StepKind = "analysis"
	KindStrategy    StepKind = "strategy"
	KindWriting     StepKind = "writing"
	KindEngineering StepKind = "engineering"
	KindCreative    StepKind = "creative"
	KindSimple      StepKind = "simple"
	KindAssembly    StepKind = "assembly"
)

// Check is how an acceptance criterion is evaluated: by code (count,
// contains, sections, sources, table, words) or by a judge.
type Check string

// The checks.
const (
	CheckCount    Check = "count"
	CheckContains Check = "contains"
	CheckSections Check = "sections"
	CheckSources  Check = "sources"
	CheckTable    Check = "table"
	CheckWords    Check = "words" // at most N words
	CheckJudge    Check = "judge"
)

// Criterion is one acceptance criterion of a step.
type Criterion struct {
	ID    string `json:"id"` // "a1", "a2", ... unique in the step
	Text  string `json:"text"`
	Check Check  `json:"check"`
	N     int    `json:"n"` // for count, sections, sources and words; 0 when not given
}

// Step is one piece of work with one owner and one result.
type Step struct {
	ID         StepID
	Mission    MissionID
	Project    ProjectID
	Key        string // unique in the project; anchors the result in the deliverable
	Item       string // key of the roadmap item it stands for; empty for invented steps
	Title      string
	Goal       string
	Kind       StepKind
	Depth      Depth
	Role       string
	Category   string
	Agent      AgentID
	Tier       Tier
	Phase      int
	Group      int
	Final      bool
	Critical   bool
	Entities   []string
	Acceptance []Criterion
	State      StepState
	Held       Hold
	RunAfter   time.Time // when HoldBackoff ends; zero without it
	OpenDeps   int       // dependencies that have not ended as this step needs them
	Strikes    int       // rejected rounds, since the step was last begun anew
	Rounds     int       // rounds before that
	Attempt    int       // claims so far
	Crashes    int
	Result     string // markdown; empty until completed
	Digest     string // what later steps are told of it
	Score      float64
	Scored     bool   // whether Score means anything
	Reviewed   string // how it was approved: "auto", "qa", "qa+lead", "not done: no model"
	Cause      string // why it failed or was cancelled
	CauseStep  StepID // the step whose failure failed this one
	Served     Tier   // the lowest tier that served one of its calls
	StartedAt  time.Time
	EndedAt    time.Time
	DependsOn  []StepID
	Stage      string // the stage it is in, for display
}

// Ready reports whether a worker may claim the step now.
func (s Step) Ready() bool { return s.State == StepPending && s.OpenDeps == 0 && s.Held == 0 }

// Round is the number of the present round, from 1: each rejection starts one,
// and so does a founder's redo.
func (s Step) Round() int { return s.Rounds + s.Strikes + 1 }

// Lease is a claim on a step. Every write of its owner carries Fence, which
// rises with each claim, so a stale writer fails whatever the clocks say.
type Lease struct {
	Step    StepID
	Mission MissionID // the step's
	Owner   string
	Fence   int64
	Until   time.Time
}

// Claim is a step together with the lease on it. The step comes without what
// it depends on, which StepContext holds.
type Claim struct {
	Step  Step
	Lease Lease
}

// Upstream is what a step is given of one step before it.
type Upstream struct {
	ID      StepID
	Key     string
	Title   string
	Phase   int
	Kind    StepKind
	State   StepState
	Result  string // empty unless completed
	Digest  string
	Cause   string // why it is missing
	Sources []Citation
	Tier    Tier // asked for
	Served  Tier // the lowest that served one of its calls; empty when unknown
	Item    string
}

// Rejection is the feedback of one rejected round.
type Rejection struct {
	Round    int
	Reviewer string
	Feedback []string
}

// FoundersWords are what the founder himself said that the work is for: not what a
// director ordered, who has read what others wrote.
func (c StepContext) FoundersWords() string {
	if c.Project.OpenedBy != "" {
		return c.Project.Order
	}
	return c.Request
}

// StepContext is everything that stands around a step when it is worked on.
// For an assembly step Upstream holds every step of the project so far, in
// plan order; for others the steps it depends on, directly.
type StepContext struct {
	Project    Project
	Mission    Mission
	Agent      Agent
	Colleagues []Agent // all active agents
	Request    string
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
	// Skills came from outside; those that are not what was approved have
	// Refused set.
	Skills []OutsideSkill
	Code   *CodeOrder // set for a step that changes code
	Branch *CodeOrder // for an assembly, the project's merged changes; nil without any
}
