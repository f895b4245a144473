package sqldb

import (
	"context"
	"fmt"
)

// UID returns the database's own random id, made when it was created. It marks
// text from outside in prompts and is not shown to anybody who writes one.
func (d *DB) UID(ctx context.Context) (string, error) {
	var uid string
	if err := One(ctx, d.Read, &uid, `SELECT uid FROM identity WHERE one = 1`); err != nil {
		return "", fmt.Errorf("read identity: %w", err)
	}
	return uid, nil
}
