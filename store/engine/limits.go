package engine

import "time"

const (
	// stallLimit bounds how often a mission may fail to get on before it is planned
	// again.
	stallLimit = 3
	// MaxReplans bounds how often a project is planned again by itself.
	MaxReplans = 2
	// DirectiveImportance is the importance, of 10, of a rule that the founder set.
	DirectiveImportance = 9
	// PreviousDeliverableChars bounds how much of a phase's deliverable the next
	// phase is given, in characters.
	PreviousDeliverableChars = 2000
	// PartialShare is the share of the other steps that must be completed
	// for a mission to end partial, in percent.
	PartialShare = 70
)

// CancelUndo limits how long a founder may take a cancellation back: a day, in
// which he sleeps on it once (our choice).
const CancelUndo = 24 * time.Hour
