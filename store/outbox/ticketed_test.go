package outbox_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/outbox"
)

// Deliveries that a project's ticket gives their full form wait for it; a reply
// that waited for one would never come.
func TestTicketed(t *testing.T) {
	for _, c := range []struct {
		kinds []org.DeliveryKind
		want  bool
	}{
		{[]org.DeliveryKind{org.DeliverPlan, org.DeliverResult, org.DeliverFailure, org.DeliverEscalation}, true},
		{[]org.DeliveryKind{org.DeliverReply, org.DeliverPhase, org.DeliverNotice, org.DeliverLine, org.DeliverCard, org.DeliverMoney, org.DeliverDigest, "unheard of"}, false},
	} {
		for _, k := range c.kinds {
			if got := outbox.Ticketed(k); got != c.want {
				t.Errorf("%s: got %v, want %v", k, got, c.want)
			}
		}
	}
}
