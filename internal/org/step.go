package org

import "time"

// StepKind is the sort of a step's work.
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

// Check says how an acceptance criterion is evaluated: by code (count, contains, sections,
// sources, table, words) or by a judge.
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
	Grave      bool   // it spends, decides or goes outside, so somebody of another family reads it
	Instead    string // what it delivers in place of what nobody here can do; empty when it does what was asked
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
	Points     Points // what its draft got; those of a step of before nobody counted
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
// and so does a founder's redo of one that was completed.
func (s Step) Round() int { return s.Rounds + s.Strikes + 1 }
