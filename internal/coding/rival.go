package coding

import (
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// RivalsMost bounds how many make one change against each other.
const RivalsMost = 3

// Rival is one of several who make the same change, of which one is taken.
type Rival struct {
	N     int       `json:"n"` // from 1
	Coder CoderKind `json:"coder"`
	Tier  org.Tier  `json:"tier,omitempty"` // of the model that Frasier drives itself
	By    string    `json:"by,omitempty"`
	At    time.Time `json:"at,omitzero"`

	Result RivalResult `json:"result,omitempty"`
	Why    string      `json:"why,omitempty"`
	Patch  []byte      `json:"patch,omitempty"` // of one that was not taken
}

// RivalResult says how a rival's change fared. Empty before all are made.
type RivalResult string

// What becomes of it.
const (
	RivalWon  RivalResult = "won"
	RivalLost RivalResult = "lost"
	RivalNone RivalResult = "none" // it made no change that could be tried
)

// ByModel reports whether a model of ours makes the change, and no agent of others.
func (r Rival) ByModel() bool { return r.Coder == CoderEmbedded }

// Name returns what people call a rival: the agent's name, or the size of our model.
func (r Rival) Name() string {
	if r.Coder == CoderEmbedded {
		return fmt.Sprintf("a model of the size %s", r.Tier)
	}
	return string(r.Coder)
}

// ChooseRivals returns who competes where nobody is named: a model of the step's own size, and one of the next larger, or of the next smaller where
// there is none.
func ChooseRivals(t org.Tier) []Rival {
	other := map[org.Tier]org.Tier{org.T1: org.T2, org.T2: org.T3, org.T3: org.T2}[t]
	if other == "" {
		t, other = org.T2, org.T3
	}
	return []Rival{{N: 1, Coder: CoderEmbedded, Tier: t}, {N: 2, Coder: CoderEmbedded, Tier: other}}
}

// ParseRival reads the name of one: a coder, or the size of a model.
func ParseRival(word string) (Rival, bool) {
	switch word {
	case "t1", "small":
		return Rival{Coder: CoderEmbedded, Tier: org.T1}, true
	case "t2", "medium":
		return Rival{Coder: CoderEmbedded, Tier: org.T2}, true
	case "t3", "large":
		return Rival{Coder: CoderEmbedded, Tier: org.T3}, true
	}
	switch k := CoderKind(word); k { //nolint:exhaustive // the others make nothing anew
	case CoderClaude, CoderCodex, CoderOpenCode:
		return Rival{Coder: k}, true
	}
	return Rival{}, false
}
