package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Daily holds the content of the brief at the founder's hour.
type Daily struct {
	Ended, Open []ProjectLine
	Questions   []string      // open questions: their ids and projects
	Held        []org.Hold    // of steps that wait for the founder
	Noticed     []string      // what the watcher noticed and nobody was told of yet
	Cost        org.CostLine  // since the last brief
	Planned     []PlannedLine `json:",omitempty"` // of the day that begins, the next first
}

// PlannedLine is one thing that comes on the day.
type PlannedLine struct {
	At   time.Time
	Text string
	Runs bool // a project is run again; else a reminder comes
}
