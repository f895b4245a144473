package org

import "time"

// Ticket is one project as its thread shows it, at one moment.
type Ticket struct {
	Project     Project
	Single      bool      // it is one task: it has no thread, plan or card
	Muted       bool      // the agents' words are left out of its thread
	Missions    []Mission // in their order
	Steps       []Step    // of all missions, in plan order
	Later       int       // items of its roadmap that missions still to come are to do, in the present phase
	Unbegun     int       // the same in all phases
	Notes       map[MissionID]PlanNotes
	Roles       map[MissionID][]RoleAssignment
	Costs       map[StepID]NanoUSD // steps whose calls are all of unknown cost are left out
	Spent       CostLine
	Cap         NanoUSD            // the founder's, on all of it; 0 without one
	Names       map[AgentID]string // of all agents
	Usual       History
	Waiting     []string // what it waits for, a sentence each
	Decisions   []Decision
	Rejections  map[StepID][]Rejection
	Rejected    map[StepID][]int64  // the journal's lines about them
	Drafts      map[StepID]string   // the best draft of each step that failed with one
	Reviews     map[StepID][]Review // of the last round, in their order
	Sources     int                 // documents that were read
	Checked     int                 // documents that are quoted; each quote was compared with them byte for byte
	Revisions   int                 // drafts after the first of each round
	Deliverable Deliverable         // without its PDF; zero when there is none
	Before      string              // the document's text before the founder had it changed; empty for a first one
	Files       []File              // of the deliverable, by hash
	Changes     []StepChange        // of code, in figures
	Pictures    map[MissionID]File  // of the plan, by hash
	Moved       time.Time           // when a step last began, ended or passed a stage
	Now         time.Time           // the moment
}

// CardState is where a project's card stands: the one message that is edited
// in place.
type CardState struct {
	Project ProjectID
	N       int       // of the message; a new one begins before the old may no longer be edited
	Opened  time.Time // when this message began; zero when there is none yet
	Said    time.Time // when it was last written
	Text    string    // what it says
	Marks   int64     // rises whenever the project changes
}

// Drawing is a mission as its picture shows it. Seq is the last line of the
// journal that it takes account of.
type Drawing struct {
	Project Project
	Mission Mission
	Steps   []Step
	Seq     int64
}

// Reading is what a follower of the journal has read: the lines after From up
// to To.
type Reading struct {
	Follower string // its name
	From, To int64
}
