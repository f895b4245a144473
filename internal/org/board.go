package org

import "fmt"

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
