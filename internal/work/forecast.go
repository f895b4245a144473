package work

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Usual sums up the time and cost of steps of one kind: the median and the ninth decile of those
// that N steps needed.
type Usual struct {
	N              int
	Time, TimeHigh time.Duration
	Cost, CostHigh org.NanoUSD
	Priced         int // of N, those whose cost is known
	// Calls are model calls, of those that made any; 0 when none did.
	Calls, CallsHigh int
}

// Work groups steps that take and cost about as much.
type Work struct {
	Kind    org.StepKind
	Tier    org.Tier // that was asked for
	Offline bool     // without a model
}

// History holds the usual time and cost of each sort of work. A sort that was never done is not in
// it. Costs are kept per tier; work without a model says nothing about the price of work with one.
type History map[Work]Usual

// Foreseen is the estimate of a plan when it was made.
type Foreseen struct {
	Calls    int         `json:"calls"`
	Most     int         `json:"calls_most"`
	Cost     org.NanoUSD `json:"cost_nano_usd"`
	CostMost org.NanoUSD `json:"cost_most_nano_usd"`
}

// Add adds what another plan was expected to take.
func (f *Foreseen) Add(o Foreseen) {
	f.Calls += o.Calls
	f.Most += o.Most
	f.Cost += o.Cost
	f.CostMost += o.CostMost
}
