package org

// Daily is what the daily digest tells.
type Daily struct {
	Ended, Open []ProjectLine
	Questions   []string // open questions: their ids and projects
	Held        []Hold   // of steps that wait for the founder
	Noticed     []string // what the watcher noticed and nobody was told of yet
	Cost        CostLine // since the last digest
}
