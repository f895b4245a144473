// Package report reads how things stand: projects, steps, reasons, costs and health.
package report

import "github.com/frasier-cos/frasier/store/sqldb"

// Report is this part of an open database. Its methods may be called at once.
type Report struct {
	db *sqldb.DB
}

// New is the part of a database.
func New(db *sqldb.DB) *Report { return &Report{db: db} }
