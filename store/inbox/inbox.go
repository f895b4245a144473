// Package inbox keeps messages and commands of the founder and what came of them.
package inbox

import "github.com/frasier-cos/frasier/store/sqldb"

// Inbox is this part of an open database. Its methods may be called at once.
type Inbox struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Inbox { return &Inbox{db: db} }
