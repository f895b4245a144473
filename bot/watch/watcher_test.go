package watch_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/watch"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store"
)

// ward is an office in which one step is worked on.
type ward struct {
	t   *testing.T
	now time.Time
	db  *store.DB
	own *watch.Watcher
	// first is the claim under which the step is worked on at the beginning.
	first []work.Claim
}

func (w *ward) ok(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func newWard(t *testing.T) *ward {
	t.Helper()
	w := &ward{t: t, now: midnight}
	db, err := store.Open(t.Context(), store.Options{Path: storetest.Path(t), Now: func() time.Time { return w.now }})
	w.ok(err)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	w.db = db
	w.ok(db.SeedAgents(t.Context(), []org.Agent{{ID: "agent-a", Name: "A", Role: "Analyst", Category: "research", Team: "team", Persona: "p"}}))
	m, _, err := db.SaveMessage(t.Context(), org.Message{Channel: org.Channel{Transport: "terminal", ID: "f"}, Origin: "1", Author: "founder", Text: "x"})
	w.ok(err)
	_, err = db.SaveTurn(t.Context(), org.Turn{Message: m, Route: org.ActionProposal, Project: &org.NewProject{
		Title: "T", Goal: "g", Mode: org.ModeResearch, Depth: org.DepthStandard, Phases: []org.Phase{{Label: "T"}},
	}})
	w.ok(err)
	job, err := db.ClaimMission(t.Context(), "worker-1", time.Minute)
	w.ok(err)
	w.ok(db.SavePlan(t.Context(), job.Lease, work.Plan{Steps: []work.PlannedStep{{
		Key: "s1", Title: "Look it up", Goal: "g", Kind: org.KindResearch, Depth: org.DepthStandard, Agent: "agent-a", Tier: org.T1,
	}}}))
	w.first, err = db.ClaimSteps(t.Context(), "worker-1", time.Hour, 1)
	w.ok(err)
	w.own = w.watcher("bot-1")
	return w
}

func (w *ward) watcher(holder string) *watch.Watcher {
	return &watch.Watcher{Journal: w.db, Records: w.db, Holder: holder, Now: func() time.Time { return w.now }, Log: slog.New(slog.DiscardHandler)}
}

// pass lets time pass, the watcher looking every ten seconds.
func (w *ward) pass(d time.Duration) {
	w.t.Helper()
	const step = 10 * time.Second
	for end := w.now.Add(d); w.now.Before(end); w.now = w.now.Add(step) {
		w.ok(w.own.Next(w.t.Context()))
	}
}

// raised returns the signals that were raised, the oldest first.
func (w *ward) raised() []reports.Alert {
	w.t.Helper()
	all, err := w.db.Alerts(w.t.Context(), time.Time{})
	w.ok(err)
	for i, j := 0, len(all)-1; i < j; i, j = i+1, j-1 {
		all[i], all[j] = all[j], all[i]
	}
	return all
}

func TestASilentStepIsSeenAndGivenBack(t *testing.T) {
	w := newWard(t)
	w.pass(9 * time.Minute)
	if got := w.raised(); len(got) != 0 {
		t.Fatalf("within its limit: %v, want nothing", signals(got))
	}
	w.pass(2 * time.Minute)
	got := w.raised()
	if len(got) != 1 || got[0].Signal != reports.SignalSilence || got[0].Level != reports.LevelMedium || got[0].Step != "s1" || len(got[0].Evidence) == 0 {
		t.Fatalf("after eleven minutes of silence: %+v, want one medium alert with evidence", got)
	}
	// A restart, and another process after it, raise nothing twice.
	w.own = w.watcher("bot-1")
	w.pass(3 * time.Minute)
	w.now = w.now.Add(2 * time.Minute)
	w.own = w.watcher("bot-2")
	w.pass(4 * time.Minute)
	if got = w.raised(); len(got) != 1 {
		t.Fatalf("after two restarts: %v, want the one", signals(got))
	}
	w.pass(21 * time.Minute)
	got = w.raised()
	steps, err := w.db.Steps(t.Context(), "p1")
	w.ok(err)
	if len(got) < 2 || got[1].Signal != reports.SignalStuck || !got[1].Acted || steps[0].State != org.StepPending {
		t.Errorf("silent for twice its limit: %+v, the step is %s; want it given back to the queue", got, steps[0].State)
	}
}

// Two watchers on one database: one watches, and what it raises is raised once.
func TestOneProcessWatches(t *testing.T) {
	w := newWard(t)
	other := w.watcher("bot-2")
	for range 90 {
		w.ok(w.own.Next(t.Context()))
		w.ok(other.Next(t.Context()))
		w.now = w.now.Add(10 * time.Second)
	}
	if got := w.raised(); len(got) != 1 {
		t.Errorf("two watchers: %v, want one alert", signals(got))
	}
}

// The founder's own limits hold for his projects, those under way too: he cannot
// name one before it has begun.
func TestLimitsOfAProject(t *testing.T) {
	w := newWard(t)
	w.pass(time.Minute)
	w.ok(w.db.SetPolicy(t.Context(), policy.WatchLimits, "p1.research:14m"))
	w.pass(12 * time.Minute)
	if got := w.raised(); len(got) != 0 {
		t.Errorf("within his limit: %v, want nothing", signals(got))
	}
	w.pass(2 * time.Minute)
	if got := w.raised(); len(got) != 1 {
		t.Errorf("past his limit: %v, want one", signals(got))
	}
}

// circle has one stage of the step done again so many times.
func (w *ward) circle(times int) {
	w.t.Helper()
	for i := range 1 + times {
		w.ok(w.db.SaveCheckpoint(w.t.Context(), w.first[0].Lease, work.Checkpoint{Stage: org.StageDecompose, InputHash: fmt.Sprint(i), Output: "{}"}))
	}
}

// Every deploy stops the worker: its steps come back each time, and nothing of
// that is a loop. What is taken from workers that die is.
func TestDeploysAreNoLoop(t *testing.T) {
	w := newWard(t)
	w.pass(10 * time.Second)
	for range 20 {
		w.ok(w.db.Release(t.Context(), "worker-1"))
		_, err := w.db.ClaimSteps(t.Context(), "worker-1", time.Hour, 1)
		w.ok(err)
		w.ok(w.own.Next(t.Context()))
	}
	if got := w.raised(); len(got) != 0 {
		t.Fatalf("after 20 orderly stops: %v, want nothing", signals(got))
	}
	for range org.MaxCrashes - 1 {
		_, err := w.db.ReclaimDead(t.Context(), []string{"worker-1"})
		w.ok(err)
		_, err = w.db.ClaimSteps(t.Context(), "worker-1", time.Hour, 1)
		w.ok(err)
	}
	w.pass(30 * time.Minute) // too long for any step: the watcher takes it back
	if !slices.Contains(signals(w.raised()), reports.SignalLoop) {
		t.Errorf("after %d crashes and one that it took back: %v, want a loop", org.MaxCrashes-1, signals(w.raised()))
	}
}

// Each try of a step is warned of anew, and no two warnings read the same.
func TestEachTryIsWarnedOfInItsOwnWords(t *testing.T) {
	w := newWard(t)
	w.circle(3)
	w.reject()
	var err error
	w.first, err = w.db.ClaimSteps(t.Context(), "worker-1", time.Hour, 1)
	w.ok(err)
	w.circle(3)
	w.ok(w.own.Next(t.Context()))
	texts := map[string]bool{}
	for _, a := range w.raised() {
		texts[a.Text] = true
	}
	if n := len(w.raised()); n != 2 || len(texts) != n {
		t.Errorf("%d warnings of two tries in circles: %v, want two that differ", n, texts)
	}
}

// Entries of yesterday, read for the first time, raise nothing.
func TestThePastRaisesNothing(t *testing.T) {
	w := newWard(t)
	w.circle(5)
	w.now = w.now.Add(24 * time.Hour)
	w.pass(time.Minute)
	if got := w.raised(); len(got) != 0 {
		t.Errorf("a loop of yesterday: %v, want nothing", signals(got))
	}
}

// An entry is judged at the next look, which comes every second.
func TestAnEntryIsJudgedAtOnce(t *testing.T) {
	w := newWard(t)
	w.pass(10 * time.Second)
	w.circle(3)
	w.ok(w.own.Next(t.Context()))
	if got := w.raised(); len(got) != 1 || got[0].Signal != reports.SignalLoop {
		t.Errorf("the same stage done again three times: %v, want a loop", signals(got))
	}
}

// counted counts how often the journal is read.
type counted struct {
	watch.Journal
	reads atomic.Int64
}

// Events is of watch.Journal.
func (c *counted) Events(ctx context.Context, after int64, limit int) ([]org.Event, error) {
	c.reads.Add(1)
	return c.Journal.Events(ctx, after, limit)
}

// While nothing is under way the journal is left alone, and what begins then is
// judged as soon as at any other time.
func TestTheWatcherRestsAndIsWoken(t *testing.T) {
	w := newWard(t)
	w.ok(w.db.Pause(t.Context(), "p1"))
	w.ok(w.db.Release(t.Context(), "worker-1"))
	log := &counted{Journal: w.db}
	wake, stop := w.db.Wake()
	defer stop()
	w.own.Journal, w.own.Wake, w.own.Poll = log, wake, time.Hour
	ctx, end := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() { defer close(over); w.own.Run(ctx) }()
	defer func() { end(); <-over }()
	const looks, patience = 3 * time.Second, 8 * time.Second // in which it would look three times; less than the longest rest
	time.Sleep(looks)                                        //nolint:forbidigo // calm takes time
	if n := log.reads.Load(); n > 2 {
		t.Errorf("the journal was read %d times in %s of calm, want twice at most", n, looks)
	}
	w.ok(w.db.Resume(t.Context(), "p1"))
	claims, err := w.db.ClaimSteps(t.Context(), "worker-1", time.Hour, 1)
	w.ok(err)
	w.first = claims
	w.circle(3)
	for begun := time.Now(); len(w.raised()) == 0; time.Sleep(10 * time.Millisecond) { //nolint:forbidigo // what is judged comes by itself
		if time.Since(begun) > patience {
			t.Fatalf("nothing was raised within %s of what ended the calm", patience)
		}
	}
}

// BenchmarkIdle is one look at an office in which nothing happens.
func BenchmarkIdle(b *testing.B) {
	now := midnight
	db, err := store.Open(b.Context(), store.Options{Path: b.TempDir() + "/frasier.db", Now: func() time.Time { return now }})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			b.Error(err)
		}
	}()
	w := &watch.Watcher{Journal: db, Records: db, Holder: "bot", Now: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler)}
	for b.Loop() {
		if err := w.Next(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
