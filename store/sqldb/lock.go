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

// longWait is how long the write lock is waited for before the log says so: the
// longest that holds it, a backup before a migration, takes seconds. complainAgain
// is how often it says so then. Our choice.
const longWait, complainAgain = 10 * time.Second, time.Minute

// errLockWait is the wait for the write lock that ended before the lock came.
var errLockWait = errors.New("wait for the write lock")

// lockFile waits until no other process writes to the database file. The
// kernel frees the lock when its owner is killed. SQLite's own waiting polls
// and lets a busy process starve the others for seconds. The wait for the
// kernel cannot be broken off: when ctx ends, the lock is given back as soon as
// it comes, and until then this process writes nothing.
func (d *DB) lockFile(ctx context.Context) (unlock func() error, err error) {
	begun := time.Now()
	complaint := time.NewTimer(d.patience)
	defer complaint.Stop()
	var got chan error
	for own := d.own; ; {
		select {
		case own <- struct{}{}:
			own = nil
			free, queued, err := d.tryLock()
			if err != nil {
				<-d.own
				return nil, err
			}
			if free {
				return d.unlockFile, nil
			}
			got = make(chan error, 1)
			go func() { got <- d.awaitLock(queued) }()
		case err := <-got:
			if err != nil {
				<-d.own
				return nil, err
			}
			return d.unlockFile, nil
		case <-complaint.C:
			d.complain(ctx, time.Since(begun))
			complaint.Reset(complainAgain)
		case <-ctx.Done():
			if got != nil {
				go d.decline(context.WithoutCancel(ctx), got)
			}
			return nil, fmt.Errorf("%w: %w", errLockWait, ctx.Err())
		}
	}
}

func (d *DB) unlockFile() error {
	defer func() { <-d.own }()
	return flock(d.lock, unix.LOCK_UN)
}

// decline gives back a lock that comes when nobody wants it any more.
func (d *DB) decline(ctx context.Context, got <-chan error) {
	err := <-got
	if err != nil {
		<-d.own
	} else {
		err = d.unlockFile()
	}
	if err != nil {
		d.log.DebugContext(ctx, "give back a write lock that came too late", "err", err) // the database was closed
	}
}

// tryLock takes the lock of the file when it is free. The kernel gives a lock to
// whoever asks first after it became free, which is the process that had it: one
// that writes without a pause would keep the others waiting. So only one process
// at a time waits for the lock, with the one on next, and whoever had it queues
// behind. When the lock is taken, queued says whether this process has next.
func (d *DB) tryLock() (got, queued bool, err error) {
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

// awaitLock takes the lock when it becomes free. The caller has next already
// when queued is true; afterwards it has not.
func (d *DB) awaitLock(queued bool) error {
	if !queued {
		if err := flock(d.next, unix.LOCK_EX); err != nil {
			return err
		}
	}
	return errors.Join(flock(d.lock, unix.LOCK_EX), flock(d.next, unix.LOCK_UN))
}

func flock(f *os.File, how int) error {
	for {
		err := unix.Flock(int(f.Fd()), how)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		return Wrap("lock "+f.Name(), err)
	}
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
