package org

import "time"

// Gate is a place where a project stops: when the work comes to it, what
// follows waits for the founder. A gate is never passed by silence. By default
// there is none.
type Gate struct {
	ID      string
	Project ProjectID
	Point   GatePoint
	Subject string // of a GateStep: the key of the step or roadmap item; else empty
	Name    string // as the founder reads it: "after planning", "after “Pick a market”"
	SetAt   time.Time
	// Open is the decision that the project waits for at it now; empty when
	// the work is not there.
	Open string
}

// GatePoint names the place of a gate in a project's course.
type GatePoint string

// The points.
const (
	GatePlan     GatePoint = "post-planner" // each mission's plan is there, nothing of it has begun
	GateStep     GatePoint = "post-step"    // a named step or roadmap item is done
	GateDocument GatePoint = "pre-assembly" // all steps have ended, the document is not written
	GatePhase    GatePoint = "post-phase"   // a phase has ended, the next is not planned
)

// Phrase says where a gate stands, as the founder says it.
func (g GatePoint) Phrase() string {
	switch g {
	case GatePlan:
		return "after planning"
	case GateDocument:
		return "before the document"
	case GatePhase:
		return "after each phase"
	case GateStep:
	}
	return "after a step"
}
