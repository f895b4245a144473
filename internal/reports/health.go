package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Health holds the figures of the instance's health.
type Health struct {
	At                   time.Time      // when they were read, by the instance's clock
	Queue, Working, Held int            // steps
	Outbox               int            // deliveries not yet sent
	Unanswered           int            // messages
	Decisions            int            // questions that wait for the founder
	Memos                int            // messages between departments that have not ended
	Turns, Aborted       int            // of directors, carried out and given up
	Bytes                int64          // of the database
	OldestMessage        time.Duration  // how long the oldest of them waits; 0 without one
	Seen                 []Process      // heard of within the last hour
	Hour                 []org.CostLine // calls of the last hour by tier
	Cost                 org.NanoUSD    // of all calls ever whose cost is known
	Possible             org.NanoUSD    // what calls of unknown cost may have cost at the most
	Jobs                 []JobRun
	Outside              OutsideHealth
}

// OutsideHealth is how it stands with other services, and how many look at the dashboard.
type OutsideHealth struct {
	Waiting, Refused, Unmirrored, Sessions int           // actions that are allowed and not done, that were refused within a day; things to be made in a tracker; browsers within an hour
	OldestWaiting, OldestUnmirrored        time.Duration // how long the oldest of them waits; 0 without one
}

// Process is one process that shares the database.
type Process struct {
	Owner, Role string
	Age         time.Duration // since it was last heard of
}
