package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// StepTrace is the course of a step, round by round.
type StepTrace struct {
	Step   org.Step
	Rounds []RoundTrace
}

// RoundTrace is one round of a step. Calls and Stages are in the order in which
// they ended.
type RoundTrace struct {
	N         int
	Calls     []CallTrace
	Stages    []work.Checkpoint
	Drafts    []work.Draft // with their texts
	Reviews   []work.Review
	Rejection work.Rejection // without a reviewer when the round was not sent back
}

// CallTrace is one try of a model call with what was asked and answered. Prompt
// and Reply are empty once they are no longer kept.
type CallTrace struct {
	Seq        int64
	Try        int
	Round      int
	Purpose    string
	Asked      org.Tier
	Served     org.Tier
	Model      string // that was asked
	Answered   string // the model that says it answered; empty for none
	Provider   string
	State      org.CallState
	Error      string
	Prompt     []org.PromptBlock
	Reply      string
	In, Out    int // tokens
	Cached     int // of In
	Reasoning  int // of Out
	Cost       org.NanoUSD
	CostSource org.CostSource
	Unparsed   bool
	At         time.Time
	EndedAt    time.Time // zero while it is under way
}

// DayCost is the cost of one tier on one day of the founder's.
type DayCost struct {
	Day     string // 2006-01-02
	Tier    org.Tier
	Cost    org.NanoUSD
	Calls   int
	Unknown int // of Calls, those of unknown cost
}
