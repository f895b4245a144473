package outward

// What is done with a pull request of ours that is there.
const (
	MarkReady Kind = "mark_ready" // takes it from its draft
	MergePull Kind = "merge_pull" // merges it, or has its forge do so
	ClosePull Kind = "close_pull" // closes it without merging it

	DropBranch Kind = "drop_branch" // deletes its branch there, once it is merged
)

// PullOrder is the order of MarkReady, MergePull, ClosePull and DropBranch.
type PullOrder struct {
	Owner      string `json:"owner"`
	Repository string `json:"repository"`
	Number     int    `json:"number"`
	Head       string `json:"head"` // the commit that it is about: where the branch moved on, nothing is done
	Base       string `json:"base"` // branch
	Branch     string `json:"branch,omitempty"`
	// Onto is the branch that it is to come into, where Base was that of another pull request.
	Onto string `json:"onto,omitempty"`
	Link string `json:"link"`
	// Wait has the forge merge it by itself once all is there that its base demands.
	Wait bool `json:"wait,omitempty"`
}

// MergeAnswer says how an order to merge ended.
type MergeAnswer string

// What may come of it. The last two are the forge's to end.
const (
	MergeDone   MergeAnswer = "merged"
	MergeQueued MergeAnswer = "queued"  // it is in the base's merge queue
	MergeWaits  MergeAnswer = "waiting" // it is merged once all is there that its base demands
)

// Lacks lists what keeps a pull request from being marked as ready and from being merged, as far as its forge says: a sentence without a full
// stop each. Checks that have not ended keep from neither: a merge waits for them.
func (p PullRequest) Lacks() []string {
	switch {
	case p.State == PullMerged:
		return []string{"it is merged already"}
	case p.State != PullOpen:
		return []string{"it is not open any more"}
	}
	var out []string
	if p.Review == ReviewChanges {
		out = append(out, "somebody asked for changes there and did not take that back")
	}
	if len(p.Checks.Bad) > 0 {
		out = append(out, "there, "+Checks{Bad: p.Checks.Bad}.String())
	}
	if p.Mergeable == ConflictsBase {
		out = append(out, "it conflicts with "+p.Base)
	}
	return out
}

// Order returns the order about a pull request: where it is, and what was seen of it.
func (p PullRequest) Order() PullOrder {
	at, _ := ParsePlace(p.Place)
	return PullOrder{Owner: at.Owner, Repository: at.Name, Number: p.Number, Head: p.Head, Base: p.Base, Branch: p.Branch, Onto: p.Onto, Link: p.Link}
}

// ReadyKey is the key of the question whether a draft is ready: of each commit that it is at there is one.
func ReadyKey(p PullRequest) string { return string(MarkReady) + ":" + string(p.Action) + ":" + p.Head }
