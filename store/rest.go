package store

import "context"

// Rest frees what connections keep for the next query, for a process that has
// had nothing to do for a while. It may be called at any time; what is asked
// next takes a millisecond more.
func (d *DB) Rest(ctx context.Context) error {
	if d.Server() {
		return nil // a server's connections cost this process little
	}
	d.read.SetMaxIdleConns(-1) // closes those that nobody uses
	d.read.SetMaxIdleConns(readers)
	_, err := d.write.ExecContext(ctx, `PRAGMA shrink_memory`)
	return wrap("free memory", err)
}
