package outward

import (
	"errors"

	"github.com/frasier-cos/frasier/internal/org"
)

// AgentOrder is a project that a token orders.
type AgentOrder struct {
	Token   string
	Key     string // of the same token and key there is one project
	Text    string // what is to be achieved, as the agent says it
	Project org.NewProject
	Cap     org.NanoUSD // what it may cost in all; 0 for what the token's day has left
}

// AgentOrdered names the project of an agent's order, and what is left for more.
type AgentOrdered struct {
	Project org.ProjectID
	Cap     org.NanoUSD
	Left    org.NanoUSD // of the token's day
	Again   bool        // it was ordered before, under this key
}

// Why a token orders nothing.
var (
	ErrNoLimit = errors.New("the token has no daily limit yet")
	ErrNoRoom  = errors.New("the token's daily limit is used")
	ErrTooMany = errors.New("the token has ordered as many projects today as it may")
)

// LeastOrder is the smallest amount that a project is begun for: less pays for no call that is of use.
const LeastOrder = org.Dollar / 100

// ChooseCap returns what a project may cost that is ordered now. daily is what the token may order in a day, bound what its projects of today have
// cost or may still cost, ordered their number, want what the order asks for, 0 for all that is left.
func ChooseCap(daily, bound org.NanoUSD, ordered int, want org.NanoUSD) (org.NanoUSD, error) {
	left := daily - bound
	switch {
	case daily <= 0:
		return 0, ErrNoLimit
	case ordered >= org.OrdersMost:
		return 0, ErrTooMany
	case left < LeastOrder || want > left:
		return 0, ErrNoRoom
	case want > 0:
		return max(want, LeastOrder), nil
	}
	return left, nil
}
