package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

const (
	sleepers = 8                      // workers that are frozen
	call     = 500 * time.Millisecond // what a call to the model takes while they are
	// behind is by how much the sleepers' clocks are late, in seconds: their
	// claims run out so much earlier for the others. It is less than
	// org.ClockSlack.
	behind = 40
)

// freezes stops workers in the middle of their steps (SIGSTOP) for longer than
// their claims hold, as a suspended machine does: they live, so their locks
// hold, and only their leases run out. Another one takes the steps over. Most
// of them wake while it works on these, the others when it is done, and all go
// on with what they had: nothing of that may be stored. So that all they store
// is what they had, they die when they claim something else.
func freezes(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 5)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	s.slow(call)
	asleep, err := s.sleep(ctx)
	if err != nil {
		return v, err
	}
	if err := s.start("worker9"); err != nil { // many hands for what is left
		return v, err
	}
	refused, err := s.takenOver(ctx, asleep)
	if err != nil {
		return v, err
	}
	s.misbehave(nil)
	if err := s.rest(ctx, &v); err != nil {
		return v, err
	}
	pause(ctx, 2*call) // those that woke last try to hand in
	stale, err := s.stale(ctx, asleep, &v)
	if err != nil {
		return v, err
	}
	t := tally{kills: len(asleep)} // each dies, if at all, with what it does then
	if err := s.read(&v, &t); err != nil {
		return v, err
	}
	if want := 3 * len(asleep) * 2 / int(wakings); refused != want {
		v.breaks("R05", "%d of %d writes under lost claims were refused", refused, want)
	}
	v.say("R05", "frozen=%d past their leases, steps=%d taken_over=%d refused=%d stored_late=%d dup=%d calls_again=%d",
		len(asleep), t.steps, t.crashed, refused, stale, t.twice, t.again)
	return v, s.verify(ctx, &v, "R05")
}

// sleeper is a frozen worker.
type sleeper struct {
	name  string
	proc  *process
	claim work.Lease
	had   []string // what was stored under its claim when it froze
	steps int      // named points that it had passed then
	wakes waking
}

// When a frozen worker wakes.
type waking int

const (
	atStage  waking = iota // while another one works on its step; it stopped right before it stored a stage
	atFinish               // while another one works on its step; it stopped right before it handed in
	handed                 // while another one works on its step, after chaos handed in in its name; it stopped at random
	late                   // when another one has done its step; it stopped at random
	wakings                // how many there are
)

// Where a sleeper stops; empty at random.
func (w waking) point() string {
	switch w {
	case atStage:
		return "unsaved decompose"
	case atFinish:
		return "before finish"
	case handed, late, wakings:
	}
	return ""
}

// stale counts what the sleepers stored when they woke.
func (s *scene) stale(ctx context.Context, asleep []sleeper, v *verdict) (int, error) {
	n := 0
	for _, a := range asleep {
		is, err := s.stored(ctx, a.claim)
		if err != nil {
			return n, err
		}
		points, err := s.points(a.name)
		if err != nil {
			return n, err
		}
		for _, row := range is {
			if !slices.Contains(a.had, row) {
				n++
				v.breaks("R05", "a worker that had lost its claim on %s stored %s", a.claim.Step, row)
			}
		}
		for _, p := range storedAt(points, a.steps) { // the same result once more leaves no other trace
			n++
			v.breaks("R05", "a worker that had lost its claim on %s came by %s", a.claim.Step, p)
		}
	}
	return n, nil
}

// storedAt lists the points at which a sleeper stored something after it had
// passed the first ones and froze. If it stopped between a commit and its word of
// it, that word is none of them: had it not committed, nobody else could have
// written. Several may be under way, since methods write beside each other.
func storedAt(points []string, frozen int) (out []string) {
	underWay := map[string]int{}
	for _, p := range points[:frozen] {
		if name, ended := strings.CutSuffix(p, ":committed"); !ended {
			underWay[p+":committed"] = 1
		} else {
			delete(underWay, name+":committed")
		}
	}
	var since []string
	for _, p := range points[frozen:] {
		if underWay[p] > 0 {
			delete(underWay, p)
			continue
		}
		since = append(since, p)
	}
	for _, p := range since {
		if p == "save-checkpoint:committed" || p == "mark-in-review:committed" || p == "after finish" {
			out = append(out, p)
		}
	}
	return out
}

// points lists what a sleeper passed, in order.
func (s *scene) points(name string) ([]string, error) {
	raw, err := os.ReadFile(filepath.Join(s.dir, "points-"+name))
	return strings.FieldsFunc(string(raw), func(r rune) bool { return r == '\n' }), err
}

// sleep starts the instance and freezes workers that hold a step each.
func (s *scene) sleep(ctx context.Context) (out []sleeper, err error) {
	clock := filepath.Join(s.dir, "late")
	if err := os.WriteFile(clock, fmt.Append(nil, -behind), 0o600); err != nil {
		return nil, err
	}
	// One that has just begun takes nothing back; so this one begins first.
	if err := errors.Join(s.start("bot"), s.start("worker1", "FRASIER_WORKERS=1")); err != nil {
		return nil, err
	}
	for i := range sleepers {
		name := fmt.Sprint("worker", 2+i)
		err := errors.Join(s.traffic(), s.start(name, "FRASIER_WORKERS=1", clockVar+"="+clock,
			pointsVar+"="+filepath.Join(s.dir, "points-"+name), armVar+"="+filepath.Join(s.dir, "arm-"+name)))
		if err != nil {
			return nil, err
		}
	}
	for i := range sleepers {
		name := fmt.Sprint("worker", 2+i)
		n := sleeper{name: name, proc: s.procs[name], wakes: waking(i % int(wakings))}
		if err := s.frozen(ctx, &n); err != nil {
			return nil, err
		}
		points, err := s.points(name)
		if err != nil {
			return nil, err
		}
		n.steps = len(points)
		if err := s.arm(name, "claim-steps"); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// arm tells a sleeper what is to befall it at a point.
func (s *scene) arm(name, what string) error {
	path := filepath.Join(s.dir, "arm-"+name)
	return errors.Join(os.WriteFile(path+".new", []byte(what), 0o600), os.Rename(path+".new", path))
}

// frozen stops a worker at an instant at which it holds a step and no lock of
// the database, which would stop all others with it.
func (s *scene) frozen(ctx context.Context, n *sleeper) error {
	const tries = 100
	for range tries {
		if err := s.traffic(); err != nil { // which is more than the others can take
			return err
		}
		if err := errors.Join(s.stopped(ctx, n), s.awaitStill(ctx, n)); err != nil {
			return err
		}
		free, err := s.writable(ctx)
		if err != nil {
			return err
		}
		var held bool
		if n.claim, held, err = s.claimOf(ctx, n.proc); err != nil {
			return err
		}
		if free && held {
			n.had, err = s.stored(ctx, n.claim)
			return err
		}
		if err := n.proc.cmd.Process.Signal(syscall.SIGCONT); err != nil {
			return err
		}
	}
	return fmt.Errorf("a worker was stopped %d times, each time without a step or within a transaction", tries)
}

// stopped waits until a worker has stopped at its point, or stops it a random
// time after it got a step.
func (s *scene) stopped(ctx context.Context, n *sleeper) error {
	p := n.wakes.point()
	if p == "" {
		err := s.fed(ctx, n.name+" got no step", func() (bool, error) {
			held, err := s.heldBy(ctx, n.proc)
			return len(held) > 0, err
		})
		if err != nil {
			return err
		}
		pause(ctx, time.Duration(s.rng.Int64N(int64(call))))
		if err := n.proc.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			return fmt.Errorf("stop a worker: %w: %s", err, s.out.tail())
		}
		return nil
	}
	if err := s.arm(n.name, stopThere+p); err != nil {
		return err
	}
	stat := fmt.Sprintf("/proc/%d/stat", n.proc.cmd.Process.Pid)
	return s.fed(ctx, n.name+" did not come by "+p, func() (bool, error) {
		raw, err := os.ReadFile(stat)
		_, state, _ := strings.Cut(string(raw), ") ")
		return strings.HasPrefix(state, "T"), err
	})
}

// awaitStill waits until every thread of a stopped process stands still. One that
// was in the kernel when the signal came first ends what it does there, and that
// may be taking the lock of the database.
func (s *scene) awaitStill(ctx context.Context, n *sleeper) error {
	threads := fmt.Sprintf("/proc/%d/task/*/stat", n.proc.cmd.Process.Pid)
	for end := time.Now().Add(patience); time.Now().Before(end) && ctx.Err() == nil; pause(ctx, time.Millisecond) {
		if still, err := allStopped(threads); still || err != nil {
			return err
		}
	}
	return errors.Join(fmt.Errorf("%s was stopped and has threads that run", n.name), ctx.Err())
}

// allStopped reports whether the threads whose state the files of a pattern tell
// are all stopped.
func allStopped(pattern string) (bool, error) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		return false, errors.Join(err, errors.New("no such process"))
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if errors.Is(err, os.ErrNotExist) {
			continue // that thread has ended
		}
		_, state, _ := strings.Cut(string(raw), ") ")
		if err != nil || !strings.HasPrefix(state, "T") {
			return false, err
		}
	}
	return true, nil
}

// fed waits for something that a worker does only while there is work, and says
// more whenever none is left: on a busy machine the others may be done with
// everything before this one had its turn.
func (s *scene) fed(ctx context.Context, otherwise string, so func() (bool, error)) error {
	const look, most = 5 * time.Millisecond, 200 * time.Millisecond
	hungry := time.Now().Add(most)
	for end := time.Now().Add(patience); time.Now().Before(end) && ctx.Err() == nil; pause(ctx, look) {
		if is, err := so(); is || err != nil {
			return err
		}
		if time.Now().Before(hungry) {
			continue
		}
		hungry = time.Now().Add(most)
		if left, err := s.waiting(ctx); err != nil {
			return err
		} else if left {
			continue
		}
		if err := s.traffic(); err != nil {
			return err
		}
	}
	return errors.Join(fmt.Errorf("%s: %s", otherwise, s.out.tail()), ctx.Err())
}

// waiting reports whether anything waits for a free worker, or for the bot that
// makes work of it.
func (s *scene) waiting(ctx context.Context) (left bool, err error) {
	err = s.beside(func(db *sql.DB) error {
		return db.QueryRowContext(ctx, `
			SELECT EXISTS (SELECT 1 FROM steps WHERE state = 'pending' AND open_deps = 0 AND held = 0)
			    OR EXISTS (SELECT 1 FROM missions WHERE state = 'planning' AND claimed_by IS NULL) -- who sleeps may have others
			    OR EXISTS (SELECT 1 FROM messages WHERE state = 'received')`).Scan(&left)
	})
	return left, err
}

// writable reports whether some process can have its turn to write now.
func (s *scene) writable(ctx context.Context) (bool, error) {
	const most = time.Second // longer than any turn
	f, err := os.OpenFile(filepath.Join(s.home(), database+".lock"), os.O_RDWR, 0)
	if err != nil {
		return false, err
	}
	for end := time.Now().Add(most); ; pause(ctx, time.Millisecond) {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil || time.Now().After(end) {
			return err == nil, f.Close()
		}
	}
}

// takenOver wakes some of the sleepers when another one has their step, some
// when it is done, and hands in late for most before they wake.
func (s *scene) takenOver(ctx context.Context, asleep []sleeper) (refused int, err error) {
	left := slices.Clone(asleep)
	for end := time.Now().Add(org.LeaseTerm + patience); len(left) > 0; pause(ctx, 5*time.Millisecond) {
		if ctx.Err() != nil || time.Now().After(end) {
			return refused, errors.Join(fmt.Errorf("%d steps of frozen workers were not taken over: %s", len(left), s.out.tail()), ctx.Err())
		}
		n := left[0]
		left = append(left[1:], n)
		fence, holder, state, err := s.now(ctx, n.claim.Step)
		if err != nil {
			return refused, err
		}
		if fence == n.claim.Fence || n.wakes == late && state != org.StepCompleted {
			continue
		}
		if n.wakes.point() == "" {
			refused += s.tooLate(ctx, n.claim, holder)
		}
		if err := n.proc.cmd.Process.Signal(syscall.SIGCONT); err != nil {
			return refused, err
		}
		left = left[:len(left)-1]
	}
	return refused, nil
}

// tooLate stores under a lost claim, as its holder and as whoever has the step
// now would under an earlier claim of his, and counts how often that is refused.
func (s *scene) tooLate(ctx context.Context, l work.Lease, holder string) int {
	refused := s.handInLate(ctx, burdened{claim: l}, 1)
	if err := s.db.SaveCheckpoint(ctx, l, work.Checkpoint{Stage: "late", InputHash: "late", Output: "{}"}); errors.Is(err, org.ErrLeaseLost) {
		refused++
	}
	l.Owner = holder
	return refused + s.handInLate(ctx, burdened{claim: l}, 1)
}

// claimOf returns the claim that a process has on a step.
func (s *scene) claimOf(ctx context.Context, p *process) (l work.Lease, held bool, err error) {
	err = s.beside(func(db *sql.DB) error {
		row := db.QueryRowContext(ctx, `SELECT id, claimed_by, fence FROM steps WHERE claimed_by LIKE ?`, fmt.Sprintf("worker-%d-%%", p.cmd.Process.Pid))
		return row.Scan(&l.Step, &l.Owner, &l.Fence)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return l, false, nil
	}
	return l, err == nil, err
}

// now returns how often a step was claimed, who has it, and its state.
func (s *scene) now(ctx context.Context, id org.StepID) (fence int64, holder string, state org.StepState, err error) {
	err = s.beside(func(db *sql.DB) error {
		return db.QueryRowContext(ctx, `SELECT fence, coalesce(claimed_by, ''), state FROM steps WHERE id = ?`, id).Scan(&fence, &holder, &state)
	})
	return fence, holder, state, err
}

// stored lists the results of stages that were saved under a claim.
func (s *scene) stored(ctx context.Context, l work.Lease) (out []string, err error) {
	err = s.beside(func(db *sql.DB) (err error) {
		rows, err := db.QueryContext(ctx, `SELECT round || ' ' || stage || ' ' || seq || ' ' || input_hash FROM checkpoints WHERE step_id = ? AND fence = ?`, l.Step, l.Fence)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			var one string
			if err := rows.Scan(&one); err != nil {
				return err
			}
			out = append(out, one)
		}
		return rows.Err()
	})
	return out, err
}
