package app

import (
	"context"
	"fmt"
	"sync"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// FromLedger has the app's client answer from the ledger alone: nobody is
// asked any more. heard is told of each call that would be made; it may be nil.
func (a *App) FromLedger(heard func(org.ModelCall)) { a.Client.Records = replayLedger{a.Store, heard} }

type replayLedger struct {
	*store.DB
	heard func(org.ModelCall)
}

// Capped is a ledger that knows what was answered and takes new calls up to a cap. A
// project that has ended takes none any more, so they are nobody's there.
type Capped struct {
	DB          *store.DB
	Cap         org.NanoUSD
	mu          sync.Mutex
	spent, held org.NanoUSD
	reserves    map[string]org.NanoUSD
	asked       map[string]bool
}

// Spent sums what new calls cost, those of unknown cost at the most they can have.
func (c *Capped) Spent() org.NanoUSD {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.spent
}

// Asked returns for what new calls were made since it was called last.
func (c *Capped) Asked() map[string]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.asked
	c.asked = nil
	return out
}

// BeginCall returns the answer that the ledger keeps, or takes a new call. It returns
// org.ErrBudget when the cap leaves no room for it.
func (c *Capped) BeginCall(ctx context.Context, m org.ModelCall) (org.CallEnd, bool, error) {
	end, known, err := c.DB.Answer(ctx, m.Key)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil || known && end.Reply != "" {
		return end, known, err
	}
	if c.spent+c.held+m.Reserve > c.Cap {
		return end, false, fmt.Errorf("%w: %s, of which %s is spent", org.ErrBudget, c.Cap, c.spent)
	}
	if c.reserves == nil {
		c.reserves = map[string]org.NanoUSD{}
	}
	if c.asked == nil {
		c.asked = map[string]bool{}
	}
	c.asked[m.Purpose] = true
	c.held += m.Reserve
	c.reserves[m.Key] = m.Reserve
	m.Project, m.Mission, m.Step, m.Prompt = "", "", "", nil
	return c.DB.BeginCall(ctx, m)
}

// EndCall counts what a call cost.
func (c *Capped) EndCall(ctx context.Context, e org.CallEnd) (org.ModelHealth, error) {
	c.mu.Lock()
	reserve := c.reserves[e.Key]
	delete(c.reserves, e.Key)
	c.held -= reserve
	if e.CostSource == org.CostUnknown {
		c.spent += reserve
	} else {
		c.spent += e.Cost
	}
	c.mu.Unlock()
	return c.DB.EndCall(ctx, e)
}

// BeginCall returns the answer that the ledger keeps; org.ErrConflict when the
// inputs are others than they were, org.ErrForgotten for one that is no longer kept.
func (r replayLedger) BeginCall(ctx context.Context, c org.ModelCall) (org.CallEnd, bool, error) {
	if r.heard != nil {
		r.heard(c)
	}
	end, known, err := r.Answer(ctx, c.Key)
	if err == nil && !known {
		err = fmt.Errorf("the ledger has no answer to this %s call, so its inputs are others than they were: %w", c.Purpose, org.ErrConflict)
	}
	if err == nil && end.Reply == "" {
		err = fmt.Errorf("the answer to this %s call: %w", c.Purpose, org.ErrForgotten)
	}
	return end, known, err
}
