package org

import (
	"fmt"
	"time"
)

// BoardQuery selects projects and one page of them. The zero value of its
// first two fields selects what is open or ended within a day.
type BoardQuery struct {
	State         ProjectState // only these; empty for any
	All           bool         // however long ago they ended
	Offset, Limit int
}

// ProjectName is a project as lists and suggestions show it.
type ProjectName struct {
	ID    ProjectID
	Title string
	State ProjectState
}

// StepName is a step as suggestions show it.
type StepName struct {
	ID         StepID
	Project    ProjectID
	Key, Title string
	State      StepState
}

// Span is how long something takes, from quick to slow, and how many
// observations say so.
type Span struct {
	Low, High time.Duration
	N         int
}

// TimeLeft estimates how long the open steps of a plan still take, given how
// long steps of each kind took before (the kind "" stands for all) and how
// many steps are worked on at once. The answer is no shorter than the longest
// chain of steps and than all the work divided among the workers. False means
// that nothing is known yet or that nothing is left.
func TimeLeft(steps []Step, took map[StepKind]Span, workers int, now time.Time) (Span, bool) {
	var out Span
	all, known := took[""]
	if !known {
		return out, false
	}
	chain := map[StepID]Span{}
	var sum Span
	open := 0
	// Plan order is an order in which every step stands after what it needs,
	// but for edges that cross missions; a second pass catches those.
	for range 2 {
		sum, open = Span{}, 0
		for _, s := range steps {
			if s.State.Ended() {
				continue
			}
			open++
			own, ok := took[s.Kind]
			if !ok {
				own = all
			}
			if s.State.Claimed() && !s.StartedAt.IsZero() {
				gone := now.Sub(s.StartedAt)
				own.Low, own.High = max(0, own.Low-gone), max(0, own.High-gone)
			}
			sum.Low, sum.High = sum.Low+own.Low, sum.High+own.High
			var before Span
			for _, n := range s.DependsOn {
				before.Low, before.High = max(before.Low, chain[n].Low), max(before.High, chain[n].High)
			}
			chain[s.ID] = Span{Low: before.Low + own.Low, High: before.High + own.High}
			out.Low, out.High = max(out.Low, chain[s.ID].Low), max(out.High, chain[s.ID].High)
		}
	}
	n := time.Duration(max(1, workers))
	out.Low, out.High, out.N = max(out.Low, sum.Low/n), max(out.High, sum.High/n), all.N
	return out, open > 0
}

// CommandText is the journal's line about a command that acts.
func CommandText(c Command) string { return fmt.Sprintf("Command from %s: %s", c.Author, c.Line) }
