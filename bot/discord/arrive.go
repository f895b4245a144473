package discord

import "github.com/frasier-cos/frasier/internal/org"

// MustArrive reports whether a delivery of this kind is never given up for
// want of a place: while the founder cannot be reached anywhere, it waits.
func MustArrive(k org.DeliveryKind) bool {
	switch k {
	case org.DeliverPlan, org.DeliverResult, org.DeliverFailure, org.DeliverEscalation, org.DeliverMoney:
		return true
	case org.DeliverReply, org.DeliverPhase, org.DeliverNotice, org.DeliverLine, org.DeliverCard, org.DeliverDigest:
		return false
	}
	return false
}
