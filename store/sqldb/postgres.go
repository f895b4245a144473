package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"
)

const (
	oldestServer = 140_000 // PostgreSQL 14 is the oldest that is tried
	pooled       = 4       // connections that write at once, and as many that read
	// A transaction that stands still keeps old rows alive for the whole
	// server, and one that waits for ever blocks the others.
	standingStill = 30 * time.Second
	longStatement = 60 * time.Second
	dialing       = 10 * time.Second
	resting       = time.Minute // an unused connection is closed after it
)

// serverClock is the server's time at the moment, in microseconds.
const serverClock = `(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`

type server struct {
	config *pgx.ConnConfig
	where  string          // host and database, without a secret
	key    int64           // of the advisory lock that writers of this database take
	name   string          // of the channel for notifications
	listen func() listener // begins to listen, for as long as the database is open
	mine   string          // tells this process's notifications from those of others

	machine func() time.Time // this machine's clock
	ahead   atomic.Int64     // microseconds that the server's clock is ahead of it
	fixed   func() time.Time // the clock of Options; nil: the server's
}

// isRemote reports whether a database is named by an address and not by a path.
func isRemote(path string) bool {
	return strings.HasPrefix(path, "postgres://") || strings.HasPrefix(path, "postgresql://")
}

// Where names a database as it may be shown and logged: a path as it is, an
// address without its password.
func Where(path string) string {
	if !isRemote(path) {
		return path
	}
	u, err := url.Parse(path)
	if err != nil {
		return "postgres://(not an address)"
	}
	q := u.Query()
	for name := range q {
		if strings.Contains(name, "pass") { // password, sslpassword, passfile
			q.Set(name, "xxxxx")
		}
	}
	u.RawQuery = q.Encode()
	return u.Redacted()
}

// connectServer opens a database on a PostgreSQL server, as open does a file.
func (d *DB) connectServer(ctx context.Context, o Options) (err error) {
	d.Dialect = Postgres()
	config, err := pgx.ParseConfig(o.Path)
	if err != nil {
		return fmt.Errorf("%s is no address of a database: write postgres://user:password@host:5432/name", Where(o.Path))
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = dialing
	}
	d.server = &server{config: config, where: Where(o.Path), machine: time.Now, fixed: o.Now}
	d.server.listen = func() listener { return d.listenToServer(context.WithoutCancel(ctx)) }
	d.clock = d.server.serverTime
	settings := map[string]string{
		"application_name":                    "frasier",
		"idle_in_transaction_session_timeout": strconv.FormatInt(standingStill.Milliseconds(), 10),
		"statement_timeout":                   strconv.FormatInt(longStatement.Milliseconds(), 10),
	}
	reads := maps.Clone(settings)
	reads["default_transaction_read_only"] = "on"
	d.Read = d.server.openPool(reads)
	// A method looks rows up by their keys, whatever the server knows of the
	// tables at the moment: one that grew since it was last looked at is not
	// walked instead. And a statement is planned once for a connection.
	for _, way := range []string{"enable_seqscan", "enable_hashjoin", "enable_mergejoin", "jit"} {
		settings[way] = "off"
	}
	settings["plan_cache_mode"] = "force_generic_plan"
	d.write = d.server.openPool(settings)
	return d.prepareServer(ctx, o.Home)
}

// openPool opens connections with settings that the address does not give.
func (s *server) openPool(settings map[string]string) *sqlx.DB {
	c := s.config.Copy()
	for k, v := range settings {
		if _, given := c.RuntimeParams[k]; !given {
			c.RuntimeParams[k] = v
		}
	}
	db := sqlx.NewDb(stdlib.OpenDB(*c), "pgx")
	db.SetMaxOpenConns(pooled)
	db.SetMaxIdleConns(pooled)
	db.SetConnMaxIdleTime(resting)
	return db
}

// prepareServer does the part of Open that one process does at a time.
func (d *DB) prepareServer(ctx context.Context, home string) (err error) {
	db := d.server.openPool(nil) // without time limits, for migrations
	defer func() { err = errors.Join(err, db.Close()) }()
	var version int
	if err := db.GetContext(ctx, &version, `SELECT current_setting('server_version_num')::int`); err != nil {
		return err
	}
	if version < oldestServer {
		return fmt.Errorf("%s is PostgreSQL %d; it needs 14 or newer", d.server.where, version/10_000)
	}
	var about struct {
		Schema   sql.NullString `db:"schema"`
		Encoding string         `db:"encoding"`
		Standby  bool           `db:"standby"`
	}
	err = db.GetContext(ctx, &about, `
		SELECT current_schema() AS schema, current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS standby`)
	switch {
	case err != nil:
		return err
	case !about.Schema.Valid:
		return fmt.Errorf("%s has no schema of the name in search_path: create it first", d.server.where)
	case about.Encoding != "UTF8":
		return fmt.Errorf("%s has the encoding %s: create the database with encoding UTF8", d.server.where, about.Encoding)
	case about.Standby:
		return fmt.Errorf("%s is a read-only copy of another server: give the address of the server that is written to", d.server.where)
	}
	d.server.name, d.server.mine = "frasier_"+about.Schema.String, strconv.FormatUint(rand.Uint64(), 36) // tells processes apart, guards nothing
	if err := db.GetContext(ctx, &d.server.key, `SELECT hashtextextended('frasier ' || $1, 0)`, about.Schema.String); err != nil {
		return err
	}
	one, err := db.Connx(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, one.Close()) }()
	// The lock goes with its connection, so it needs no unlocking.
	if _, err := one.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, d.server.key+1); err != nil {
		return err
	}
	return d.readyTables(ctx, db, home)
}

// readyTables makes the tables or brings them up to date, unless they are not ours
// or newer than this program.
func (d *DB) readyTables(ctx context.Context, db *sqlx.DB, home string) error {
	var tables []string
	err := db.SelectContext(ctx, &tables, `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`)
	if err != nil {
		return err
	}
	if !hasOurTables(tables) {
		return fmt.Errorf("%s holds the tables of another program; nothing was changed. Give a database or a schema of its own", d.server.where)
	}
	marker := d.server.markerFile(home)
	if err := refuseLost(marker, len(tables) == 0, d.server.where); err != nil {
		return err
	}
	if err := d.migrate(ctx, db, d.server.where, func(int64) error { return nil }); err != nil {
		return err
	}
	return d.checkIdentity(ctx, marker, d.server.where)
}

// markerFile names the file in the home that remembers a database; empty without a home.
func (s *server) markerFile(home string) string {
	if home == "" {
		return ""
	}
	const enough = 16 // characters of the hash
	sum := HexSum([]byte(fmt.Sprint(s.config.Host, s.config.Port, s.config.Database, s.name)))
	return filepath.Join(home, "postgres-"+sum[:enough]+".id")
}

// serverTime returns the time by the server's clock, as far as it was last heard of.
func (s *server) serverTime() time.Time {
	if s.fixed != nil {
		return s.fixed()
	}
	return s.machine().Add(time.Duration(s.ahead.Load()) * time.Microsecond)
}

// serverSentence says in words what PostgreSQL says in codes.
func serverSentence(where string, err error) error {
	var connect *pgconn.ConnectError
	var e *pgconn.PgError
	var u *unfit
	switch {
	case errors.As(err, &u):
		return fmt.Errorf("%w. Restore it with PostgreSQL's own tools; docs/backup.md says how", err)
	case errors.As(err, &e):
	case errors.As(err, &connect):
		return fmt.Errorf("%s cannot be reached: check FRASIER_DB, and that the server runs and lets this machine in: %w", where, err)
	default:
		return err
	}
	switch e.Code {
	case "3D000":
		return fmt.Errorf("%s does not exist on its server: create it there first (createdb): %w", where, err)
	case "28000", "28P01":
		return fmt.Errorf("%s refuses the user or the password of FRASIER_DB: %w", where, err)
	case "42501":
		return fmt.Errorf("%s does not let this user make tables: grant it CREATE on its schema: %w", where, err)
	case "25006":
		return fmt.Errorf("%s is read-only: %w", where, err)
	case "53300":
		return fmt.Errorf("%s has no free connection: raise its max_connections or stop a worker: %w", where, err)
	}
	return fmt.Errorf("%s: %w", where, err)
}
