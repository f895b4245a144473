package work

import "github.com/frasier-cos/frasier/internal/org"

// Again is the input of a planner when a mission is planned once more.
type Again struct {
	N      int        // how often it was planned before, from 1
	Reason string     // in a sentence
	Done   []Upstream // completed steps of the mission; they stay, and new steps may need them
	Failed []Upstream // what the new plan takes the place of, with causes
	// Parts divide, as a debugger would, failed steps that were too much
	// for one, by the roadmap item, or else the title, that the step stood for.
	Parts map[string][]string
}

// Diagnosis is the debugger's finding about a step that was rejected twice. Its JSON is what a
// checkpoint and the database keep.
type Diagnosis struct {
	Recap       string         `json:"recap"`
	Cause       CauseClass     `json:"cause"`
	Evidence    string         `json:"evidence"` // words of the timeline
	Why         string         `json:"why"`      // why the fixes before failed
	Instruction string         `json:"instruction"`
	Queries     []string       `json:"queries"`
	Split       []string       `json:"split"`             // parts, when the step is too much for one
	Tier        org.Tier       `json:"tier"`              // a higher tier for the last attempt; empty for the same
	Lowered     *org.Criterion `json:"lowered,omitempty"` // an acceptance criterion with its number lowered to a limit
	Round       int            `json:"round"`             // before which it was made
}

// CauseClass is the kind of cause that a debugger names.
type CauseClass string

// Round is the outcome of one round of a step, for the debugger's timeline.
type Round struct {
	N        int
	Drafts   int
	Score    float64 // of the draft that was chosen
	Scored   bool
	Points   org.Points
	MustFix  int
	Feedback []string
	Reviewer string
}
