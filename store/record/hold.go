package record

// The bits of org.Hold as statements write them. A test compares them.
const (
	HoldMission    = "1"
	HoldGate       = "2"
	HoldBackoff    = "4"
	HoldBudget     = "8"
	HoldUnreviewed = "32"
	HoldCode       = "64"
	HoldFounder    = "128"
)
