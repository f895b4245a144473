package coding

import "github.com/frasier-cos/frasier/internal/org"

// PullMode says whether a project's branch becomes a pull request at its repository's address. Empty: it does not.
type PullMode string

// The modes: each one waits for a founder's yes, or drafts are opened by themselves. The first of a repository
// waits for a yes in either.
const (
	PullAsk   PullMode = "ask"
	PullDraft PullMode = "draft"
)

// ParsePullMode returns the mode that a founder names; false for none that there is.
func ParsePullMode(name string) (PullMode, bool) {
	switch m := PullMode(name); m {
	case "none", "off":
		return "", true
	case PullAsk, PullDraft:
		return m, true
	}
	return "", false
}

// DescribePulls says what becomes of branches at their address; empty for nothing.
func (p CodePolicy) DescribePulls() string {
	switch p.Pull {
	case PullAsk:
		return "It becomes a draft pull request when you say yes to it."
	case PullDraft:
		return "It becomes a draft pull request, the first after your yes."
	}
	return ""
}

// DuePull is a project whose branch is at its repository's address and has no pull request yet.
type DuePull struct {
	Project org.ProjectID
	Title   string
	Order   CodeOrder
	Changes []StepChange // with how each was tried
}

// DueProof is the last commit of a branch with a pull request, at which it is to stand whether what is said of it is proven.
type DueProof struct {
	Project    org.ProjectID
	Commit     string
	Connection string
	AllowedBy  string // of the pull request: it covers what stands at its commits
	Link       string // to the pull request
	Pull       []byte // its order
	Changes    []StepChange
}
