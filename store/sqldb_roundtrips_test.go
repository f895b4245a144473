package store_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// What is done under the write lock takes as many statements with many rows as
// with few: those of a model call's sums and caps, those of a roadmap's items.
func TestStatementsDoNotGrowWithRows(t *testing.T) {
	needServer(t) // where each is a round trip, which can be counted
	b := newBench(t)
	way, address := through(t, b.path)
	far := attached(t, store.Options{Path: address, Now: func() time.Time { return b.now }})
	var sent atomic.Int64
	count := trap(func(up bool, data []byte) ([]byte, bool) {
		if up {
			sent.Add(1)
		}
		return data, false
	})
	way.trap.Store(&count)
	trips := func(do func()) int64 {
		do() // prepares the statements
		before := sent.Load()
		do()
		return sent.Load() - before
	}

	p := b.project("Sums")
	b.plan(p, step("a"))
	c := b.claim()["a"]
	n := 0
	call := func() {
		n++
		k := modelCall(fmt.Sprint("k", n), p)
		k.Mission, k.Step, k.Reserve = c.Step.Mission, c.Step.ID, 1
		_, _, err := far.BeginCall(t.Context(), k)
		b.ok(err)
		_, err = far.EndCall(t.Context(), org.CallEnd{Key: k.Key, Try: 1, State: org.CallUsable, Cost: 1, CostSource: org.CostProvider})
		b.ok(err)
	}
	plain := trips(call)
	for _, scope := range []org.CapScope{org.ScopeDay, org.ScopeMonth, org.ScopeMission, org.ScopeStep} {
		for _, of := range []org.ProjectID{"", p} {
			b.ok(b.db.SetCap(t.Context(), org.Cap{Scope: scope, Project: of, Kind: org.KindCap, Amount: 9 * org.Dollar}))
		}
	}
	if capped := trips(call); plain > 7 || capped > plain+1 {
		t.Errorf("a call takes %d round trips, with eight caps %d; want at most 7 for its beginning and its end, and one more", plain, capped)
	}

	items := func(of int) int64 {
		return trips(func() {
			roadmap := make([]org.Item, of)
			for i := range roadmap {
				roadmap[i] = org.Item{Key: fmt.Sprint("i", i), Title: fmt.Sprint("Item ", i), Line: i + 1}
			}
			b.say("roadmap", org.Turn{Route: org.ActionNewProject, Project: &org.NewProject{
				Title: "Roadmap", Goal: "Work it off", Mode: org.ModeContent, Depth: org.DepthStandard, Roadmap: &org.Roadmap{Phases: []string{"All"}, Items: roadmap}, Phases: []org.Phase{{Label: "All"}},
			}})
			_, err := far.ClaimMission(t.Context(), "planner", time.Minute)
			b.ok(err)
		})
	}
	if few, many := items(2), items(20); many > few {
		t.Errorf("a plan of 2 items is claimed in %d round trips, one of 20 in %d", few, many)
	}
}

// A claim and a hand-in are four ways to the server each: behind a slow line it is their
// number that counts.
func TestClaimAndFinishTakeFourRoundTrips(t *testing.T) {
	needServer(t) // where each statement is a round trip, which can be counted
	b := newBench(t)
	way, address := through(t, b.path)
	var sent, finished atomic.Int64
	far := attached(t, store.Options{Path: address, Now: func() time.Time { return b.now }, Crash: func(point string) {
		if point == "finish:committed" {
			finished.Store(sent.Load())
		}
	}})
	count := trap(func(up bool, data []byte) ([]byte, bool) {
		if up {
			sent.Add(1)
		}
		return data, false
	})
	way.trap.Store(&count)
	b.plan(b.project("Four"), step("a"), step("b"), step("c", "a", "b"))
	for round := range 2 { // the first prepares the statements
		sent.Store(0)
		claims, err := far.ClaimSteps(t.Context(), "worker-1", time.Minute, 1)
		b.ok(err)
		claimed := sent.Swap(0)
		b.ok(far.Finish(t.Context(), claims[0].Lease, done("yes")))
		if round == 1 && (claimed > 4 || finished.Load() > 4) {
			t.Errorf("a claim takes %d round trips, its end %d; want 4 at most", claimed, finished.Load())
		}
	}
}
