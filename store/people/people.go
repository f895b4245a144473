// Package people keeps the agents, their skills, lessons and notes.
package people

import "github.com/frasier-cos/frasier/store/sqldb"

// People is this part of an open database. Its methods may be called at once.
type People struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *People { return &People{db: db} }
