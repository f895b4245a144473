// Package engine moves projects, missions and steps from state to state: plans, claims, ends,
// questions, gates and schedules.
package engine

import (
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Engine is this part of an open database. Its methods may be called at once.
type Engine struct {
	db       *sqldb.DB
	doubted  unconfirmedClaims
	settling settling
}

// New is the part of a database.
func New(db *sqldb.DB) *Engine {
	db.BeforeAlone(settleEnds)
	return &Engine{db: db, settling: settling{lead: make(chan struct{}, 1)}}
}
