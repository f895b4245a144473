// Package sqldb opens the database, on SQLite or on PostgreSQL, and runs
// transactions on it: connections, dialects, locks, migrations, notifications,
// backups, and the lines of the journal that a transaction writes.
package sqldb

import (
	"errors"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jmoiron/sqlx"
)

// Options say where the database is and what it may use.
type Options struct {
	// Path is the database file, whose folder is made when it is missing, or
	// the address of a PostgreSQL database ("postgres://...").
	Path string
	// Home is the folder that remembers which PostgreSQL database this machine
	// works with; empty means that nothing remembers it. SQLite remembers it
	// beside the file.
	Home string
	// Now is the clock. Nil means the machine's on SQLite and the server's on
	// PostgreSQL, so that machines whose clocks differ agree on leases.
	Now func() time.Time
	// Log hears of migrations; nil means silence.
	Log *slog.Logger
	// Crash is called at named points of every transaction, "<method>" before
	// the commit and "<method>:committed" after it, so that a test may end the
	// process there. It is nil in shipped programs.
	Crash func(point string)
}

// DB is an open database. All its methods may be called at once, from several
// goroutines and several processes.
type DB struct {
	Dialect *Dialect
	write   *sqlx.DB
	Read    *sqlx.DB // cannot write
	writes  writes   // SQLite: the methods that wait to write
	// SQLite: lock is flocked around each write transaction, so that one process
	// writes at a time; next is, by the one whose turn it is.
	lock, next *os.File
	own        chan struct{} // SQLite: has a value while this process has the lock or waits for it
	using      *os.File      // SQLite: locked as long as the database is open
	path       string        // SQLite: the file
	uid        string        // the database's identity
	// patience bounds how long the write lock is waited for in silence.
	patience time.Duration
	server   *server // PostgreSQL: what is known of the server
	clock    func() time.Time
	log      *slog.Logger
	crash    func(point string)
	first    func(t *Tx) error     // see BeforeAlone
	setup    atomic.Pointer[Setup] // nil: none is noted

	mu       sync.Mutex
	waiting  map[chan struct{}]struct{}
	listener listener // nil while nobody waits
}

// Now returns the time that the database goes by: the clock of Options or, on
// PostgreSQL without one, the server's. Times handed to methods come from it.
func (d *DB) Now() time.Time { return d.clock() }

// Log hears of what goes wrong after a method was stored.
func (d *DB) Log() *slog.Logger { return d.log }

// Close closes the database. Nothing may be under way.
func (d *DB) Close() error {
	d.mu.Lock()
	last := d.listener
	d.listener = nil
	d.mu.Unlock()
	return errors.Join(closeWaiting(last), d.discard())
}

// closeWaiting closes what listens; nil is fine. Its caller does not hold the lock: what listens may be about to take it, and
// is waited for.
func closeWaiting(l listener) error {
	if l == nil {
		return nil
	}
	return l.close()
}

// Wake returns a channel that receives after commits that made work or
// deliveries, of this process and of others on this machine, and a function
// that ends the subscription. Wakes that nobody has taken yet count as one.
func (d *DB) Wake() (<-chan struct{}, func()) {
	c := make(chan struct{}, 1)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting[c] = struct{}{}
	if d.listener == nil {
		b, err := d.startListening()
		if err != nil {
			d.log.Warn("work of other processes is only found by polling", "err", err) //nolint:sloglint // a subscription has no context
		} else {
			d.listener = b
		}
	}
	return c, func() {
		if err := closeWaiting(d.endWaiting(c)); err != nil {
			d.log.Warn("stop listening for the work of other processes", "err", err) //nolint:sloglint // a subscription has no context
		}
	}
}

// endWaiting ends one subscription, and hands over what listens when it was the last.
func (d *DB) endWaiting(c chan struct{}) (last listener) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.waiting, c)
	if len(d.waiting) == 0 {
		last, d.listener = d.listener, nil
	}
	return last
}

func (d *DB) notifyLocal() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for c := range d.waiting {
		select {
		case c <- struct{}{}:
		default: // one wake is already waiting to be taken
		}
	}
}
