// Package journal follows the journal of events, renders its lines for people
// and exports them to the workflow log, a file that can be tailed.
//
// # The workflow log
//
// Each event is two lines, written with one append: a JSON object and a line
// for people.
//
//	{"ts":"2026-01-02T03:04:05.000006Z","cmd":"work","phase":"research","event":"MILESTONE","agent":"agent-ada","data":{"seq":"7",...}}
//	# WORK:RESEARCH:MILESTONE - Research finished: 6 sources.
//
// data holds the number and kind of the event, the ids it concerns and what
// the event carries itself. The database is the truth and the file is derived
// from it: deleting the file loses nothing but the file.
//
// # Events
//
// An event's kind gives cmd, phase and event. A phase in brackets is
// replaced by the stage that the event names.
//
//	kind                     cmd       phase      event
//	message_received         converse  message    START
//	message_handled          converse  message    COMPLETE
//	message_ignored          converse  message    COMPLETE
//	directive_recorded       converse  rule       MILESTONE
//	steering_recorded        converse  steering   MILESTONE
//	command_given            converse  command    MILESTONE
//	document_accepted        project   decision   MILESTONE
//	project_created          project   project    START
//	project_phase_advanced   project   phase      MILESTONE
//	project_completed        project   project    COMPLETE
//	project_failed           project   project    FAILED
//	project_paused           project   project    MILESTONE
//	project_resumed          project   project    MILESTONE
//	project_cancelled        project   project    COMPLETE
//	project_reopened         project   project    MILESTONE
//	project_archived         project   project    MILESTONE
//	project_restored         project   project    MILESTONE
//	shared                   project   project    MILESTONE
//	unshared                 project   project    MILESTONE
//	published                project   project    MILESTONE
//	mission_planning         plan      mission    PHASE_START
//	mission_planned          plan      mission    MILESTONE
//	mission_completed        plan      mission    PHASE_COMPLETE
//	mission_failed           plan      mission    FAILED
//	mission_cancelled        plan      mission    PHASE_COMPLETE
//	mission_replanned        plan      mission    PHASE_START
//	step_ready               work      step       MILESTONE
//	step_started             work      step       AGENT_SPAWN
//	stage_done               work      (stage)    MILESTONE
//	step_in_review           work      review     MILESTONE
//	step_rejected            work      review     MILESTONE
//	step_completed           work      step       AGENT_COMPLETE
//	step_failed              work      step       FAILED
//	step_cancelled           work      step       AGENT_COMPLETE
//	step_held                work      step       MILESTONE
//	step_released            work      step       AGENT_COMPLETE
//	step_diagnosed           work      step       MILESTONE
//	step_dropped             work      step       AGENT_COMPLETE
//	step_reopened            work      step       MILESTONE
//	escalation               work      step       MILESTONE
//	decided                  project   decision   MILESTONE
//	schedule_saved           project   schedule   MILESTONE
//	schedule_run             project   schedule   MILESTONE
//	schedule_ended           project   schedule   MILESTONE
//	cap_set                  project   budget     MILESTONE
//	gate_set                 project   budget     MILESTONE
//	alert_raised             watch     alert      MILESTONE
//	agent_hired              plan      staff      MILESTONE
//	agent_trained            plan      staff      MILESTONE
//	lesson_learnt            plan      staff      MILESTONE
//	repository_added         plan      staff      MILESTONE
//	change_placed            work      step       MILESTONE
//	isolation_set            work      step       MILESTONE
//	change_arrived           work      step       MILESTONE
//	branch_pushed            work      step       MILESTONE
//	action                   work      action     MILESTONE
//	connection               work      connection MILESTONE
//	hook_ran                 work      step       MILESTONE
//	skill_added              plan      staff      MILESTONE
//	skill_removed            plan      staff      MILESTONE
//	token_added              plan      staff      MILESTONE
//	token_removed            plan      staff      MILESTONE
//	signed_in                plan      staff      MILESTONE
//	signed_out               plan      staff      MILESTONE
//	lessons_tidied           plan      staff      MILESTONE
//	note_made                plan      staff      MILESTONE
//	critic_measured          work      review     MILESTONE
//	company_on               company   decision   MILESTONE
//	company_off              company   decision   MILESTONE
//	memo_sent                company   message    MILESTONE
//	memo_settled             company   message    MILESTONE
//	memo_stuck               company   message    FAILED
//	sitting_done             company   decision   MILESTONE
//	sitting_aborted          company   message    FAILED
//	health_said              company   decision   MILESTONE
//	counter_mended           watch     alert      MILESTONE
//	tier_downgraded          model     (call)     MILESTONE
//	ghost_reply              model     (call)     MILESTONE
//	delivery_sent            deliver   delivery   MILESTONE
//	delivery_held            deliver   delivery   MILESTONE
//	delivery_retried         deliver   delivery   MILESTONE
//	delivery_abandoned       deliver   delivery   FAILED
//
// A rejection is no FAILED, because the step goes on; each try of a step
// begins with AGENT_SPAWN and ends with AGENT_COMPLETE or FAILED, or with a
// rejection.
//
// The memory of a chain is what these entries tell of: a step is
// given the results of the steps before it from the rows that the same
// transactions wrote, and of one that has none, why. An entry that is missing
// from the file therefore costs nobody anything.
//
// FAILED carries error, phase, recoverable and suggestion in data; START args
// and context; MILESTONE description and metrics; COMPLETE and
// AGENT_COMPLETE outputs and next_suggested. They are strings, or empty when unknown.
package journal
