package sqldb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// The file that writers lock also says how far the journal of the database
// has come: its identity and the number of its last line. Every process writes
// it after each commit, so a database that has lost commits (its write-ahead
// log was removed, an old copy was put in its place) is known by it. After a
// power cut the note may be behind, never ahead.
const noteForm = "%020d %s\n"

// noteLine notes how far the journal has come. The commit stands without it.
func (d *DB) noteLine(ctx context.Context, line int64) {
	if d.server != nil || line == 0 {
		return
	}
	if err := writeNote(d.lock, d.uid, line); err != nil {
		d.log.WarnContext(ctx, "note the end of the journal", "err", err)
	}
}

func writeNote(f *os.File, uid string, line int64) error {
	_, err := f.WriteAt(fmt.Appendf(nil, noteForm, line, uid), 0)
	return err
}

// notedLine returns the last line that is noted for a database, 0 when nothing
// is.
func notedLine(f *os.File, uid string) (int64, error) {
	const most = 128
	text := make([]byte, most)
	n, err := f.ReadAt(text, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	var line int64
	var whose string
	if _, err := fmt.Sscanf(string(text[:n]), noteForm, &line, &whose); err != nil || whose != uid {
		return 0, nil //nolint:nilerr // an empty note, or another database's, says nothing
	}
	return line, nil
}

var errInUse = errors.New("a process works with it")

// lockUse tells other processes that this one has the database open, until the
// returned file is yielded or the process dies. Alone, it returns errInUse when
// another process has it open.
func lockUse(path string, alone bool) (*os.File, error) {
	f, err := os.OpenFile(path+".open", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockShared(f, alone); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// CheckIdle returns ErrInUse while a process has the database file at path open.
func CheckIdle(path string) error {
	f, err := lockUse(path, true)
	if err != nil {
		return err
	}
	return unlockUse(f)
}

// lockShared takes or changes the lock of use.
func lockShared(f *os.File, alone bool) error {
	how := unix.LOCK_SH
	if alone {
		how = unix.LOCK_EX
	}
	for {
		err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
		switch {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EWOULDBLOCK):
			return errInUse
		default:
			return err
		}
	}
}

// unlockUse gives a file's lock back and closes it. Closing alone would not do while
// another goroutine starts a program: until that runs, it has the file open too.
func unlockUse(f *os.File) error {
	return errors.Join(unix.Flock(int(f.Fd()), unix.LOCK_UN), f.Close())
}
