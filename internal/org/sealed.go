package org

// SealedLine is one line of the journal as it is stored, with its seal. What a
// seal is made of stands in it, so that a chain of lines can be checked without
// the database.
type SealedLine struct {
	Seq     int64  `json:"seq"`
	At      int64  `json:"at"` // microseconds since 1970
	Kind    string `json:"event"`
	Message string `json:"message,omitempty"`
	Project string `json:"project,omitempty"`
	Mission string `json:"mission,omitempty"`
	Step    string `json:"step,omitempty"`
	Agent   string `json:"agent,omitempty"`
	Attempt int    `json:"attempt,omitempty"`
	Body    string `json:"body"`
	Data    string `json:"data"`
	Seal    string `json:"seal"` // hex; empty for a line that is not sealed yet
}
