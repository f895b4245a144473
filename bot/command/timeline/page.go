package timeline

import (
	"cmp"
	"context"
	_ "embed"
	"html/template"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

//go:embed timeline.html
var timelinePage string

// linesShown are the lines of the journal on the page, the last ones.
const linesShown = 200

// One cause, and the part of a project's time that it took.
type share struct {
	Step         org.StepID // empty for a stage
	Name         string
	Waited, Took time.Duration
	Times        int // rounds of a step, runs of a stage
	Part         int // percent of all
}

func (s records) buildTimeline(ctx context.Context, q noun.PageRequest) (any, error) {
	t, err := s.Ticket(ctx, org.ProjectID(q.Path("id")), q.Now)
	if err != nil {
		return nil, err
	}
	events, err := s.EventsOf(ctx, t.Project.ID)
	if err != nil {
		return nil, err
	}
	bars := makeBars(t, events)
	path := findCriticalPath(t, bars)
	for n := range bars {
		bars[n].Critical = slices.Contains(path, bars[n].Step)
	}
	page := struct {
		view.ProjectPage
		Chart  template.HTML
		Path   []share
		Stages []share
		All    time.Duration
		Events []org.Event
		More   bool
	}{ProjectPage: view.NewProjectPage(q.Base, t, "Timeline"), Chart: view.Timeline(bars), Path: sumPath(bars, path), Stages: sumStages(events), Events: events}
	for _, p := range page.Path {
		page.All += p.Waited + p.Took
	}
	if len(events) > linesShown {
		page.Events, page.More = events[len(events)-linesShown:], true
	}
	return page, nil
}

// makeBars makes bars of the times during which each step waited, from when it was ready, and
// was worked on, from each start to the line that ended it.
func makeBars(t reports.Ticket, events []org.Event) []view.Bar {
	titles := map[org.StepID]string{}
	for _, s := range t.Steps {
		titles[s.ID] = s.Title
	}
	var out []view.Bar
	open := map[org.StepID]int{}
	end := func(e org.Event) {
		if n, there := open[e.Step]; there {
			out[n].Till, out[n].Fate = later(out[n].From, e.At), e.Text
			delete(open, e.Step)
		}
	}
	for _, e := range events {
		if e.Step == "" {
			continue
		}
		switch e.Kind { //nolint:exhaustive // the others neither begin nor end work
		case org.EventStepReady, org.EventStepReopened:
			end(e)
			open[e.Step] = len(out)
			out = append(out, view.Bar{Step: e.Step, Title: titles[e.Step], From: e.At, Till: later(e.At, t.Now), Fate: "waits", Waits: true})
		case org.EventStepStarted:
			end(e)
			open[e.Step] = len(out)
			out = append(out, view.Bar{Step: e.Step, Title: titles[e.Step], From: e.At, Till: later(e.At, t.Now), Fate: "goes on"})
		case org.EventStageDone:
			if n, there := open[e.Step]; there && !out[n].Waits {
				out[n].Stages = append(out[n].Stages, e.At)
			}
		case org.EventStepCompleted, org.EventStepFailed, org.EventStepCancelled, org.EventStepRejected, org.EventStepGivenBack, org.EventStepHeld:
			end(e)
		}
	}
	return out
}

// later is the later of two times: a clock that was set back makes no time
// negative.
func later(a, b time.Time) time.Time {
	if b.Before(a) {
		return a
	}
	return b
}

// findCriticalPath finds the chain of steps that the project's end waited for, from the
// first to the last: before each stands what it needed that ended last; before the
// first steps of a mission, the step that ended the missions before.
func findCriticalPath(t reports.Ticket, all []view.Bar) []org.StepID {
	begun, ended := map[org.StepID]time.Time{}, map[org.StepID]time.Time{}
	for _, b := range all {
		if b.Waits {
			continue
		}
		if at, there := begun[b.Step]; !there || b.From.Before(at) {
			begun[b.Step] = b.From
		}
		ended[b.Step] = later(ended[b.Step], b.Till)
	}
	mission := map[org.MissionID]int{}
	for n, m := range t.Missions {
		mission[m.ID] = n
	}
	steps := map[org.StepID]org.Step{}
	last := org.StepID("")
	for _, s := range t.Steps {
		steps[s.ID] = s
		if !ended[s.ID].IsZero() && (last == "" || ended[s.ID].After(ended[last])) {
			last = s.ID
		}
	}
	var path []org.StepID
	for at := last; at != "" && !slices.Contains(path, at); {
		path = append(path, at)
		s, before := steps[at], org.StepID("")
		look := func(id org.StepID) {
			if e := ended[id]; !e.IsZero() && !e.After(begun[at]) && (before == "" || e.After(ended[before])) {
				before = id
			}
		}
		begins := true // the mission: nothing of it comes before
		for _, need := range s.DependsOn {
			look(need)
			begins = begins && steps[need].Mission != s.Mission
		}
		if begins {
			for _, other := range t.Steps {
				if mission[other.Mission] < mission[s.Mission] {
					look(other.ID)
				}
			}
		}
		at = before
	}
	slices.Reverse(path)
	return path
}

// sumPath sums for each step of a path how long it waited before and between its
// rounds, and how long it was worked on.
func sumPath(all []view.Bar, path []org.StepID) []share {
	var out []share
	var till time.Time
	total := time.Duration(0)
	for _, id := range path {
		s := share{Step: id}
		first, last := time.Time{}, time.Time{}
		for _, b := range all {
			if b.Step != id || b.Waits {
				continue
			}
			s.Name = b.Title
			s.Took += b.Till.Sub(b.From)
			s.Times++
			if first.IsZero() || b.From.Before(first) {
				first = b.From
			}
			last = later(last, b.Till)
		}
		if till.IsZero() {
			till = first
		}
		s.Waited = max(last.Sub(till)-s.Took, 0)
		till = last
		total += s.Waited + s.Took
		out = append(out, s)
	}
	return addParts(out, total)
}

// sumStages sums how long the stages of all steps took, the longest first. A stage
// begins where the one before it, or its step, did.
func sumStages(events []org.Event) []share {
	began := map[org.StepID]time.Time{}
	by := map[string]*share{}
	total := time.Duration(0)
	for _, e := range events {
		switch e.Kind { //nolint:exhaustive // the others are no part of the work
		case org.EventStepStarted:
			began[e.Step] = e.At
		case org.EventStageDone, org.EventStepCompleted, org.EventStepRejected:
			from, there := began[e.Step]
			if !there {
				continue
			}
			name := e.Data["stage"]
			if name == "" {
				name = "review and end"
				delete(began, e.Step)
			} else {
				began[e.Step] = e.At
			}
			if by[name] == nil {
				by[name] = &share{Name: name}
			}
			d := max(e.At.Sub(from), 0)
			by[name].Took += d
			by[name].Times++
			total += d
		}
	}
	out := make([]share, 0, len(by))
	for _, s := range by {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b share) int { return cmp.Or(cmp.Compare(b.Took, a.Took), cmp.Compare(a.Name, b.Name)) })
	return addParts(out, total)
}

// addParts adds to each which part of all it is.
func addParts(all []share, total time.Duration) []share {
	for n := range all {
		if total > 0 {
			all[n].Part = int(100 * (all[n].Took + all[n].Waited) / total)
		}
	}
	return all
}
