package outbox

import "github.com/frasier-cos/frasier/internal/reports"

// Ticketed reports whether a delivery of this kind is given its full form by
// the project's ticket, in chats that have threads. Until then it waits.
func Ticketed(k reports.DeliveryKind) bool {
	switch k {
	case reports.DeliverPlan, reports.DeliverResult, reports.DeliverFailure, reports.DeliverEscalation:
		return true
	case reports.DeliverReply, reports.DeliverPhase, reports.DeliverNotice, reports.DeliverLine, reports.DeliverCard, reports.DeliverMoney, reports.DeliverDigest:
		return false
	}
	return false
}
