package store

import (
	"context"

	"github.com/frasier-cos/frasier/internal/org"
)

// Queue lets tests queue deliveries of their own making.
func (d *DB) Queue(ctx context.Context, deliveries ...org.Delivery) error {
	return d.tx(ctx, func(t *tx) error {
		t.method = "queue"
		for _, v := range deliveries {
			if err := t.deliver(v); err != nil {
				return err
			}
		}
		return nil
	})
}

// Plant lets tests set what no verb sets.
func (d *DB) Plant(ctx context.Context, statement string, args ...any) error {
	return d.tx(ctx, func(t *tx) error {
		t.method = "plant"
		return t.exec(statement, args...)
	})
}

// Count lets tests count rows.
func (d *DB) Count(ctx context.Context, query string, args ...any) (int, error) {
	var n int
	err := one(ctx, d.read, &n, query, args...)
	return n, err
}

// Volatile lets commits return before they are on the disk, for tests that
// make many and end no process.
func (d *DB) Volatile(ctx context.Context) error {
	statement := `PRAGMA synchronous = OFF`
	if d.far != nil {
		statement = `SET synchronous_commit = off`
	}
	_, err := d.write.ExecContext(ctx, statement)
	return err
}

// Texts lets tests read a column of text.
func (d *DB) Texts(ctx context.Context, query string, args ...any) ([]string, error) {
	var out []string
	err := many(ctx, d.read, &out, query, d.lang.args(args)...)
	return out, err
}
