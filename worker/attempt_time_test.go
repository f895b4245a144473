package worker

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/work"
)

// An attempt at code ends when its checks' own time says so, and no other does.
func TestAnAttemptHasTheTimeThatItsChecksNeed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		check, unhurried time.Duration
		code             bool
		want             time.Duration
	}{{0, 0, true, 45 * time.Minute}, {10 * time.Minute, 0, true, 135 * time.Minute}, {10 * time.Minute, time.Hour, true, time.Hour}, {0, 0, false, 15 * time.Minute}} {
		synctest.Test(t, func(t *testing.T) {
			r := &run{Worker: &Worker{Unhurried: c.unhurried}}
			if c.code {
				r.about = work.StepContext{Code: &coding.CodeOrder{}}
			}
			began := time.Now()
			ctx, stop := r.boundAttempt(t.Context())
			defer stop()
			if err := retry.Sleep(ctx, c.check); err != nil {
				t.Error(err)
			}
			if c.code {
				r.allowTime([]coding.Trial{{MS: c.check.Milliseconds()}})
			}
			<-ctx.Done()
			if took := time.Since(began); took != c.want || r.limit != c.want {
				t.Errorf("checks of %s: ended after %s, limit %s; want %s", c.check, took, r.limit, c.want)
			}
		})
	}
}
