package llm_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
)

// Ten minutes in which the endpoint answers every try with a failure, and four
// steps of two tiers ask again as soon as they are let: no more than 60
// requests are made.
func TestRetryStorm(t *testing.T) {
	for _, status := range []int{408, 429, 500, 502, 503, 529} {
		synctest.Test(t, func(t *testing.T) {
			b, s := scripted(t, fails(llm.Fault{Place: llm.PlaceStatus, Status: status}))
			end := time.Now().Add(10 * time.Minute)
			free := [4]time.Time{}
			for seq := 0; time.Now().Before(end); {
				for i := range free {
					if time.Now().Before(free[i]) {
						continue
					}
					q := question(org.StageSummary, []org.Tier{org.T1, org.T2}[i%2], nil)
					q.Caller = llm.Caller{Key: "m1", Seq: seq}
					seq++
					b.ledger.health = org.ModelHealth{} // a project that never gives up
					_, err := b.client.Do(t.Context(), q)
					var e *llm.Error
					if !errors.As(err, &e) || e.Class != llm.ClassTransport {
						t.Fatalf("%d: %v; want a transport error", status, err)
					}
					free[i] = time.Now().Add(max(e.RetryAfter, time.Second))
				}
				<-time.After(time.Second)
			}
			if n := len(s.seen); n > 60 || n < 2 {
				t.Errorf("%d: %d requests within ten minutes, want 60 at most", status, n)
			}
		})
	}
}
