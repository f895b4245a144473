package messages

// The tags of a project's post in a forum.
const (
	TagPlanning  = "Planning"
	TagRunning   = "Running"
	TagNeedsYou  = "Needs you"
	TagReview    = "Review"
	TagDelivered = "Delivered"
	TagPaused    = "Paused"
	TagFailed    = "Failed"
)
