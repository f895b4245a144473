package watch

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	sure      = 1.0  // seen by a rule that cannot be wrong about the fact
	likely    = 0.85 // the fact is sure, its meaning is not
	guess     = 0.6
	loopFrom  = 3 // times the same without progress is a loop
	loopAskAt = 4 // times at which the worker is told
	loopActAt = 5 // times at which the project is paused
)

func (p *project) hearProject(e org.Event) []reports.Alert {
	switch e.Kind { //nolint:exhaustive // what is left out says nothing about health
	case org.EventMissionPlanning, org.EventMissionReplanned:
		p.missions[e.Mission] = &mission{id: e.Mission, since: e.At}
	case org.EventMissionPlanned:
		m := p.findMission(e)
		m.planned = true
		m.since = e.At
	case org.EventMissionCompleted, org.EventMissionFailed, org.EventMissionCancelled:
		return p.missionEnds(e)
	case org.EventProjectPaused:
		p.paused = true
	case org.EventEscalation:
		p.asked[e.Data["decision"]] = true
	case org.EventDecided:
		delete(p.asked, e.Data["decision"])
	case org.EventProjectResumed, org.EventProjectReopened:
		p.resumeClocks(e)
	case org.EventProjectCompleted, org.EventProjectFailed, org.EventProjectCancelled:
		return p.checkEnd(e)
	case org.EventDeliverySent:
		p.delivered = p.delivered || e.Data["kind"] == string(reports.DeliverResult) || e.Data["kind"] == string(reports.DeliverFailure)
	case org.EventDeliveryHeld:
		if until, err := time.Parse(time.RFC3339, e.Data["until"]); err == nil {
			p.held = laterOf(p.held, until)
		}
	}
	return nil
}

// After a word about what did not reach a channel nothing more is said of it for this long: the
// same has befallen what came behind it.
const alarmEvery = time.Hour

// hearDropped says that a delivery was given up. An alert is a notice itself, so
// of a notice that was given up there is none: each would be the next one's cause.
func (v *View) hearDropped(e org.Event) []reports.Alert {
	if e.Data["kind"] == string(reports.DeliverNotice) || e.Data["told"] != "" {
		return nil
	}
	channel := e.Data["transport"] + "/" + e.Data["channel"]
	if last, ok := v.alarmed[channel]; ok && e.At.Sub(last) < alarmEvery {
		return nil
	}
	if v.alarmed == nil {
		v.alarmed = map[string]time.Time{}
	}
	v.alarmed[channel] = e.At
	return []reports.Alert{{
		Key: e.Data["delivery"], Signal: reports.SignalFailed, Confidence: likely,
		Text: messages.WatchUnsent(e.Text), Advice: messages.WatchUnsentAdvice(),
	}}
}

func (p *project) findMission(e org.Event) *mission {
	m, ok := p.missions[e.Mission]
	if !ok {
		m = &mission{id: e.Mission, since: e.At}
		p.missions[e.Mission] = m
	}
	return m
}

// resumeClocks begins all clocks anew: nobody worked while the project was paused.
func (p *project) resumeClocks(e org.Event) {
	p.paused, p.ended, p.delivered = false, time.Time{}, false
	for _, s := range p.steps {
		s.last = e.At
		if !s.ready.IsZero() {
			s.ready = e.At
		}
	}
	for _, m := range p.missions {
		m.since = e.At
	}
}

func (p *project) missionEnds(e org.Event) []reports.Alert {
	m := p.findMission(e)
	m.ended = true
	var out []reports.Alert
	for _, s := range p.steps {
		if s.mission != e.Mission || s.ended {
			continue
		}
		a := reports.Alert{
			Key: string(s.id), Step: s.id, Mission: e.Mission, Signal: reports.SignalPartial, Confidence: likely,
			Text: messages.WatchLeft(s.title, false), Advice: messages.WatchWhy(s.id),
		}
		if !s.started.IsZero() {
			a.Signal, a.Text = reports.SignalAbandoned, messages.WatchLeft(s.title, true)
		}
		out = append(out, a)
	}
	return out
}

func (p *project) checkEnd(e org.Event) []reports.Alert {
	p.ended = e.At
	if e.Kind != org.EventProjectCompleted {
		p.delivered = p.delivered || e.Kind == org.EventProjectCancelled // he knows
		return nil
	}
	var out []reports.Alert
	for _, m := range p.missions {
		if !m.ended {
			out = append(out, reports.Alert{
				Key: string(m.id), Mission: m.id, Signal: reports.SignalOrder, Confidence: likely,
				Text: messages.WatchEndedOpen(), Advice: messages.WatchBugAdvice(),
			})
		}
	}
	return out
}

func (p *project) hearStep(e org.Event) []reports.Alert {
	s := p.findStepOf(e)
	s.last = laterOf(s.last, e.At)
	switch e.Kind { //nolint:exhaustive // what is left out is only a sign of life
	case org.EventStepReady:
		s.ready, s.held = e.At, false
	case org.EventStepStarted:
		return p.startStep(s, e)
	case org.EventStageDone:
		return p.stageDone(s, e)
	case org.EventStepInReview:
		s.noteProgress()
		s.enterStage(org.WorkReview)
	case org.EventStepRejected:
		s.restStep()
		s.ready, s.done, s.stage = e.At, map[string]bool{}, ""
	case org.EventStepGivenBack:
		s.restStep()
		s.ready, s.held = e.At, false
		if !isLost(e) {
			return nil
		}
		return p.countRepeat(s, "released", messages.WatchRestarted())
	case org.EventHoldLifted:
		s.ready, s.held = e.At, false
	case org.EventStepHeld:
		s.restStep()
		s.held, s.ready = true, time.Time{}
	case org.EventStepReopened:
		*s = *newStep(e)
		s.ready = e.At
	case org.EventUnparsed:
		return p.countRepeat(s, "unparsed "+e.Data["purpose"], messages.WatchUnreadable())
	case org.EventStepCompleted, org.EventStepFailed, org.EventStepCancelled:
		return p.stepEnds(s, e)
	}
	return nil
}

func newStep(e org.Event) *step {
	return &step{id: e.Step, mission: e.Mission, title: string(e.Step), done: map[string]bool{}, repeats: map[string]int{}, last: e.At}
}

func (p *project) findStepOf(e org.Event) *step {
	s, ok := p.steps[e.Step]
	if !ok {
		s = newStep(e)
		p.steps[e.Step] = s
	}
	if e.Mission != "" {
		s.mission = e.Mission
	}
	for _, begin := range []string{"Ready: ", "Started: "} {
		if title, ok := strings.CutPrefix(e.Text, begin); ok {
			s.title = title
		}
	}
	return s
}

// isLost reports whether a step was taken from its worker. One that was given
// back, as each deploy does, is no sign of a loop.
func isLost(e org.Event) bool {
	return e.Data["claim"] == org.ClaimExpired
}

// restStep stops the clocks of a step that nobody works on. Whoever takes it up again goes on at its
// stage.
func (s *step) restStep() { s.started = time.Time{} }

func (s *step) noteProgress() { clear(s.repeats) }

func (p *project) startStep(s *step, e org.Event) []reports.Alert {
	over := s.ended
	s.started, s.attempt, s.held = e.At, e.Attempt, false
	s.enterStage(cmp.Or(s.stage, org.WorkResearch))
	s.spawned++
	if over {
		return []reports.Alert{{
			Key: fmt.Sprintf("%s:%d", s.id, s.spawned), Step: s.id, Mission: s.mission, Signal: reports.SignalOrder, Confidence: likely,
			Text: messages.WatchRevived(s.title), Advice: messages.WatchWhy(s.id),
		}}
	}
	return nil
}

// enterStage says what the step is at. One that changes code is tried by commands
// before, while and after a model is asked, and its stages do not tell which.
func (s *step) enterStage(stage string) {
	s.stage = stage
	if s.code {
		s.stage = org.WorkCode
	}
}

func (p *project) stageDone(s *step, e org.Event) []reports.Alert {
	stage := e.Data["stage"]
	if s.spawned == 0 || s.ended {
		return []reports.Alert{{
			Key: string(s.id) + ":" + stage, Step: s.id, Mission: s.mission, Signal: reports.SignalOrder, Confidence: likely,
			Text: messages.WatchUncalled(s.title, stage), Advice: messages.WatchWhy(s.id),
		}}
	}
	s.code = s.code || ofCode(stage)
	if stage == coding.TrialBefore {
		s.baseline = e.At.Sub(s.started)
	}
	s.enterStage(nextStage(stage))
	if part := stage + ":" + e.Data["seq"]; !s.done[part] {
		s.done[part] = true
		s.noteProgress()
		return nil
	}
	return p.countRepeat(s, "stage "+stage, messages.WatchOnceMore(stage))
}

func (p *project) countRepeat(s *step, action, what string) []reports.Alert {
	s.repeats[action]++
	n := s.repeats[action]
	a := reports.Alert{
		Step: s.id, Mission: s.mission, Signal: reports.SignalLoop,
		Text: messages.WatchCircles(s.title, what, n, s.spawned), // the same may have been told of a try before
	}
	switch {
	case n == loopFrom:
		a.Key, a.Confidence = fmt.Sprintf("%s:%d:%s", s.id, s.spawned, action), likely
		a.Advice = messages.WatchCirclesAdvice(p.id, s.id)
	case n == loopAskAt:
		a.Key, a.Confidence, a.Remedy = fmt.Sprintf("%s:%s:ask", s.id, action), sure, reports.RemedyAdvise
		a.Advice = fmt.Sprintf("You are going round in circles: %s %d times. Do not try the same once more; finish with what you have and say what is missing.", what, n)
	case n >= loopActAt:
		a.Key, a.Confidence, a.Remedy = fmt.Sprintf("%s:%s:act", s.id, action), sure, reports.RemedyPause
	default:
		return nil
	}
	return []reports.Alert{a}
}

func (p *project) stepEnds(s *step, e org.Event) []reports.Alert {
	var out []reports.Alert
	tell := func(signal reports.Signal, text string) {
		out = append(out, reports.Alert{
			Key: fmt.Sprintf("%s:%s", s.id, e.Kind), Step: s.id, Mission: s.mission, Signal: signal, Confidence: likely,
			Text: text, Advice: messages.WatchWhy(s.id),
		})
	}
	switch {
	case s.passed && e.Kind == org.EventStepFailed:
		tell(reports.SignalRegression, messages.WatchFellBack(s.title))
	case e.Kind == org.EventStepCompleted && s.started.IsZero():
		tell(reports.SignalOrder, messages.WatchUnclaimed(s.title))
	}
	s.passed, s.ended = e.Kind == org.EventStepCompleted, true
	s.restStep()
	if m := p.missions[s.mission]; m != nil && s.passed {
		m.finished = append(m.finished, e.At)
	}
	return out
}
