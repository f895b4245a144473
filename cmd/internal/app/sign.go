package app

import (
	"context"
	"errors"

	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/org"
)

// Ring opens the keys that documents are signed with, and makes one the first time.
func (a *App) Ring(ctx context.Context) (attest.Ring, error) {
	ring, err := attest.Open(ctx, a.Store, a.Settings.Home, a.Now())
	if errors.Is(err, org.ErrConflict) { // another process made it meanwhile
		ring, err = attest.Open(ctx, a.Store, a.Settings.Home, a.Now())
	}
	return ring, err
}

// Bundle signs what a project's newest document rests on.
func (a *App) Bundle(ctx context.Context, want attest.Want) ([]byte, error) {
	ring, err := a.Ring(ctx)
	if err != nil {
		return nil, err
	}
	return attest.Make(ctx, a.Store, ring, want, a.Now())
}
