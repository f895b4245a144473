package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Worth is the measure of a result. All but the score is counted by code.
type Worth struct {
	Quotes   int         `json:"quotes"`   // that stand in what was read, byte for byte
	Findings int         `json:"findings"` // of the checks, that no reviewer may wave through
	Score    float64     `json:"score"`    // the critic's
	Points   org.Points  `json:"points"`   // the critic's too; those of before nobody counted
	Words    int         `json:"words"`
	Cost     org.NanoUSD `json:"cost_nano_usd"` // of what was asked anew, and of the calls for the same before
}

// Got says what its critic gave it.
func (w Worth) Got() string {
	if !w.Points.Counted() && w.Score == 0 {
		return "no points counted"
	}
	return org.SayPoints(w.Points, w.Score)
}

// RenewedStep is a step that other prompts did anew.
type RenewedStep struct {
	Project org.ProjectID `json:"project"`
	Step    org.StepID    `json:"step"`
	From    string        `json:"from"` // the first stage that is asked otherwise
	Before  Worth         `json:"before"`
	Now     Worth         `json:"now"`
	Why     string        `json:"why,omitempty"` // it could not be done
}

// Replay is the outcome of other prompts for the steps of projects, in a copy.
type Replay struct {
	ID       string        `json:"replay,omitempty"`
	At       time.Time     `json:"-"`
	Projects int           `json:"projects"`
	Steps    []RenewedStep `json:"steps"`
	Spent    org.NanoUSD   `json:"spent_nano_usd"`
}

// Sums adds up the worth of all steps that could be done anew, and counts those that could not be.
// Scores are means, points are sums.
func (r Replay) Sums() (before, now Worth, done, failed int) {
	for _, s := range r.Steps {
		if s.Why != "" {
			failed++
			continue
		}
		done++
		before.addRun(s.Before)
		now.addRun(s.Now)
	}
	if done > 0 {
		before.Score, now.Score = before.Score/float64(done), now.Score/float64(done)
	}
	return before, now, done, failed
}

func (w *Worth) addRun(o Worth) {
	w.Points = w.Points.Add(o.Points)
	w.Quotes, w.Findings, w.Score, w.Words, w.Cost = w.Quotes+o.Quotes, w.Findings+o.Findings, w.Score+o.Score, w.Words+o.Words, w.Cost+o.Cost
}
