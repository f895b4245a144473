package work

import (
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// PlanningJob is the input of planning one mission.
type PlanningJob struct {
	Lease      MissionLease
	Project    org.Project
	Mission    org.Mission
	Items      []org.Item // this mission's open items; empty without a roadmap
	All        []org.Item // the items of all missions that were open when the roadmap came
	Roadmap    bool       // the project came as a roadmap
	Previous   string     // the previous phase's deliverable, PreviousDeliverableChars at most
	Request    string     // the founder's words and attachments, whole
	Agents     []org.Agent
	Directives []string
	Steering   []string
	Steps      int      // steps the project already has
	Past       []string // outlines of plans for like requests that went well
	Code       bool     // the project has a repository
	// Sketch is the known part of that which concerns the order; nil where nobody has looked at it yet, and of plans from before it was kept.
	Sketch *coding.Sketch
	Given  []Document // attachments and other documents of the project, whole
	Again  *Again     // set when the mission was planned before
}

// MissionLease is a claim on the planning of a mission.
type MissionLease struct {
	Mission org.MissionID
	Owner   string
	Fence   int64
	Until   time.Time
}
