// Package memory finds what was said and written before by its words.
package memory

import "github.com/frasier-cos/frasier/store/sqldb"

// Memory is this part of an open database. Its methods may be called at once.
type Memory struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Memory { return &Memory{db: db} }
