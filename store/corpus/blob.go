package corpus

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Blob stores bytes once under their hash, which it returns.
func Blob(t *sqldb.Tx, data []byte) (string, error) {
	sum := sqldb.HexSum(data)
	if data == nil {
		data = []byte{} // a nil slice would be stored as NULL
	}
	return sum, sqldb.Wrap("store blob "+sum, t.Exec(`
		INSERT INTO blobs (sha256, size, data) VALUES (?, ?, ?) ON CONFLICT (sha256) DO NOTHING`,
		sum, len(data), data))
}

// Blob returns the bytes stored under a hash. It returns org.ErrNotFound when
// there are none, and an error when they no longer have that hash.
func (d *Corpus) Blob(ctx context.Context, sha256 string) ([]byte, error) {
	return BlobOf(ctx, d.db.Read, sha256)
}

// ErrDamaged says that stored bytes are not those that were stored.
var ErrDamaged = errors.New("it is damaged")

// BlobOf reads the bytes stored under a hash; org.ErrNotFound when there are none.
func BlobOf(ctx context.Context, q sqldb.Getter, sum string) ([]byte, error) {
	var data []byte
	err := sqldb.One(ctx, q, &data, `SELECT data FROM blobs WHERE sha256 = ?`, sum)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("read blob %s: %w", sum, org.ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("read blob %s: %w", sum, err)
	}
	if got := sqldb.HexSum(data); got != sum {
		return nil, fmt.Errorf("read blob %s: %w: its bytes have the hash %s", sum, ErrDamaged, got)
	}
	return data, nil
}
