package org

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// StageResult is what one stage of a plan, or of the answer to a message, gave.
type StageResult struct {
	Stage  string
	Seq    int    // for stages that run more than once, from 0
	Output string // JSON
}

// Slot is the stage with its number: "plan/1".
func (s StageResult) Slot() string { return StageSlot(s.Stage, s.Seq) }

// StageSlot names a stage that may run more than once: "critique/1".
func StageSlot(stage string, seq int) string { return fmt.Sprintf("%s/%d", stage, seq) }

// Replay is one stage done again.
type Replay struct {
	Stage string // with its number: "critique/1"
	Round int    // of a step, or the number of a mission's plan; 0 for a message
	Bytes string // JSON, as it is kept
	Same  bool   // whether these are the bytes that were kept
}

// ErrNoStage says that no result of that stage is kept to compare with.
var ErrNoStage = errors.New("no such stage was done")

// ErrReplayed ends a replay once its stage is done.
var ErrReplayed = errors.New("the stage is done again")

// StageLog is what the stages of one plan, or of one answer, gave, in their
// order, so that any of them can be done again. The zero value notes
// what is done. A log is used by one goroutine.
type StageLog struct {
	Results []StageResult
	only    string // the one stage that is done again; empty while work goes on
	again   string // what it gave
}

// Retrace returns a log on which all stages but one are read from what is
// kept, and that one is done again. A name without a number is the first of
// its stage. It returns ErrNoStage when the stage is not among them.
func Retrace(kept []StageResult, name string) (*StageLog, error) {
	i := slices.IndexFunc(kept, func(s StageResult) bool { return s.Stage == name || s.Slot() == name })
	if i < 0 {
		return nil, fmt.Errorf("%w: %s", ErrNoStage, name)
	}
	return &StageLog{Results: kept, only: kept[i].Slot()}, nil
}

// LogStage does a stage and notes what it gave. On a retraced log it reads
// what is kept, and returns ErrReplayed after the stage that is done again.
// What is input (StageContext) is read there in any case.
func LogStage[T any](l *StageLog, stage string, seq int, do func() (T, error)) (T, error) {
	slot := StageSlot(stage, seq)
	if i := slices.IndexFunc(l.Results, func(s StageResult) bool { return s.Slot() == slot }); l.only != "" && i >= 0 && (slot != l.only || stage == StageContext) {
		kept := l.Results[i].Output
		do = func() (out T, err error) {
			err = json.Unmarshal([]byte(kept), &out)
			return out, err
		}
	}
	out, err := do()
	if err != nil {
		return out, err
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return out, fmt.Errorf("keep what %s gave: %w", slot, err)
	}
	switch l.only {
	case "":
		l.Results = append(l.Results, StageResult{Stage: stage, Seq: seq, Output: string(raw)})
	case slot:
		l.again = string(raw)
		return out, ErrReplayed
	}
	return out, nil
}

// Replay is the outcome of a retraced log, given the error with which the
// work on it ended.
func (l *StageLog) Replay(err error) (Replay, error) {
	if err == nil {
		err = errors.New("the work did not come to it this time")
	}
	if !errors.Is(err, ErrReplayed) {
		return Replay{}, fmt.Errorf("do %s again: %w", l.only, err)
	}
	i := slices.IndexFunc(l.Results, func(s StageResult) bool { return s.Slot() == l.only })
	return Replay{Stage: l.only, Bytes: l.again, Same: l.again == l.Results[i].Output}, nil
}

// ReadStage reads what the first run of a stage gave into v. It returns
// ErrNoStage when it is not kept.
func ReadStage(kept []StageResult, stage string, v any) error {
	i := slices.IndexFunc(kept, func(s StageResult) bool { return s.Stage == stage })
	if i < 0 {
		return fmt.Errorf("%w: %s", ErrNoStage, stage)
	}
	if err := json.Unmarshal([]byte(kept[i].Output), v); err != nil {
		return fmt.Errorf("read what %s gave: %w", stage, err)
	}
	return nil
}

// Trace is a log as the database keeps it, with what it began with.
type Trace struct {
	Mission MissionID // empty for a message's
	Plan    int       // number of the mission's plan, from 1
	Request string    // what the founder asked for, whole; of a mission
	Message Message   // of an answer
	Results []StageResult
}
