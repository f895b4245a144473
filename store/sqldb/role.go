package sqldb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// RoleTakenError says that another process has a role which one process at a time may have.
type RoleTakenError struct {
	Role string
	PID  string // of the other process, where it is on this machine
}

// Error names the role and who has it.
func (e *RoleTakenError) Error() string {
	if e.PID == "" {
		return "another process works as " + e.Role + " already, on this or on another machine"
	}
	return "the process " + e.PID + " works as " + e.Role + " already"
}

// HoldRole takes a role that one process at a time may have with this database, until release is called or the process
// dies. It returns a *RoleTakenError while another one has it. It does not wait.
func (d *DB) HoldRole(ctx context.Context, role string) (release func() error, err error) {
	if d.server != nil {
		return d.holdOnServer(ctx, role)
	}
	f, err := os.OpenFile(d.path+"."+role, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("take the role %s: %w", role, err)
	}
	switch err := flock(f, unix.LOCK_EX|unix.LOCK_NB); {
	case errors.Is(err, unix.EWOULDBLOCK):
		const longest = 20
		pid, readErr := io.ReadAll(io.LimitReader(f, longest))
		return nil, errors.Join(&RoleTakenError{Role: role, PID: strings.TrimSpace(string(pid))}, readErr, f.Close())
	case err != nil:
		return nil, errors.Join(fmt.Errorf("take the role %s: %w", role, err), f.Close())
	}
	_, err = f.WriteAt(fmt.Appendf(nil, "%-20d", os.Getpid()), 0)
	return func() error { return unlockUse(f) }, err
}

// holdOnServer keeps a connection whose advisory lock is the role. The server frees it when the connection ends.
func (d *DB) holdOnServer(ctx context.Context, role string) (release func() error, err error) {
	one, err := d.Read.Connx(ctx)
	if err != nil {
		return nil, fmt.Errorf("take the role %s: %w", role, err)
	}
	var free bool
	if err := one.GetContext(ctx, &free, `SELECT pg_try_advisory_lock(hashtextextended($1, $2))`, "role "+role, d.server.key); err != nil {
		return nil, errors.Join(fmt.Errorf("take the role %s: %w", role, err), one.Close())
	}
	if !free {
		return nil, errors.Join(&RoleTakenError{Role: role}, one.Close())
	}
	return func() error {
		_, err := one.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock(hashtextextended($1, $2))`, "role "+role, d.server.key)
		return errors.Join(err, one.Close())
	}, nil
}
