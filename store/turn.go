package store

import (
	"context"
	"errors"
	"fmt"

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
	if err := d.flock(unix.LOCK_EX); err != nil {
		<-d.mine
		return nil, err
	}
	return func() error {
		defer func() { <-d.mine }()
		return d.flock(unix.LOCK_UN)
	}, nil
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
