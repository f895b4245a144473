package reports

import "github.com/frasier-cos/frasier/internal/org"

// Daily holds the content of the daily digest.
type Daily struct {
	Ended, Open []ProjectLine
	Questions   []string     // open questions: their ids and projects
	Held        []org.Hold   // of steps that wait for the founder
	Noticed     []string     // what the watcher noticed and nobody was told of yet
	Cost        org.CostLine // since the last digest
}
