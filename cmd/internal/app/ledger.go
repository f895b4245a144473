package app

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// FromLedger has the app's client answer from the ledger alone: nobody is
// asked any more.
func (a *App) FromLedger() { a.Client.Records = remembered{a.Store} }

// remembered is a ledger that knows what was answered and takes no new call.
type remembered struct{ *store.DB }

// BeginCall returns the answer that the ledger keeps, or org.ErrConflict: the
// inputs are others than they were.
func (r remembered) BeginCall(ctx context.Context, c org.ModelCall) (org.CallEnd, bool, error) {
	end, known, err := r.Answer(ctx, c.Key)
	if err == nil && !known {
		err = fmt.Errorf("the ledger has no answer to this %s call, so its inputs are others than they were: %w", c.Purpose, org.ErrConflict)
	}
	return end, known, err
}
