package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Verdict is one reviewer's judgement of one round of a step.
type Verdict struct {
	Step  org.StepID
	Title string // of the step
	Round int
	Role  string
	Pass  bool
	Model string
	At    time.Time
}
