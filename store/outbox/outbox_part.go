// Package outbox keeps what is to be said, and hands it to who sends it.
package outbox

import "github.com/frasier-cos/frasier/store/sqldb"

// Outbox is this part of an open database. Its methods may be called at once.
type Outbox struct {
	db *sqldb.DB
}

// New is the part of a database.
func New(db *sqldb.DB) *Outbox { return &Outbox{db: db} }
