package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// takeTurn waits until no other transaction of any process writes to a file.
// A server lets them take turns itself. SQLite's
// own waiting polls and lets a busy process starve the others for seconds;
// the kernel's file lock is fair and is freed when its holder is killed.
func (d *DB) takeTurn(ctx context.Context) (release func() error, err error) {
	if d.far != nil {
		return func() error { return nil }, nil
	}
	select {
	case d.mine <- struct{}{}:
		won, err := d.seize()
		switch {
		case err != nil:
			return nil, err
		case won:
			return d.handOn, nil
		}
		return d.queue(ctx, nil, d.ask())
	default:
		return d.queue(ctx, d.mine, nil)
	}
}

// seize takes the turn when no other process has it.
func (d *DB) seize() (won bool, err error) {
	err = d.flock(unix.LOCK_EX | unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	if err != nil {
		<-d.mine
	}
	return err == nil, err
}

// ask asks the kernel for the turn.
func (d *DB) ask() <-chan error {
	got := make(chan error, 1)
	go func() { got <- d.flock(unix.LOCK_EX) }()
	return got
}

// handOn ends a turn.
func (d *DB) handOn() error {
	defer func() { <-d.mine }()
	return d.flock(unix.LOCK_UN)
}

// longTurn is how long a turn to write is waited for before the log says so: the
// longest, a backup before a migration, takes seconds. complainAgain is how often
// it says so then. Our choice.
const longTurn, complainAgain = 10 * time.Second, time.Minute

// queue waits for the turn within this process (mine), or for what the kernel
// was asked for (got); the other one is nil. The kernel's wait cannot be broken
// off: when ctx ends, the turn is handed on as soon as it comes, and until then
// this process has none.
func (d *DB) queue(ctx context.Context, mine chan<- struct{}, got <-chan error) (release func() error, err error) {
	begun := time.Now()
	complaint := time.NewTimer(d.patience)
	defer complaint.Stop()
	for {
		select {
		case mine <- struct{}{}:
			won, err := d.seize()
			switch {
			case err != nil:
				return nil, err
			case won:
				return d.handOn, nil
			}
			mine, got = nil, d.ask()
		case err := <-got:
			if err != nil {
				<-d.mine
				return nil, err
			}
			return d.handOn, nil
		case <-complaint.C:
			d.complain(ctx, time.Since(begun))
			complaint.Reset(complainAgain)
		case <-ctx.Done():
			if got != nil {
				go d.decline(context.WithoutCancel(ctx), got)
			}
			return nil, fmt.Errorf("wait for a turn to write: %w", ctx.Err())
		}
	}
}

// decline hands on a turn that nobody wants any more.
func (d *DB) decline(ctx context.Context, got <-chan error) {
	err := <-got
	if err != nil {
		<-d.mine
	} else {
		err = d.handOn()
	}
	if err != nil {
		d.log.DebugContext(ctx, "hand on a turn that came too late", "err", err) // the database was closed
	}
}

// complain says who keeps all others from writing. A process that lives holds
// its turn for milliseconds; one that was stopped within it (SIGSTOP, a
// debugger, a frozen container) holds it for ever.
func (d *DB) complain(ctx context.Context, waited time.Duration) {
	const text = "nothing can be stored: another process is in the middle of a write; if it was stopped, let it go on (kill -CONT) or end it (kill -9), by which nothing is lost"
	pid, err := lockedBy(d.turn)
	if err != nil {
		d.log.WarnContext(ctx, text, "file", d.turn.Name(), "process", "not known", "err", err, "waited", waited)
		return
	}
	d.log.WarnContext(ctx, text, "file", d.turn.Name(), "process", pid, "waited", waited)
}

// lockedBy finds the process that holds a file's lock in the kernel's list.
func lockedBy(f *os.File) (pid int, err error) {
	var at unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &at); err != nil {
		return 0, err
	}
	raw, err := os.ReadFile("/proc/locks")
	if err != nil {
		return 0, err
	}
	file := fmt.Sprintf("%02x:%02x:%d", unix.Major(uint64(at.Dev)), unix.Minor(uint64(at.Dev)), at.Ino) //nolint:unconvert // Dev is shorter elsewhere
	for line := range strings.Lines(string(raw)) {
		w := strings.Fields(line) // 3: FLOCK ADVISORY WRITE 30283 fe:00:10110959 0 EOF; who waits has an arrow behind the number (proc(5))
		if len(w) > 5 && w[1] == "FLOCK" && w[5] == file {
			return strconv.Atoi(w[4])
		}
	}
	return 0, errors.New("it is in no line of /proc/locks")
}

func (d *DB) flock(how int) error {
	for {
		err := unix.Flock(int(d.turn.Fd()), how)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return fmt.Errorf("lock %s: %w", d.turn.Name(), err)
		}
		return nil
	}
}
