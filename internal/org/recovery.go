package org

import "time"

// EscalationKind says what sort of question only the founder can answer.
type EscalationKind string

// The kinds of escalations.
const (
	EscalateBudget     EscalationKind = "budget"
	EscalateStrategic  EscalationKind = "strategic"
	EscalateBrand      EscalationKind = "brand"
	EscalateCapability EscalationKind = "capability_gap"
	EscalateAmbiguity  EscalationKind = "ambiguity"
)

// Again is what a planner is told when a mission is planned once more.
type Again struct {
	N      int        // how often it was planned before, from 1
	Reason string     // in a sentence
	Done   []Upstream // completed steps of the mission; they stay, and new steps may need them
	Failed []Upstream // what the new plan takes the place of, with causes
	// Parts are what a debugger would make of failed steps that were too much
	// for one, by the roadmap item, or else the title, that the step stood for.
	Parts map[string][]string
}

// AgentView is one agent as the roster shows him.
type AgentView struct {
	Agent
	Working   string    `json:"working"`   // title of the step in hand; empty for none
	Completed int       `json:"completed"` // steps
	Rejected  int       `json:"rejected"`  // rounds of his work
	Score     float64   `json:"score"`     // mean of the critic's scores; 0 when there is none
	Hired     time.Time `json:"hired"`     // zero for the founding office
	Why       string    `json:"why"`       // why he was hired; empty for the founding office
	History   []string  `json:"history"`   // of his persona, "2: taught after rejections"
	Skills    []Skill   `json:"skills"`    // by use, the most used first
	SinceUp   int       `json:"since_up"`  // rejections since his persona was last revised
}

// Skill is how often an agent's work called for a skill.
type Skill struct {
	Name string `json:"name"`
	Used int    `json:"used"`
}

// Memory is one thing that Frasier can recall.
type Memory struct {
	Kind    string    `json:"kind"` // "turn", "directive", "lesson" or "document"
	Ref     string    `json:"ref"`  // id of the message, the lesson or the mission
	Project ProjectID `json:"project,omitempty"`
	Title   string    `json:"title"`
	Text    string    `json:"text"` // whole
	At      time.Time `json:"at"`
	Score   float64   `json:"score"` // higher is nearer; comparable within one answer only
}

// The kinds of memories.
const (
	MemoryTurn      = "turn"
	MemoryDirective = "directive"
	MemoryLesson    = "lesson"
	MemoryDocument  = "document"
)

// Diagnosis is what the debugger found about a step that was rejected twice.
// Its JSON is what a checkpoint and the database keep.
type Diagnosis struct {
	Recap       string     `json:"recap"`
	Cause       CauseClass `json:"cause"`
	Evidence    string     `json:"evidence"` // words of the timeline
	Why         string     `json:"why"`      // why the fixes before failed
	Instruction string     `json:"instruction"`
	Queries     []string   `json:"queries"`
	Split       []string   `json:"split"`             // parts, when the step is too much for one
	Tier        Tier       `json:"tier"`              // a higher tier for the last attempt; empty for the same
	Lowered     *Criterion `json:"lowered,omitempty"` // an acceptance criterion with its number lowered to a limit
	Round       int        `json:"round"`             // before which it was made
}

// CauseClass is what kind of cause a debugger names.
type CauseClass string

// Round is what became of one round of a step, for the debugger's timeline.
type Round struct {
	N        int
	Drafts   int
	Score    float64 // of the draft that was chosen
	Scored   bool
	MustFix  int
	Feedback []string
	Reviewer string
}
