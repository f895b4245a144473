package sqldb

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jmoiron/sqlx"
)

// The first file of the schema makes in one piece what 54 migrations made one
// after the other, and has the number of their last.
const (
	// firstSchema is that number.
	firstSchema = 99
	// lastOfSteps is the last commit that knows the 54: it brings older databases up to them.
	lastOfSteps = "cf3e27ac"
	// Hashes of the sums of the 54, as their programs wrote them down: lines of a number
	// and a sum.
	stepsOfFiles   = "34bc29c85d442bfca28b616988667ee26d557545b62d1dbe598b20d8d9fd0691"
	stepsOfServers = "43517ac0788da2cdaa0ed9722ff99a021ebba96e37dbfa635796b4f2f91d15e0"
)

// checkRecent refuses a database that is older than the first file of the schema.
func (l *Dialect) checkRecent(where string, has int64) error {
	if has == 0 || has >= firstSchema {
		return nil
	}
	return fmt.Errorf("%s has schema %d, and this program takes over %d and later: start the program of commit %s with it once, then this one; nothing was changed",
		where, has, firstSchema, lastOfSteps)
}

// isReplaced reports whether a database was made by the 54 migrations that the
// first file of the schema stands for.
func (l *Dialect) isReplaced(rows []madeBy) bool {
	var lines strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&lines, "%d %s\n", r.Version, r.Sum)
	}
	want := stepsOfFiles
	if l.Remote() {
		want = stepsOfServers
	}
	return HexSum([]byte(lines.String())) == want
}

// adoptSchema writes down that the first file of the schema made the tables, which
// are the same: killed at any instant it was done or is still to do.
func (d *DB) adoptSchema(ctx context.Context, db *sqlx.DB) error {
	all, err := d.Dialect.known()
	if err != nil {
		return err
	}
	tx, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	for _, statement := range []struct {
		query string
		args  []any
	}{
		{`DELETE FROM migration_sums`, nil},
		{`INSERT INTO migration_sums (version, sum) VALUES (?, ?)`, []any{all[0].version, all[0].sum}},
		{`DELETE FROM goose_db_version WHERE version_id BETWEEN 1 AND ?`, []any{all[0].version - 1}},
	} {
		if _, err := tx.ExecContext(ctx, db.Rebind(statement.query), statement.args...); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	return tx.Commit()
}
