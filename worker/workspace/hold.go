package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// TryHold takes a name of this data folder until release, or until this process ends in whatever way; false while somebody
// else has it.
func (d Dir) TryHold(name string) (release func() error, ok bool, err error) {
	dir := filepath.Join(d.Home, "locks")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, false, fmt.Errorf("hold %s: %w", name, err)
	}
	at := filepath.Join(dir, name)
	f, err := os.OpenFile(at, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, false, fmt.Errorf("hold %s: %w", name, err)
	}
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) // a small number
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil, false, f.Close()
	}
	if err != nil {
		return nil, false, errors.Join(fmt.Errorf("hold %s: %w", name, err), f.Close())
	}
	return func() error { return errors.Join(os.Remove(at), f.Close()) }, true, nil
}
