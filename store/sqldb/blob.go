package sqldb

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
)

// HexSum is the lower-case hexadecimal SHA-256 of data.
func HexSum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Getter is what reads one row: a pool or a transaction.
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
