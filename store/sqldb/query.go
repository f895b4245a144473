package sqldb

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
)

// HexSum is the lower-case hexadecimal SHA-256 of data.
func HexSum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Getter reads rows: a pool or a transaction.
type Getter interface {
	GetContext(ctx context.Context, dest any, query string, args ...any) error
	SelectContext(ctx context.Context, dest any, query string, args ...any) error
	Rebind(query string) string
}

// One reads one row into dest, which stays as it is when sql.ErrNoRows is
// returned.
func One(ctx context.Context, q Getter, dest any, query string, args ...any) error {
	return OrgError(q.GetContext(ctx, dest, q.Rebind(query), args...))
}

// Many reads all rows into the slice at dest.
func Many(ctx context.Context, q Getter, dest any, query string, args ...any) error {
	return OrgError(q.SelectContext(ctx, dest, q.Rebind(query), args...))
}

// NoRow reports whether a query found nothing.
func NoRow(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// Idle asks a counting query on a reading connection, so that looking for
// work in vain takes no write lock.
func (d *DB) Idle(ctx context.Context, query string, args ...any) (bool, error) {
	var n int
	err := One(ctx, d.Read, &n, query, args...)
	return n == 0, err
}

// Wrap says what was tried with an error; nil stays nil.
func Wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// View runs fn on one snapshot of the database.
func (d *DB) View(ctx context.Context, fn func(q Getter) error) (err error) {
	x, err := d.Read.BeginTxx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: d.Dialect.snapshot})
	if err != nil {
		return fmt.Errorf("begin reading: %w", OrgError(err))
	}
	defer func() { err = errors.Join(err, rollback(x)) }()
	return fn(x)
}

// OrEmpty makes a nil list an empty one, which JSON writes as [].
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
