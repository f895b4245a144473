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
// An event's kind gives cmd, phase and event (org.LogLabel). A phase in brackets is
// replaced by the stage that the event names.
//
// docs/log.md lists all kinds.
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
