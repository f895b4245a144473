package store

import (
	"context"
	"time"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	companystore "github.com/frasier-cos/frasier/store/company"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/inbox"
	"github.com/frasier-cos/frasier/store/journal"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/report"
	"github.com/frasier-cos/frasier/store/sqldb"
	"github.com/frasier-cos/frasier/store/upkeep"
)

// The statements whose query plans are pinned.
const (
	RenewStatement        = engine.RenewStatement
	ClaimMessageStatement = inbox.ClaimMessageStatement
	StalledStatement      = `SELECT id FROM projects WHERE ` + upkeep.StalledProjects
	CountOpen             = `UPDATE steps SET open_deps = (` + engine.CountOpen + `) WHERE mission_id = ?`
	ExpireStatement       = engine.ClaimedStatement + `claim_until <= ?`
	ReleaseStatement      = engine.ClaimedStatement + `claimed_by = ?`
	CountDownStatement    = engine.CountDownStatement
	CalmStatement         = upkeep.CalmStatement
	PaceStatement         = ledger.PaceStatement
	HourStatement         = report.HourStatement
	DirectorDueStatement  = companystore.DueStatement
	CompanyLately         = companystore.Lately
	CompanyOrders         = companystore.Orders
	CompanyUnder          = `SELECT id FROM memos WHERE ` + companystore.Under + ` ORDER BY seq`
	CompanyProjectsUnder  = `SELECT id FROM projects WHERE ` + companystore.ProjectsUnder + ` ORDER BY created_at`
	WaitingMemosStatement = `SELECT seq FROM memos WHERE recipient = ? AND ` + memos.Waiting + ` AND state = 'open'`
	WakeMemosStatement    = `UPDATE memos SET state = 'open' WHERE ` + memos.Waiting + ` AND waits = ?`
)

// PeekStatement is the look for a step that is ready.
func PeekStatement(share work.CodeShare) string {
	return engine.PeekStatement(engine.ShareCondition(share))
}

// ClaimStatement is the claim as SQLite and as PostgreSQL are told it.
func ClaimStatement(remote bool, share work.CodeShare) string {
	which := engine.Trusted + engine.ShareCondition(share)
	if remote {
		return engine.ClaimStatement(sqldb.Postgres(), which)
	}
	return engine.ClaimStatement(sqldb.SQLite(), which)
}

// LostStatement is the look for claims that ran out, or of an owner who died.
func LostStatement(claims string) string { return engine.LostStatement(claims) }

// ErrCommit marks a commit that may have happened.
var ErrCommit = sqldb.ErrCommit

// WrongClock sets this machine's clock wrong, for a database on a server.
func (d *DB) WrongClock(by time.Duration) {
	sqldb.SkewClock(d.db, by)
}

// Twice runs a transaction whose first try the server gives up, with a code or
// by cutting its connection.
func (d *DB) Twice(ctx context.Context, code string) (ran int, err error) {
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "twice"
		if ran++; ran == 1 && code == "cut" {
			return t.Exec(`SELECT pg_terminate_backend(pg_backend_pid())`)
		}
		if ran == 1 {
			return t.Exec(`DO $$ BEGIN RAISE EXCEPTION 'given up' USING ERRCODE = '` + code + `'; END $$`)
		}
		return t.Exec(`INSERT INTO counters (name, n) VALUES ('twice', 1)`)
	})
	return ran, err
}

// Hold has the methods wait that are asked for, until it is let go: they are
// committed together then.
func (d *DB) Hold() (letGo func()) {
	return sqldb.HoldWrites(d.db)
}

// Waiting is how many methods wait.
func (d *DB) Waiting() int {
	return sqldb.WaitingWrites(d.db)
}

// Break panics in the middle of a transaction.
func (d *DB) Break(ctx context.Context, with string) error {
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "break"
		if err := t.Exec(`INSERT INTO counters (name, n) VALUES ('broken', 1)`); err != nil {
			return err
		}
		panic(with)
	})
}

// Seals is what Verify says of the journal's seals alone.
func (d *DB) Seals(ctx context.Context) (reports.CheckResult, error) {
	return journal.Seals(ctx, d.db.Read)
}

// Impatient has the log say at once when the write lock is waited for.
func (d *DB) Impatient() { sqldb.LogWaitsAfter(d.db, time.Millisecond) }

// Queue lets tests queue deliveries of their own making.
func (d *DB) Queue(ctx context.Context, deliveries ...reports.Delivery) error {
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "queue"
		for _, v := range deliveries {
			if err := outbox.Deliver(t, v); err != nil {
				return err
			}
		}
		return nil
	})
}

// Plant lets tests set what no verb sets.
func (d *DB) Plant(ctx context.Context, statement string, args ...any) error {
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "plant"
		return t.Exec(statement, args...)
	})
}

// Count lets tests count rows.
func (d *DB) Count(ctx context.Context, query string, args ...any) (int, error) {
	var n int
	err := sqldb.One(ctx, d.db.Read, &n, query, args...)
	return n, err
}

// Volatile lets commits return before they are on the disk, for tests that
// make many and end no process.
func (d *DB) Volatile(ctx context.Context) error {
	return sqldb.NoSync(ctx, d.db)
}

// Texts lets tests read a column of text.
func (d *DB) Texts(ctx context.Context, query string, args ...any) ([]string, error) {
	var out []string
	err := sqldb.Many(ctx, d.db.Read, &out, query, d.db.Dialect.Args(args)...)
	return out, err
}

// Backups returns the folder of a database file's backups.
func Backups(path string) string { return sqldb.Backups(path) }
