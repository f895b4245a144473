package outbox

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/store/sqldb"
)

// NextDelivery returns in how long the next delivery of some transports that waits for its time
// may be sent; zero when none waits.
func (d *Outbox) NextDelivery(ctx context.Context, transports []string) (time.Duration, error) {
	if len(transports) == 0 {
		return 0, nil
	}
	now := d.db.Now().UnixMicro()
	query, args, err := sqlx.In(`
		SELECT min(CASE WHEN next_try > hold_until THEN next_try ELSE hold_until END) FROM deliveries
		 WHERE state = 'queued' AND transport IN (?) AND (next_try > ? OR hold_until > ?)`, transports, now, now)
	if err != nil {
		return 0, fmt.Errorf("look for the next delivery: %w", err)
	}
	var at sql.NullInt64
	if err := sqldb.One(ctx, d.db.Read, &at, query, args...); err != nil || !at.Valid {
		return 0, sqldb.Wrap("look for the next delivery", err)
	}
	return time.Duration(at.Int64-now) * time.Microsecond, nil
}

// Said reports whether a delivery was queued under a key.
func (d *Outbox) Said(ctx context.Context, key string) (bool, error) {
	var n int
	err := sqldb.One(ctx, d.db.Read, &n, `SELECT count(*) FROM deliveries WHERE key = ?`, key)
	return n > 0, sqldb.Wrap("look for delivery "+key, err)
}
