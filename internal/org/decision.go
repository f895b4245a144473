package org

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Decision is a question that only the founder can answer, with the answers
// that it may have. It waits for ever: no answer is ever made of silence.
type Decision struct {
	ID       string
	Project  ProjectID
	Step     StepID // empty when it is about the whole project
	Kind     DecisionKind
	Topic    EscalationKind // what the question is about
	Question string
	Hunk     string   // lines of a change that it is about, as a patch has them; empty for none
	Options  []Option // none: any words are an answer
	Blocks   []string // titles of the open steps that wait for it
	// With is the first of the decisions that are asked in one message; empty for
	// that one, and for one that has a message of its own.
	With string
	// Safe is the option that stands until he answers. It costs nothing and
	// can be undone.
	Safe string
	At   time.Time
	// Answer is the option that was chosen, Words what was said with it, By
	// and DecidedAt who chose and when. All are empty while it is open.
	Answer    string
	Text      string
	By        string
	DecidedAt time.Time
	// Again lists the steps that the answer has done again. Only the call that
	// decided returns them.
	Again []StepID
}

// Open reports whether nobody has answered yet.
func (d Decision) Open() bool { return d.DecidedAt.IsZero() }

// Message names the message in which the decision is asked: it is the first decision there.
func (d Decision) Message() string { return cmp.Or(d.With, d.ID) }

// DecisionSlot is the slot of the message that a decision names, in which it is asked and
// its answer is shown.
func DecisionSlot(message string) string { return decisionSlot + message }

// DecisionMessage is the message of a slot; ok is false for a slot of anything else.
func DecisionMessage(slot string) (message string, ok bool) {
	return strings.CutPrefix(slot, decisionSlot)
}

const decisionSlot = "decision:"

// DecisionKind says why a decision is asked for.
type DecisionKind string

// The kinds of decisions.
const (
	DecideQuestion DecisionKind = "question" // an agent cannot go on without an answer
	DecideStrikes  DecisionKind = "strikes"  // a step was rejected for the last time
	DecidePlan     DecisionKind = "plan"     // a plan costs more than the founder's threshold
	DecideGate     DecisionKind = "gate"     // the work came to a gate of the founder's
)

// Option is one answer to a decision.
type Option struct {
	ID     string `json:"id"` // "a", "b", ...
	Label  string `json:"label"`
	Effect string `json:"effect"` // on price and time, in a few words
	// Command carries the answer out, as a line of the command language: redo
	// with a step, replan, cancel or steer with a project; empty when deciding itself
	// does it, or when nothing is to be done. Words of the founder are appended
	// after a space.
	Command string `json:"command,omitempty"`
	Ask     string `json:"ask,omitempty"` // what to ask him for with it; empty for nothing
	Style   Style  `json:"style,omitempty"`
}

// Option returns an option by its id or its label, whatever the case.
func (d Decision) Option(name string) (Option, bool) {
	name = strings.TrimSpace(name)
	for _, o := range d.Options {
		if strings.EqualFold(o.ID, name) || strings.EqualFold(o.Label, name) {
			return o, true
		}
	}
	return Option{}, false
}

// SortDecisions puts the questions first that hold up most: those that most steps wait
// for, then the oldest.
func SortDecisions(open []Decision) {
	slices.SortStableFunc(open, func(a, b Decision) int {
		return cmp.Or(cmp.Compare(len(b.Blocks), len(a.Blocks)), a.At.Compare(b.At))
	})
}
