// Package journal reads the journal, seals its lines and keeps how far its followers have read.
package journal

import "github.com/frasier-cos/frasier/store/sqldb"

// Journal is this part of an open database. Its methods may be called at once.
type Journal struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Journal { return &Journal{db: db} }
