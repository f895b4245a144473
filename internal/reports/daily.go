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
	Meets       bool          `json:",omitempty"` // there are meetings, or calendars that cannot be read
	Agenda      Agenda        `json:"-"`          // these, which are read when it is told
	Mails       bool          `json:",omitempty"` // there is unread mail, or none can be read
	Post        Post          `json:"-"`          // that, which is read when it is told
}

// PlannedLine is one thing that comes on the day.
type PlannedLine struct {
	At   time.Time
	Text string
	Runs bool // a project is run again; else a reminder comes
}
