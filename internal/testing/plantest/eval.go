// Package plantest measures the lint of plans on plans with seeded defects.
package plantest

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/frasier-cos/frasier/internal/work"
)

// MaxFalse is how many errors the lint may find that nobody seeded. Of those
// that were seeded it must find all.
const MaxFalse = 1

// Case is one plan and the rules that it breaks.
type Case struct {
	Name string    `json:"name"`
	By   string    `json:"by"`   // "model" or "founder"
	Want []string  `json:"want"` // rules of the errors seeded, sorted
	Plan work.Plan `json:"plan"`
}

// Read reads a list of cases.
func Read(r io.Reader) ([]Case, error) {
	var out []Case
	if err := json.NewDecoder(r).Decode(&out); err != nil { //nolint:musttag // the plan has no tags; names match without regard to case
		return nil, fmt.Errorf("read plans: %w", err)
	}
	return out, nil
}

// Score is how a lint did.
type Score struct {
	Cases  int
	Seeded int      // errors seeded
	Missed []string // errors not found, "case: rule"
	False  []string // errors found that were not seeded
}

// Recall is the share of seeded errors found.
func (s Score) Recall() float64 {
	if s.Seeded == 0 {
		return 1
	}
	return float64(s.Seeded-len(s.Missed)) / float64(s.Seeded)
}

// String returns the score in one line.
func (s Score) String() string {
	return fmt.Sprintf("%d plans, %d seeded errors: recall %.2f, %d false errors", s.Cases, s.Seeded, s.Recall(), len(s.False))
}

// Measure lints every case. lint returns the rules whose errors it found.
func Measure(cases []Case, lint func(p work.Plan, founders bool) []string) Score {
	s := Score{Cases: len(cases)}
	for _, c := range cases {
		got := lint(c.Plan, c.By == "founder")
		slices.Sort(got)
		got = slices.Compact(got)
		s.Seeded += len(c.Want)
		for _, w := range c.Want {
			if !slices.Contains(got, w) {
				s.Missed = append(s.Missed, c.Name+": "+w)
			}
		}
		for _, g := range got {
			if !slices.Contains(c.Want, g) {
				s.False = append(s.False, c.Name+": "+g)
			}
		}
	}
	return s
}
