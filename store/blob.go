package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// hexSum is the lower-case hexadecimal SHA-256 of data.
func hexSum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// blob stores bytes once under their hash, which it returns.
func (t *tx) blob(data []byte) (string, error) {
	sum := hexSum(data)
	if data == nil {
		data = []byte{} // a nil slice would be stored as NULL
	}
	return sum, wrap("store blob "+sum, t.exec(`
		INSERT INTO blobs (sha256, size, data) VALUES (?, ?, ?) ON CONFLICT (sha256) DO NOTHING`,
		sum, len(data), data))
}

// Blob returns the bytes stored under a hash. It returns org.ErrNotFound when
// there are none, and an error when they no longer have that hash.
func (d *DB) Blob(ctx context.Context, sha256 string) ([]byte, error) {
	return blobOf(ctx, d.read, sha256)
}

func blobOf(ctx context.Context, q getter, sum string) ([]byte, error) {
	var data []byte
	err := one(ctx, q, &data, `SELECT data FROM blobs WHERE sha256 = ?`, sum)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("read blob %s: %w", sum, org.ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("read blob %s: %w", sum, err)
	}
	if got := hexSum(data); got != sum {
		return nil, fmt.Errorf("read blob %s: its bytes have the hash %s", sum, got)
	}
	return data, nil
}

// getter is what reads one row: a pool or a transaction.
type getter interface {
	GetContext(ctx context.Context, dest any, query string, args ...any) error
	SelectContext(ctx context.Context, dest any, query string, args ...any) error
	Rebind(query string) string
}

// one reads one row into dest, which stays as it is when sql.ErrNoRows is
// returned.
func one(ctx context.Context, q getter, dest any, query string, args ...any) error {
	return full(q.GetContext(ctx, dest, q.Rebind(query), args...))
}

// many reads all rows into the slice at dest.
func many(ctx context.Context, q getter, dest any, query string, args ...any) error {
	return full(q.SelectContext(ctx, dest, q.Rebind(query), args...))
}
