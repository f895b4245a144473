package store_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// The end of a step of a mission in which another failed with advice is more
// than it seems: the mission is planned again as soon as nobody works on it.
func TestPlainEndOfATroubledMission(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{Roadmap: nil})
	m := o.plan(piece("a"), piece("b"))
	held := o.claim(2)
	o.ok(o.db.Finish(t.Context(), held["a"].Lease, work.Outcome{Next: org.StepFailed, Cause: "no such law", Advice: "ask for the law of another country"}))
	o.complete(held["b"])
	state, err := o.db.Texts(t.Context(), `SELECT state FROM missions WHERE id = ?`, m)
	if err != nil || !slices.Equal(state, []string{"planning"}) {
		t.Errorf("the mission of %s after its last step: %v (%v), want it planned again", p, state, err)
	}
	o.sound()
}

// The line of a step's end suggests those that waited for it, and none that has
// ended already.
func TestNextSuggestedWaits(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	o.plan(piece("a"), piece("b"), piece("c", "a", "b"), piece("d", "a"), piece("e", "a"))
	held := o.claim(2)
	o.sql(`UPDATE steps SET state = 'cancelled', cause = 'not wanted', ended_at = 1 WHERE key = 'd'`,
		`UPDATE steps SET open_deps = open_deps - 1 WHERE kind = 'assembly'`, `UPDATE missions SET open_steps = open_steps - 1`)
	o.complete(held["a"])
	lines, err := o.db.EventsOf(t.Context(), p)
	o.ok(err)
	i := slices.IndexFunc(lines, func(e org.Event) bool { return e.Kind == org.EventStepCompleted })
	want := fmt.Sprint(o.step(p, "c").ID, " ", o.step(p, "e").ID, " ", o.step(p, "assembly").ID)
	if i < 0 || lines[i].Data["next_suggested"] != want {
		t.Errorf("the end of a suggests %q, want %q", lines[max(i, 0)].Data["next_suggested"], want)
	}
	o.sound()
}

// However many steps an end makes ready, the journal has a line for each.
func TestEveryStepThatBecomesReadyIsTold(t *testing.T) {
	o := newInstance(t)
	p := o.start(org.NewProject{})
	const many = 11
	steps := []work.PlannedStep{piece("root")}
	for i := range many {
		steps = append(steps, piece(fmt.Sprint("leaf", i), "root"))
	}
	o.plan(steps...)
	o.complete(o.claim(1)["root"])
	lines, err := o.db.EventsOf(t.Context(), p)
	o.ok(err)
	told := map[org.StepID]int{}
	for _, e := range lines {
		if e.Kind == org.EventStepReady {
			told[e.Step]++
		}
	}
	for i := range many {
		if id := o.step(p, fmt.Sprint("leaf", i)).ID; told[id] != 1 {
			t.Errorf("%d lines say that leaf%d is ready, want 1", told[id], i)
		}
	}
}
