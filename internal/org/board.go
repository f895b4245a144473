package org

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/prose"
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

// CommandText is the journal's line about a command that acts.
func CommandText(c Command) string { return fmt.Sprintf("Command from %s: %s", c.Author, c.Line) }

// HeldUp is the work of an active project that goes on only when its founder
// does something, without a decision that asks for it.
type HeldUp struct {
	Project    ProjectID
	Title      string
	Planning   int // missions whose planning waits for room under a spending cap
	Capped     int // steps that do
	Unreviewed int // steps whose reviewer could not be reached
}

// Lines says what is held up and what its founder can do, a sentence each.
func (h HeldUp) Lines() []string {
	var out []string
	if h.Planning > 0 {
		out = append(out, fmt.Sprintf("%s (%s): not planned yet, your spending cap is reached. See the caps, raise one or take it away: `budget`.", h.Title, h.Project))
	}
	if h.Capped > 0 {
		out = append(out, fmt.Sprintf("%s (%s): %s held, your spending cap is reached. See the caps, raise one or take it away: `budget`.", h.Title, h.Project, prose.Count(h.Capped, "step")))
	}
	if h.Unreviewed > 0 {
		out = append(out, fmt.Sprintf("%s (%s): %s held, no reviewer could be reached. Have it tried again: `resume %s`.", h.Title, h.Project, prose.Count(h.Unreviewed, "step"), h.Project))
	}
	return out
}
