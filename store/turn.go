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
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for a turn to write: %w", ctx.Err())
	}
	err = d.flock(unix.LOCK_EX | unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		over := make(chan struct{})
		complaint := time.AfterFunc(d.patience, func() { d.complain(over) })
		err = d.flock(unix.LOCK_EX)
		complaint.Stop()
		close(over)
	}
	if err != nil {
		<-d.mine
		return nil, err
	}
	return func() error {
		defer func() { <-d.mine }()
		return d.flock(unix.LOCK_UN)
	}, nil
}

// longTurn is how long a turn to write is waited for before the log says so: the
// longest, a backup before a migration, takes seconds. complainAgain is how often
// it says so then. Our choice.
const longTurn, complainAgain = 10 * time.Second, time.Minute

// complain says again and again who keeps all others from writing, until over.
// A process that lives holds its turn for milliseconds; one that was stopped
// within it (SIGSTOP, a debugger, a frozen container) holds it for ever.
func (d *DB) complain(over <-chan struct{}) {
	begun := time.Now()
	for again := time.NewTicker(complainAgain); ; {
		select {
		case <-over:
			again.Stop()
			return
		default:
		}
		const text = "nothing can be stored: another process is in the middle of a write; if it was stopped, let it go on (kill -CONT) or end it (kill -9), by which nothing is lost"
		pid, err := lockedBy(d.turn)
		if err != nil {
			d.log.Warn(text, "file", d.turn.Name(), "process", "not known", "err", err, "waited", time.Since(begun)+d.patience) //nolint:sloglint // it belongs to no call
		} else {
			d.log.Warn(text, "file", d.turn.Name(), "process", pid, "waited", time.Since(begun)+d.patience) //nolint:sloglint // it belongs to no call
		}
		select {
		case <-over:
		case <-again.C:
		}
	}
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
