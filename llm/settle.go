package llm

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Debts are the calls whose cost nobody knows.
type Debts interface {
	UnknownCosts(ctx context.Context, since time.Time, n int) ([]org.UnknownCost, error)
	RecordCost(ctx context.Context, key string, try int, cost org.NanoUSD) error
}

const (
	// The cost of a call is asked for settleBack long, settleMost calls at once.
	settleBack = 3 * 24 * time.Hour
	settleMost = 100
)

// Settle asks the provider what calls cost whose cost is unknown, and returns
// how many it could say. What the provider cannot say stays unknown.
func (c *Client) Settle(ctx context.Context, d Debts) (int, error) {
	s, ok := c.Provider.(spender)
	if !ok || c.Offline() {
		return 0, nil
	}
	debts, err := d.UnknownCosts(ctx, c.getNow().Add(-settleBack), settleMost)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, debt := range debts {
		if debt.Generation == "" {
			continue // no answer came that the provider would know by name
		}
		cost, known := c.askCost(ctx, s, debt.Generation)
		if ctx.Err() != nil {
			return n, ctx.Err()
		}
		if !known {
			continue
		}
		if err := d.RecordCost(ctx, debt.Key, debt.Try, cost); err != nil {
			return n, fmt.Errorf("settle %s: %w", debt.Purpose, err)
		}
		n++
	}
	return n, nil
}

func (c *Client) askCost(ctx context.Context, s spender, generation string) (org.NanoUSD, bool) {
	limited, cancel := context.WithTimeout(ctx, spentLimit)
	defer cancel()
	u, err := s.Spent(limited, generation)
	if err != nil {
		c.getLog().DebugContext(ctx, "cost stays unknown", "generation", generation, "error", err)
		return 0, false
	}
	return u.Cost, u.CostKnown && !u.CostBad
}
