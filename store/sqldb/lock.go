package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// longWait bounds the wait for the write lock before the log tells of it: the longest that holds
// it, a backup before a migration, takes seconds. complainAgain is the time between such lines.
// Our choice.
const longWait, complainAgain = 10 * time.Second, time.Minute

// errLockWait is the wait for the write lock that ended before the lock came.
var errLockWait = errors.New("wait for the write lock")

// lockQueue is a process's place in the queue for the write lock. The zero value is
// no place. The kernel's wait for a lock cannot be broken off, so the place
// outlives a writer that gives up: the next one takes it over.
type lockQueue struct {
	mu      sync.Mutex
	queued  bool       // awaitLock is under way
	waiting bool       // a writer of this process wants what it brings
	granted chan error // what it brought; room for one
}

// besideQueue is the time between tries of the lock outside of the queue. The process at the head
// of the queue may have been stopped (SIGSTOP, a frozen container) and then never moves, although
// the lock is free. Our choice: seldom enough to overtake nobody who moves.
const besideQueue = 100 * time.Millisecond

// lockFile waits until no other process writes to the database file. The
// kernel frees the lock when its owner is killed. SQLite's own waiting polls
// and lets a busy process starve the others for seconds.
func (d *DB) lockFile(ctx context.Context) (unlock func() error, err error) {
	begun := time.Now()
	complaint := time.NewTimer(d.patience)
	defer complaint.Stop()
	for had := false; !had; {
		select {
		case d.own <- struct{}{}:
			had = true
		case <-complaint.C:
			d.complain(ctx, time.Since(begun))
			complaint.Reset(complainAgain)
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", errLockWait, ctx.Err())
		}
	}
	free, err := d.enqueue(ctx)
	if err != nil {
		<-d.own
		return nil, err
	}
	if free {
		return d.unlocker(d.lock), nil
	}
	beside := time.NewTicker(besideQueue)
	defer beside.Stop()
	for {
		select {
		case err := <-d.queue.granted:
			if err != nil {
				<-d.own
				return nil, err
			}
			return d.unlocker(d.lock), nil
		case <-beside.C:
			if flock(d.aside, unix.LOCK_EX|unix.LOCK_NB) != nil {
				continue // it is not free, which the queue waits for
			}
			unlock := d.unlocker(d.aside)
			if err := d.giveUp(); err != nil {
				return nil, errors.Join(err, unlock())
			}
			return unlock, nil
		case <-complaint.C:
			d.complain(ctx, time.Since(begun))
			complaint.Reset(complainAgain)
		case <-ctx.Done():
			err := d.giveUp()
			<-d.own
			return nil, errors.Join(fmt.Errorf("%w: %w", errLockWait, ctx.Err()), err)
		}
	}
}

// unlocker gives the lock back that a file holds, and lets the next writer of this
// process try.
func (d *DB) unlocker(f *os.File) func() error {
	return func() error {
		defer func() { <-d.own }()
		return flock(f, unix.LOCK_UN)
	}
}

// enqueue takes the lock when it is free, and else sees to it that this process has
// a place in the queue whose end comes to the caller.
func (d *DB) enqueue(ctx context.Context) (free bool, err error) {
	q := &d.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.queued {
		free, first, err := d.tryLock()
		if free || err != nil {
			return free, err
		}
		if q.granted == nil {
			q.granted = make(chan error, 1)
		}
		q.queued = true
		go d.awaitLock(context.WithoutCancel(ctx), first)
	}
	q.waiting = true
	return false, nil
}

// giveUp leaves the place in the queue to whoever writes next, and gives back a lock
// that came in this moment.
func (d *DB) giveUp() error {
	q := &d.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = false
	select {
	case err := <-q.granted:
		if err == nil {
			err = flock(d.lock, unix.LOCK_UN)
		}
		return err
	default:
		return nil
	}
}

// tryLock takes the lock of the file when it is free. The kernel gives a lock to
// whoever asks first after it became free, which is the process that had it: one
// that writes without a pause would keep the others waiting. So only one process
// at a time waits for the lock, with the one on next, and whoever had it queues
// behind. When the lock is taken, first says whether this process has next.
func (d *DB) tryLock() (got, first bool, err error) {
	if err := flock(d.next, unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return false, false, busy(err)
	}
	switch err := flock(d.lock, unix.LOCK_EX|unix.LOCK_NB); {
	case errors.Is(err, unix.EWOULDBLOCK):
		return false, true, nil
	case err != nil:
		return false, false, errors.Join(err, flock(d.next, unix.LOCK_UN))
	}
	return true, false, flock(d.next, unix.LOCK_UN)
}

// busy is no error when a lock is merely taken.
func busy(err error) error {
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil
	}
	return err
}

// awaitLock waits for the lock, with a place at the head of the queue already when
// first is true, and hands it to the writer who waits, or back when none does.
func (d *DB) awaitLock(ctx context.Context, first bool) {
	var err error
	if !first {
		err = flock(d.next, unix.LOCK_EX)
	}
	if err == nil {
		err = errors.Join(flock(d.lock, unix.LOCK_EX), flock(d.next, unix.LOCK_UN))
	}
	q := &d.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	q.queued = false
	switch {
	case q.waiting:
		q.waiting = false
		q.granted <- err
	case err == nil:
		err = flock(d.lock, unix.LOCK_UN)
		fallthrough
	default:
		if err != nil {
			d.log.DebugContext(ctx, "give back a write lock that came too late", "err", err) // the database was closed
		}
	}
}

// flock takes or frees a lock. A file that is closed meanwhile stays open for as long
// as the kernel waits, and its lock goes with it.
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
func (d *DB) complain(ctx context.Context, waited time.Duration) {
	const text = "nothing can be stored: another process is in the middle of a write; if it was stopped, let it go on (kill -CONT) or end it (kill -9), by which nothing is lost"
	pid, err := lockedBy(d.lock)
	if err != nil {
		d.log.WarnContext(ctx, text, "file", d.lock.Name(), "process", "not known", "err", err, "waited", waited)
		return
	}
	d.log.WarnContext(ctx, text, "file", d.lock.Name(), "process", pid, "waited", waited)
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
