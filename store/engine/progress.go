package engine

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Pace is one thing that moved a mission on, or did not: a step that ended, or
// a round that was sent back.
type Pace struct {
	Completed bool
	Failed    bool     // by itself, and not because of another step
	Repeated  bool     // a round sent back for the reasons of the one before
	Serves    []string // requirements that the step serves; none when nobody knows
}

// Progress is computed and never asked: which requirements completed steps serve, which steps that
// are open may still serve, which only failed ones would have, and how often in a row the mission
// did not get on.
type Progress struct {
	Satisfied []string `json:"satisfied"`
	Open      []string `json:"open"`
	Blocked   []string `json:"blocked"`
	Stalls    int      `json:"stalls"`
}

// Stalls counts how often a mission did not get on, in the order in which
// things happened: one for a step that fails, one for a round that is sent back
// for the same reasons again, one for two completed steps in a row that serve no
// requirement that was not served before; one less for each that does.
func Stalls(happened []Pace) int {
	stalls, idle := 0, 0
	served := map[string]bool{}
	for _, e := range happened {
		switch {
		case e.Failed, e.Repeated:
			stalls++
		case e.Completed:
			fresh := len(e.Serves) == 0
			for _, need := range e.Serves {
				fresh = fresh || !served[need]
				served[need] = true
			}
			switch {
			case fresh:
				stalls, idle = max(0, stalls-1), 0
			case idle == 1:
				stalls, idle = stalls+1, 0
			default:
				idle++
			}
		}
	}
	return stalls
}

// Stuck reports whether a mission is to be planned again because it does not
// get on.
func (p Progress) Stuck() bool { return p.Stalls >= stallLimit }

// String says it in a sentence for the founder; empty when nothing is known.
func (p Progress) String() string {
	all := len(p.Satisfied) + len(p.Open) + len(p.Blocked)
	if all == 0 && p.Stalls == 0 {
		return ""
	}
	text := fmt.Sprintf("progress: %d of %d requirements served", len(p.Satisfied), all)
	if n := len(p.Blocked); n > 0 {
		text += fmt.Sprintf(", %d blocked by failures", n)
	}
	if p.Stalls > 0 {
		text += fmt.Sprintf("; did not get on %s, planned again at %d", prose.Count(p.Stalls, "time"), stallLimit)
	}
	return text
}
