package outbox_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/outbox"
)

// Deliveries that a project's ticket gives their full form wait for it; a reply
// that waited for one would never come.
func TestTicketed(t *testing.T) {
	for _, c := range []struct {
		kinds []reports.DeliveryKind
		want  bool
	}{
		{[]reports.DeliveryKind{reports.DeliverPlan, reports.DeliverResult, reports.DeliverFailure, reports.DeliverEscalation}, true},
		{[]reports.DeliveryKind{reports.DeliverReply, reports.DeliverPhase, reports.DeliverNotice, reports.DeliverLine, reports.DeliverCard, reports.DeliverMoney, reports.DeliverDigest, "unheard of"}, false},
	} {
		for _, k := range c.kinds {
			if got := outbox.Ticketed(k); got != c.want {
				t.Errorf("%s: got %v, want %v", k, got, c.want)
			}
		}
	}
}
