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

// bell is how this process hears of work that others made. take ends it.
type bell interface{ take() error }

// hang begins to listen.
func (d *DB) hang() (bell, error) {
	if d.far != nil {
		return d.far.hearken(), nil
	}
	p, err := d.lay()
	if err != nil {
		return nil, err
	}
	go d.listen(p)
	return p, nil
}

// pipe lets other processes on this machine tell this one of work: a named
// pipe beside the database, one for each process that waits. Waiting for it
// costs nothing. Where there can be no pipes work is found at the next poll
// instead.
type pipe struct {
	file *os.File
	path string
}

// bells is how the names of all pipes of this database begin.
func (d *DB) bells() string { return strings.TrimSuffix(d.lock.Name(), ".lock") + ".bell-" }

// lay makes this process's pipe. It gets its name when it is open already:
// a pipe with that name that nobody reads belongs to a process that died.
func (d *DB) lay() (*pipe, error) {
	path := d.bells() + rand.Text()
	early := path + ".new"
	const ours = 0o600
	if err := unix.Mkfifo(early, ours); err != nil {
		return nil, fmt.Errorf("make pipe: %w", err)
	}
	f, err := os.OpenFile(early, os.O_RDWR|unix.O_NONBLOCK, ours)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open pipe: %w", err), os.Remove(early))
	}
	if err := os.Rename(early, path); err != nil {
		return nil, errors.Join(fmt.Errorf("name pipe: %w", err), f.Close(), os.Remove(early))
	}
	return &pipe{file: f, path: path}, nil
}

func (p *pipe) take() error { return errors.Join(os.Remove(p.path), p.file.Close()) }

// listen rouses this process whenever another one rings, until the pipe is
// closed.
func (d *DB) listen(p *pipe) {
	many := make([]byte, 512)
	for {
		if _, err := p.file.Read(many); err != nil {
			return
		}
		d.rouse()
	}
}

// ring tells the other processes that work was made. One that cannot be told
// finds the work when it polls.
func (d *DB) ring(ctx context.Context) {
	if d.far != nil {
		return // the transaction has told them
	}
	d.mu.Lock()
	own := ""
	if p, ok := d.bell.(*pipe); ok {
		own = p.path
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
