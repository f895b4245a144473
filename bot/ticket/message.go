package ticket

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

const (
	quoteMost = 280 // UTF-16 units of what is quoted of a reviewer
	titleMost = 60  // of a step's title in a line
	hiresMost = 8   // lines about who joins
)

// Messages is what one line of the journal makes the updater say about a project, in
// order. It depends on nothing else, and every delivery has a key of its own.
func Messages(ticket org.Ticket, e org.Event) []org.Delivery {
	t := view{ticket}
	if t.Single {
		return t.saySingle(e)
	}
	switch e.Kind { //nolint:exhaustive // the card shows all others
	case org.EventMissionPlanned:
		return append(t.plan(e), t.hires(e)...)
	case org.EventStepRejected:
		return t.rejected(e)
	case org.EventStepCompleted:
		return t.completed(e)
	case org.EventStepFailed:
		return t.failed(e)
	case org.EventEscalation:
		return t.asks(e)
	case org.EventDecided:
		return t.decided(e)
	case org.EventProjectCompleted, org.EventProjectFailed:
		return t.ends(e)
	case org.EventProjectPaused, org.EventProjectResumed, org.EventProjectCancelled:
		return []org.Delivery{t.line(e, 0, "", flat(e.Text)+".")}
	}
	return nil
}

// saySingle is for a task of one step, which has no plan, card or talk: its
// answer and its questions only.
func (t view) saySingle(e org.Event) []org.Delivery {
	switch e.Kind { //nolint:exhaustive // nothing else is said of it
	case org.EventEscalation:
		return t.asks(e)
	case org.EventDecided:
		return t.decided(e)
	case org.EventProjectCompleted, org.EventProjectFailed:
		return t.ends(e)
	}
	return nil
}

// line is one silent line in the name of an agent; the empty one is the chief.
func (t view) line(e org.Event, n int, as org.AgentID, text string) org.Delivery {
	card := org.Card{Silent: true}
	if as != "" {
		card.As = t.name(as)
	}
	return t.message(org.DeliverLine, lineKey(e.Seq, n), text, card)
}

func lineKey(seq int64, n int) string { return fmt.Sprintf("line:%d:%d", seq, n) }

// hires says who joins as what. The key is the agent's own, so that he joins a
// project once, whatever roles later plans give him.
func (t view) hires(e org.Event) []org.Delivery {
	var out []org.Delivery
	for i, r := range t.Roles[e.Mission] {
		if i == hiresMost {
			break
		}
		text := "I join as " + short(r.Title, titleMost)
		if why := short(r.Why, 140); why != "" {
			text += ": " + why
		}
		v := t.line(e, i, r.Agent, strings.TrimRight(text, ".")+".")
		v.Key = fmt.Sprintf("join:%s:%s", t.Project.ID, r.Agent)
		out = append(out, v)
	}
	return out
}

// rejected is the reviewer's word on a round that has to be done again.
func (t view) rejected(e org.Event) []org.Delivery {
	s, ok := t.step(e.Step)
	if !ok {
		return nil
	}
	round := numberOf(e, "round", len(t.Rejections[s.ID]))
	strike := numberOf(e, "strike", round)
	text := fmt.Sprintf("I sent “%s” back to %s (%d of %d).", short(titleOf(s), titleMost), t.name(s.Agent), strike, org.StrikeCap)
	as, quote := org.AgentID(""), ""
	for _, r := range t.Rejections[s.ID] {
		if r.Round == round {
			as, quote = reviewer(r.Reviewer), strings.Join(r.Feedback, "; ")
		}
	}
	if as == "" {
		text = fmt.Sprintf("The checks sent “%s” back to %s (%d of %d).", short(titleOf(s), titleMost), t.name(s.Agent), strike, org.StrikeCap)
	}
	if s.Scored && as != "" && s.Score >= org.ReviseAverageBelow {
		text += fmt.Sprintf(" Its draft had scored %.1f of 5.", s.Score) // a rejection against its own score is shown
	}
	return []org.Delivery{t.line(e, 0, as, text+quoted(quote))}
}

// numberOf is a number that a line of the journal carries, or otherwise.
func numberOf(e org.Event, name string, otherwise int) int {
	n, err := strconv.Atoi(e.Data[name])
	if err != nil || n < 1 {
		return otherwise
	}
	return n
}

// keyOf is the key of the delivery that the store queued together with a line
// of the journal.
func keyOf(e org.Event, otherwise string) string {
	if k := e.Data["delivery"]; k != "" {
		return k
	}
	return otherwise
}

// reviewer is the agent who rejected, empty for the checks by code.
func reviewer(name string) org.AgentID { return org.LedgerAgent(org.AgentID(name)) }

func quoted(text string) string {
	if text = short(text, quoteMost); text == "" {
		return ""
	}
	return "\n> " + text
}

// completed is what the reviewers found, then the hand-off to whoever goes on
// with it.
func (t view) completed(e org.Event) []org.Delivery {
	s, ok := t.step(e.Step)
	if !ok || s.Kind == org.KindAssembly {
		return nil
	}
	var out []org.Delivery
	name := short(s.Title, titleMost)
	for i, r := range t.Reviews[s.ID] {
		if !r.Pass || approves(t.Reviews[s.ID][:i], r.Reviewer) {
			continue // who approves in two roles says so once
		}
		var findings []string
		for _, again := range t.Reviews[s.ID][i:] {
			if again.Pass && again.Reviewer == r.Reviewer {
				findings = append(findings, again.Findings...)
			}
		}
		text := fmt.Sprintf("I approved “%s” by %s", name, t.name(s.Agent))
		if s.Scored {
			text += fmt.Sprintf(", %.1f of 5", s.Score)
		}
		out = append(out, t.line(e, len(out), r.Reviewer, text+"."+quoted(strings.Join(findings, "; "))))
	}
	text := fmt.Sprintf("“%s” is done", name)
	switch {
	case len(out) > 0 || s.Reviewed == "":
	case s.Scored:
		text += fmt.Sprintf(" (%.1f of 5, %s)", s.Score, approval(s.Reviewed))
	default:
		text += fmt.Sprintf(" (%s)", approval(s.Reviewed))
	}
	if next := t.receivers(s, e.At); next != "" {
		text += ". Over to " + next
	}
	return append(out, t.line(e, len(out), s.Agent, text+"."))
}

// approval says how a step was approved that no reviewer speaks for.
func approval(how string) string {
	if how == "auto" {
		return "approved by its score"
	}
	if why, undone := strings.CutPrefix(how, "not done: "); undone {
		return "not reviewed: " + flat(why)
	}
	return "review: " + flat(how)
}

// approves reports whether one of the reviews is an approval by a reviewer.
func approves(all []org.Review, by org.AgentID) bool {
	return slices.ContainsFunc(all, func(r org.Review) bool { return r.Pass && r.Reviewer == by })
}

// receivers names the steps that go on with a result, by agent; those that had
// ended at that moment do not. A line that is written late reads the same.
func (t view) receivers(from org.Step, at time.Time) string {
	const most = 3
	var out []string
	more := 0
	for _, s := range t.Steps {
		if s.Kind == org.KindAssembly || s.State.Ended() && !s.EndedAt.After(at) || !needs(s, from.ID) {
			continue
		}
		if len(out) == most {
			more++
			continue
		}
		out = append(out, fmt.Sprintf("%s for “%s”", t.name(s.Agent), short(s.Title, titleMost)))
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("%d more", more))
	}
	return strings.Join(out, ", ")
}

func needs(s org.Step, id org.StepID) bool {
	for _, n := range s.DependsOn {
		if n == id {
			return true
		}
	}
	return false
}

// failed is an agent's word on a step that it could not do. What fails only
// because of another step is said by that one, a last strike by its decision.
func (t view) failed(e org.Event) []org.Delivery {
	s, ok := t.step(e.Step)
	if !ok || s.CauseStep != "" || s.State != org.StepFailed || s.Strikes >= org.StrikeCap {
		return nil
	}
	lost := 0
	for _, o := range t.Steps {
		if o.CauseStep == s.ID && o.Kind != org.KindAssembly {
			lost++
		}
	}
	text := fmt.Sprintf("I could not finish “%s”: %s.", short(titleOf(s), titleMost), strings.TrimRight(short(s.Cause, quoteMost), "."))
	if lost > 0 {
		text += fmt.Sprintf(" %s that need it cannot be done either.", capital(org.Count(lost, "step")))
	}
	return []org.Delivery{t.line(e, 0, s.Agent, text)}
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
