package sqldb

import (
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"
)

// Whoever has written and wants to write again at once comes after the process
// that has waited meanwhile.
func TestTheWriteLockIsFair(t *testing.T) {
	path := filepath.Join(t.TempDir(), "frasier.db")
	var both [2]*DB
	for i := range both {
		db, err := Open(t.Context(), Options{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		}()
		both[i] = db
	}
	third, err := os.OpenFile(path+".lock.next", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer third.Close() //nolint:errcheck // nothing was written
	for round := range 50 {
		unlock, err := both[0].lockFile(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var had atomic.Bool
		over := make(chan error, 1)
		go func() {
			unlock, err := both[1].lockFile(t.Context())
			if had.Store(true); err == nil {
				err = unlock()
			}
			over <- err
		}()
		for waits := false; !waits; {
			switch err := unix.Flock(int(third.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
			case err == nil:
				err = unix.Flock(int(third.Fd()), unix.LOCK_UN)
				if err != nil {
					t.Fatal(err)
				}
			case errors.Is(err, unix.EWOULDBLOCK):
				waits = true
			default:
				t.Fatal(err)
			}
		}
		if err := unlock(); err != nil {
			t.Fatal(err)
		}
		again, err := both[0].lockFile(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !had.Load() {
			t.Fatalf("round %d: who had the lock got it again before who waited for it", round)
		}
		if err := errors.Join(again(), <-over); err != nil {
			t.Fatal(err)
		}
	}
}

// A process that was stopped at the head of the queue keeps nobody from a lock that
// is free, and what it got when it goes on is given back.
func TestAStoppedWaiterHoldsNobodyUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "frasier.db")
	db, err := Open(t.Context(), Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	stopped, err := os.OpenFile(path+".lock.next", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer stopped.Close() //nolint:errcheck // nothing was written
	if err := unix.Flock(int(stopped.Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		unlock, err := db.lockFile(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		other, err := os.OpenFile(path+".lock", os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := unix.Flock(int(other.Fd()), unix.LOCK_EX|unix.LOCK_NB); !errors.Is(err, unix.EWOULDBLOCK) {
			t.Errorf("another process gets the lock too: %v", err)
		}
		if err := errors.Join(unlock(), unix.Flock(int(other.Fd()), unix.LOCK_EX|unix.LOCK_NB), other.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if err := unix.Flock(int(stopped.Fd()), unix.LOCK_UN); err != nil {
		t.Fatal(err)
	}
	unlock, err := db.lockFile(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
}
