package sqldb

import (
	"context"
)

// Idle asks a counting query on a reading connection, so that looking for
// work in vain takes no turn to write.
func (d *DB) Idle(ctx context.Context, query string, args ...any) (bool, error) {
	var n int
	err := One(ctx, d.Read, &n, query, args...)
	return n == 0, err
}
