package sqldb

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"

	"github.com/frasier-cos/frasier/internal/org"
)

// errIndexRoom is SQLite's code for "no room for the index of the log"
// (SQLITE_IOERR_SHMSIZE, 10 | 19<<8).
const errIndexRoom = sqlite3.ErrNoExtended(4874)

// violated is the class of all constraints among PostgreSQL's error codes.
const violated = "23"

// OrgError makes org.ErrDiskFull of the errors of a disk that has no room,
// org.ErrDiskFails of failing writes and syncs, org.ErrServerAway of a server
// out of reach, and org.ErrRefused of what a constraint forbids.
func OrgError(err error) error {
	if err == nil || errors.Is(err, org.ErrDisk) || errors.Is(err, org.ErrRefused) {
		return err
	}
	var lite sqlite3.Error
	var server *pgconn.PgError
	const diskFull = "53100" // postgresql.org/docs/current/errcodes-appendix.html
	switch {
	case errors.Is(err, syscall.ENOSPC),
		errors.As(err, &lite) && (lite.Code == sqlite3.ErrFull || lite.SystemErrno == syscall.ENOSPC || lite.ExtendedCode == errIndexRoom),
		errors.As(err, &server) && server.Code == diskFull:
		return fmt.Errorf("%w (%w)", org.ErrDiskFull, err)
	case errors.As(err, &lite) && (lite.ExtendedCode == sqlite3.ErrIoErrWrite || lite.ExtendedCode == sqlite3.ErrIoErrFsync || lite.ExtendedCode == sqlite3.ErrIoErrTruncate):
		return fmt.Errorf("%w (%w)", org.ErrDiskFails, err)
	case away(err):
		return fmt.Errorf("%w (%w)", org.ErrServerAway, err)
	case errors.As(err, &lite) && lite.Code == sqlite3.ErrConstraint, errors.As(err, &server) && strings.HasPrefix(server.Code, violated):
		return fmt.Errorf("%w (%w)", org.ErrRefused, err)
	}
	return err
}

// away reports an error of a server that stops, starts or cannot be reached.
// After a commit that broke off the end is open, so that is none.
func away(err error) bool {
	var connect *pgconn.ConnectError
	var server *pgconn.PgError
	switch {
	case errors.Is(err, ErrCommit):
		return false
	case errors.As(err, &server): // also within a ConnectError: the server's own word
		return slices.Contains([]string{"57P01", "57P02", "57P03", "08000", "08003", "08006"}, server.Code) // it shuts down, starts up, or lost the connection
	}
	return errors.As(err, &connect) || cut(err)
}

// cut reports an error of a connection that broke in use, by nobody's wish.
func cut(err error) bool {
	var broken *net.OpError
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &broken) || errors.Is(err, driver.ErrBadConn) || pgconn.SafeToRetry(err)
}
