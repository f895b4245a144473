package app

import (
	"context"
	"time"
)

// pricesLimit bounds one look at the endpoint's list of models.
const pricesLimit = 20 * time.Second

// KeepPrices keeps what models cost up to date, at the start and once a day,
// until ctx ends, and says which of the configured ones are withdrawn. Bot
// and worker in one process share a client, so the second call returns at once.
func (a *App) KeepPrices(ctx context.Context) {
	if a.Client.Offline() || !a.pricing.CompareAndSwap(false, true) {
		return
	}
	const day = 24 * time.Hour
	tick := time.NewTicker(day)
	defer tick.Stop()
	for {
		try, cancel := context.WithTimeout(ctx, pricesLimit)
		changed, err := a.Client.RefreshPrices(try)
		cancel()
		if err != nil && ctx.Err() == nil {
			a.Log.WarnContext(ctx, "prices stay as they are", "err", err)
		}
		for _, s := range changed {
			a.Log.InfoContext(ctx, "prices", "change", s)
		}
		for _, s := range a.Client.Notices() {
			a.Log.WarnContext(ctx, "models", "notice", s)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
