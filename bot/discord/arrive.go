package discord

import "github.com/frasier-cos/frasier/internal/reports"

// MustArrive reports whether a delivery of this kind is never given up for
// want of a place: while the founder cannot be reached anywhere, it waits.
func MustArrive(k reports.DeliveryKind) bool {
	switch k {
	case reports.DeliverPlan, reports.DeliverResult, reports.DeliverFailure, reports.DeliverEscalation, reports.DeliverMoney:
		return true
	case reports.DeliverReply, reports.DeliverPhase, reports.DeliverNotice, reports.DeliverLine, reports.DeliverCard, reports.DeliverDigest:
		return false
	}
	return false
}
