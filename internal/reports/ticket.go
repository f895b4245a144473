package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/work"
)

// Ticket is one project as its thread shows it, at one moment.
type Ticket struct {
	Project     org.Project
	Single      bool          // it is one task: it has no thread, plan or card
	First       bool          // no project was planned before it
	Muted       bool          // the agents' words are left out of its thread
	Thread      string        // the id of its thread; empty while it has none
	Missions    []org.Mission // in their order
	Steps       []org.Step    // of all missions, in plan order
	Later       int           // items of its roadmap that missions still to come are to do, in the present phase
	Unbegun     int           // the same in all phases
	Reading     []string      // what was not used of its roadmap, or read in a way that may be wrong
	Notes       map[org.MissionID]work.PlanNotes
	Roles       map[org.MissionID][]work.RoleAssignment
	Costs       map[org.StepID]org.NanoUSD // steps whose calls are all of unknown cost are left out
	Spent       org.CostLine
	Cap         org.NanoUSD            // the founder's, on all of it; 0 without one
	Names       map[org.AgentID]string // of all agents
	Usual       work.History
	Waiting     []string // what it waits for, a sentence each
	Decisions   []org.Decision
	Rejections  map[org.StepID][]work.Rejection
	Rejected    map[org.StepID][]int64       // the journal's lines about them
	Drafts      map[org.StepID]string        // the best draft of each step that failed with one
	Reviews     map[org.StepID][]work.Review // of the last round, in their order
	Sources     int                          // documents that were read
	Checked     int                          // documents that are quoted; each quote was compared with them byte for byte
	Unread      []work.Unread                // what the founder named and nothing was read of
	Revisions   int                          // drafts after the first of each round
	Deliverable work.Deliverable             // without its PDF; zero when there is none
	Before      string                       // the document's text before the founder had it changed; empty for a first one
	Files       []org.File                   // of the deliverable, by hash
	Changes     []coding.StepChange          // of code, in figures
	Pulls       []outward.PullRequest        // that were opened for it, the newest first
	Pictures    map[org.MissionID]org.File   // of the plan, by hash
	Moved       time.Time                    // when a step last began, ended or passed a stage
	Now         time.Time                    // the moment
}

// CardState is the state of a project's card: the one message that is edited in place.
type CardState struct {
	Project org.ProjectID
	N       int       // of the message; a new one begins before the old may no longer be edited
	Opened  time.Time // when this message began; zero when there is none yet
	Said    time.Time // when it was last written
	Text    string    // what it says
	Marks   int64     // rises whenever the project changes
}

// Drawing is a mission as its picture shows it. Seq is the last line of the
// journal that it takes account of.
type Drawing struct {
	Project org.Project
	Mission org.Mission
	Steps   []org.Step
	Seq     int64
}

// Reading is the range that a follower of the journal has read: the lines after From up to To.
type Reading struct {
	Follower string // its name
	From, To int64
}
