package org

import "time"

// EscalationKind says what sort of question only the founder can answer
// (F-124, F-165).
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
	Skills    []Skill   `json:"skills"`    // by use, the most used first
	SinceUp   int       `json:"since_up"`  // rejections since his persona was last revised
}

// Skill is how often an agent's work called for a skill.
type Skill struct {
	Name string `json:"name"`
	Used int    `json:"used"`
}

// MayReplan reports whether a mission that cannot reach its end as planned is
// planned again by itself: not for a single task or without a model, at most
// MaxReplans times a project, and never while a question to the founder is
// open.
func MayReplan(p Project, replans, questions int) bool {
	return !p.Single && !p.Offline && replans < MaxReplans && questions == 0
}

// Memory is one thing that the office can recall.
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
