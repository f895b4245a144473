package app

import (
	"context"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// clockGuard tells whether a clock may be believed about claims that have run out.
// When it was set, or the machine was suspended, all claims look as if they had
// run out, and those who hold them need a moment to renew them.
type clockGuard struct {
	mu     sync.Mutex
	wall   int64     // the last look, in microseconds of the clock's own time
	steady time.Time // the last look
	until  time.Time // not before, of the steady clock
}

// isTrusted reports whether claims may be taken back now. now is what the clock says, steady what
// cannot be set.
func (l *clockGuard) isTrusted(now, steady time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	const slack, settle = 5 * time.Second, 2 * org.RenewEvery
	wall := now.UnixMicro() // Sub would take the processor's time, which cannot be set
	stood := steady.Sub(l.steady)
	if jump := time.Duration(wall-l.wall)*time.Microsecond - stood; jump.Abs() > slack || stood > org.LeaseTerm-org.RenewEvery {
		l.until = steady.Add(settle)
	}
	l.wall, l.steady = wall, steady
	return !steady.Before(l.until)
}

// Careful is the database for those who take back what was claimed: right
// after a start, after the clock was set and after everything stood still,
// nothing is taken back because its time has run out. What a dead process of
// this machine held is taken back at once all the same (see RemoveDead).
type Careful struct {
	*store.DB
	gap *clockGuard
}

// Careful returns the app's database as a Careful one.
func (a *App) Careful() Careful { return Careful{a.Store, &a.gap} }

// ExpireLeases does as the database's, or nothing for now.
func (c Careful) ExpireLeases(ctx context.Context, now time.Time) ([]org.StepID, error) {
	if !c.gap.isTrusted(now, time.Now()) {
		return nil, nil
	}
	return c.DB.ExpireLeases(ctx, now)
}
