// Package watch looks at the work as the journal tells it and says when it
// goes wrong: the same again and again, silence, something that ended too
// early. It judges by entries and by the clock, so that it hears what is not
// said.
//
// All it knows follows from the journal: a watcher that begins anew reads the
// open projects' entries again and comes to the same view. What it has raised
// stands in the database, so that nothing is raised twice. A false alarm is
// worse than one too few: a retry that leads somewhere is no loop, and what is
// paused, held or waits for the founder is not silent.
package watch

import (
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
)

// View holds all that is known of the work. Hear and Look are called by one goroutine, entries in
// their order.
type View struct {
	set      []policy.StageLimit // the founder's limits
	projects map[org.ProjectID]*project
	raised   map[string]bool
	begun    time.Time // silence counts from here on
	looked   time.Time
	doubts   []Doubt
	alarmed  map[string]time.Time // by channel: when an alert said last that something did not reach it
}

// The part of the view that belongs to one project.
type project struct {
	id        org.ProjectID
	last      time.Time // of any entry
	free      time.Time // when somebody worked last
	paused    bool
	asked     map[string]bool // open questions about the whole project, gates among them
	ended     time.Time       // zero while it goes on
	delivered bool
	held      time.Time // until when what it made waits for the end of quiet hours
	missions  map[org.MissionID]*mission
	steps     map[org.StepID]*step
	limits    Limits
	lines     []string // the newest entries, for evidence
	log       []Line   // more of them, for a judge
}

type mission struct {
	id       org.MissionID
	planned  bool
	ended    bool
	since    time.Time // of its planning
	finished []time.Time
}

type step struct {
	id       org.StepID
	mission  org.MissionID
	title    string
	ready    time.Time // since when it could start; zero while it cannot
	started  time.Time // zero while nobody works on it
	last     time.Time
	stage    string
	attempt  int
	spawned  int
	code     bool            // it changes code
	baseline time.Duration   // that its checks took on its base
	done     map[string]bool // stages of this round, and which of several alike
	repeats  map[string]int  // what happened since the last progress
	passed   bool
	ended    bool
	held     bool
	rejected int
}

// An alert quotes so many entries.
const evidence = 3

// Hear takes one entry and returns what is wrong with it.
func (v *View) Hear(e org.Event) []reports.Alert {
	if e.Project == "" {
		return nil
	}
	p := v.findProject(e)
	if p == nil {
		return nil
	}
	switch e.Kind { //nolint:exhaustive // all others are signs of the work itself
	case org.EventAlert:
		return nil // our own
	case org.EventDeliveryDropped:
		return v.dropRaised(p, e.At, v.hearDropped(e))
	case org.EventDeliverySent, org.EventDeliveryHeld, org.EventDeliveryRetried:
		return v.dropRaised(p, e.At, p.hearProject(e))
	}
	p.last = laterOf(p.last, e.At)
	p.lines = append(p.lines, string(e.Kind)+": "+e.Text)
	p.lines = p.lines[max(0, len(p.lines)-evidence):]
	p.log = append(p.log, Line{Text: string(e.Kind) + ": " + e.Text, Trusted: isOwnWords(e.Kind)})
	p.log = p.log[max(0, len(p.log)-shown):]
	var found []reports.Alert
	if e.Step != "" {
		found = p.hearStep(e)
		v.ponderEntry(p, e)
	} else {
		found = p.hearProject(e)
	}
	return v.dropRaised(p, e.At, found)
}

// Look returns what the clock says is wrong. It is cheap and may be called
// often. A clock that stood still, as a machine that slept, makes nothing
// silent.
func (v *View) Look(now time.Time) []reports.Alert {
	const asleep = time.Minute
	if v.begun.IsZero() || now.Sub(v.looked) > asleep || now.Before(v.looked) {
		v.begun = now
	}
	v.looked = now
	var all []reports.Alert
	busy := 0
	for _, p := range v.projects {
		busy += p.countWorking()
	}
	for _, p := range v.projects {
		all = append(all, v.dropRaised(p, now, p.checkClock(now, v.begun, busy > p.countWorking()))...)
		v.ponderSteps(p, now)
		const remembered = time.Hour
		if !p.ended.IsZero() && now.Sub(laterOf(p.ended, p.held)) > remembered {
			delete(v.projects, p.id)
		}
	}
	return all
}

func (p *project) countWorking() int {
	n := 0
	for _, s := range p.steps {
		if !s.started.IsZero() && !s.ended {
			n++
		}
	}
	return n
}

// dropRaised drops what was raised before and adds what all alerts have.
func (v *View) dropRaised(p *project, at time.Time, found []reports.Alert) []reports.Alert {
	var out []reports.Alert
	for _, a := range found {
		a.Key = fmt.Sprintf("%s:%s:%s", a.Signal, p.id, a.Key)
		if v.raised[a.Key] {
			continue
		}
		v.raised[a.Key] = true
		a.Project, a.At, a.Evidence = p.id, at, slices.Clone(p.lines)
		out = append(out, a)
	}
	return out
}

// findProject finds an entry's project; nil for one that ended before anybody
// looked, about which something is said once more.
func (v *View) findProject(e org.Event) *project {
	if v.projects == nil {
		v.projects, v.raised = map[org.ProjectID]*project{}, map[string]bool{}
	}
	p, ok := v.projects[e.Project]
	begins := e.Kind == org.EventProjectCreated || e.Kind == org.EventMissionPlanning || e.Kind == org.EventProjectReopened
	if !ok && !begins {
		return nil
	}
	if !ok {
		p = &project{id: e.Project, missions: map[org.MissionID]*mission{}, steps: map[org.StepID]*step{}, asked: map[string]bool{}, limits: For(e.Project, v.set)}
		v.projects[e.Project] = p
	}
	return p
}

// Limit has all projects, those under way too, judged by the founder's limits
// from now on.
func (v *View) Limit(set []policy.StageLimit) {
	v.set = set
	for _, p := range v.projects {
		p.limits = For(p.id, set)
	}
}

// Open reports how many projects are looked at.
func (v *View) Open() int {
	n := 0
	for _, p := range v.projects {
		if p.ended.IsZero() {
			n++
		}
	}
	return n
}

func laterOf(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
