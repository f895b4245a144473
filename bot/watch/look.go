package watch

import (
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	// A project may be without an open mission this long: the heartbeat makes the next one within a
	// tick.
	handover = 4 * org.HeartbeatTick
	// A finished document may be on its way this long.
	arrival = 5 * time.Minute
	// An attempt may take this much beyond its own limit, which the worker itself enforces.
	overtime = time.Minute
	// The present gap between two milestones must be so many times the longest one, and so many
	// milestones (paced) make a pace.
	slower = 3
	paced  = 3
)

// checkClock asks the clock about one project. begun is when the watcher began to
// look: what it did not see may have happened before.
// busy tells that somebody works on another project.
func (p *project) checkClock(now, begun time.Time, busy bool) []reports.Alert {
	if p.paused {
		return nil
	}
	if !p.ended.IsZero() {
		return p.lookAfter(now, begun)
	}
	var out []reports.Alert
	working, waiting, held, open := 0, time.Time{}, 0, 0
	if busy || p.countWorking() > 0 {
		p.free = now
	}
	for _, s := range p.steps {
		switch {
		case s.ended:
		case !s.started.IsZero():
			working++
			out = append(out, p.lookStep(s, now, begun)...)
		case s.held:
			held++
		case !s.ready.IsZero() && (waiting.IsZero() || s.ready.Before(waiting)):
			waiting = s.ready
		}
	}
	for _, m := range p.missions {
		if m.ended {
			continue
		}
		open++
		out = append(out, p.lookMission(m, now, begun, load{working, held, waiting})...)
	}
	if open == 0 && len(p.asked) == 0 && now.Sub(laterOf(p.last, begun)) > handover {
		out = append(out, reports.Alert{
			Key: p.last.UTC().Format(time.RFC3339), Signal: reports.SignalAbrupt, Confidence: likely,
			Text:   messages.WatchStalled(now.Sub(p.last)),
			Advice: messages.WatchBugAdvice(),
		})
	}
	return out
}

// lookStep asks whether somebody who works on a step is still heard of.
func (p *project) lookStep(s *step, now, begun time.Time) []reports.Alert {
	limit := max(p.limits.limitOf(s.stage), s.triedLimit())
	quiet, took := now.Sub(laterOf(s.last, begun)), now.Sub(laterOf(s.started, begun))
	key := fmt.Sprintf("%s:%d:%s", s.id, s.attempt, s.stage)
	about := reports.Alert{Key: key, Step: s.id, Mission: s.mission}
	switch {
	case quiet > 2*limit:
		about.Signal, about.Confidence, about.Remedy = reports.SignalStuck, sure, reports.RemedyRequeue
		about.Text = messages.WatchQuiet(s.title, quiet)
	case took > s.attemptLimit()+overtime:
		about.Signal, about.Confidence, about.Remedy = reports.SignalStuck, sure, reports.RemedyRequeue
		about.Key = fmt.Sprintf("%s:%d:attempt", s.id, s.attempt)
		about.Text = messages.WatchLong(s.title, took)
	case quiet > limit:
		about.Signal, about.Confidence = reports.SignalSilence, likely
		about.Text = messages.WatchQuiet(s.title, quiet)
		about.Advice = messages.WatchQuietAdvice(s.id)
	default:
		return nil
	}
	return []reports.Alert{about}
}

// A change is tried as one stage: its checks are run on three trees, and what is quick twice.
func (s *step) triedLimit() time.Duration {
	if !s.code {
		return 0
	}
	return min(4*s.baseline, org.CodeAttemptMost)
}

func (s *step) attemptLimit() time.Duration {
	if s.code {
		return coding.AttemptLimit(s.baseline)
	}
	return org.AttemptLimit
}

// The steps of a project that are worked on, and those that wait.
type load struct {
	working, held int
	waiting       time.Time // since when the first ready step waits
}

func (p *project) lookMission(m *mission, now, begun time.Time, c load) []reports.Alert {
	about := reports.Alert{Key: string(m.id), Mission: m.id, Confidence: likely}
	planning := p.limits.limitOf(org.WorkPlan)
	switch {
	case !m.planned && now.Sub(laterOf(m.since, begun)) > planning:
		about.Key += m.since.UTC().Format(time.RFC3339)
		about.Signal = reports.SignalSilence
		about.Text = messages.WatchPlanning(now.Sub(m.since))
		about.Advice = messages.WatchPlanningAdvice()
	case m.planned && c.working == 0 && !c.waiting.IsZero() && now.Sub(laterOf(laterOf(c.waiting, p.free), begun)) > otherwise:
		about.Key += c.waiting.UTC().Format(time.RFC3339)
		about.Signal = reports.SignalMilestone
		about.Text = messages.WatchWaiting(now.Sub(c.waiting))
		about.Advice = messages.WatchWaitingAdvice()
	case m.planned && c.working > 0 && c.held == 0:
		gap := m.findSlowing(now, begun)
		if gap == 0 {
			return nil
		}
		about.Key += fmt.Sprint(len(m.finished))
		about.Signal, about.Confidence = reports.SignalSlowing, guess
		about.Text = messages.WatchSlower(now.Sub(m.finished[len(m.finished)-1]), gap)
	default:
		return nil
	}
	return []reports.Alert{about}
}

// findSlowing returns the longest gap between two finished steps when the present
// one is much longer than that and than any attempt; 0 when not.
func (m *mission) findSlowing(now, begun time.Time) time.Duration {
	if len(m.finished) < paced {
		return 0
	}
	var longest time.Duration
	for i := 1; i < len(m.finished); i++ {
		longest = max(longest, m.finished[i].Sub(m.finished[i-1]))
	}
	gap := now.Sub(laterOf(m.finished[len(m.finished)-1], begun))
	if gap <= slower*longest || gap <= 2*org.AttemptLimit {
		return 0
	}
	return longest
}

func (p *project) lookAfter(now, begun time.Time) []reports.Alert {
	if p.delivered || now.Sub(laterOf(laterOf(p.ended, p.held), begun)) <= arrival {
		return nil
	}
	return []reports.Alert{{
		Key: p.ended.UTC().Format(time.RFC3339), Signal: reports.SignalIncomplete, Confidence: likely,
		Text:   messages.WatchNotArrived(now.Sub(p.ended)),
		Advice: messages.WatchNotArrivedAdvice(p.id),
	}}
}
