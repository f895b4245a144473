// Package store keeps everything that must outlive a process, in one database:
// a SQLite file for the processes of one machine, or PostgreSQL for those of
// many. SQL stands in the packages below it and nowhere else; each has a
// subject, and DB has the methods of all.
//
// A method that writes is one transaction, together with its journal lines and
// its outbox rows, so whatever instant a process dies at, either all of it
// happened or nothing. Methods return values of package org; the errors that
// callers act on (org.ErrNoWork, org.ErrLeaseLost, org.ErrNotFound,
// org.ErrConflict) are found with errors.Is.
package store

import (
	"context"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/access"
	"github.com/frasier-cos/frasier/store/admin"
	"github.com/frasier-cos/frasier/store/code"
	companystore "github.com/frasier-cos/frasier/store/company"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/engine"
	"github.com/frasier-cos/frasier/store/inbox"
	"github.com/frasier-cos/frasier/store/journal"
	"github.com/frasier-cos/frasier/store/keep"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/memory"
	mirrorstore "github.com/frasier-cos/frasier/store/mirror"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/outward"
	"github.com/frasier-cos/frasier/store/people"
	"github.com/frasier-cos/frasier/store/report"
	"github.com/frasier-cos/frasier/store/share"
	"github.com/frasier-cos/frasier/store/sqldb"
	"github.com/frasier-cos/frasier/store/upkeep"
)

// Options say where the database is and what it may use.
type Options = sqldb.Options

// Moved is a table that Copy has copied.
type Moved = sqldb.Moved

// Restored says what Restore did.
type Restored = sqldb.Restored

// RoleTakenError says that another process has a role which one process at a time may have.
type RoleTakenError = sqldb.RoleTakenError

// ErrInUse is returned by Restore and CheckIdle while a process has the database open, and
// ErrServerBackup by Backup for PostgreSQL.
var (
	ErrInUse        = sqldb.ErrInUse
	ErrServerBackup = sqldb.ErrServerBackup
)

// DB is an open database. All its methods may be called at once, from several
// goroutines and several processes.
type DB struct {
	db *sqldb.DB
	*journal.Journal
	*corpus.Corpus
	*memory.Memory
	*ledger.Ledger
	*outbox.Outbox
	*people.People
	*engine.Engine
	*upkeep.Upkeep
	*inbox.Inbox
	*report.Report
	*admin.Admin
	*access.Access
	*code.Code
	*companystore.Departments
	*share.Sharing
	*outward.Outward
	*keep.Keeper
	*mirrorstore.Mirrors
}

// Open opens the database, makes it when there is none, and brings its schema
// up to date. It refuses, with a sentence that says what to do, a database that
// is not ours, was made by a newer version, is damaged, or is empty where one
// is known to have been.
func Open(ctx context.Context, o Options) (*DB, error) {
	db, err := sqldb.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	return &DB{
		db, journal.New(db), corpus.New(db), memory.New(db), ledger.New(db), outbox.New(db), people.New(db), engine.New(db), upkeep.New(db), inbox.New(db),
		report.New(db), admin.New(db), access.New(db), code.New(db), companystore.New(db), share.New(db), outward.New(db), keep.New(db), mirrorstore.New(db),
	}, nil
}

// HoldRole takes a role that one process at a time may have with this database, until release is called or the process
// dies. It returns a *RoleTakenError while another one has it.
func (d *DB) HoldRole(ctx context.Context, role string) (release func() error, err error) {
	return d.db.HoldRole(ctx, role)
}

// Close closes the database. Nothing may be under way.
func (d *DB) Close() error { return d.db.Close() }

// Now returns the time that the database goes by: the clock of Options or, on
// PostgreSQL without one, the server's. Times handed to methods come from it.
func (d *DB) Now() time.Time { return d.db.Now() }

// Wake returns a channel that receives after commits that made work or
// deliveries, of this process and of others on this machine, and a function
// that ends the subscription. Wakes that nobody has taken yet count as one.
func (d *DB) Wake() (<-chan struct{}, func()) { return d.db.Wake() }

// UseSetup has this process note with the stages that it does how it is set up.
func (d *DB) UseSetup(body string) { d.db.UseSetup(body) }

// Server reports whether the database is on a PostgreSQL server.
func (d *DB) Server() bool { return d.db.Server() }

// UID returns the identity of the database, which a copy keeps.
func (d *DB) UID(ctx context.Context) (string, error) { return d.db.UID(ctx) }

// Backup copies the database file into a folder; see sqldb.DB.Backup.
func (d *DB) Backup(ctx context.Context, dir string) (string, error) { return d.db.Backup(ctx, dir) }

// Snapshot writes a copy into a folder, to be worked on and thrown away; see sqldb.DB.Snapshot.
func (d *DB) Snapshot(ctx context.Context, dir string) (string, error) {
	return d.db.Snapshot(ctx, dir)
}

// Scope is the database with its claims narrowed to one project and to a share
// of its steps: who works with it never gets another's.
type Scope struct {
	*DB
	claims engine.Scope
}

// Within narrows claims to a project, where the empty id narrows nothing, and to a share.
func (d *DB) Within(project org.ProjectID, share work.CodeShare) Scope {
	return Scope{d, d.Engine.Within(project, share)}
}

// ClaimSteps is DB.ClaimSteps for the steps of the scope.
func (d Scope) ClaimSteps(ctx context.Context, owner string, term time.Duration, n int) ([]work.Claim, error) {
	return d.claims.ClaimSteps(ctx, owner, term, n)
}

// ClaimMission is DB.ClaimMission for the missions of the scope.
func (d Scope) ClaimMission(ctx context.Context, owner string, term time.Duration) (work.PlanningJob, error) {
	return d.claims.ClaimMission(ctx, owner, term)
}

// SealAfter returns the seal of a line of the journal after another one's; see journal.SealAfter.
func SealAfter(before string, l org.SealedLine) (string, error) { return journal.SealAfter(before, l) }

// CheckIdle returns ErrInUse while a process has the database file at path open.
func CheckIdle(path string) error { return sqldb.CheckIdle(path) }

// Restore puts a backup in the place of a database file; see sqldb.Restore.
func Restore(ctx context.Context, path, backup string, now time.Time) (Restored, error) {
	return sqldb.Restore(ctx, path, backup, now)
}

// Copy copies a database file to a server; see sqldb.Copy.
func Copy(ctx context.Context, path, to string, tell func(Moved)) error {
	return sqldb.Copy(ctx, path, to, tell)
}
