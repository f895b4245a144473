package org

import "fmt"

// StageResult is the output of one stage of a plan, or of the answer to a message.
type StageResult struct {
	Stage  string
	Seq    int    // for stages that run more than once, from 0
	Output string // JSON
	Setup  string `json:"-"` // id of how the process was set up
}

// Slot is the stage with its number: "plan/1".
func (s StageResult) Slot() string { return StageSlot(s.Stage, s.Seq) }

// StageSlot names a stage that may run more than once: "critique/1".
func StageSlot(stage string, seq int) string { return fmt.Sprintf("%s/%d", stage, seq) }

// Trace is a log as the database keeps it, with what it began with.
type Trace struct {
	Mission MissionID // empty for a message's
	Plan    int       // number of the mission's plan, from 1
	Request string    // what the founder asked for, whole; of a mission
	Message Message   // of an answer
	Results []StageResult
}
