package noun

import (
	"errors"

	"github.com/frasier-cos/frasier/internal/org"
)

// ErrNothingYet is for a page that has nothing to show before the first project:
// the dashboard shows how to begin instead.
var ErrNothingYet = errors.New("nothing to show before the first project")

// Spending is money in an answer to programs.
type Spending struct {
	Cost    org.NanoUSD `json:"cost_nano_usd"`
	Calls   int         `json:"calls"`
	Unknown int         `json:"calls_of_unknown_cost"`
}

// SpendingOf is what a line of costs says.
func SpendingOf(c org.CostLine) Spending { return Spending{c.Cost, c.Calls, c.Unknown} }
