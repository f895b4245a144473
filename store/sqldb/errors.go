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

// OrgError says in the words of org what an error of the database means for
// whoever asked: org.ErrRefused when a rule forbids what was to be stored, so
// that the same again is refused again; org.ErrInDoubt for a commit that broke
// off. Every other fault is one of the storage and not of what was asked, so it
// is an org.ErrDisk: org.ErrDiskFull, org.ErrDiskFails, org.ErrServerAway or
// org.ErrBusy by its cause, else org.ErrStorage. An error that no database gave
// stays as it is, and so does that of a caller who gave up.
func OrgError(err error) error {
	if err == nil || errors.Is(err, org.ErrDisk) || errors.Is(err, org.ErrRefused) || errors.Is(err, context.Canceled) {
		return err
	}
	if why := storageFault(err); why != nil {
		return fmt.Errorf("%w (%w)", why, err)
	}
	return err
}

// storageFault names the fault of the database that an error is, nil for none.
func storageFault(err error) error {
	var lite sqlite3.Error
	var server *pgconn.PgError
	const diskFull = "53100" // postgresql.org/docs/current/errcodes-appendix.html
	isLite, isServer := errors.As(err, &lite), errors.As(err, &server)
	switch {
	case errors.Is(err, syscall.ENOSPC),
		isLite && (lite.Code == sqlite3.ErrFull || lite.SystemErrno == syscall.ENOSPC || lite.ExtendedCode == errIndexRoom),
		isServer && server.Code == diskFull:
		return org.ErrDiskFull
	case isLite && (lite.ExtendedCode == sqlite3.ErrIoErrWrite || lite.ExtendedCode == sqlite3.ErrIoErrFsync || lite.ExtendedCode == sqlite3.ErrIoErrTruncate):
		return org.ErrDiskFails
	case isServerAway(err):
		return org.ErrServerAway
	case isLite && refusedByFile(lite), isServer && refusedByServer(server.Code):
		return org.ErrRefused
	case errors.Is(err, ErrCommit):
		return nil // an org.ErrInDoubt already
	case isLite && (lite.Code == sqlite3.ErrBusy || lite.Code == sqlite3.ErrLocked), errors.Is(err, errLockWait):
		return org.ErrBusy
	case isLite && lite.Code != sqlite3.ErrInterrupt, isServer, errors.Is(err, errUndone):
		return org.ErrStorage
	}
	return nil
}

// refusedByFile reports whether SQLite refused what a statement was to store:
// a constraint, a text that is too long, a value of another type.
func refusedByFile(e sqlite3.Error) bool {
	return slices.Contains([]sqlite3.ErrNo{sqlite3.ErrConstraint, sqlite3.ErrTooBig, sqlite3.ErrMismatch}, e.Code)
}

// refusedByServer reports whether PostgreSQL refused what a statement was to
// store: a constraint, a value that its type cannot hold, too long a text, or
// what a trigger of the schema raises.
func refusedByServer(code string) bool {
	const data, limits, raised = "22", "54", "P0001"
	return strings.HasPrefix(code, violated) || strings.HasPrefix(code, data) || strings.HasPrefix(code, limits) || code == raised
}

// isServerAway reports an error of a server that stops, starts or cannot be reached.
// After a commit that broke off the end is open, so that is none.
func isServerAway(err error) bool {
	var connect *pgconn.ConnectError
	var server *pgconn.PgError
	switch {
	case errors.Is(err, ErrCommit):
		return false
	case errors.As(err, &server): // also within a ConnectError: the server's own word
		return slices.Contains([]string{"57P01", "57P02", "57P03", "08000", "08003", "08006"}, server.Code) // it shuts down, starts up, or lost the connection
	}
	return errors.As(err, &connect) || isConnectionCut(err)
}

// isConnectionCut reports an error of a connection that broke in use, by nobody's wish.
func isConnectionCut(err error) bool {
	var broken *net.OpError
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &broken) || errors.Is(err, driver.ErrBadConn) || pgconn.SafeToRetry(err)
}
