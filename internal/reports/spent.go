package reports

import (
	"cmp"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// SpentLine says what one part of the work on a step took: of a stage of it, of a command that its checks are, or of a hook. Commands and hooks
// run within stages, so the three are no sum.
type SpentLine struct {
	Kind    SpentKind     `json:"kind"`
	Name    string        `json:"name"` // of the stage, or the command
	Times   int           `json:"times"`
	Took    time.Duration `json:"took_ns"`
	Cost    org.NanoUSD   `json:"cost_nano_usd"`
	Unknown int           `json:"calls_of_unknown_cost,omitempty"`
}

// SpentKind says what a line is about.
type SpentKind string

// The kinds of lines.
const (
	SpentStage   SpentKind = "stage"
	SpentCommand SpentKind = "command"
	SpentHook    SpentKind = "hook"
)

// StageMerge names what comes behind the last saved stage of a step that is done.
const StageMerge = "merge"

// Spending adds up lines.
type Spending struct{ lines []SpentLine }

// Add adds what one run took.
func (s *Spending) Add(l SpentLine) {
	i := slices.IndexFunc(s.lines, func(o SpentLine) bool { return o.Kind == l.Kind && o.Name == l.Name })
	if i < 0 {
		s.lines = append(s.lines, l)
		return
	}
	at := &s.lines[i]
	at.Times, at.Took, at.Cost, at.Unknown = at.Times+l.Times, at.Took+l.Took, at.Cost+l.Cost, at.Unknown+l.Unknown
}

// Lines returns the sums, kind by kind, and what took longest first.
func (s *Spending) Lines() []SpentLine {
	order := []SpentKind{SpentStage, SpentCommand, SpentHook}
	slices.SortStableFunc(s.lines, func(a, b SpentLine) int {
		return cmp.Or(slices.Index(order, a.Kind)-slices.Index(order, b.Kind), cmp.Compare(b.Took, a.Took))
	})
	return s.lines
}
