package org

// ProjectState is the state of a project. The transaction that ends its last phase ends it; the
// founder pauses, resumes and cancels.
type ProjectState string

// The states of a project.
const (
	ProjectActive    ProjectState = "active"
	ProjectPaused    ProjectState = "paused"
	ProjectCompleted ProjectState = "completed"
	ProjectPartial   ProjectState = "partial"
	ProjectFailed    ProjectState = "failed"
	ProjectCancelled ProjectState = "cancelled"
)

// ProjectStates lists the states of a project.
func ProjectStates() []ProjectState {
	return []ProjectState{ProjectActive, ProjectPaused, ProjectCompleted, ProjectPartial, ProjectFailed, ProjectCancelled}
}

// Ended reports whether nothing more happens to a project in this state.
func (s ProjectState) Ended() bool {
	switch s {
	case ProjectCompleted, ProjectPartial, ProjectFailed, ProjectCancelled:
		return true
	case ProjectActive, ProjectPaused:
		return false
	}
	return false
}

// MissionState is the state of a mission: planning until its plan is saved whole, then in_progress
// until its last step ends.
type MissionState string

// The states of a mission.
const (
	MissionPlanning   MissionState = "planning"
	MissionInProgress MissionState = "in_progress"
	MissionPaused     MissionState = "paused"
	MissionCompleted  MissionState = "completed"
	MissionPartial    MissionState = "partial"
	MissionFailed     MissionState = "failed"
	MissionCancelled  MissionState = "cancelled"
)

// Ended reports whether nothing more happens to a mission in this state.
func (s MissionState) Ended() bool {
	switch s {
	case MissionCompleted, MissionPartial, MissionFailed, MissionCancelled:
		return true
	case MissionPlanning, MissionInProgress, MissionPaused:
		return false
	}
	return false
}

// StepState is the stored state of a step. Ready and held are derived from
// the step's open dependencies and its hold bits and are never stored.
//
//	pending -> in_progress -> in_review -> completed
//	   ^            |             |
//	   +------------+-------------+   rejected with strikes left, crash, drain
//	any of the first three -> failed, cancelled
type StepState string

// The states of a step.
const (
	StepPending    StepState = "pending"
	StepInProgress StepState = "in_progress"
	StepInReview   StepState = "in_review"
	StepCompleted  StepState = "completed"
	StepFailed     StepState = "failed"
	StepCancelled  StepState = "cancelled"
)

// Ended reports whether nothing more happens to a step in this state, short
// of a founder's retry.
func (s StepState) Ended() bool {
	switch s {
	case StepCompleted, StepFailed, StepCancelled:
		return true
	case StepPending, StepInProgress, StepInReview:
		return false
	}
	return false
}

// Claimed reports whether a worker holds the step.
func (s StepState) Claimed() bool { return s == StepInProgress || s == StepInReview }

// Hold is a set of reasons why a pending step may not run now. The claim
// looks for steps whose set is empty.
type Hold int

// The hold bits. Their numbers are stored.
const (
	HoldMission    Hold = 1   // the mission is not in progress
	HoldGate       Hold = 2   // a gate waits for the founder
	HoldBackoff    Hold = 4   // waits until run_after
	HoldBudget     Hold = 8   // a cap that the founder set is reached
	HoldCap        Hold = 16  // the mission works on as many steps as it may
	HoldUnreviewed Hold = 32  // no reviewer could be reached
	HoldCode       Hold = 64  // nobody here can run code safely
	HoldFounder    Hold = 128 // the founder holds this one step
)

// Reasons lists the set's reasons in the words shown to the founder; nil for
// the empty set.
func (h Hold) Reasons() []string {
	var out []string
	for _, b := range []struct {
		bit  Hold
		word string
	}{
		{HoldMission, "mission paused"},
		{HoldGate, "waits for your approval"},
		{HoldBackoff, "waits before the next try"},
		{HoldBudget, "your spending cap is reached"},
		{HoldCap, "mission at its limit of parallel steps"},
		{HoldUnreviewed, "unreviewed: no reviewer could be reached"},
		{HoldFounder, "you hold it"},
		{HoldCode, "waits for a worker that can run code (frasier doctor on its machine says what is missing)"},
	} {
		if h&b.bit != 0 {
			out = append(out, b.word)
		}
	}
	return out
}

// DeliveryState is the state of an outgoing delivery. Sending is stored before the first byte
// leaves.
type DeliveryState string

// The states of a delivery.
const (
	DeliveryQueued    DeliveryState = "queued"
	DeliverySending   DeliveryState = "sending"
	DeliverySent      DeliveryState = "sent"
	DeliveryAbandoned DeliveryState = "abandoned"
)
