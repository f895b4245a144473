package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// bell lets other processes on this machine tell this one of work: a named
// pipe beside the database, one for each process that waits. Waiting for it
// costs nothing. Where there can be no pipes, and across machines, work is
// found at the next poll instead.
type bell struct {
	pipe *os.File
	path string
}

// bells is how the names of all pipes of this database begin.
func (d *DB) bells() string { return strings.TrimSuffix(d.turn.Name(), ".lock") + ".bell-" }

// hang makes this process's pipe. It gets its name when it is open already:
// a pipe with that name that nobody reads belongs to a process that died.
func (d *DB) hang() (*bell, error) {
	path := d.bells() + rand.Text()
	early := path + ".new"
	const ours = 0o600
	if err := unix.Mkfifo(early, ours); err != nil {
		return nil, fmt.Errorf("make pipe: %w", err)
	}
	pipe, err := os.OpenFile(early, os.O_RDWR|unix.O_NONBLOCK, ours)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open pipe: %w", err), os.Remove(early))
	}
	if err := os.Rename(early, path); err != nil {
		return nil, errors.Join(fmt.Errorf("name pipe: %w", err), pipe.Close(), os.Remove(early))
	}
	return &bell{pipe: pipe, path: path}, nil
}

// take ends the bell.
func (b *bell) take() error { return errors.Join(os.Remove(b.path), b.pipe.Close()) }

// listen rouses this process whenever another one rings, until the pipe is
// closed.
func (d *DB) listen(b *bell) {
	many := make([]byte, 512)
	for {
		if _, err := b.pipe.Read(many); err != nil {
			return
		}
		d.rouse()
	}
}

// ring tells the other processes that work was made. One that cannot be told
// finds the work when it polls.
func (d *DB) ring(ctx context.Context) {
	d.mu.Lock()
	own := ""
	if d.bell != nil {
		own = d.bell.path
	}
	d.mu.Unlock()
	dir, begin := filepath.Split(d.bells())
	entries, err := os.ReadDir(dir)
	if err != nil {
		d.log.DebugContext(ctx, "other processes are not told of work", "err", err)
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if !strings.HasPrefix(e.Name(), begin) || strings.HasSuffix(path, ".new") || path == own {
			continue
		}
		if err := ringAt(path); err != nil {
			d.log.DebugContext(ctx, "another process is not told of work", "err", err)
		}
	}
}

// ringAt writes into one pipe, and removes it when its reader has died.
func ringAt(path string) error {
	pipe, err := os.OpenFile(path, os.O_WRONLY|unix.O_NONBLOCK, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, unix.ENXIO):
		return os.Remove(path)
	case err != nil:
		return err
	}
	// A full pipe has rung often enough, so nothing waits for room in it.
	raw, err := pipe.SyscallConn()
	if err != nil {
		return errors.Join(err, pipe.Close())
	}
	var wrote error
	err = raw.Write(func(fd uintptr) bool {
		_, wrote = unix.Write(int(fd), []byte{1})
		return true
	})
	if errors.Is(wrote, unix.EAGAIN) {
		wrote = nil
	}
	return errors.Join(err, wrote, pipe.Close())
}
