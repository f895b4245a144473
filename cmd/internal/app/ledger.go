package app

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// FromLedger has the app's client answer from the ledger alone: nobody is
// asked any more. heard is told of each call that would be made; it may be nil.
func (a *App) FromLedger(heard func(org.ModelCall)) { a.Client.Records = remembered{a.Store, heard} }

// remembered is a ledger that knows what was answered and takes no new call.
type remembered struct {
	*store.DB
	heard func(org.ModelCall)
}

// BeginCall returns the answer that the ledger keeps; org.ErrConflict when the
// inputs are others than they were, org.ErrForgotten for one that is no longer kept.
func (r remembered) BeginCall(ctx context.Context, c org.ModelCall) (org.CallEnd, bool, error) {
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
