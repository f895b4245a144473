package org

import (
	"cmp"
	"fmt"
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
	Options  []Option // none: any words are an answer
	Blocks   []string // titles of the open steps that wait for it
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

// DecisionKind is why a decision is asked for.
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
	// Command is what the answer does, as a line of the command language: redo
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

// Thread is a project's own thread in a chat.
type Thread struct {
	Project  ProjectID
	Channel  Channel // where it was opened
	ID       string  // the transport's id of the thread
	Starter  string  // the transport's id of the message it began with; empty when there is none
	OpenedAt time.Time
}

// MostBlocking sorts decisions: those that block most steps first, then the
// oldest.
func MostBlocking(all []Decision) {
	slices.SortStableFunc(all, func(a, b Decision) int {
		return cmp.Or(cmp.Compare(len(b.Blocks), len(a.Blocks)), a.At.Compare(b.At))
	})
}

// Effort is what a piece of work costs and takes.
type Effort struct {
	Cost  NanoUSD
	Known bool // whether Cost means anything
	Time  time.Duration
}

// String says it in a few words: "about $0.04 and 3 min".
func (e Effort) String() string {
	minutes := max(1, int((e.Time+30*time.Second)/time.Minute))
	if !e.Known {
		return fmt.Sprintf("cost unknown, about %d min", minutes)
	}
	return fmt.Sprintf("about %s and %d min", Cents(e.Cost), minutes)
}

// PolicyPlanAsk is the policy row with the price in dollars from which a plan
// waits for the founder's yes: "5.00", or "off", which is the default. Without
// it planning and starting need no approval.
const PolicyPlanAsk = "plan.ask_above"

// ParsePlanAsk reads the policy row; set is false when it is off. Its error is
// a sentence for the founder.
func ParsePlanAsk(value string) (limit NanoUSD, set bool, err error) {
	if value = strings.TrimSpace(value); value == "" || value == "off" {
		return 0, false, nil
	}
	limit, ok := ParseUSD(value)
	if !ok {
		return 0, false, fmt.Errorf("%q is no price: write dollars such as 1000 or 2.50, or off", value)
	}
	return limit, true, nil
}

// PlanStart is the answer that lets a plan begin.
const PlanStart = "a"

// PlanQuestion asks for a yes to a plan whose price may reach the founder's
// threshold. Nothing of it begins before he answers.
func PlanQuestion(p Project, label string, f Forecast, limit NanoUSD) Decision {
	return Decision{
		Project: p.ID, Kind: DecidePlan, Topic: EscalateBudget,
		Question: fmt.Sprintf("The plan for %q will probably cost %s and take %s. You asked to be asked from %s.", label, f.Price(), f.Span(), Cents(limit)),
		Options: []Option{
			{ID: PlanStart, Label: "Start", Effect: f.Price() + ", " + f.Span(), Style: StyleGood},
			{ID: "b", Label: "Change the plan", Effect: "planned again, then asked again", Command: CommandReplan + " " + string(p.ID), Ask: "What should be different?"},
			{ID: "c", Label: "Drop it", Effect: "free; the project ends", Command: CommandCancel + " " + string(p.ID), Style: StyleDanger},
		},
	}
}

// PlanQuestionSafe is the option of a question about a plan that stands until
// the founder answers: the plan goes on.
const PlanQuestionSafe = "a"

// PlanOptions are the answers to a question about a plan.
func PlanOptions(p ProjectID) []Option {
	return []Option{
		{ID: PlanQuestionSafe, Label: "Go on as planned", Effect: "free", Style: StyleGood},
		{ID: "b", Label: "Change the plan", Effect: "planned again; what is done is kept", Command: CommandReplan + " " + string(p), Ask: "What should be different?"},
		{ID: "c", Label: "Drop it", Effect: "free; the project ends", Command: CommandCancel + " " + string(p), Style: StyleDanger},
	}
}

// StrikesSafe is the option that stands while nobody answers a last strike:
// the step stays failed, and the rest goes on without it.
const StrikesSafe = "e"

// StrikeOptions are the answers to a step that was rejected for the last
// time. The first three are the causes there may be: the wrong task,
// an unsuited agent, criteria that ask too much.
func StrikeOptions(s Step, again Effort) []Option {
	redo := CommandRedo + " " + string(s.ID)
	once := "one more try, " + again.String()
	return []Option{
		{ID: "a", Label: "Wrong task", Effect: once, Command: redo, Ask: "What should this step do instead?"},
		{ID: "b", Label: "Unsuited agent", Effect: once + ", on a stronger model", Command: redo + " tier:T3"},
		{ID: "c", Label: "Criteria too strict", Effect: once, Command: redo, Ask: "Which criterion should be dropped or eased?"},
		{ID: "d", Label: "Give a hint", Effect: once, Command: redo, Ask: "What should the agent know?", Style: StylePrimary},
		{ID: "e", Label: "Leave it out", Effect: "free; the document says that it is missing"},
	}
}

// QuestionSafe is the option that stands while nobody answers an agent's
// question: its step stays as it is, and the rest goes on without it.
const QuestionSafe = "b"

// QuestionOptions are the answers to a step that stopped because only the
// founder can help: his words, with which it is tried again, or to leave it.
func QuestionOptions(s Step, again Effort) []Option {
	return []Option{
		{
			ID: "a", Label: "Answer", Effect: "one more try with your words, " + again.String(), Command: CommandRedo + " " + string(s.ID),
			Ask: "What should the agent know?", Style: StylePrimary,
		},
		{ID: QuestionSafe, Label: "Leave it out", Effect: "free; the document says that it is missing"},
	}
}

// CancelUndo is how long a founder may take a cancellation back: a day, in
// which he sleeps on it once (our choice).
const CancelUndo = 24 * time.Hour
