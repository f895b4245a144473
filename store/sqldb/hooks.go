package sqldb

import (
	"context"
	"time"
)

// What follows is for tests of the store, which hold up what they watch.

// HoldWrites has the methods wait that want to write to a file, until release:
// they are committed together then.
func HoldWrites(d *DB) (release func()) {
	d.writes.lead <- struct{}{}
	return func() { <-d.writes.lead }
}

// WaitingWrites counts the methods that wait to write to a file.
func WaitingWrites(d *DB) int {
	d.writes.mu.Lock()
	defer d.writes.mu.Unlock()
	return len(d.writes.waiting)
}

// LogWaitsAfter sets how long the write lock is waited for in silence.
func LogWaitsAfter(d *DB, patience time.Duration) { d.patience = patience }

// SkewClock sets this machine's clock wrong, for a database on a server.
func SkewClock(d *DB, by time.Duration) {
	d.server.machine = func() time.Time { return time.Now().Add(by) }
	d.server.ahead.Store(0)
}

// NoSync lets commits return before they are on the disk.
func NoSync(ctx context.Context, d *DB) error {
	statement := `PRAGMA synchronous = OFF`
	if d.server != nil {
		statement = `SET synchronous_commit = off`
	}
	_, err := d.write.ExecContext(ctx, statement)
	return err
}
