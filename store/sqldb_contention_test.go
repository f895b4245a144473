package store_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// Two handles on one file, as bot and worker have it: every step is done
// once, nobody starves, and the journal has no gap. Whoever has done his share
// of the steps writes without a pause until the others have done theirs.
func TestTwoProcessesShareOneFile(t *testing.T) {
	o := newInstance(t)
	const steps, hands = 24, 4
	p := o.start(org.NewProject{})
	var plan []work.PlannedStep
	for i := range steps {
		s := piece(fmt.Sprint("k", i))
		if i >= hands {
			s.Needs = []string{fmt.Sprint("k", i-hands)}
		}
		plan = append(plan, s)
	}
	o.plan(plan...)
	dbs := []*store.DB{o.db, o.open()}
	var mu sync.Mutex
	done := map[string]int{}
	by := make([]int, len(dbs))
	var left atomic.Int32
	left.Store(steps)
	var all sync.WaitGroup
	for i := range hands {
		db, which := dbs[i%len(dbs)], i%len(dbs)
		all.Go(func() {
			for mine := 0; ; {
				if mine == steps/hands && left.Load() > 0 {
					_, _, err := db.SaveMessage(t.Context(), org.Message{Channel: channel, Origin: fmt.Sprint(i, " at ", rand.Text()), Author: "f", Text: "hm"})
					if err != nil {
						t.Errorf("talk: %v", err)
						return
					}
					continue
				}
				claims, err := db.ClaimSteps(t.Context(), fmt.Sprint("w", i), term, 1)
				if errors.Is(err, org.ErrNoWork) {
					project, err := db.Project(t.Context(), string(p))
					if err != nil || project.State.Ended() {
						return
					}
					continue
				}
				if err != nil {
					t.Errorf("claim: %v", err)
					return
				}
				if err := db.Finish(t.Context(), claims[0].Lease, completed(claims[0].Step)); err != nil {
					t.Errorf("finish %s: %v", claims[0].Step.Key, err)
					return
				}
				mine++
				left.Add(-1)
				mu.Lock()
				done[claims[0].Step.Key]++
				by[which]++
				mu.Unlock()
			}
		})
	}
	for i := range 20 { // the other process talks meanwhile
		_, _, err := dbs[1].SaveMessage(t.Context(), org.Message{Channel: channel, Origin: fmt.Sprint("x", i), Author: "f", Text: "hm"})
		o.ok(err)
	}
	all.Wait()
	for key, n := range done {
		if n != 1 {
			t.Errorf("step %s was done %d times, want once", key, n)
		}
	}
	if len(done) != steps+1 {
		t.Errorf("steps done: got %d, want %d and the assembly", len(done), steps)
	}
	for i, n := range by {
		if share := steps / len(dbs); n != share && n != share+1 { // the assembly is one more
			t.Errorf("handle %d did %d of %d steps, want its share", i, n, steps)
		}
	}
	o.wantProject(p, org.ProjectCompleted)
	o.wantSaid(reports.DeliverResult, "is done")
	o.sound()
}

// Commits that make work wake whoever waits, once for many; others do not.
func TestWake(t *testing.T) {
	o := newInstance(t)
	woken, stop := o.db.Wake()
	got := func() bool {
		select {
		case <-woken:
			return true
		default:
			return false
		}
	}
	o.start(org.NewProject{})
	o.plan(piece("a"), piece("b", "a"))
	if !got() || got() {
		t.Error("after a project and its plan: want one wake for all that came")
	}
	a := o.claim(1)["a"]
	o.ok(o.db.SaveCheckpoint(t.Context(), a.Lease, work.Checkpoint{Round: 1, Stage: "claims", Output: "{}"}))
	if got() {
		t.Error("after a claim and a checkpoint: want no wake")
	}
	o.complete(a)
	if !got() {
		t.Error("after the step that b needs: want a wake")
	}
	stop()
	o.hear("more")
	if got() {
		t.Error("after the end of the subscription: want no wake")
	}
}
