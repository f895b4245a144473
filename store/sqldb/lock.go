package sqldb

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

// longWait bounds the wait for the write lock before the log tells of it: the longest that holds
// it, a backup before a migration, takes seconds. complainAgain is the time between such lines.
// Our choice.
const longWait, complainAgain = 10 * time.Second, time.Minute

// errLockWait is the wait for the write lock that ended before the lock came.
var errLockWait = errors.New("wait for the write lock")

// besideQueue limits how long a process waits for its turn before it also takes a lock that is free. The process
// whose turn it is may have been stopped (SIGSTOP, a frozen container) and then never moves. Our choice: so long
// that nobody who moves is overtaken.
const besideQueue = 100 * time.Millisecond

// shortPause and longPause bound the time between two looks at the lock. Our choice: a commit takes a millisecond
// and more, and a process that was stopped while it writes keeps the others looking for ever.
const shortPause, longPause = 500 * time.Microsecond, 20 * time.Millisecond

// lockFile waits until no other process writes to the database file. The
// kernel frees the lock when its owner is killed. SQLite's own waiting has no
// turns: beside a process that writes without a pause it took two seconds (ADR 11).
func (d *DB) lockFile(ctx context.Context) (unlock func() error, err error) {
	w := lockWait{db: d, begun: time.Now(), complaint: time.NewTimer(d.patience)}
	defer w.complaint.Stop()
	for had := false; !had; {
		select {
		case d.own <- struct{}{}:
			had = true
		case <-w.complaint.C:
			w.complain(ctx)
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", errLockWait, ctx.Err())
		}
	}
	err = w.waitForTurn(ctx)
	if w.turn {
		err = errors.Join(err, flock(d.next, unix.LOCK_UN))
	}
	if err != nil {
		<-d.own
		return nil, err
	}
	return d.unlock, nil
}

// lockWait is a process's wait for the lock of the file.
type lockWait struct {
	db        *DB
	begun     time.Time
	complaint *time.Timer
	turn      bool // it has the lock next
}

func (w *lockWait) waitForTurn(ctx context.Context) error {
	var look *time.Timer
	for {
		if got, err := w.tryLock(); got || err != nil {
			return err
		}
		pause := max(shortPause, min(longPause, time.Since(w.begun)/64))
		if look == nil {
			look = time.NewTimer(pause)
			defer look.Stop()
		} else {
			look.Reset(pause)
		}
		select {
		case <-look.C:
		case <-w.complaint.C:
			w.complain(ctx)
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", errLockWait, ctx.Err())
		}
	}
}

// unlock lets others write, and the next writer of this process ask.
func (d *DB) unlock() error {
	defer func() { <-d.own }()
	return flock(d.lock, unix.LOCK_UN)
}

// tryLock takes the lock of the file when it is free. The kernel gives a lock to
// whoever asks first after it became free, which is the process that had it: one
// that writes without a pause would keep the others waiting. So only the process
// whose turn it is asks, which is the one with the lock next; whoever had the lock
// must get that first.
func (w *lockWait) tryLock() (got bool, err error) {
	if !w.turn {
		w.turn, err = tryFlock(w.db.next)
		if err != nil || !w.turn && time.Since(w.begun) < besideQueue {
			return false, err
		}
	}
	return tryFlock(w.db.lock)
}

func tryFlock(f *os.File) (got bool, err error) {
	err = flock(f, unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil // it is merely taken
	}
	return err == nil, err
}

// flock takes or frees a lock.
func flock(f *os.File, how int) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return Wrap("lock "+f.Name(), err)
	}
	var locked error
	err = raw.Control(func(fd uintptr) {
		for locked = unix.EINTR; errors.Is(locked, unix.EINTR); {
			locked = unix.Flock(int(fd), how)
		}
	})
	return Wrap("lock "+f.Name(), errors.Join(err, locked))
}

// complain says who keeps all others from writing. A process that lives holds
// the lock for milliseconds; one that was stopped while it writes (SIGSTOP, a
// debugger, a frozen container) holds it for ever.
func (w *lockWait) complain(ctx context.Context) {
	w.complaint.Reset(complainAgain)
	const text = "nothing can be stored: another process is in the middle of a write; if it was stopped, let it go on (kill -CONT) or end it (kill -9), by which nothing is lost"
	pid, err := lockedBy(w.db.lock)
	if err != nil {
		w.db.log.WarnContext(ctx, text, "file", w.db.lock.Name(), "process", "not known", "err", err, "waited", time.Since(w.begun))
		return
	}
	w.db.log.WarnContext(ctx, text, "file", w.db.lock.Name(), "process", pid, "waited", time.Since(w.begun))
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
