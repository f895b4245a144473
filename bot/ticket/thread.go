package ticket

import (
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	rollAfter    = 50 * time.Minute // a message older than an hour can be edited a few times only (error 30046)
	refreshEvery = 5 * time.Minute  // while something runs, so that times do not go stale
	planWithin   = time.Minute      // so long the first card waits for the plan: a single task needs none
)

// closeThread changes what stands in a thread and offers what a pause, its end or a cancellation
// took away.
func closeThread(t reports.Ticket, e org.Event) []reports.Delivery {
	out := editPlan(t, e)
	if t.Project.State == org.ProjectCancelled {
		out = append(out, editStop(t, e, t.Project.Reopened, org.Reply{Text: messages.Changed(t.Project, e.Kind)})...)
	}
	return out
}

// stopSlot is the slot of the message that says that a project has stopped, which it may do
// again after it was taken up so many times.
func stopSlot(reopened int) string { return fmt.Sprintf("stopped:%d", reopened) }

// editStop changes the message that said that a project has stopped.
func editStop(t reports.Ticket, e org.Event, reopened int, r org.Reply) []reports.Delivery {
	r.Files, r.Card.Slot, r.Card.Edit, r.Card.Silent = nil, stopSlot(reopened), true, true
	return oneMessage(projectMessage(t, reports.DeliverCard, fmt.Sprintf("stopped:%s:at:%d", t.Project.ID, e.Seq), r))
}

// asksToBegin reports whether work waits for a decision as a whole.
func asksToBegin(t reports.Ticket, id string) bool {
	return slices.ContainsFunc(t.Decisions, func(d org.Decision) bool {
		return d.ID == id && (d.Kind == org.DecidePlan || d.Kind == org.DecideGate)
	})
}

// editPlan changes the plan that stands in a thread to what can still be done
// about it: after an end nothing, while the project is paused no pause.
func editPlan(t reports.Ticket, e org.Event) []reports.Delivery {
	for _, m := range slices.Backward(t.Missions) {
		planned := slices.ContainsFunc(t.Steps, func(s org.Step) bool { return s.Mission == m.ID })
		if r, ok := messages.Plan(t, m.ID); ok && planned && !t.Single {
			r.Files, r.Card.Edit, r.Card.Silent = nil, true, true
			return oneMessage(projectMessage(t, reports.DeliverCard, fmt.Sprintf("plan:%s:at:%d", m.ID, e.Seq), r))
		}
	}
	return nil
}

// endMessage is the message with the document, or the one that says why there is
// none.
func endMessage(t reports.Ticket, e org.Event) []reports.Delivery {
	id := string(t.Project.ID)
	switch t.Project.State {
	case org.ProjectFailed:
		r := messages.Failure(t)
		r.Card.Slot = stopSlot(t.Project.Reopened)
		return oneMessage(projectMessage(t, reports.DeliverFailure, keyOf(e, "failure:"+id), r))
	case org.ProjectCompleted, org.ProjectPartial:
		return oneMessage(projectMessage(t, reports.DeliverResult, keyOf(e, "result:"+id), messages.Result(t)))
	case org.ProjectActive, org.ProjectPaused, org.ProjectCancelled:
	}
	return nil // it was taken up again since; its next end is told
}

func oneMessage(v reports.Delivery) []reports.Delivery { return []reports.Delivery{v} }

// projectMessage is a delivery of the ticket's project.
func projectMessage(t reports.Ticket, kind reports.DeliveryKind, key string, r org.Reply) reports.Delivery {
	r.Card.Tag = messages.Tag(t)
	return reports.Delivery{
		Key: key, Channel: t.Project.Channel, Project: t.Project.ID, Kind: kind, Title: t.Project.Title, Body: r.Text, Card: r.Card, Files: r.Files,
	}
}

// silentLine is one silent line in the name of an agent; the empty one is the chief.
func silentLine(t reports.Ticket, e org.Event, as org.AgentID, text string) reports.Delivery {
	v := projectMessage(t, reports.DeliverLine, lineKey(e.Seq), org.Reply{Text: text, Card: org.Card{Silent: true, As: t.Names[as]}})
	v.Card.Tag = ""
	return v
}

func lineKey(seq int64) string { return fmt.Sprintf("line:%d:0", seq) }

// keyOf is the key of the delivery that the store queued together with a line
// of the journal.
func keyOf(e org.Event, otherwise string) string {
	if k := e.Data["delivery"]; k != "" {
		return k
	}
	return otherwise
}

// Card makes a project's card as it should stand at the ticket's moment, and
// returns its new state, what has to be sent for it and when to look again
// though nothing happens; the zero time for never. A single task has none.
func Card(t reports.Ticket, c reports.CardState) (reports.CardState, []reports.Delivery, time.Time) {
	next := nextLook(t)
	if c.N == 0 && t.Single {
		return c, nil, time.Time{}
	}
	if begun := t.Project.CreatedAt.Add(planWithin); c.N == 0 && len(t.Steps) == 0 && t.Project.State == org.ProjectActive && t.Now.Before(begun) {
		return c, nil, begun
	}
	r := messages.Card(t)
	if r.Text == c.Text {
		return c, nil, next
	}
	var out []reports.Delivery
	if c.N == 0 || t.Now.Sub(c.Opened) >= rollAfter {
		if c.N > 0 {
			out = append(out, cardMessage(t, c.N, "end", org.Reply{Text: messages.CardMoved(t.Project)}))
		}
		c.N++
		c.Opened = t.Now
	}
	c.Said, c.Text = t.Now, r.Text
	return c, append(out, cardMessage(t, c.N, fmt.Sprintf("%d:%d", t.Now.UnixMicro(), c.Marks), r)), next
}

// cardMessage is the nth message of a project's card.
func cardMessage(t reports.Ticket, n int, what string, r org.Reply) reports.Delivery {
	r.Card.Slot, r.Card.Silent = fmt.Sprintf("card:%d", n), true
	return projectMessage(t, reports.DeliverCard, fmt.Sprintf("card:%s:%d:%s", t.Project.ID, n, what), r)
}

// The card has to be looked at though nothing happens when its times have gone stale, and when it
// becomes quiet.
func nextLook(t reports.Ticket) time.Time {
	if t.Project.State != org.ProjectActive {
		return time.Time{}
	}
	_, usual := messages.Slowest(t)
	if usual == 0 {
		return time.Time{}
	}
	next := t.Now.Add(refreshEvery)
	if turn := t.Moved.Add(2 * usual); turn.After(t.Now) && turn.Before(next) {
		return turn
	}
	return next
}
