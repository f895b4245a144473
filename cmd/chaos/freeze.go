package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/org"
)

const (
	sleepers = 6                      // workers that are frozen
	call     = 500 * time.Millisecond // what a call to the model takes while they are
	// behind is by how much the sleepers' clocks are late, in seconds: their
	// claims run out so much earlier for the others. It is less than
	// org.ClockSlack.
	behind = 40
)

// freezes stops workers in the middle of their steps (SIGSTOP) for longer than
// their claims hold, as a suspended machine does: they live, so their locks
// hold, and only their leases run out. Another one takes the steps over. Half
// of them wake while it works on these, the others when it is done, and all go
// on with what they had: nothing of that may be stored.
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
	stale := 0
	for _, n := range asleep {
		is, err := s.stored(ctx, n.claim)
		if err != nil {
			return v, err
		}
		for _, row := range is {
			if !slices.Contains(n.had, row) {
				stale++
				v.breaks("R05", "a worker that had lost its claim on %s stored %s", n.claim.Step, row)
			}
		}
	}
	var t tally
	if err := s.read(&v, &t); err != nil {
		return v, err
	}
	if refused < 2*len(asleep) {
		v.breaks("R05", "%d of %d writes under lost claims were refused", refused, 2*len(asleep))
	}
	v.say("R05", "frozen=%d past their leases, steps=%d taken_over=%d refused=%d stored_late=%d dup=%d calls_again=%d",
		len(asleep), t.steps, t.crashed, refused, stale, t.twice, t.again)
	return v, s.verify(ctx, &v, "R05")
}

// sleeper is a frozen worker.
type sleeper struct {
	proc  *process
	claim org.Lease
	had   []string // what was stored under its claim when it froze
	late  bool     // it wakes when another one has done its step
}

// sleep starts the office and freezes workers that hold a step each.
func (s *scene) sleep(ctx context.Context) (out []sleeper, err error) {
	late := filepath.Join(s.dir, "late")
	if err := os.WriteFile(late, fmt.Append(nil, -behind), 0o600); err != nil {
		return nil, err
	}
	// One that has just begun takes nothing back; so this one begins first.
	if err := errors.Join(s.start("bot"), s.start("worker1", "FRASIER_WORKERS=1")); err != nil {
		return nil, err
	}
	for i := range sleepers {
		if err := errors.Join(s.traffic(), s.start(fmt.Sprint("worker", 2+i), "FRASIER_WORKERS=1", clockVar+"="+late)); err != nil {
			return nil, err
		}
	}
	for i := range sleepers {
		n, err := s.frozen(ctx, s.procs[fmt.Sprint("worker", 2+i)])
		if err != nil {
			return nil, err
		}
		n.late = i%2 == 1
		out = append(out, n)
	}
	return out, nil
}

// frozen stops a worker at a random instant at which it holds a step and no
// lock of the database, which would stop all others with it.
func (s *scene) frozen(ctx context.Context, p *process) (n sleeper, err error) {
	const tries = 100
	for range tries {
		if err := s.traffic(); err != nil { // which is more than the others can take
			return n, err
		}
		if err := s.untilHeld(ctx, p); err != nil {
			return n, err
		}
		pause(ctx, time.Duration(s.rng.Int64N(int64(call))))
		if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			return n, fmt.Errorf("stop a worker: %w: %s", err, s.out.tail())
		}
		free, err := s.writable(ctx)
		if err != nil {
			return n, err
		}
		claim, held, err := s.claimOf(ctx, p)
		if err != nil {
			return n, err
		}
		if free && held {
			had, err := s.stored(ctx, claim)
			return sleeper{proc: p, claim: claim, had: had}, err
		}
		if err := p.cmd.Process.Signal(syscall.SIGCONT); err != nil {
			return n, err
		}
	}
	return n, fmt.Errorf("a worker was stopped %d times, each time without a step or within a transaction", tries)
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

// takenOver wakes half of the sleepers when another one has their step, the
// others when it is done, and hands in late for each before it wakes.
func (s *scene) takenOver(ctx context.Context, asleep []sleeper) (refused int, err error) {
	left := slices.Clone(asleep)
	for end := time.Now().Add(org.LeaseTerm + patience); len(left) > 0; pause(ctx, 5*time.Millisecond) {
		if ctx.Err() != nil || time.Now().After(end) {
			return refused, errors.Join(fmt.Errorf("%d steps of frozen workers were not taken over: %s", len(left), s.out.tail()), ctx.Err())
		}
		n := left[0]
		left = append(left[1:], n)
		fence, state, err := s.now(ctx, n.claim.Step)
		if err != nil {
			return refused, err
		}
		if fence == n.claim.Fence || n.late && state != org.StepCompleted {
			continue
		}
		refused += s.handInLate(ctx, burdened{claim: n.claim}, 1)
		if err := s.db.SaveCheckpoint(ctx, n.claim, org.Checkpoint{Stage: "late", InputHash: "late", Output: "{}"}); errors.Is(err, org.ErrLeaseLost) {
			refused++
		}
		if err := n.proc.cmd.Process.Signal(syscall.SIGCONT); err != nil {
			return refused, err
		}
		left = left[:len(left)-1]
	}
	return refused, nil
}

// beside opens the database beside the product, to look at what no verb tells.
func (s *scene) beside(look func(*sql.DB) error) (err error) {
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(s.home(), database)+"?mode=ro&_busy_timeout=5000")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return look(db)
}

// claimOf returns the claim that a process has on a step.
func (s *scene) claimOf(ctx context.Context, p *process) (l org.Lease, held bool, err error) {
	err = s.beside(func(db *sql.DB) error {
		row := db.QueryRowContext(ctx, `SELECT id, claimed_by, fence FROM steps WHERE claimed_by LIKE ?`, fmt.Sprintf("worker-%d-%%", p.cmd.Process.Pid))
		return row.Scan(&l.Step, &l.Holder, &l.Fence)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return l, false, nil
	}
	return l, err == nil, err
}

// now returns how often a step was claimed, and its state.
func (s *scene) now(ctx context.Context, id org.StepID) (fence int64, state org.StepState, err error) {
	err = s.beside(func(db *sql.DB) error {
		return db.QueryRowContext(ctx, `SELECT fence, state FROM steps WHERE id = ?`, id).Scan(&fence, &state)
	})
	return fence, state, err
}

// stored lists the results of stages that were saved under a claim.
func (s *scene) stored(ctx context.Context, l org.Lease) (out []string, err error) {
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
