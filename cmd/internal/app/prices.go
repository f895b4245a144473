package app

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/retry"
)

const pricesLimit = 20 * time.Second

// KeepPrices keeps what models cost up to date, at the start and once a day,
// until ctx ends, and says which of the configured ones are withdrawn. Bot
// and worker in one process share a client, so the second call returns at once.
func (a *App) KeepPrices(ctx context.Context) {
	if a.Client.Offline() || !a.pricing.CompareAndSwap(false, true) {
		return
	}
	const day = 24 * time.Hour
	next := func(ctx context.Context) error {
		try, cancel := context.WithTimeout(ctx, pricesLimit)
		defer cancel()
		changed, err := a.Client.RefreshPrices(try)
		for _, s := range changed {
			a.Log.InfoContext(ctx, "prices", "change", s)
		}
		for _, s := range a.Client.Notices() {
			a.Log.WarnContext(ctx, "models", "notice", s)
		}
		if err != nil {
			return err
		}
		return org.ErrNoWork
	}
	pause := retry.Policy{First: time.Minute, Most: 6 * time.Hour}
	retry.Duty{Name: "prices", Next: next, Poll: day, Pause: pause, Clock: retry.Clock{Random: rand.Float64}, Tell: func(t retry.Attempt) {
		if t.Err != nil {
			a.Log.WarnContext(ctx, "prices stay as they are", "err", t.Err, "again_in", t.Wait)
		}
	}}.Serve(ctx)
}
