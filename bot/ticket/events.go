package ticket

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// eventRow says what an event in the journal does to a project's thread. Each changes the card; with neither line nor say
// it is seen there alone.
type eventRow struct {
	event org.EventKind
	// alone has it told of a single task too, which is else answered where it was asked for.
	alone bool
	// line makes one silent line of it, in the name of an agent; the empty one is the chief. Where ok is false it is not worth one.
	line func(reports.Ticket, org.Event) (as org.AgentID, text string, ok bool)
	// say makes messages of it.
	say func(reports.Ticket, org.Event) []reports.Delivery
}

// eventRows has a row for each event that changes how a project stands. All others are about messages, deliveries and money.
var eventRows = []eventRow{ //nolint:gochecknoglobals // a table
	{event: org.EventProjectCreated},
	{event: org.EventPhaseAdvanced},
	{event: org.EventProjectCompleted, alone: true, say: sayEnd},
	{event: org.EventProjectFailed, alone: true, say: sayEnd},
	{event: org.EventProjectPaused, say: sayChange},
	{event: org.EventProjectResumed, say: sayChange},
	{event: org.EventProjectCancelled, say: sayChange},
	{event: org.EventProjectReopened, alone: true, say: sayReopening},
	{event: org.EventMissionPlanning},
	{event: org.EventMissionPlanned, say: sayPlan},
	{event: org.EventMissionCompleted},
	{event: org.EventMissionFailed},
	{event: org.EventMissionCancelled},
	{event: org.EventStepStarted},
	{event: org.EventStageDone},
	{event: org.EventStepInReview},
	{event: org.EventStepRejected},
	{event: org.EventStepCompleted, line: tellUnreviewed},
	{event: org.EventStepFailed, line: func(t reports.Ticket, e org.Event) (org.AgentID, string, bool) { return messages.Failed(t, e.Step) }},
	{event: org.EventStepCancelled},
	{event: org.EventStepHeld},
	{event: org.EventStepGivenBack},
	{event: org.EventHoldLifted},
	{event: org.EventEscalation, alone: true, say: sayQuestion},
	{event: org.EventDecided, alone: true, say: sayAnswer},
	{event: org.EventSteering},
	{event: org.EventAction, alone: true, say: sayAction},
	{event: org.EventPull, alone: true, say: sayPull},
	{event: org.EventPlaced, line: func(t reports.Ticket, e org.Event) (org.AgentID, string, bool) {
		return messages.CodeStarted(t, e.Step)
	}},
	{event: org.EventHandedIn, alone: true, line: func(t reports.Ticket, e org.Event) (org.AgentID, string, bool) {
		return messages.CodeHandedIn(t, e.Step)
	}},
	{event: org.EventArrived, alone: true, line: func(t reports.Ticket, e org.Event) (org.AgentID, string, bool) {
		text, ok := messages.CodeArrived(t, e.Step)
		return "", text, ok
	}},
	{event: org.EventCleaned, alone: true, line: func(_ reports.Ticket, e org.Event) (org.AgentID, string, bool) {
		return "", messages.Cleaned(e), true
	}},
	{event: org.EventPushed, alone: true, line: func(t reports.Ticket, _ org.Event) (org.AgentID, string, bool) {
		text, ok := messages.CodePushed(t)
		return "", text, ok
	}},
}

func findEventRow(kind org.EventKind) (eventRow, bool) {
	for _, r := range eventRows {
		if r.event == kind {
			return r, true
		}
	}
	return eventRow{}, false
}

// Messages makes what one line of the journal adds to a project's thread, in order. It depends on
// nothing else, and every delivery has a key of its own. The card shows how the work goes on; the
// thread has the plan, what people and reviewers say that changes something, and the result.
func Messages(t reports.Ticket, e org.Event) []reports.Delivery {
	row, known := findEventRow(e.Kind)
	switch {
	case !known, t.Single && !row.alone: // a single task is answered where it was asked for
		return nil
	case row.say != nil:
		return row.say(t, e)
	case row.line != nil:
		if as, text, ok := row.line(t, e); ok {
			return oneMessage(silentLine(t, e, as, text))
		}
	}
	return nil
}

// tellUnreviewed says that a step was let through though nobody reviewed it, in
// the name of who wrote it.
func tellUnreviewed(t reports.Ticket, e org.Event) (as org.AgentID, text string, ok bool) {
	for _, s := range t.Steps {
		why, undone := strings.CutPrefix(s.Reviewed, "not done: ")
		if s.ID == e.Step && undone && s.Kind != org.KindAssembly {
			return s.Agent, fmt.Sprintf("“%s” is done, but nobody reviewed it: %s.", wording.ShortenLine(s.Title, wording.TitleMost), strings.TrimRight(wording.ShortenLine(why, wording.QuoteMost), ".")), true
		}
	}
	return "", "", false
}

func sayPlan(t reports.Ticket, e org.Event) []reports.Delivery {
	if r, ok := messages.Plan(t, e.Mission); ok {
		return oneMessage(projectMessage(t, reports.DeliverPlan, keyOf(e, "plan:"+string(e.Mission)), r))
	}
	return nil
}

func sayQuestion(t reports.Ticket, e org.Event) []reports.Delivery {
	if r, ok := messages.Question(t, e.Data["decision"]); ok {
		return oneMessage(projectMessage(t, reports.DeliverEscalation, "escalation:"+e.Data["decision"], r))
	}
	return nil
}

func sayAction(t reports.Ticket, e org.Event) []reports.Delivery {
	if r, ok := messages.Outside(e); ok {
		return oneMessage(projectMessage(t, reports.DeliverEscalation, fmt.Sprintf("action:%s:%s", e.Data["action"], e.Data["state"]), r))
	}
	return nil
}

func sayPull(t reports.Ticket, e org.Event) []reports.Delivery {
	if r, ok := messages.PullRemark(e); ok {
		return oneMessage(projectMessage(t, reports.DeliverEscalation, "remark:"+e.Data["remark"], r))
	}
	if text, ok := messages.PullNews(e); ok {
		return oneMessage(silentLine(t, e, "", text))
	}
	return nil
}

func sayAnswer(t reports.Ticket, e org.Event) []reports.Delivery {
	r, ok := messages.Decided(t, e.Data["decision"])
	if !ok {
		return nil
	}
	said := oneMessage(projectMessage(t, reports.DeliverEscalation, "decided:"+e.Data["decision"], r))
	if asksToBegin(t, e.Data["decision"]) {
		said = append(said, editPlan(t, e)...) // it says that work waits for this answer
	}
	if t.Project.State == org.ProjectFailed {
		said = append(said, editStop(t, e, t.Project.Reopened, messages.Failure(t))...) // it offers to answer this one
	}
	return said
}

func sayEnd(t reports.Ticket, e org.Event) []reports.Delivery {
	return append(endMessage(t, e), editPlan(t, e)...)
}

func sayReopening(t reports.Ticket, e org.Event) []reports.Delivery {
	return editStop(t, e, t.Project.Reopened-1, org.Reply{Text: messages.Reopened(t.Project)})
}

func sayChange(t reports.Ticket, e org.Event) []reports.Delivery {
	if place := cmp.Or(t.Thread, t.Project.Channel.ID); e.Data[org.ToldIn] == place {
		return closeThread(t, e) // who reads here has read it in the command's answer
	}
	return append(oneMessage(silentLine(t, e, "", messages.Changed(t.Project, e.Kind))), closeThread(t, e)...)
}
