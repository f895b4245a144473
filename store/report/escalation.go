package report

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Escalation is a question that only the founder can answer.
type Escalation struct {
	ID      string        `json:"id"`
	Project org.ProjectID `json:"project"`
	Step    org.StepID    `json:"step,omitempty"`
	Text    string        `json:"text"`
	At      time.Time     `json:"at"`
}
