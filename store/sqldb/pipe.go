package sqldb

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

// listener hears of work that other processes made, until it is closed.
type listener interface{ close() error }

func (d *DB) startListening() (listener, error) {
	if d.server != nil {
		return d.server.listen(), nil
	}
	p, err := d.openPipe()
	if err != nil {
		return nil, err
	}
	go d.readPipe(p)
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

// pipePrefix begins the names of all pipes of this database.
func (d *DB) pipePrefix() string { return strings.TrimSuffix(d.lock.Name(), ".lock") + ".bell-" }

// openPipe makes this process's pipe. It gets its name when it is open already:
// a pipe with that name that nobody reads belongs to a process that died.
func (d *DB) openPipe() (*pipe, error) {
	path := d.pipePrefix() + rand.Text()
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

func (p *pipe) close() error { return errors.Join(os.Remove(p.path), p.file.Close()) }

// readPipe rouses this process whenever another one rings, until the pipe is
// closed.
func (d *DB) readPipe(p *pipe) {
	many := make([]byte, 512)
	for {
		if _, err := p.file.Read(many); err != nil {
			return
		}
		d.notifyLocal()
	}
}

// notifyOthers tells the other processes that work was made. One that cannot be told
// finds the work when it polls.
func (d *DB) notifyOthers(ctx context.Context) {
	if d.server != nil {
		return // the transaction has told them
	}
	d.mu.Lock()
	own := ""
	if p, ok := d.listener.(*pipe); ok {
		own = p.path
	}
	d.mu.Unlock()
	dir, begin := filepath.Split(d.pipePrefix())
	entries, err := os.ReadDir(dir)
	if err != nil {
		d.log.DebugContext(ctx, "other processes are not told of work", "err", err)
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if !strings.HasPrefix(e.Name(), begin) || strings.HasSuffix(path, ".new") || path == own {
			continue
		}
		if err := writePipe(path); err != nil {
			d.log.DebugContext(ctx, "another process is not told of work", "err", err)
		}
	}
}

// writePipe writes into one pipe, and removes it when its reader has died.
func writePipe(path string) error {
	pipe, err := os.OpenFile(path, os.O_WRONLY|unix.O_NONBLOCK, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, unix.ENXIO):
		return os.Remove(path)
	case err != nil:
		return err
	}
	// A full pipe holds notifications enough: nothing waits for space in it.
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
