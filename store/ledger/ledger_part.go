// Package ledger keeps model calls, what they cost, and the limits on that.
package ledger

import "github.com/frasier-cos/frasier/store/sqldb"

// Ledger is this part of an open database. Its methods may be called at once.
type Ledger struct {
	db   *sqldb.DB
	past pastSums
}

// New is the part of a database.
func New(db *sqldb.DB) *Ledger { return &Ledger{db: db} }
