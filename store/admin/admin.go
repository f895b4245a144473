// Package admin checks the database and measures it.
package admin

import "github.com/frasier-cos/frasier/store/sqldb"

// Admin is this part of an open database. Its methods may be called at once.
type Admin struct {
	db      *sqldb.DB
	weights weights
}

// New returns the part of a database.
func New(db *sqldb.DB) *Admin { return &Admin{db: db} }
