package company

import "github.com/frasier-cos/frasier/internal/org"

// DirectorMode names the role in which a director thinks.
type DirectorMode string

// The modes. Business leads the company while something that the founder asked for is
// open, and is one of the five else.
const (
	ModeDirector DirectorMode = "director"
	ModeCEO      DirectorMode = "ceo"
)

// Stage returns the stage of a mode's model call.
func (m DirectorMode) Stage() string {
	if m == ModeCEO {
		return org.StageCEO
	}
	return org.StageDirect
}
