package store_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/org"
)

// A database that does not work is not the fault of what was to be stored,
// whatever its error is called: only what it forbids is refused.
func TestAFaultOfTheServerIsNoRefusal(t *testing.T) {
	needServer(t)
	o := newInstance(t)
	for code, want := range map[string]error{
		"25006": org.ErrStorage, "42501": org.ErrStorage, "53200": org.ErrStorage, "55P03": org.ErrStorage, "XX000": org.ErrStorage,
		"53100": org.ErrDiskFull, "57P03": org.ErrServerAway,
		"23514": org.ErrRefused, "22001": org.ErrRefused, "54000": org.ErrRefused, "P0001": org.ErrRefused,
	} {
		if _, err := o.db.Twice(t.Context(), code); !errors.Is(err, want) || errors.Is(err, org.ErrDisk) == errors.Is(err, org.ErrRefused) {
			t.Errorf("%s: %v, want %v", code, err, want)
		}
	}
}

// A file whose tables are gone does not work either.
func TestAFaultOfTheFileIsNoRefusal(t *testing.T) {
	needFile(t)
	o := newInstance(t)
	run(t, raw(t, o.path), `ALTER TABLE policies RENAME TO elsewhere`)
	if err := o.db.SetPolicy(t.Context(), "autonomy", "off"); !errors.Is(err, org.ErrStorage) || !errors.Is(err, org.ErrDisk) {
		t.Errorf("a table is gone: %v, want %v", err, org.ErrStorage)
	}
	if _, err := o.db.Policy(t.Context(), "autonomy", "on"); !errors.Is(err, org.ErrStorage) {
		t.Errorf("reading without the table: %v, want %v", err, org.ErrStorage)
	}
}

// Whoever does not get to write in time is told that others keep the database
// busy; who gave up gets what he asked for.
func TestAWriteThatComesTooLateWaits(t *testing.T) {
	needFile(t) // a server breaks the wait off itself
	o := newInstance(t)
	other, err := os.OpenFile(o.path+".lock", os.O_RDWR, 0)
	o.ok(err)
	o.ok(unix.Flock(int(other.Fd()), unix.LOCK_EX))
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := o.db.SetPolicy(short, "autonomy", "off"); !errors.Is(err, org.ErrBusy) || !errors.Is(err, org.ErrDisk) {
		t.Errorf("beside a process that writes: %v, want %v", err, org.ErrBusy)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := o.db.SetPolicy(gone, "autonomy", "off"); !errors.Is(err, context.Canceled) || errors.Is(err, org.ErrDisk) {
		t.Errorf("of a caller who left: %v, want %v", err, context.Canceled)
	}
	o.ok(other.Close())
	o.ok(o.db.SetPolicy(t.Context(), "autonomy", "off"))
}
