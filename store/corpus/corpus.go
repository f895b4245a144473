// Package corpus keeps documents, files, pictures and drafts, and what was looked up.
package corpus

import "github.com/frasier-cos/frasier/store/sqldb"

// Corpus is this part of an open database. Its methods may be called at once.
type Corpus struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Corpus { return &Corpus{db: db} }
