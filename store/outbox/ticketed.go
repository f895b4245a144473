package outbox

import "github.com/frasier-cos/frasier/internal/org"

// Ticketed reports whether a delivery of this kind is given its full form by
// the project's ticket, in chats that have threads. Until then it waits.
func Ticketed(k org.DeliveryKind) bool {
	switch k {
	case org.DeliverPlan, org.DeliverResult, org.DeliverFailure, org.DeliverEscalation:
		return true
	case org.DeliverReply, org.DeliverPhase, org.DeliverNotice, org.DeliverLine, org.DeliverCard, org.DeliverMoney, org.DeliverDigest:
		return false
	}
	return false
}
