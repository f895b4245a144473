// Package upkeep does what time asks for: schedules and jobs that are due, what
// was held until now, the net under the engine, alerts of the watcher, and
// what is to be forgotten.
package upkeep

import "github.com/frasier-cos/frasier/store/sqldb"

// Upkeep is this part of an open database. Its methods may be called at once.
type Upkeep struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Upkeep { return &Upkeep{db: db} }
