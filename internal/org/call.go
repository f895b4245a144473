package org

import "time"

// ModelCall is one row of the ledger before the call: the question and whom it goes to.
type ModelCall struct {
	Key       string // SHA-256 over step, round, purpose, seq and body
	Try       int    // from 1
	Purpose   string // the stage: "classify", "synthesize", ...
	Project   ProjectID
	Mission   MissionID
	Step      StepID
	Agent     AgentID
	Round     int
	TierAsked Tier
	Tier      Tier // tier of this try, lower than TierAsked after a fallback
	Model     string
	Reserve   NanoUSD // what the call may cost at the most; held against the founder's caps
	Deadline  time.Time
	At        time.Time
	Tokens    int           // of what is asked, by its length
	Prompt    []PromptBlock // what is kept of what is asked; only steps' prompts are
}

// CallState is the state of a call in the ledger.
type CallState string

// The states of a call. Usable means a reply that a stage could use.
const (
	CallPending  CallState = "pending"
	CallUsable   CallState = "usable"
	CallUnusable CallState = "unusable" // answered, but empty, unparseable or refused
	CallFailed   CallState = "failed"   // no answer: transport, status, deadline
)

// CostSource says where a cost comes from.
type CostSource string

// The sources of a cost, most trusted first. CostUnknown stays unknown and is
// never summed as zero in silence.
const (
	CostProvider  CostSource = "provider"
	CostComputed  CostSource = "computed"
	CostEstimated CostSource = "estimated"
	CostFree      CostSource = "free"
	CostUnknown   CostSource = "unknown"
)

// CallEnd is the outcome of a call.
type CallEnd struct {
	Key        string
	Try        int
	State      CallState
	Reply      string // the usable reply's text, kept so that a crash repeats no call
	Model      string // model served
	Tier       Tier   // tier of the try, set by the store: what a memo was served by
	Provider   string
	Generation string
	Finish     string
	ErrorClass string
	TokensIn   int
	TokensOut  int
	Cached     int
	Reasoning  int
	Cost       NanoUSD
	CostSource CostSource
	Unparsed   bool
	Waits      bool // it failed of something that says nothing about what the model is worth
	Away       bool // nobody answered: that counts against the model until its project had an answer
	At         time.Time
}

// ModelHealth is the record of a project's calls to its model, known when a call ends.
type ModelHealth struct {
	Calls     int // made for the project so far
	BadInARow int
	BadFor    time.Duration // since the first of the present run of unusable replies or failures; 0 without one
	Answered  bool          // whether any reply, of whatever use, ever came
}

// UnknownCost is a call whose cost nobody knows yet.
type UnknownCost struct {
	Key        string
	Try        int
	Purpose    string
	Project    ProjectID
	Step       StepID
	Model      string
	Generation string  // by which the provider knows the answer; empty when none came
	Reserve    NanoUSD // what it may have cost at the most
	At         time.Time
}
