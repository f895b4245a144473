// Package question words what code asks a founder: about a price, a gate, a step
// that failed, with the answers to each and the one that stands until he chooses. It is pure.
package question

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/forecast"
	"github.com/frasier-cos/frasier/internal/org"
)

// Sort sorts decisions: those that block most steps first, then the
// oldest.
func Sort(all []org.Decision) {
	slices.SortStableFunc(all, func(a, b org.Decision) int {
		return cmp.Or(cmp.Compare(len(b.Blocks), len(a.Blocks)), a.At.Compare(b.At))
	})
}

// Effort is the cost and time of a piece of work.
type Effort struct {
	Cost  org.NanoUSD
	Known bool // whether Cost means anything
	Time  time.Duration
}

// String says it in a few words: "about $0.04 and 3 min".
func (e Effort) String() string {
	minutes := max(1, int((e.Time+30*time.Second)/time.Minute))
	if !e.Known {
		return fmt.Sprintf("cost unknown, about %d min", minutes)
	}
	return fmt.Sprintf("about %s and %d min", org.Cents(e.Cost), minutes)
}

// PlanStart is the answer that lets a plan begin.
const PlanStart = "a"

// Price asks for a yes to a plan whose price may reach the founder's
// threshold. Nothing of it begins before he answers.
func Price(p org.Project, label string, f forecast.Forecast, limit org.NanoUSD) org.Decision {
	return org.Decision{
		Project: p.ID, Kind: org.DecidePlan, Topic: org.EscalateBudget,
		Question: fmt.Sprintf("The plan for %q will probably cost %s and take %s. You asked to be asked from %s.", label, f.Price(), f.Span(), org.Cents(limit)),
		Options: []org.Option{
			{ID: PlanStart, Label: "Start", Effect: f.Price() + ", " + f.Span(), Style: org.StyleGood},
			{ID: "b", Label: "Change the plan", Effect: "planned again, then asked again", Command: org.CommandReplan + " " + string(p.ID), Ask: "What should be different?"},
			{ID: "c", Label: "Drop it", Effect: "free; the project ends", Command: org.CommandCancel + " " + string(p.ID), Style: org.StyleDanger},
		},
	}
}

// PlanSafe is the option of a question about a plan that stands until
// the founder answers: the plan goes on.
const PlanSafe = "a"

// PlanOptions returns the answers to a question about a plan.
func PlanOptions(p org.ProjectID) []org.Option {
	return []org.Option{
		{ID: PlanSafe, Label: "Go on as planned", Effect: "free", Style: org.StyleGood},
		{ID: "b", Label: "Change the plan", Effect: "planned again; what is done is kept", Command: org.CommandReplan + " " + string(p), Ask: "What should be different?"},
		{ID: "c", Label: "Drop it", Effect: "free; the project ends", Command: org.CommandCancel + " " + string(p), Style: org.StyleDanger},
	}
}

// LeaveOut is the label of the option that leaves a step out.
const LeaveOut = "Leave it out"

// StrikesSafe is the option that stands while nobody answers a last strike:
// the step stays failed, and the rest goes on without it.
const StrikesSafe = "e"

// StrikeOptions returns the answers to a step that was rejected for the last time. The first three
// are what may help where the cause is the wrong task, the model or criteria that ask too much.
func StrikeOptions(s org.Step, again Effort) []org.Option {
	redo := org.CommandRedo + " " + string(s.ID)
	once := "one more try, " + again.String()
	return []org.Option{
		{ID: "a", Label: "Ask for something else", Effect: once, Command: redo, Ask: "What should this step do instead?"},
		{ID: "b", Label: "Try a stronger model", Effect: once, Command: redo + " tier:T3"},
		{ID: "c", Label: "Ask for less", Effect: once, Command: redo, Ask: "What may be left out or be looser?"},
		{ID: "d", Label: "Give a hint", Effect: once, Command: redo, Ask: "What should the agent know?", Style: org.StylePrimary},
		{ID: "e", Label: LeaveOut, Effect: "free; the document says that it is missing"},
	}
}

// HelpSafe is the option that stands while nobody answers an agent's
// question: its step stays as it is, and the rest goes on without it.
const HelpSafe = "b"

// HelpOptions returns the answers to a step that stopped because only the founder can help: his
// words, with which it is tried again, or to leave it.
func HelpOptions(s org.Step, again Effort) []org.Option {
	return []org.Option{
		{
			ID: "a", Label: "Answer", Effect: "one more try with your words, " + again.String(), Command: org.CommandRedo + " " + string(s.ID),
			Ask: "What should the agent know?", Style: org.StylePrimary,
		},
		{ID: HelpSafe, Label: LeaveOut, Effect: "free; the document says that it is missing"},
	}
}

// HarmSafe is the option that stands while nobody answers whether what may do harm is to be done: it is not.
const HarmSafe = "c"

// HarmOptions returns the answers to a step that whoever was to do it thinks does harm.
func HarmOptions(s org.Step) []org.Option {
	redo := org.CommandRedo + " " + string(s.ID)
	return []org.Option{
		{ID: "a", Label: "Do it all the same", Effect: "one more try, which knows that you have weighed it", Command: redo + " " + harmNote},
		{ID: "b", Label: "Ask for something else", Effect: "one more try with your words", Command: redo, Ask: "What should this step do instead?", Style: org.StylePrimary},
		{ID: HarmSafe, Label: LeaveOut, Effect: "free; the code stays as it is"},
	}
}

// Whoever does a step is told this when it is to be done all the same.
const harmNote = "The founder has weighed that this may do harm, and wants it done."

// GuardAllow is the answer that lets a change through which weakens a test or a check, and
// GuardSafe the one that stands until the founder chooses: it stays out.
const (
	GuardAllow = "a"
	GuardSafe  = "c"
)

// PackageOptions returns the answers to a change that wants packages which the code did not have. The first lets them, and nothing else,
// through, as GuardAllow.
func PackageOptions(s org.Step, again bool) []org.Option {
	redo := org.CommandRedo + " " + string(s.ID)
	out := []org.Option{{ID: GuardAllow, Label: "Fetch them", Effect: "its checks run with them, and decide", Command: redo}}
	if again {
		out = append(out, org.Option{ID: "b", Label: "Do without", Effect: "written again otherwise", Command: redo + " Do it without new packages."})
	}
	return append(out, org.Option{ID: GuardSafe, Label: LeaveOut, Effect: "free; the code stays as it is"})
}

// GuardOptions returns the answers to a change that weakens a test or a check, or that no test shows. One that a founder
// gave cannot be sent back: it would come again as it is. Whoever writes another is told the note.
func GuardOptions(s org.Step, again bool, note string) []org.Option {
	redo := org.CommandRedo + " " + string(s.ID)
	out := []org.Option{{ID: GuardAllow, Label: "Allow this once", Effect: "this very change is merged, and no other of its kind", Command: redo}}
	if again {
		out = append(out, org.Option{ID: "b", Label: "Send it back", Effect: "written again otherwise", Command: redo + " " + note})
	}
	return append(out, org.Option{ID: GuardSafe, Label: LeaveOut, Effect: "free; the code stays as it is"})
}

// GateGo and GateNote are the answers that let the work go on; GateNote stands
// for another plan where the gate is GatePlan.
const (
	GateGo   = "a"
	GateNote = "b"
)

// Gate asks whether the work may go on at a gate. reached says what is
// done, next what follows.
func Gate(p org.Project, g org.Gate, reached, next string) org.Decision {
	second := org.Option{ID: GateNote, Label: "Go on, with a note", Effect: "the agents are told", Command: org.CommandSteer + " " + string(p.ID), Ask: "What should they know?"}
	if g.Point == org.GatePlan {
		second = org.Option{ID: GateNote, Label: "Change the plan", Effect: "planned again, then asked again", Command: org.CommandReplan + " " + string(p.ID), Ask: "What should be different?"}
	}
	return org.Decision{
		Project: p.ID, Kind: org.DecideGate, Topic: org.EscalateStrategic,
		Question: fmt.Sprintf("%s You asked me to stop %s.", reached, g.Name),
		Options: []org.Option{
			{ID: GateGo, Label: "Go on", Effect: next, Style: org.StyleGood},
			second,
			{ID: "c", Label: "End it here", Effect: "free; the project ends", Command: org.CommandCancel + " " + string(p.ID), Style: org.StyleDanger},
		},
	}
}

// The answers to where work on code starts.
const (
	BaseMain   = "a"
	BaseBranch = "b"
)

// Branch was left in a repository by another project.
type Branch struct {
	Project           org.ProjectID
	Title, Name, Onto string
}

// Base asks where the changes of a project start, when its order seems to go on from what another one left on a branch.
func Base(p org.Project, b Branch) org.Decision {
	return org.Decision{
		Project: p.ID, Kind: org.DecideQuestion, Topic: org.EscalateAmbiguity,
		Question: fmt.Sprintf("What you want now seems to go on from %q (%s). Its branch %s isn't in %s yet, as far as I know. Where shall I start?", b.Title, b.Project, b.Name, b.Onto),
		Options: []org.Option{
			{ID: BaseMain, Label: "On " + b.Onto, Effect: fmt.Sprintf("without what %s changed", b.Project)},
			{ID: BaseBranch, Label: fmt.Sprintf("On the branch of %s", b.Project), Effect: "with what it changed; both come together"},
		},
	}
}

// Passes reports whether an answer lets the work go on at a gate.
func Passes(g org.GatePoint, answer string) bool {
	return answer == GateGo || answer == GateNote && g != org.GatePlan
}

// AskAgainAfter returns how long a question waits before the founder is reminded of it for the
// next time, after so many reminders: a day, three days, then a week each.
func AskAgainAfter(reminded int) time.Duration {
	const day = 24 * time.Hour
	switch reminded {
	case 0:
		return day
	case 1:
		return 3 * day
	}
	return 7 * day
}
