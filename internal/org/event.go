package org

import (
	"slices"
	"time"
)

// EventKind names what happened. One event is written per change of state, in
// the same transaction.
type EventKind string

// The kinds of events.
const (
	EventMessageReceived EventKind = "message_received"
	EventMessageHandled  EventKind = "message_handled"
	EventMessageIgnored  EventKind = "message_ignored"
	EventDirective       EventKind = "directive_recorded"
	EventSteering        EventKind = "steering_recorded"
	EventCommand         EventKind = "command_given" // one that acts
	EventAccepted        EventKind = "document_accepted"

	EventProjectCreated   EventKind = "project_created"
	EventPhaseAdvanced    EventKind = "project_phase_advanced"
	EventProjectCompleted EventKind = "project_completed" // completed or partial
	EventProjectFailed    EventKind = "project_failed"
	EventProjectPaused    EventKind = "project_paused"
	EventProjectResumed   EventKind = "project_resumed"
	EventProjectCancelled EventKind = "project_cancelled"
	EventProjectReopened  EventKind = "project_reopened"

	EventProjectArchived EventKind = "project_archived" // deleted from the lists
	EventProjectRestored EventKind = "project_restored" // back in the lists

	EventShared    EventKind = "shared"    // shown to whoever has its address
	EventUnshared  EventKind = "unshared"  // and not any more
	EventPublished EventKind = "published" // its document is in the folder

	EventKept       EventKind = "document_kept"       // its pages are read again: what of that
	EventKeyChanged EventKind = "signing_key_changed" // documents are signed with another key

	EventMissionPlanning  EventKind = "mission_planning"
	EventMissionPlanned   EventKind = "mission_planned"
	EventMissionCompleted EventKind = "mission_completed" // completed or partial
	EventMissionFailed    EventKind = "mission_failed"
	EventMissionCancelled EventKind = "mission_cancelled"
	EventMissionReplanned EventKind = "mission_replanned" // to be planned again

	EventStepReady     EventKind = "step_ready"
	EventStepStarted   EventKind = "step_started"
	EventStageDone     EventKind = "stage_done"
	EventStepInReview  EventKind = "step_in_review"
	EventStepRejected  EventKind = "step_rejected"
	EventStepCompleted EventKind = "step_completed"
	EventStepFailed    EventKind = "step_failed"
	EventStepCancelled EventKind = "step_cancelled"
	EventStepHeld      EventKind = "step_held"
	EventStepGivenBack EventKind = "step_released"  // back in the queue: "claim" says why; older journals have it of a hold that ended too
	EventHoldLifted    EventKind = "hold_lifted"    // a reason why a step did not start is gone
	EventDiagnosed     EventKind = "step_diagnosed" // the debugger looked for the cause
	EventStepDropped   EventKind = "step_dropped"   // left out by the founder
	EventStepReopened  EventKind = "step_reopened"  // to be done again
	EventEscalation    EventKind = "escalation"
	EventDecided       EventKind = "decided" // the founder answered an escalation

	EventScheduled     EventKind = "schedule_saved"
	EventScheduleRun   EventKind = "schedule_run"
	EventScheduleEnded EventKind = "schedule_ended"
	EventCapSet        EventKind = "cap_set"
	EventGateSet       EventKind = "gate_set" // or taken away
	EventAlert         EventKind = "alert_raised"

	EventAgentHired   EventKind = "agent_hired"
	EventAgentTrained EventKind = "agent_trained" // after rejections
	EventLessonActive EventKind = "lesson_learnt" // a lesson recurred and is given from now on

	EventRepository EventKind = "repository_added" // or removed, or its settings were changed
	EventPlaced     EventKind = "change_placed"    // how a step changes code was decided
	EventIsolation  EventKind = "isolation_set"    // a founder said whether a step's change comes into his folder
	EventArrived    EventKind = "change_arrived"   // a merged change came into the founder's folder, or that was left alone
	EventPushed     EventKind = "branch_pushed"    // a project's branch went to its repository's address, or that did not take it

	EventAction     EventKind = "action"     // something is to be done at others, or was; "state" says which
	EventConnection EventKind = "connection" // to a forge was made, switched off or taken away
	EventCleaned    EventKind = "cleaned"    // what a project left was put away, or why it stays
	EventIssue      EventKind = "issue"      // at a forge was asked for, ordered or refused
	EventPermit     EventKind = "permit"     // what may be done at others for a project was said
	EventPull       EventKind = "pull"       // a pull request of ours changed at its forge; "news" says how

	EventHandedIn EventKind = "change_handed_in" // by a program elsewhere
	EventReplaced EventKind = "agent_replaced"   // one that writes a change stood still, and another one goes on

	EventReminder EventKind = "reminder" // was set, moved, told or ended: "state" says which

	EventHook EventKind = "hook_ran" // a founder's command on an event of a step that changes code; "said" is what it said

	EventSkillAdded   EventKind = "skill_added"   // from outside, vetted
	EventSkillRemoved EventKind = "skill_removed" // by the founder
	EventTokenAdded   EventKind = "token_added"   // for programs that ask the API
	EventTokenRemoved EventKind = "token_removed"

	EventSignedIn  EventKind = "signed_in" // to the dashboard
	EventSignedOut EventKind = "signed_out"

	EventCurated EventKind = "lessons_tidied"  // by the curator, or put back: "restored" then says how many
	EventNote    EventKind = "note_made"       // a lesson became a note of its role
	EventCritic  EventKind = "critic_measured" // by drafts of known worth, with another result than before

	EventCompanyOn      EventKind = "company_on" // or its week's budget was changed
	EventCompanyOff     EventKind = "company_off"
	EventMemoSent       EventKind = "memo_sent"
	EventMemoSettled    EventKind = "memo_settled" // or declined, deferred, expired, let go on: "state" says which
	EventMemoStuck      EventKind = "memo_stuck"   // nobody could settle it; the founder is told
	EventSittingDone    EventKind = "sitting_done"
	EventSittingAborted EventKind = "sitting_aborted"
	EventHealth         EventKind = "health_said" // what a director says of how a project fares

	EventCounterMended   EventKind = "counter_mended" // a derived counter was wrong
	EventDowngrade       EventKind = "tier_downgraded"
	EventUnparsed        EventKind = "ghost_reply"
	EventDeliverySent    EventKind = "delivery_sent"
	EventDeliveryHeld    EventKind = "delivery_held"    // until quiet hours end; its data say when
	EventDeliveryRetried EventKind = "delivery_retried" // when a founder asked, "asked" is the id of what asks and "reason" why it was given up
	EventDeliveryDropped EventKind = "delivery_abandoned"
)

// What an event is in the workflow log.
const (
	LogStart         = "START"
	LogPhaseStart    = "PHASE_START"
	LogPhaseComplete = "PHASE_COMPLETE"
	LogMilestone     = "MILESTONE"
	LogAgentSpawn    = "AGENT_SPAWN"
	LogAgentComplete = "AGENT_COMPLETE"
	LogComplete      = "COMPLETE"
	LogFailed        = "FAILED"
)

// LogLabel places an event in the workflow log. A phase in brackets gives way to the stage or the call that the event names.
type LogLabel struct{ Cmd, Phase, Event string }

// logLabels has a row for each kind, as docs/log.md lists them. A rejection is no LogFailed, because the step goes on.
var logLabels = map[EventKind]LogLabel{ //nolint:gochecknoglobals // a table
	EventMessageReceived:  {"converse", "message", LogStart},
	EventMessageHandled:   {"converse", "message", LogComplete},
	EventMessageIgnored:   {"converse", "message", LogComplete},
	EventDirective:        {"converse", "rule", LogMilestone},
	EventSteering:         {"converse", "steering", LogMilestone},
	EventCommand:          {"converse", "command", LogMilestone},
	EventAccepted:         {"project", "decision", LogMilestone},
	EventProjectCreated:   {"project", "project", LogStart},
	EventPhaseAdvanced:    {"project", "phase", LogMilestone},
	EventProjectCompleted: {"project", "project", LogComplete},
	EventProjectFailed:    {"project", "project", LogFailed},
	EventProjectPaused:    {"project", "project", LogMilestone},
	EventProjectResumed:   {"project", "project", LogMilestone},
	EventProjectCancelled: {"project", "project", LogComplete},
	EventProjectReopened:  {"project", "project", LogMilestone},
	EventProjectArchived:  {"project", "project", LogMilestone},
	EventProjectRestored:  {"project", "project", LogMilestone},
	EventShared:           {"project", "project", LogMilestone},
	EventUnshared:         {"project", "project", LogMilestone},
	EventKeyChanged:       {"project", "key", LogMilestone},
	EventKept:             {"project", "pages", LogMilestone},
	EventPublished:        {"project", "project", LogMilestone},
	EventMissionPlanning:  {"plan", "mission", LogPhaseStart},
	EventMissionPlanned:   {"plan", "mission", LogMilestone},
	EventMissionCompleted: {"plan", "mission", LogPhaseComplete},
	EventMissionFailed:    {"plan", "mission", LogFailed},
	EventMissionCancelled: {"plan", "mission", LogPhaseComplete},
	EventMissionReplanned: {"plan", "mission", LogPhaseStart},
	EventStepReady:        {"work", "step", LogMilestone},
	EventStepStarted:      {"work", "step", LogAgentSpawn},
	EventStageDone:        {"work", "(stage)", LogMilestone},
	EventStepInReview:     {"work", "review", LogMilestone},
	EventStepRejected:     {"work", "review", LogMilestone},
	EventStepCompleted:    {"work", "step", LogAgentComplete},
	EventStepFailed:       {"work", "step", LogFailed},
	EventStepCancelled:    {"work", "step", LogAgentComplete},
	EventStepHeld:         {"work", "step", LogMilestone},
	EventStepGivenBack:    {"work", "step", LogAgentComplete},
	EventHoldLifted:       {"work", "step", LogMilestone},
	EventDiagnosed:        {"work", "step", LogMilestone},
	EventStepDropped:      {"work", "step", LogAgentComplete},
	EventStepReopened:     {"work", "step", LogMilestone},
	EventEscalation:       {"work", "step", LogMilestone},
	EventDecided:          {"project", "decision", LogMilestone},
	EventScheduled:        {"project", "schedule", LogMilestone},
	EventScheduleRun:      {"project", "schedule", LogMilestone},
	EventScheduleEnded:    {"project", "schedule", LogMilestone},
	EventCapSet:           {"project", "budget", LogMilestone},
	EventGateSet:          {"project", "budget", LogMilestone},
	EventAlert:            {"watch", "alert", LogMilestone},
	EventAgentHired:       {"plan", "staff", LogMilestone},
	EventAgentTrained:     {"plan", "staff", LogMilestone},
	EventLessonActive:     {"plan", "staff", LogMilestone},
	EventRepository:       {"work", "repository", LogMilestone},
	EventPlaced:           {"work", "step", LogMilestone},
	EventIsolation:        {"work", "step", LogMilestone},
	EventArrived:          {"work", "step", LogMilestone},
	EventPushed:           {"work", "step", LogMilestone},
	EventAction:           {"work", "action", LogMilestone},
	EventConnection:       {"work", "connection", LogMilestone},
	EventCleaned:          {"work", "step", LogMilestone},
	EventReminder:         {"project", "schedule", LogMilestone},
	EventIssue:            {"work", "issue", LogMilestone},
	EventPermit:           {"work", "action", LogMilestone},
	EventPull:             {"work", "action", LogMilestone},
	EventHandedIn:         {"work", "step", LogMilestone},
	EventReplaced:         {"work", "step", LogMilestone},
	EventHook:             {"work", "step", LogMilestone},
	EventSkillAdded:       {"plan", "skill", LogMilestone},
	EventSkillRemoved:     {"plan", "skill", LogMilestone},
	EventTokenAdded:       {"access", "token", LogMilestone},
	EventTokenRemoved:     {"access", "token", LogMilestone},
	EventSignedIn:         {"access", "session", LogMilestone},
	EventSignedOut:        {"access", "session", LogMilestone},
	EventCurated:          {"plan", "staff", LogMilestone},
	EventNote:             {"plan", "staff", LogMilestone},
	EventCritic:           {"work", "review", LogMilestone},
	EventCompanyOn:        {"company", "decision", LogMilestone},
	EventCompanyOff:       {"company", "decision", LogMilestone},
	EventMemoSent:         {"company", "message", LogMilestone},
	EventMemoSettled:      {"company", "message", LogMilestone},
	EventMemoStuck:        {"company", "message", LogFailed},
	EventSittingDone:      {"company", "decision", LogMilestone},
	EventSittingAborted:   {"company", "message", LogFailed},
	EventHealth:           {"company", "decision", LogMilestone},
	EventCounterMended:    {"watch", "alert", LogMilestone},
	EventDowngrade:        {"model", "(call)", LogMilestone},
	EventUnparsed:         {"model", "(call)", LogMilestone},
	EventDeliverySent:     {"deliver", "delivery", LogMilestone},
	EventDeliveryHeld:     {"deliver", "delivery", LogMilestone},
	EventDeliveryRetried:  {"deliver", "delivery", LogMilestone},
	EventDeliveryDropped:  {"deliver", "delivery", LogFailed},
}

// Label returns the kind's row in the workflow log.
func (k EventKind) Label() LogLabel { return logLabels[k] }

// LogCmds lists what may stand for cmd in the workflow log, sorted.
func LogCmds() []string {
	var out []string
	for _, l := range logLabels {
		out = append(out, l.Cmd)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Known reports whether there is such a kind.
func (k EventKind) Known() bool { _, ok := logLabels[k]; return ok }

// What became of a claim, in the data of EventStepGivenBack under "claim".
const (
	ClaimReleased = "released" // given back: an orderly stop, or the project is stopped
	ClaimExpired  = "expired"  // taken away: its worker crashed, did not renew it or was silent for too long
)

// Event is one line of the journal. Seq has no gaps and rises with commit
// order.
type Event struct {
	Seq     int64             `json:"seq"`
	At      time.Time         `json:"at"`
	Kind    EventKind         `json:"kind"`
	Message MessageID         `json:"message,omitempty"`
	Project ProjectID         `json:"project,omitempty"`
	Mission MissionID         `json:"mission,omitempty"`
	Step    StepID            `json:"step,omitempty"`
	Agent   AgentID           `json:"agent,omitempty"`
	Attempt int               `json:"attempt,omitempty"`
	Text    string            `json:"text"` // one sentence for people
	Data    map[string]string `json:"data,omitempty"`
}
