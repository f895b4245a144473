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

// AgentView is one agent as the roster shows him.
type AgentView struct {
	Agent
	Working   string    `json:"working"`   // title of the step in hand; empty for none
	Completed int       `json:"completed"` // steps
	Rejected  int       `json:"rejected"`  // rounds of his work
	Points    Points    `json:"points"`    // of his drafts, those counted
	Score     float64   `json:"score"`     // mean of the critic's scores; 0 when there is none
	Hired     time.Time `json:"hired"`     // zero for the first team
	Why       string    `json:"why"`       // why he was hired; empty for the first team
	History   []string  `json:"history"`   // of his persona, "2: taught after rejections"
	Skills    []Skill   `json:"skills"`    // by use, the most used first
	SinceUp   int       `json:"since_up"`  // rejections since his persona was last revised
}

// Skill counts how often an agent's work called for a skill.
type Skill struct {
	Name string `json:"name"`
	Used int    `json:"used"`
}

// Memory is one thing that Frasier can recall.
type Memory struct {
	Kind    string       `json:"kind"` // "turn", "directive", "lesson" or "document"
	Ref     string       `json:"ref"`  // id of the message, the lesson or the mission
	Project ProjectID    `json:"project,omitempty"`
	Title   string       `json:"title"`
	Text    string       `json:"text"` // whole
	At      time.Time    `json:"at"`
	Outcome ProjectState `json:"outcome,omitempty"` // how the project of a document ended; empty for others
	Offline bool         `json:"offline,omitempty"` // a document made without a model
	Score   float64      `json:"score"`             // higher is nearer; comparable within one answer only
}

// Evident reports whether what a remembered document found may serve other projects: only
// what was completed, and with a model, was checked as a whole.
func (m Memory) Evident() bool { return m.Outcome == ProjectCompleted && !m.Offline }

// The kinds of memories.
const (
	MemoryTurn      = "turn"
	MemoryDirective = "directive"
	MemoryLesson    = "lesson"
	MemoryDocument  = "document"
)
