package reports

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Signal names something that the watcher sees in the journal.
type Signal string

// The signals.
const (
	SignalLoop       Signal = "loop"         // the same again and again, and nothing comes of it
	SignalStuck      Signal = "stuck"        // worked on, and nothing happens at all
	SignalRegression Signal = "regression"   // passed, and failed after that
	SignalOrder      Signal = "out of order" // something that cannot come before what it needs
	SignalFailed     Signal = "failed"       // something failed that nobody tells the founder of
	SignalSilence    Signal = "silence"      // longer without a sign than the stage may take
	SignalMilestone  Signal = "no milestone" // something should have begun or come
	SignalSlowing    Signal = "slowing"      // each milestone takes longer than the ones before
	SignalIncomplete Signal = "incomplete"   // done, and what was made did not arrive
	SignalAbrupt     Signal = "abrupt stop"  // open, and nobody is going to do anything
	SignalPartial    Signal = "partial"      // ended, with something left that never began
	SignalAbandoned  Signal = "abandoned"    // ended, with somebody still at work
	SignalDoubt      Signal = "doubt"        // a model thinks so that read the log; rules cannot tell
)

// Remedy names something that the watcher may do by itself. All of them can be undone and may be
// done twice; nothing else is ever done without the founder.
type Remedy string

// The remedies.
const (
	RemedyNone    Remedy = ""
	RemedyRequeue Remedy = "requeue" // the step goes back to the queue; what it saved is kept
	RemedyPause   Remedy = "pause"   // the project is paused until the founder resumes it
	RemedyAdvise  Remedy = "advise"  // the worker reads a sentence before its next stage
)

// Level is the watcher's answer to a signal.
type Level string

// The levels: act and tell; tell with a suggestion; tell in the daily digest.
const (
	LevelHigh   Level = "high"
	LevelMedium Level = "medium"
	LevelLow    Level = "low"
)

// Thresholds are the confidences above which the watcher acts and from which it
// suggests something.
type Thresholds struct{ Act, Suggest float64 }

// ParseThresholds reads the policy rows; an empty one is the default. The
// watcher may be made more careful and never bolder: at UntrustedMost it must not
// act. Errors are sentences for the founder.
func ParseThresholds(act, suggest string) (Thresholds, error) {
	t := Thresholds{org.ActAbove, org.SuggestFrom}
	for _, row := range []struct {
		text        string
		into        *float64
		least, most float64
	}{{act, &t.Act, org.ActAbove, 1}, {suggest, &t.Suggest, 0, org.ActAbove}} {
		if row.text == "" {
			continue
		}
		f, err := strconv.ParseFloat(row.text, 64)
		if err != nil || !(f >= row.least && f <= row.most) {
			return t, fmt.Errorf("%q does not do: write a number from %g to %g", row.text, row.least, row.most)
		}
		*row.into = f
	}
	return t, nil
}

// Level grades a confidence. What is no confidence at all is low.
func (t Thresholds) Level(confidence float64) Level {
	switch {
	case math.IsNaN(confidence) || confidence < t.Suggest || confidence > 1:
		return LevelLow
	case confidence > t.Act:
		return LevelHigh
	default:
		return LevelMedium
	}
}

// Calibrated weighs a confidence by how often the founder said that such
// alerts were right.
func Calibrated(confidence float64, right, wrong int) float64 {
	if right+wrong < org.VerdictsNeeded {
		return confidence
	}
	return confidence * float64(right) / float64(right+wrong)
}

// Alert is one thing that the watcher noticed.
type Alert struct {
	ID         string // "a3"; set by the store
	Key        string // says whether two are the same
	Signal     Signal
	Project    org.ProjectID
	Mission    org.MissionID
	Step       org.StepID
	Confidence float64
	Level      Level    // set by the store
	Text       string   // what was noticed, in a sentence
	Advice     string   // what the founder, or the worker, may do about it
	Evidence   []string // lines of the journal, word for word
	Remedy     Remedy   // what to do at level high
	Acted      bool     // whether it was done; set by the store
	Verdict    string   // "right", "wrong" or empty
	At         time.Time
}
