package coding

import (
	"fmt"
	"time"
)

// Rehearsal tells how a coding agent of others did before it was given work: what was tried with it, on a machine.
type Rehearsal struct {
	Machine string    `json:"machine"`
	Agent   CoderKind `json:"agent"`
	Version string    `json:"version"`
	Key     string    `json:"key"` // of what was tried: a version, and how it is used
	At      time.Time `json:"at"`
	Scenes  []Scene   `json:"scenes"`
}

// Scene is a part of a rehearsal.
type Scene struct {
	Name string        `json:"name"`
	Why  string        `json:"why,omitempty"` // it did not pass; empty when it did
	Took time.Duration `json:"took"`
}

// Passed reports whether all scenes did.
func (r Rehearsal) Passed() bool { return len(r.Scenes) > 0 && r.Explain() == "" }

// Explain says what did not pass first, and how much else; empty where all did.
func (r Rehearsal) Explain() string {
	first, more := "", 0
	for _, s := range r.Scenes {
		switch {
		case s.Why != "" && first == "":
			first = fmt.Sprintf("%s: %s", s.Name, s.Why)
		case s.Why != "":
			more++
		}
	}
	if more > 0 {
		first += fmt.Sprintf(" (and %d of the %d other scenes)", more, len(r.Scenes)-1)
	}
	return first
}
