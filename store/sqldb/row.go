package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// View runs fn on one snapshot of the database.
func (d *DB) View(ctx context.Context, fn func(q Getter) error) (err error) {
	x, err := d.Read.BeginTxx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: d.Dialect.snapshot})
	if err != nil {
		return fmt.Errorf("begin reading: %w", OrgError(err))
	}
	defer func() { err = errors.Join(err, rollback(x)) }()
	return fn(x)
}
