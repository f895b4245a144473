package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// instance is the file whose lock says that this process lives. The kernel
// frees the lock when the process dies, however it dies, so what a killed
// process had claimed is taken back at once and not when its claims run out.
type instance struct {
	dir  string
	mine *os.File
}

// Register makes this process known to the others that share the database, and
// takes back what dead ones had claimed. Only processes that claim work appear.
func (a *App) Register(ctx context.Context) error {
	a.registering.Lock()
	defer a.registering.Unlock()
	if a.here.mine == nil {
		if err := a.here.createFile(a.processFolder(), a.Owner); err != nil {
			return fmt.Errorf("make this process known: %w", err)
		}
	}
	return a.removeDead(ctx)
}

// processFolder holds the presences on this machine. What a process of another machine had claimed
// comes back when its claims run out.
func (a *App) processFolder() string {
	if strings.Contains(a.Settings.DB, "://") {
		return filepath.Join(a.Settings.Home, "processes")
	}
	return a.Settings.DB + ".processes"
}

// RemoveDead takes back what processes that died had claimed.
func (a *App) RemoveDead(ctx context.Context) error {
	a.registering.Lock()
	defer a.registering.Unlock()
	return a.removeDead(ctx)
}

func (a *App) removeDead(ctx context.Context) error {
	names, err := a.here.listDead(a.Owner)
	if err != nil {
		return fmt.Errorf("look for dead processes: %w", err)
	}
	for _, name := range names {
		if _, err := a.Store.ReclaimDead(ctx, []string{name}); err != nil {
			return err
		}
		if err := a.here.removeFile(name); err != nil {
			return err
		}
	}
	return nil
}

func (a *App) unregister(ctx context.Context) error {
	a.registering.Lock()
	defer a.registering.Unlock()
	if a.here.mine == nil {
		return nil
	}
	const term = 5 * time.Second
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), term)
	defer stop()
	if err := a.Store.Release(ctx, a.Owner); err != nil {
		return errors.Join(err, a.here.mine.Close()) // the file stays, so another process takes the claims back
	}
	return errors.Join(a.here.removeFile(a.Owner), a.here.mine.Close())
}

// createFile makes the file under a name that nobody looks at, and gives it its own name once it is
// locked: a file without a lock is a dead process.
func (p *instance) createFile(dir, name string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	hidden := filepath.Join(dir, "."+name)
	f, err := os.OpenFile(hidden, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if _, err := lockFile(f); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := os.Rename(hidden, filepath.Join(dir, name)); err != nil {
		return errors.Join(err, f.Close())
	}
	p.dir, p.mine = dir, f
	return nil
}

func (p *instance) listDead(mine string) ([]string, error) {
	if p.mine == nil {
		return nil, nil
	}
	entries, err := os.ReadDir(p.dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if e.Name() == mine || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		f, err := os.OpenFile(filepath.Join(p.dir, e.Name()), os.O_RDWR, 0)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it left meanwhile
		}
		if err != nil {
			return out, err
		}
		free, err := lockFile(f)
		if err := errors.Join(err, f.Close()); err != nil {
			return out, err
		}
		if free {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

func (p *instance) removeFile(name string) error {
	if err := os.Remove(filepath.Join(p.dir, name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// lockFile locks a file until it is closed, when nobody else does.
func lockFile(f *os.File) (bool, error) {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EWOULDBLOCK):
			return false, nil
		default:
			return err == nil, err
		}
	}
}
