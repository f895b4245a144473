package org

import "time"

// StepTrace is how a step was done, round by round.
type StepTrace struct {
	Step   Step
	Rounds []RoundTrace
}

// RoundTrace is one round of a step. Calls and Stages are in the order in which
// they ended.
type RoundTrace struct {
	N         int
	Calls     []CallTrace
	Stages    []Checkpoint
	Drafts    []Draft // with their texts
	Reviews   []Review
	Rejection Rejection // without a reviewer when the round was not sent back
}

// CallTrace is one try of a model call with what was asked and answered. Prompt
// and Reply are empty once they are no longer kept.
type CallTrace struct {
	Seq        int64
	Try        int
	Round      int
	Purpose    string
	Asked      Tier
	Served     Tier
	Model      string // that was asked
	Answered   string // the model that says it answered; empty for none
	Provider   string
	State      CallState
	Error      string
	Prompt     []PromptBlock
	Reply      string
	In, Out    int // tokens
	Cached     int // of In
	Reasoning  int // of Out
	Cost       NanoUSD
	CostSource CostSource
	Unparsed   bool
	At         time.Time
	EndedAt    time.Time // zero while it is under way
}

// PromptBlock is one part of what a model was given.
type PromptBlock struct{ Name, Text string }

// DayCost is what one tier cost on one day of the founder's.
type DayCost struct {
	Day     string // 2006-01-02
	Tier    Tier
	Cost    NanoUSD
	Calls   int
	Unknown int // of Calls, those of unknown cost
}
