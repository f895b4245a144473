package sqldb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// migration is one file of the schema.
type migration struct {
	version int64
	sum     string
	text    string
}

// files is the folder of the migrations.
func (l *Dialect) files() (fs.FS, error) {
	folder := "sqlite"
	if l.Remote() {
		folder = "postgres"
	}
	return fs.Sub(l.migrations, folder)
}

// known returns the migrations that this program knows, oldest first.
func (l *Dialect) known() ([]migration, error) {
	files, err := l.files()
	if err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	var out []migration
	for _, e := range entries {
		number, _, _ := strings.Cut(e.Name(), "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("migration %s has no number: %w", e.Name(), err)
		}
		text, err := fs.ReadFile(files, e.Name())
		if err != nil {
			return nil, err
		}
		out = append(out, migration{version, HexSum(text), string(text)})
	}
	slices.SortFunc(out, func(a, b migration) int { return cmp.Compare(a.version, b.version) })
	return out, nil
}

// newestVersion returns the version of the schema that this program makes.
func (l *Dialect) newestVersion() (int64, error) {
	all, err := l.known()
	if err != nil || len(all) == 0 {
		return 0, errors.Join(err, fs.ErrNotExist)
	}
	return all[len(all)-1].version, nil
}

// migrate brings the schema up to date, after a backup of a database that is
// in use. Each migration is one transaction: a process that dies in the middle
// leaves the schema that was, and the next one goes on. save is called before
// the first change to a database that holds something.
func (d *DB) migrate(ctx context.Context, db *sqlx.DB, where string, save func(has int64) error) error {
	files, err := d.Dialect.files()
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(d.Dialect.goose, db.DB, files, goose.WithSlog(d.log))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	has, want, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read schema version: %w", err)
	}
	if has > want {
		return newerError(where, has, want)
	}
	if err := d.Dialect.checkRecent(where, has); err != nil {
		return err
	}
	rows, err := sumsIn(ctx, db, has)
	if err != nil {
		return err
	}
	replaced := d.Dialect.isReplaced(rows)
	if !replaced {
		sealed, err := d.checkUnchanged(ctx, db, where, rows)
		if err != nil || sealed {
			return err
		}
	}
	if has > 0 && (has < want || replaced) {
		if err := save(has); err != nil {
			return err
		}
	}
	if replaced {
		if err := d.adoptSchema(ctx, db); err != nil {
			return fmt.Errorf("take over the tables of schema %d: %w", has, err)
		}
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate from schema %d to %d: %w", has, want, err)
	}
	return d.sealMigrations(ctx, db)
}

// madeBy holds what a database says of a migration that made it.
type madeBy struct {
	Version int64  `db:"version"`
	Sum     string `db:"sum"`
}

// sumsIn reads what made a database of that schema; none before the first.
func sumsIn(ctx context.Context, db *sqlx.DB, has int64) (rows []madeBy, err error) {
	if has == 0 {
		return nil, nil
	}
	if err := db.SelectContext(ctx, &rows, `SELECT version, sum FROM migration_sums ORDER BY version`); err != nil {
		return nil, fmt.Errorf("read the sums of migrations: %w", err)
	}
	return rows, nil
}

// checkUnchanged refuses a database that was made by migrations of the same
// numbers and other texts. It reports whether all of this program's
// migrations are written down there: then nothing is to be done.
func (d *DB) checkUnchanged(ctx context.Context, db *sqlx.DB, where string, rows []madeBy) (sealed bool, err error) {
	all, err := d.Dialect.known()
	if err != nil {
		return false, err
	}
	for _, r := range rows {
		if !slices.ContainsFunc(all, func(m migration) bool { return m.version == r.Version && m.sum == r.Sum }) {
			return false, fmt.Errorf("%s was made by a program whose migration %d is not this program's: start the program that made it; nothing was changed", where, r.Version)
		}
	}
	if len(rows) < len(all) {
		return false, nil
	}
	return true, d.requireTables(ctx, db, where, all)
}

// requireTables refuses a database in which a table is gone that its migrations made.
func (d *DB) requireTables(ctx context.Context, db *sqlx.DB, where string, all []migration) error {
	var there []string
	if err := db.SelectContext(ctx, &there, d.Dialect.tables); err != nil {
		return fmt.Errorf("read the names of the tables: %w", err)
	}
	for _, name := range tablesOf(all) {
		if !slices.Contains(there, name) {
			return unfitf("%s is damaged (the table %s is gone); nothing was changed", where, name)
		}
	}
	return nil
}

// tableChange is a line of a migration that makes, drops or renames a table.
var tableChange = lazyregexp.New(`(?i)^\s*(CREATE|DROP|ALTER)\s+(?:VIRTUAL\s+)?TABLE\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(\w+)(?:\s+RENAME\s+TO\s+(\w+))?`)

// tablesOf lists the tables that are there after all migrations.
func tablesOf(all []migration) []string {
	there := map[string]bool{}
	for _, m := range all {
		up, _, _ := strings.Cut(m.text, "-- +goose Down")
		for line := range strings.Lines(up) {
			c := tableChange.FindStringSubmatch(line)
			if c == nil {
				continue
			}
			switch change, name, to := strings.ToUpper(c[1]), c[2], c[3]; {
			case change == "CREATE":
				there[name] = true
			case change == "DROP":
				delete(there, name)
			case to != "":
				delete(there, name)
				there[to] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(there))
}

// sealMigrations writes down what the migrations were that made the schema.
func (d *DB) sealMigrations(ctx context.Context, db *sqlx.DB) error {
	all, err := d.Dialect.known()
	if err != nil {
		return err
	}
	for _, m := range all {
		_, err := db.ExecContext(ctx, db.Rebind(`INSERT INTO migration_sums (version, sum) VALUES (?, ?) ON CONFLICT (version) DO NOTHING`), m.version, m.sum)
		if err != nil {
			return fmt.Errorf("write the sum of migration %d: %w", m.version, err)
		}
	}
	return nil
}
