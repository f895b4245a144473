package org

import "time"

// Mode is the kind of result that a project is to have.
type Mode string

// The modes.
const (
	ModeResearch   Mode = "research"
	ModeContent    Mode = "content"
	ModeOperations Mode = "operations"
)

// Depth is the amount of work that a step is worth.
type Depth string

// The depths: simple writes and criticises, standard runs every stage, deep
// has twice the research budget and always revises.
const (
	DepthSimple   Depth = "simple"
	DepthStandard Depth = "standard"
	DepthDeep     Depth = "deep"
)

// Phase is one part of a project, worked on by one mission (or several, when
// a roadmap's section is longer than MaxSteps).
type Phase struct {
	Index int
	Label string
	Task  string // what the phase produces; empty for a roadmap's own phases
}

// Project is one thing the founder wants done.
type Project struct {
	ID          ProjectID
	Title, Goal string
	State       ProjectState
	Outcome     string // why it ended, in a sentence; empty until then
	Mode        Mode
	Template    Template // empty for projects older than templates: they look like reports
	Depth       Depth
	Single      bool
	Offline     bool // worked on without a model
	Phase       int  // index of the present phase
	Phases      []Phase
	Channel     Channel
	Message     MessageID
	Reopened    int // how often it went on after an end that was not a cancellation
	CreatedAt   time.Time
	EndedAt     time.Time
	OpenedBy    Department // whose director ordered it; empty for the founder's own
	ForMemo     MemoID     // the message that it was ordered for
	OrderedBy   string     // the token that ordered it; empty for all others
	Order       string     // the founder's words behind that, for prompts; empty elsewhere
	Health      string     // what a director says of it: on_track, at_risk or blocked
	PausedBy    MemoID     // the message by which Management paused it
	Resumed     time.Time  // by the founder last; zero for never
	Archived    bool       // deleted from the lists
	Watched     string     // what the watcher noticed last, for the chief; empty elsewhere
}

// Mission is the work of one phase.
type Mission struct {
	ID      MissionID
	Project ProjectID
	Phase   int
	Label   string
	Seq     int // order within the project, from 0
	State   MissionState
	Outcome string
}
