package record

import (
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Ready is the predicate of the index steps_ready, literally: with parameters
// in it SQLite would not use the index, and a claim would cost as much as the
// backlog is long.
const Ready = `state = 'pending' AND open_deps = 0 AND held = 0`

// StepEvent writes a journal line about a step.
func StepEvent(t *sqldb.Tx, kind org.EventKind, s org.Step, text string) error {
	return t.Event(StepLine(kind, s, text))
}

// StepLine returns a line for the journal about a step.
func StepLine(kind org.EventKind, s org.Step, text string) org.Event {
	return org.Event{Kind: kind, Project: s.Project, Mission: s.Mission, Step: s.ID, Agent: s.Agent, Attempt: s.Attempt, Text: text}
}
