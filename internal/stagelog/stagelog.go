// Package stagelog keeps what the stages of a plan or an answer gave, so that any
// of them can be done again.
package stagelog

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
)

// Replay is one stage done again.
type Replay struct {
	Stage string // with its number: "critique/1"
	Round int    // of a step, or the number of a mission's plan; 0 for a message
	Bytes string // JSON, as it is kept
	Same  bool   // whether these are the bytes that were kept
}

// ErrNoStage says that no result of that stage is kept to compare with.
var ErrNoStage = errors.New("no such stage was done")

// ErrNotReached says that work which is done again took another way and never came to its stage.
var ErrNotReached = errors.New("the work did not come to it this time")

// ErrReplayed ends a replay once its stage is done.
var ErrReplayed = errors.New("the stage is done again")

// Log holds the outputs of the stages of one plan, or of one answer, in their order, so that any
// of them can be done again. The zero value notes what is done. A log is used by one goroutine.
type Log struct {
	Results []org.StageResult
	only    string // the one stage that is done again; empty while work goes on
	again   string // what it gave
}

// Retrace returns a log on which all stages but one are read from what is
// kept, and that one is done again. A name without a number is the first of
// its stage. It returns ErrNoStage when the stage is not among them.
func Retrace(kept []org.StageResult, name string) (*Log, error) {
	i := slices.IndexFunc(kept, func(s org.StageResult) bool { return s.Stage == name || s.Slot() == name })
	if i < 0 {
		return nil, fmt.Errorf("%w: %s", ErrNoStage, name)
	}
	return &Log{Results: kept, only: kept[i].Slot()}, nil
}

// Do does a stage and notes what it gave. On a retraced log it reads
// what is kept, and returns ErrReplayed after the stage that is done again.
// What is input (StageContext) is read there in any case.
func Do[T any](l *Log, stage string, seq int, do func() (T, error)) (T, error) {
	slot := org.StageSlot(stage, seq)
	if i := slices.IndexFunc(l.Results, func(s org.StageResult) bool { return s.Slot() == slot }); l.only != "" && i >= 0 && (slot != l.only || stage == org.StageContext) {
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
		l.Results = append(l.Results, org.StageResult{Stage: stage, Seq: seq, Output: string(raw)})
	case slot:
		l.again = string(raw)
		return out, ErrReplayed
	}
	return out, nil
}

// Lacks reports whether a retraced log is from before a stage was kept.
func (l *Log) Lacks(stage string, seq int) bool {
	slot := org.StageSlot(stage, seq)
	return l.only != "" && !slices.ContainsFunc(l.Results, func(s org.StageResult) bool { return s.Slot() == slot })
}

// Replay is the outcome of a retraced log, given the error with which the
// work on it ended.
func (l *Log) Replay(err error) (Replay, error) {
	if err == nil {
		err = ErrNotReached
	}
	if !errors.Is(err, ErrReplayed) {
		return Replay{}, fmt.Errorf("do %s again: %w", l.only, err)
	}
	i := slices.IndexFunc(l.Results, func(s org.StageResult) bool { return s.Slot() == l.only })
	return Replay{Stage: l.only, Bytes: l.again, Same: l.again == l.Results[i].Output}, nil
}

// Read reads what the first run of a stage gave into v. It returns
// ErrNoStage when it is not kept.
func Read(kept []org.StageResult, stage string, v any) error {
	i := slices.IndexFunc(kept, func(s org.StageResult) bool { return s.Stage == stage })
	if i < 0 {
		return fmt.Errorf("%w: %s", ErrNoStage, stage)
	}
	if err := json.Unmarshal([]byte(kept[i].Output), v); err != nil {
		return fmt.Errorf("read what %s gave: %w", stage, err)
	}
	return nil
}
