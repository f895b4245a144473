package org

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
