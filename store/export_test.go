package store

import (
	"context"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// The statements whose query plans are pinned.
const (
	RenewStatement        = renewStatement
	PeekStatement         = `SELECT 1 FROM steps WHERE ` + ready + inScope + ` ORDER BY priority DESC, seq LIMIT 1`
	ClaimMessageStatement = claimMessageStatement
	StalledStatement      = `SELECT id FROM projects WHERE ` + stalled
	CountOpen             = `UPDATE steps SET open_deps = (` + countOpen + `) WHERE mission_id = ?`
	ExpireStatement       = claimedStatement + `claim_until <= ?`
	ReleaseStatement      = claimedStatement + `claimed_by = ?`
	CountDownStatement    = countDownStatement
	CalmStatement         = calmStatement
	PaceStatement         = paceStatement
	HourStatement         = hourStatement
)

// ClaimStatement is the claim as SQLite and as PostgreSQL are told it.
func ClaimStatement(remote bool) string {
	if remote {
		return claimStatement(postgres(), trusted)
	}
	return claimStatement(sqlite(), trusted)
}

// LostStatement is the look for claims that ran out, or of a holder who died.
func LostStatement(claims string) string { return lostStatement(claims) }

// ErrCommit marks a commit that may have happened.
var ErrCommit = errCommit

// WrongClock sets this machine's clock wrong, for a database on a server.
func (d *DB) WrongClock(by time.Duration) {
	d.far.machine = func() time.Time { return time.Now().Add(by) }
	d.far.ahead.Store(0)
}

// Twice runs a transaction whose first try the server gives up, with a code or
// by cutting its connection.
func (d *DB) Twice(ctx context.Context, code string) (ran int, err error) {
	err = d.tx(ctx, func(t *tx) error {
		t.method = "twice"
		if ran++; ran == 1 && code == "cut" {
			return t.exec(`SELECT pg_terminate_backend(pg_backend_pid())`)
		}
		if ran == 1 {
			return t.exec(`DO $$ BEGIN RAISE EXCEPTION 'given up' USING ERRCODE = '` + code + `'; END $$`)
		}
		return t.exec(`INSERT INTO counters (name, n) VALUES ('twice', 1)`)
	})
	return ran, err
}

// Hold has the methods wait that are asked for, until it is let go: they are
// committed together then.
func (d *DB) Hold() (letGo func()) {
	d.writes.lead <- struct{}{}
	return func() { <-d.writes.lead }
}

// Waiting is how many methods wait.
func (d *DB) Waiting() int {
	d.writes.mu.Lock()
	defer d.writes.mu.Unlock()
	return len(d.writes.waiting)
}

// Break panics in the middle of a transaction.
func (d *DB) Break(ctx context.Context, with string) error {
	return d.tx(ctx, func(t *tx) error {
		t.method = "break"
		if err := t.exec(`INSERT INTO counters (name, n) VALUES ('broken', 1)`); err != nil {
			return err
		}
		panic(with)
	})
}

// Seals is what Verify says of the journal's seals alone.
func (d *DB) Seals(ctx context.Context) (org.CheckResult, error) { return sealed(ctx, d.read) }

// Impatient has the log say at once when a turn to write is waited for.
func (d *DB) Impatient() { d.patience = time.Millisecond }
