package store_test

import (
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/engine"
)

// model is what the store should say of one mission, kept the simple way: no
// counters, no indexes, everything asked anew.
type model struct {
	order []string
	needs map[string][]string
	soft  map[string]bool
	vital map[string]bool // critical
	final map[string]bool
	state map[string]org.StepState
	until map[string]time.Time // back-off, and
	since map[string]time.Time // when it began
	hold  map[string]bool      // unreviewed
	hits  map[string]int       // strikes
	dead  map[string]int       // crashes
	runs  map[string]int       // claims
	pause bool
	over  org.ProjectState // cancelled or failed as a whole; else empty
}

func newModel() *model {
	return &model{
		needs: map[string][]string{}, soft: map[string]bool{}, vital: map[string]bool{}, final: map[string]bool{}, state: map[string]org.StepState{},
		until: map[string]time.Time{}, since: map[string]time.Time{}, hold: map[string]bool{}, hits: map[string]int{}, dead: map[string]int{}, runs: map[string]int{},
	}
}

// add puts a step behind those that are there.
func (m *model) add(key string, soft bool, needs []string) {
	m.order = append(m.order, key)
	m.needs[key], m.soft[key], m.state[key] = needs, soft, org.StepPending
}

// open counts what a step still waits for.
func (m *model) open(key string) int {
	n := 0
	for _, need := range m.needs[key] {
		if m.soft[key] && !m.state[need].Ended() || !m.soft[key] && m.state[need] != org.StepCompleted {
			n++
		}
	}
	return n
}

func (m *model) ready(key string) bool {
	return m.state[key] == org.StepPending && !m.pause && !m.hold[key] && m.until[key].IsZero() && m.open(key) == 0
}

func (m *model) readySet() []string {
	var out []string
	for _, k := range m.order {
		if m.ready(k) {
			out = append(out, k)
		}
	}
	return out
}

// fails fails a step and, again and again, what needs a failed one.
func (m *model) fails(key string) {
	m.state[key] = org.StepFailed
	for again := true; again; {
		again = false
		for _, k := range m.order {
			if m.soft[k] || m.state[k].Ended() {
				continue
			}
			if slices.ContainsFunc(m.needs[k], func(n string) bool { return m.state[n] == org.StepFailed }) {
				m.state[k], again = org.StepFailed, true
			}
		}
	}
}

// strike rejects a round; the last one fails the step.
func (m *model) strike(key string) {
	m.state[key] = org.StepPending
	if m.hits[key]++; m.hits[key] == org.StrikeCap {
		m.fails(key)
	}
}

// crash is the death of a step's owner.
func (m *model) crash(key string) {
	if m.state[key].Ended() {
		return // failed by the cascade of another one
	}
	m.state[key] = org.StepPending
	if m.dead[key]++; m.dead[key] == org.MaxCrashes {
		m.fails(key)
	}
}

// end ends whatever has not ended.
func (m *model) end(as org.StepState, over org.ProjectState) {
	for k, s := range m.state {
		if !s.Ended() {
			m.state[k] = as
		}
	}
	m.over = over
}

// restore takes a cancellation back and returns the steps that begin anew.
func (m *model) restore() (again []string) {
	for k, s := range m.state {
		if s == org.StepCancelled {
			m.state[k], m.hold[k], m.hits[k], m.dead[k] = org.StepPending, false, 0, 0
			delete(m.until, k)
			delete(m.since, k)
			again = append(again, k)
		}
	}
	m.over, m.pause = "", false
	return again
}

func (m *model) ended() bool {
	return m.over != "" || !slices.ContainsFunc(m.order, func(k string) bool { return !m.state[k].Ended() })
}

// project is the state of a project of this one mission, whose last step is
// the assembly.
func (m *model) project() org.ProjectState {
	switch {
	case m.over != "":
		return m.over
	case !m.ended() && m.pause:
		return org.ProjectPaused
	case !m.ended():
		return org.ProjectActive
	}
	last := m.order[len(m.order)-1]
	others, done, all := 0, 0, true
	for _, k := range m.order {
		ok := m.state[k] == org.StepCompleted
		if m.vital[k] && !ok {
			return org.ProjectFailed
		}
		all = all && ok
		if m.final[k] || k == last {
			continue
		}
		if others++; ok {
			done++
		}
	}
	switch {
	case all:
		return org.ProjectCompleted
	case m.state[last] != org.StepCompleted || others == 0 || 100*done < engine.PartialShare*others:
		return org.ProjectFailed
	}
	return org.ProjectPartial
}
