package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/work"
)

// given lists the orders.
func given() []order {
	return slices.Concat(spoken(), companyOrders(), timed())
}

// about has the founder say something about a project, whose number is %s.
func about(line string, project func(*front) (org.ProjectID, error)) func(*front) (string, error) {
	return func(f *front) (string, error) {
		p, err := project(f)
		return fmt.Sprintf(line, p), err
	}
}

// said has the founder say something while there is one project.
func said(line string, project func(*front) (org.ProjectID, error)) func(*front) (string, error) {
	return func(f *front) (string, error) {
		_, err := project(f)
		return line, err
	}
}

// spoken are those that the founder gives.
func spoken() []order {
	return []order{
		{name: "pause", verbs: []string{"pause"}, given: about("!pause %s", (*front).project), says: "Paused", kind: org.EventProjectPaused},
		{name: "resume", verbs: []string{"resume", "release-unreviewed", "retry-now"}, given: about("!resume %s", paused), says: "Resumed", kind: org.EventProjectResumed},
		{name: "cancel", verbs: []string{"cancel"}, given: about("!cancel sure=yes %s", (*front).planned), says: "Cancelled", kind: org.EventProjectCancelled},
		{name: "cancel all", verbs: []string{"cancel"}, given: said("!cancel sure=yes all", (*front).planned), says: "Cancelled **", kind: org.EventProjectCancelled},
		{name: "the one project", verbs: []string{"cancel"}, given: said("!cancel sure=yes", (*front).planned), says: "Cancelled **", kind: org.EventProjectCancelled},
		{name: "steer", verbs: []string{"steer"}, given: about("!steer %s Leave Lisbon out", (*front).project), says: "pass that on to the team", kind: org.EventSteering},
		{name: "gate", verbs: []string{"set-gate"}, given: about("!gate %s after planning", (*front).project), says: "wait for your yes", kind: org.EventGateSet},
		{name: "no gate", verbs: []string{"drop-gates"}, given: about("!gate %s off", gated), says: "1 stop removed", kind: org.EventGateSet},
		{name: "yes", verbs: []string{"decide"}, given: asked("!approve %s"), says: "Got it (e", kind: org.EventDecided},
		{name: "the one question", verbs: []string{"decide"}, given: asked("!approve"), says: "Got it (e", kind: org.EventDecided},
		{name: "no", verbs: []string{"decide"}, given: asked("!deny %s Not so"), says: "Got it (e", kind: org.EventDecided},
		{name: "accept", verbs: []string{"accept"}, given: about("!accept %s", completed), says: "Glad you like", kind: org.EventAccepted},
		{name: "share", verbs: []string{"share"}, given: about("!share sure=yes %s", completed), says: "is shared", kind: org.EventShared},
		{name: "unshare", verbs: []string{"unshare"}, given: about("!share %s off", func(f *front) (org.ProjectID, error) {
			p, err := completed(f)
			if err != nil {
				return p, err
			}
			_, err = f.db.Share(f.ctx, p, false, false)
			return p, err
		}), says: "private again", kind: org.EventUnshared},
		{name: "redo", verbs: []string{"redo"}, given: again, says: "is done again", kind: org.EventProjectReopened},
		{name: "replan", verbs: []string{"replan"}, given: about("!replan %s Fewer steps", (*front).planned), says: "planning the rest of", kind: org.EventMissionReplanned},
		{name: "forget", verbs: []string{"forget"}, given: func(f *front) (string, error) {
			f.n++
			l, err := f.db.Remember(f.ctx, "Write the price of field "+spelt(f.n)+" in euros")
			return "!forget " + string(l), err
		}, says: "Forgotten"},
		{name: "schedule", verbs: []string{"save-schedule"}, given: about(`!schedule %s "0 8 29 2 *"`, completed), says: "29 2", kind: org.EventScheduled},
		{name: "cap", verbs: []string{"set-cap"}, given: about("!project cap %s 5", (*front).project), says: "$5", kind: org.EventCapSet},
		{name: "unschedule", verbs: []string{"end-schedule"}, given: func(f *front) (string, error) {
			s, err := f.scheduled()
			return "!schedule stop " + string(s), err
		}, says: "Stopped t", kind: org.EventScheduleEnded},
		{name: "verdict", verbs: []string{"judge-alert"}, given: func(f *front) (string, error) {
			p, err := f.project()
			if err != nil {
				return "", err
			}
			a, _, err := f.db.Raise(f.ctx, reports.Alert{Key: "k" + string(p), Signal: reports.SignalStuck, Project: p, Confidence: 0.5, Text: "Nothing moves."})
			return "!alert " + a.ID + " right", err
		}, says: "I was right about"},
		{name: "tidied", verbs: []string{"undo-curation"}, given: func(f *front) (string, error) {
			return "!memory undo c1", f.db.SaveCuration(f.ctx, learning.Untidy{N: 1}, nil, nil)
		}, says: "is undone"},
		{name: "tidied last", verbs: []string{"undo-curation"}, given: tidied, says: "is undone", kind: org.EventCurated},
		{name: "say it again", verbs: []string{"reannounce"}, given: unsaid, says: "sending 1 message again"},
		{name: "nothing", verbs: []string{"ignore-message"}, given: func(*front) (string, error) { return "\u2063\u2063", nil }, kind: org.EventMessageIgnored},
		{name: "unsaid", verbs: []string{"undelivered"}, given: func(f *front) (string, error) {
			f.chat.Break(discordtest.Fault{Method: "POST", Route: "messages", Do: discordtest.Do500})
			return "!projects", nil
		}, kind: org.EventDeliverySent},
	}
}

// timed are those that come by themselves.
func timed() []order {
	quiet := func(do func(f *front) error) func(*front) (string, error) {
		return func(f *front) (string, error) { return "", do(f) }
	}
	later := func(o work.Outcome) func(*front) (string, error) {
		return quiet(func(f *front) error {
			c, err := f.held("chaos", patience)
			if err != nil {
				return err
			}
			o.Next, o.RunAfter = org.StepPending, time.Now()
			return f.db.Finish(f.ctx, c.Lease, o)
		})
	}
	return []order{
		{name: "scheduled", verbs: []string{"run-schedule"}, given: quiet(func(f *front) error {
			s, err := f.scheduled()
			if err != nil {
				return err
			}
			return f.spoil(`UPDATE schedules SET due_at = ? WHERE id = ?`, time.Now().Add(-time.Second).UnixMicro(), s)
		}), kind: org.EventScheduleRun},
		{name: "room", verbs: []string{"release-budget"}, given: later(work.Outcome{Hold: org.HoldBudget, Cause: "no room"}), kind: org.EventHoldLifted},
		{name: "waited", verbs: []string{"release-due"}, given: later(work.Outcome{Hold: org.HoldBackoff, Cause: "later"})},
		{name: "dead", verbs: []string{"reclaim-dead"}, given: quiet((*front).dead), kind: org.EventStepGivenBack},
		{name: "noticed", verbs: []string{"raise"}, given: quiet(func(f *front) error {
			const loop = 3 // times the same without progress
			return f.misread(loop)
		}), kind: org.EventAlert},
		{name: "stretched", verbs: []string{"cut-waits"}, given: quiet(func(f *front) error {
			_, err := f.held("chaos", 2*org.LongestWait)
			return err
		})},
		{name: "stalled", verbs: []string{"safety-net"}, given: quiet(func(f *front) error {
			p, err := f.project()
			if err != nil {
				return err
			}
			return f.spoil(`UPDATE missions SET state = 'failed', outcome = 'gone', ended_at = ? WHERE project_id = ?`, time.Now().UnixMicro(), p)
		}), kind: org.EventProjectFailed},
		{name: "miscounted", verbs: []string{"audit-counters"}, given: quiet(func(f *front) error {
			p, err := f.planned()
			if err != nil {
				return err
			}
			return f.spoil(`UPDATE steps SET open_deps = 2 WHERE project_id = ? AND key = 'b'`, p)
		}), kind: org.EventCounterMended},
		{name: "journal", verbs: []string{"seal-journal"}, given: quiet(func(f *front) error {
			_, err := f.hear("hello there", "")
			return err
		}), kind: org.EventMessageHandled},
		{name: "digest", verbs: []string{"send-digest"}, given: quiet(func(f *front) error { return f.due("digest") })},
		{name: "speed", verbs: []string{"notice-velocity"}, given: quiet(func(f *front) error { return f.due("velocity") })},
		{name: "debts", verbs: []string{"record-cost"}, given: quiet(func(f *front) error {
			if err := f.owe(); err != nil {
				return err
			}
			return f.due("unknown costs")
		})},
	}
}

func paused(f *front) (org.ProjectID, error) {
	p, err := f.project()
	if err != nil {
		return p, err
	}
	return p, f.db.Pause(f.ctx, p)
}

func gated(f *front) (org.ProjectID, error) {
	p, err := f.project()
	if err != nil {
		return p, err
	}
	_, err = f.db.SetGate(f.ctx, org.Gate{Project: p, Point: org.GatePlan})
	return p, err
}

// completed is a project that was there before the orders.
func completed(f *front) (org.ProjectID, error) {
	all, err := f.db.Projects(f.ctx)
	for _, p := range all {
		if p.State == org.ProjectCompleted {
			return p.ID, nil
		}
	}
	return "", err
}

// asked has the founder answer a question, whose number is %s.
func asked(line string) func(*front) (string, error) {
	return func(f *front) (string, error) {
		if _, err := gated(f); err != nil {
			return "", err
		}
		if err := f.plan(); err != nil {
			return "", err
		}
		all, err := f.db.Decisions(f.ctx)
		if err != nil || len(all) != 1 {
			return "", fmt.Errorf("%d questions are open, want one: %w", len(all), err)
		}
		return strings.ReplaceAll(line, "%s", all[0].ID), nil
	}
}

// again has a step of the completed project done once more.
func again(f *front) (string, error) {
	p, err := completed(f)
	if err != nil {
		return "", err
	}
	all, err := f.db.Steps(f.ctx, p)
	all = slices.DeleteFunc(all, func(s org.Step) bool { return s.Kind == org.KindAssembly })
	if err != nil || len(all) == 0 {
		return "", fmt.Errorf("%d steps of %s: %w", len(all), p, err)
	}
	return fmt.Sprintf("!redo %s Only prices of 2026", all[len(all)-1].ID), nil // nothing rests on it, so it is done unasked
}

// tidied has lessons tidied twice, so that taking back the last tidying twice
// would take both back.
func tidied(f *front) (string, error) {
	for range 2 {
		f.n++
		l, err := f.db.Remember(f.ctx, "Write the price of field "+spelt(f.n)+" in euros")
		if err != nil {
			return "", err
		}
		if err := f.db.SaveCuration(f.ctx, learning.Untidy{}, []learning.Op{{Op: learning.OpRetire, IDs: []org.LessonID{l}}}, nil); err != nil {
			return "", err
		}
	}
	return "!memory undo", nil
}

// unsaid gives the answer to a message up.
func unsaid(f *front) (string, error) {
	f.n++
	ch := org.Channel{Transport: org.ThreadedTransport, ID: f.place.General}
	id, _, err := f.db.SaveMessage(f.ctx, org.Message{Channel: ch, Origin: fmt.Sprint("unsaid", f.n), Author: f.place.Founder, Text: "hello", SaidAt: time.Now()})
	if err != nil {
		return "", err
	}
	if _, err := f.db.SaveTurn(f.ctx, org.Turn{Message: id, Route: org.ActionResponse, Reply: "Hello."}); err != nil {
		return "", err
	}
	v, err := f.db.ClaimDelivery(f.ctx, "chaos", []string{ch.Transport}, patience)
	if err != nil {
		return "", err
	}
	return "!reannounce", f.db.Undelivered(f.ctx, v, "no such channel", time.Time{})
}

// scheduled has the completed project run again and again.
func (f *front) scheduled() (reports.ScheduleID, error) {
	p, err := completed(f)
	if err != nil {
		return "", err
	}
	s, err := f.db.SaveSchedule(f.ctx, reports.Schedule{Project: p, Spec: "0 0 1 1 *"})
	return s.ID, err
}
