package org

import "time"

// When money goes fast: what was spent within VelocityWindow is compared with
// the usual of the last VelocityBack.
const (
	VelocityWindow = 15 * time.Minute
	VelocityBack   = 7 * 24 * time.Hour
	VelocityFactor = 5
	VelocityFloor  = 2 * Dollar
)

// TooFast reports whether the founder should hear that money goes fast.
func TooFast(spent, usual NanoUSD) bool { return spent > VelocityFloor && spent > VelocityFactor*usual }

// Daily is what the daily digest tells.
type Daily struct {
	Ended, Open []ProjectLine
	Questions   []string // open questions: their ids and projects
	Held        []Hold   // of steps that wait for the founder
	Noticed     []string // what the watcher noticed and nobody was told of yet
	Cost        CostLine // since the last digest
}

// Empty reports whether nothing happened and nothing waits.
func (d Daily) Empty() bool {
	return len(d.Ended) == 0 && len(d.Noticed) == 0 && len(d.Questions) == 0 && len(d.Held) == 0 && d.Cost.Calls == 0
}
