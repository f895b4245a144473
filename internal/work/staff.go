package work

import "github.com/frasier-cos/frasier/internal/org"

// Hire is somebody who joins Frasier with a plan.
type Hire struct {
	Agent org.Agent // its id may get a number when it is taken by then
	Why   string
}

// Approach describes an agent's way through a step. Everything in it is computed, nothing asked:
// what counts as effective ended in a citation.
type Approach struct {
	Summary   string   `json:"summary"`
	Tags      []string `json:"tags"`
	Questions []string `json:"questions"`
	Queries   []string `json:"queries"`
	Effective []string `json:"effective"` // queries that brought a document that was cited
	Sites     []string `json:"sites"`     // that were cited
	Missing   []string `json:"missing"`   // questions that stayed open
}
