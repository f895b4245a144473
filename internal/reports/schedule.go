package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// ScheduleID names one schedule ("t2").
type ScheduleID string

// Schedule runs a project again and again, or an order that was never one: each time
// its founder's message is heard once more, as a new project.
type Schedule struct {
	ID      ScheduleID
	Project org.ProjectID // the project that is run again; empty for an order
	Order   org.MessageID // the order, which Frasier kept for this; empty for a project
	Title   string        // of that project, or the order's words; set by the store
	Cap     org.NanoUSD   // that each run is under, of an order; set by the store
	Spec    string        // cron expression of five fields, or @daily and the like
	Zone    string        // IANA name; empty means the founder's zone
	Missed  Missed        // empty means MissedOnce
	Due     time.Time     // when it runs next; zero once it has ended
	Last    time.Time     // when it ran last; zero before the first time
	Runs    int
}

// RunTerms is what projects cost, and what the next one may.
type RunTerms struct {
	Costs []org.NanoUSD // each of those asked for, the newest first
	Cap   org.NanoUSD   // 0 for none
}

// Missed says what becomes of runs whose time passed while nothing ran.
type Missed string

// The rules: one run as soon as possible for all that were missed, or none.
const (
	MissedOnce Missed = "once"
	MissedSkip Missed = "skip"
)

// FounderClock says when the founder's day is.
type FounderClock struct {
	Zone   string // IANA name
	Chosen bool   // the founder named the zone; else it is that of the machine
	Hour   int    // of the daily digest, 0 to 23
	Silent bool   // no digest
}

// JobRun says when a timed job of Frasier is due and was done last.
type JobRun struct {
	Name  string
	Due   time.Time
	Last  time.Time // zero when it was never done
	Error string    // how it failed last; empty after a success
}
