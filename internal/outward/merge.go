package outward

// What is done with a pull request of ours that is there.
const (
	MarkReady Kind = "mark_ready" // takes it from its draft
	MergePull Kind = "merge_pull" // merges it, or has its forge do so
	ClosePull Kind = "close_pull" // closes it without merging it
)

// PullOrder is the order of MarkReady, MergePull and ClosePull.
type PullOrder struct {
	Owner      string `json:"owner"`
	Repository string `json:"repository"`
	Number     int    `json:"number"`
	Head       string `json:"head"` // the commit that it is about: where the branch moved on, nothing is done
	Base       string `json:"base"` // branch
	Link       string `json:"link"`
	// Wait has the forge merge it by itself once all is there that its base demands.
	Wait bool `json:"wait,omitempty"`
}

// MergeAnswer is what came of an order to merge.
type MergeAnswer string

// What may come of it. The last two are the forge's to end.
const (
	MergeDone   MergeAnswer = "merged"
	MergeQueued MergeAnswer = "queued"  // it is in the base's merge queue
	MergeWaits  MergeAnswer = "waiting" // it is merged once all is there that its base demands
)
