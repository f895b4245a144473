package worker_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker"
)

// died is what a worker panics with at a crash point.
type died string

// dies works on a step with a worker that dies when it comes to a point for
// the nth time, and reports whether it came there.
func (b *bench) dies(at string, nth int) (dead bool) {
	b.t.Helper()
	seen := 0
	b.w.Crash = func(point string) {
		if point == at {
			if seen++; seen == nth {
				panic(died(point))
			}
		}
	}
	defer func() {
		b.w.Crash = nil
		switch p := recover().(type) {
		case nil:
		case died:
			dead = true
		default:
			panic(p)
		}
	}()
	b.mustWork()
	return false
}

// reclaim takes back what the dead worker held and puts another in its place.
func (b *bench) reclaim() {
	b.t.Helper()
	_, err := b.db.ReclaimDead(context.Background(), []string{b.w.Holder})
	b.ok(err)
	b.restart()
}

// story is a step that passes every stage: a revision, both reviewers.
func story(t *testing.T) *bench {
	t.Helper()
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "critique", Do: "low", Times: 1}}})
	p := b.piece("one")
	p.Final = true
	b.plan(p)
	return b
}

// A worker that dies at any point is followed by one that reads its
// checkpoints: the same result, and at most the one call again that was under
// way.
func TestCrashPoints(t *testing.T) {
	calm := story(t)
	var points []string
	calm.w.Crash = func(point string) { points = append(points, point) }
	calm.mustWork()
	want := calm.want("one", org.StepCompleted, 0, 0)
	if len(points) < 20 {
		t.Fatalf("only %d crash points were passed: %v", len(points), points)
	}
	times := map[string]int{}
	for _, at := range points {
		times[at]++
		nth := times[at]
		t.Run(fmt.Sprintf("%s %d", at, nth), func(t *testing.T) {
			t.Parallel()
			b := story(t)
			if !b.dies(at, nth) {
				t.Fatal("the worker did not come to the point")
			}
			if at != "after finish" {
				b.reclaim()
				b.mustWork()
			}
			got := b.want("one", org.StepCompleted, 0, 0)
			if got.Result != want.Result || got.Reviewed != want.Reviewed || got.Score != want.Score {
				t.Errorf("after the crash: got %q (%s, %.2f), want %q (%s, %.2f)", got.Result, got.Reviewed, got.Score, want.Result, want.Reviewed, want.Score)
			}
			again := b.calls("") - calm.calls("")
			if again > 1 || strings.HasPrefix(at, "unsaved") && again > 0 {
				t.Errorf("%d calls were made again, want at most the one under way, and none whose reply the ledger holds", again)
			}
			for _, c := range b.verify() {
				t.Error(c)
			}
		})
	}
}

// verify lists what the database finds wrong with itself.
func (b *bench) verify() []string {
	b.t.Helper()
	checks, err := b.db.Verify(context.Background())
	b.ok(err)
	var out []string
	for _, c := range checks {
		if !c.OK {
			out = append(out, fmt.Sprintf("%+v", c))
		}
	}
	return out
}

func TestLostClaimIsDropped(t *testing.T) {
	b := newBench(t, llmtest.Options{})
	b.plan(b.piece("one"))
	c := b.claim()
	once := true
	b.w.Crash = func(point string) {
		if point == "after synthesize" && once { // the holder sleeps through its lease
			once = false
			b.forward(time.Hour)
			_, err := b.db.ExpireLeases(context.Background(), b.Now())
			b.ok(err)
		}
	}
	if err := b.w.Work(context.Background(), c, func(bool) {}); !errors.Is(err, org.ErrLeaseLost) {
		t.Fatalf("Work: got %v, want that the lease is lost", err)
	}
	if s := b.want("one", org.StepPending, 0, 0); s.Result != "" {
		t.Errorf("a holder without a lease stored %q", s.Result)
	}
	b.w.Crash = nil
	b.mustWork()
	b.want("one", org.StepCompleted, 0, 0)
}

func TestEndedContextLeavesTheClaimToRelease(t *testing.T) {
	b := newBench(t, llmtest.Options{})
	b.plan(b.piece("one"))
	c := b.claim()
	ctx, cancel := context.WithCancel(context.Background())
	b.w.Crash = func(point string) {
		if point == "before synthesize" {
			cancel()
		}
	}
	if err := b.w.Work(ctx, c, func(bool) {}); !errors.Is(err, context.Canceled) {
		t.Fatalf("Work: got %v, want that its context was cancelled", err)
	}
	b.want("one", org.StepInProgress, 0, 0)
	b.ok(b.db.Release(context.Background(), b.w.Holder))
	if s := b.want("one", org.StepPending, 0, 0); s.Attempt != 0 {
		t.Errorf("a drain burnt an attempt: %d", s.Attempt)
	}
}

// moody is a database whose hand-ins or checkpoints break at first.
type moody struct {
	worker.Records
	finish, save atomic.Int32
	fault        error
}

var errRefused = errors.New("it cannot be stored")

func (m *moody) Finish(ctx context.Context, l work.Lease, o work.Outcome) error {
	if m.finish.Add(-1) >= 0 {
		return m.fault
	}
	return m.Records.Finish(ctx, l, o)
}

func (m *moody) SaveCheckpoint(ctx context.Context, l work.Lease, c work.Checkpoint) error {
	if m.save.Add(-1) >= 0 {
		return m.fault
	}
	return m.Records.SaveCheckpoint(ctx, l, c)
}

// No claim is left lying: its owner would renew it for ever. Faults of the
// database are waited out and no fault of the step; what it refuses becomes a
// rejected round, and if it refuses that as well the project fails, which the
// founder is told.
func TestBrokenDatabaseLeavesNoClaim(t *testing.T) {
	for _, c := range []struct {
		name         string
		fault        error
		finish, save int32
		state        org.StepState
		strikes      int
		held         org.Hold
	}{
		{"one hand-in", errRefused, 1, 0, org.StepCompleted, 0, 0},
		{"three hand-ins", errRefused, 3, 0, org.StepPending, 1, 0},
		{"all hand-ins", errRefused, 1 << 20, 0, org.StepFailed, 0, 0},
		{"a checkpoint", errRefused, 0, 1, org.StepPending, 0, org.HoldBackoff},
		{"a folder that cannot be made", &fs.PathError{Op: "mkdirat", Path: "/x", Err: syscall.EROFS}, 0, 1, org.StepPending, 0, org.HoldBackoff},
		{"a program that cannot be started", &exec.Error{Name: "git", Err: syscall.ENOMEM}, 0, 1, org.StepPending, 0, org.HoldBackoff},
		{"too many open files", syscall.EMFILE, 0, 1, org.StepPending, 0, org.HoldBackoff},
		{"a busy program", syscall.ETXTBSY, 0, 1, org.StepPending, 0, org.HoldBackoff},
		{"hand-ins while it is read-only", org.ErrStorage, 4, 0, org.StepCompleted, 0, 0},
		{"a hand-in whose commit broke off", org.ErrInDoubt, 1, 0, org.StepCompleted, 0, 0},
		{"a checkpoint while it is read-only", org.ErrStorage, 0, 1, org.StepPending, 0, org.HoldBackoff},
		{"a stage that reached its limit", context.DeadlineExceeded, 0, 1, org.StepPending, 0, org.HoldBackoff},
		{"a checkpoint while others write", org.ErrBusy, 0, 1, org.StepPending, 0, org.HoldBackoff},
		{"a checkpoint whose commit broke off", org.ErrInDoubt, 0, 1, org.StepPending, 0, org.HoldBackoff},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, llmtest.Options{})
			b.plan(b.piece("one"))
			m := &moody{Records: b.db, fault: c.fault}
			m.finish.Store(c.finish)
			m.save.Store(c.save)
			b.w.Records = m
			b.mustWork()
			b.want("one", c.state, c.strikes, c.held)
			if held, err := b.db.Held(context.Background(), b.w.Holder); err != nil || len(held) > 0 {
				t.Errorf("claims that are left: %v (%v)", held, err)
			}
		})
	}
}

func TestRunWorksOnAllSteps(t *testing.T) {
	b := newBench(t, llmtest.Options{})
	b.plan(b.piece("one"), b.piece("two"), b.piece("three"), b.piece("four", "one", "two"))
	var busy, most atomic.Int32
	var both sync.WaitGroup // the first two steps have begun, neither has ended
	both.Add(2)
	var begun atomic.Int32
	b.w.Crash = func(point string) {
		switch point {
		case "claimed":
			n := busy.Add(1)
			for was := most.Load(); n > was && !most.CompareAndSwap(was, n); was = most.Load() {
			}
			if begun.Add(1) <= 2 {
				both.Done()
				both.Wait()
			}
		case "before finish": // a step that hands in has left its slot
			busy.Add(-1)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.w.Run(ctx, nil) }()
	b.until(func() bool {
		p, err := b.db.Project(context.Background(), string(b.project))
		b.ok(err)
		return p.State.Ended()
	})
	cancel()
	b.ok(<-done)
	p, err := b.db.Project(context.Background(), string(b.project))
	b.ok(err)
	if p.State != org.ProjectCompleted {
		t.Errorf("project: got %s (%s), want completed", p.State, p.Outcome)
	}
	if got := most.Load(); got != 2 {
		t.Errorf("at most %d steps were worked on at once, want the 2 slots", got)
	}
}

// until waits for a condition; the test's own deadline is the net under it.
func (b *bench) until(ready func() bool) {
	b.t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	limit := time.NewTimer(time.Minute)
	defer limit.Stop()
	for !ready() {
		select {
		case <-tick.C:
		case <-limit.C:
			b.t.Fatal("waited a minute in vain")
		}
	}
}

func TestRunDrains(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "synthesize", Do: "fault:silent"}}})
	b.plan(b.piece("one"), b.piece("two"), b.piece("three"))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.w.Run(ctx, nil) }()
	b.until(func() bool { return b.calls(org.StageSynthesize) == 2 })
	cancel()
	b.ok(<-done)
	for _, key := range []string{"one", "two", "three"} {
		if s := b.want(key, org.StepPending, 0, 0); s.Attempt != 0 {
			t.Errorf("step %s: the drain burnt an attempt", key)
		}
	}
}

func TestRenewStopsWorkThatWasTakenAway(t *testing.T) {
	b := newBench(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: "synthesize", Do: "fault:silent", Times: 1}}})
	b.plan(b.piece("one"))
	b.w.Renewal, b.w.Slots = 5*time.Millisecond, 1 // the only slot is free again when the work has stopped
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.w.Run(ctx, nil) }()
	b.until(func() bool { return b.calls(org.StageSynthesize) == 1 })
	_, err := b.db.ReclaimDead(context.Background(), []string{b.w.Holder}) // somebody thinks it dead
	b.ok(err)
	b.until(func() bool { return b.step("one").State == org.StepCompleted }) // its slot is free again, and it takes the step anew
	cancel()
	b.ok(<-done)
	if s := b.step("one"); s.Attempt != 2 {
		t.Errorf("attempts: got %d, want 2", s.Attempt)
	}
}

// BenchmarkStep is a step's own overhead: the model answers at once.
func BenchmarkStep(b *testing.B) {
	const batch = 24
	var x *bench
	calls, n := 0, 0
	for b.Loop() {
		if n%batch == 0 {
			b.StopTimer()
			if x != nil {
				calls += x.calls("")
			}
			x = newBench(b, llmtest.Options{})
			var steps []work.PlannedStep
			for i := range batch {
				steps = append(steps, x.piece(fmt.Sprintf("s%d", i)))
			}
			x.plan(steps...)
			b.StartTimer()
		}
		n++
		x.mustWork()
	}
	b.ReportMetric(float64(calls+x.calls(""))/float64(n), "calls/step")
}

// A step that a program of before had judged, when critics counted no points, goes the
// way that it would have gone there: what its critique says is read from the mean.
func TestOpenStepOfBefore(t *testing.T) {
	low := []llmtest.Rule{{Stage: "critique", Do: "low"}, {Stage: "compare", Do: "low"}}
	for want, rules := range map[string][]llmtest.Rule{"auto": nil, "qa+lead": low} {
		b := newBench(t, llmtest.Options{Rules: rules})
		b.plan(b.piece("one"))
		if !b.dies("before "+org.StageCalibrate, 1) {
			t.Fatal("the worker did not come to the point")
		}
		if n := b.uncounted(); n == 0 {
			t.Fatal("no saved stage counts points")
		}
		critiques, compared := b.calls(org.StageCritique), b.calls(org.StageCompare)
		b.reclaim()
		b.mustWork()
		s := b.want("one", org.StepCompleted, 0, 0)
		if s.Reviewed != want || s.Points.Counted() || !s.Scored {
			t.Errorf("reviewed %q with %s, scored %v; want %q, no points, a score", s.Reviewed, s.Points, s.Scored, want)
		}
		if b.calls(org.StageCritique) != critiques || b.calls(org.StageCompare) != compared {
			t.Error("what was saved was judged again")
		}
		if again, err := b.w.AgainIn(t.Context(), s, 1, org.StageCritique); err != nil || !again.Same {
			t.Errorf("the critique done again: %+v, %v; want what is kept", again, err)
		}
	}
}

// uncounted takes the points out of the saved stages, as a program of before left them, each
// of which says what it followed from, and returns how many had any.
func (b *bench) uncounted() (changed int) {
	b.t.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(filepath.Dir(b.folder), "frasier.db"))
	b.ok(err)
	defer func() { b.ok(db.Close()) }()
	rows, err := db.Query(`SELECT input_hash, stage, output FROM checkpoints`)
	b.ok(err)
	defer func() { b.ok(rows.Close()) }()
	kept, follows := map[string][2]string{}, map[string]bool{}
	next := func(input, stage, output string) string {
		raw, err := json.Marshal([]string{input, stage, output})
		b.ok(err)
		return fmt.Sprintf("%x", sha256.Sum256(raw))
	}
	for rows.Next() {
		var input, stage, output string
		b.ok(rows.Scan(&input, &stage, &output))
		kept[input], follows[next(input, stage, output)] = [2]string{stage, output}, true
	}
	b.ok(rows.Err())
	var was, now string
	for input := range kept {
		if !follows[input] {
			was, now = input, input
		}
	}
	points := regexp.MustCompile(`"points":\{[^}]*\},"missed":(true|false),`)
	for x, ok := kept[was]; ok; x, ok = kept[was] {
		bare := points.ReplaceAllString(x[1], "")
		if bare != x[1] {
			changed++
		}
		_, err = db.Exec(`UPDATE checkpoints SET input_hash = ?, output = ? WHERE input_hash = ?`, now, bare, was)
		b.ok(err)
		was, now = next(was, x[0], x[1]), next(now, x[0], bare)
	}
	return changed
}
