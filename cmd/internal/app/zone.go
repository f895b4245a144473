package app

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
)

const zoneTerm = 2 * time.Second

// Zone returns where the founder's clock stands. While the database does not answer it is
// what it was last; at first UTC.
func (a *App) Zone() *time.Location {
	ctx, stop := context.WithTimeout(context.Background(), zoneTerm)
	defer stop()
	c, err := a.Store.FounderClock(ctx)
	if err != nil {
		return cmp.Or(a.zone.Load(), time.UTC)
	}
	if last := a.zone.Load(); last != nil && last.String() == c.Zone {
		return last
	}
	zone, err := calendar.Zone(c.Zone)
	if err != nil {
		return cmp.Or(a.zone.Load(), time.UTC)
	}
	a.zone.Store(zone)
	return zone
}

type lastZone = atomic.Pointer[time.Location]
