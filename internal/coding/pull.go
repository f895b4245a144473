package coding

import (
	"cmp"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
)

// PullMode says whether a project's branch becomes a pull request at its repository's address. Empty: it does not.
type PullMode string

// The modes: each waits for a founder's yes; drafts are opened by themselves; so they are, and he is asked whether each is ready once all of
// it is proven; or they are opened as ready where all is proven, and as drafts where not. The first of a repository waits for a yes in each.
const (
	PullAsk   PullMode = "ask"
	PullDraft PullMode = "draft"
	PullReady PullMode = "ready"
	PullOpen  PullMode = "open"
)

// ParsePullMode returns the mode that a founder names; false for none that there is.
func ParsePullMode(name string) (PullMode, bool) {
	switch m := PullMode(name); m {
	case "none", "off":
		return "", true
	case PullAsk, PullDraft, PullReady, PullOpen:
		return m, true
	case "agent_may_open", "approval_required": // as other programs of this kind call them
		return PullAsk, true
	case "agent_auto_open":
		return PullOpen, true
	}
	return "", false
}

// AsksReady reports whether a founder is asked if a draft is ready, once all of it is proven.
func (m PullMode) AsksReady() bool { return m == PullReady || m == PullOpen }

// setPull takes the values of the setting pr: a mode; "base BRANCH" or "base default"; "scope" with project or step; "words" or "template"
// with on or off.
func (p *CodePolicy) setPull(words []string) bool {
	const pair = 2
	switch {
	case len(words) == 1:
		to, ok := ParsePullMode(words[0])
		p.Pull = to
		return ok
	case len(words) != pair:
		return false
	}
	on := words[1] == "on"
	switch words[0] {
	case "base":
		if p.PullBase = words[1]; p.PullBase == "default" {
			p.PullBase = ""
		}
		return IsBranchName(words[1])
	case "scope":
		p.PullSteps = words[1] == "step"
		return p.PullSteps || words[1] == "project"
	case "words":
		p.PullWords = on
	case "template":
		p.PullPlain = !on
	default:
		return false
	}
	return on || words[1] == "off"
}

// DescribePulls says what becomes of branches at their address; empty for nothing.
func (p CodePolicy) DescribePulls() string {
	text := map[PullMode]string{
		PullAsk: "It becomes a draft pull request when you say yes to it", PullDraft: "It becomes a draft pull request, the first after your yes",
		PullReady: "It becomes a draft pull request, the first after your yes, and once all of it is proven I ask you whether it is ready",
		PullOpen:  "It becomes a pull request, ready for review where all of it is proven and a draft where not, the first after your yes",
	}[p.Pull]
	if text == "" {
		return ""
	}
	if p.PullBase != "" {
		text += ", into " + p.PullBase
	}
	if p.PullSteps {
		text += ", one for each change, on the one before it"
	}
	if p.PullWords {
		text += ", with your own words in it"
	}
	if p.PullPlain {
		text += ", without the template that lies there"
	}
	return text + "."
}

// placePull decides what becomes of the project's branch at its address. It is part of how a step is carried out, so that it holds
// though the settings change meanwhile.
func (p *Placement) placePull(r Repository) {
	if !p.Push.Value || r.Policy.Pull == "" || r.Policy.Onto {
		return
	}
	p.Pull = Sourced[PullMode]{r.Policy.Pull, FromRepo}
	p.PullBase = findFirst(Sourced[string]{r.Policy.PullBase, FromRepo}, Sourced[string]{p.Ref.Value, "the branch that work starts from"})
	p.PullWords, p.PullTemplate = Sourced[bool]{r.Policy.PullWords, FromDefault}, Sourced[bool]{!r.Policy.PullPlain, FromDefault}
	if r.Policy.PullWords {
		p.PullWords.From = FromRepo
	}
	p.PullSteps = Sourced[bool]{r.Policy.PullSteps, FromDefault}
	if r.Policy.PullSteps {
		p.PullSteps.From = FromRepo
	}
	if r.Policy.PullPlain {
		p.PullTemplate.From = FromRepo
	}
}

// OpensEach reports whether each change becomes a pull request of its own.
func (p *Placement) OpensEach() bool { return p != nil && p.Pull.Value != "" && p.PullSteps.Value }

// pullLines are its values in words.
func (p Placement) pullLines() []PlacedLine {
	if p.Pull.Value == "" {
		return nil
	}
	said, scope := map[bool]string{true: "yes", false: "no"}, map[bool]string{true: "one for each change, on the one before it", false: "one for all changes of a project"}
	return []PlacedLine{
		{"pull request", map[PullMode]string{
			PullAsk: "a draft, each after your yes", PullDraft: "a draft, the first of the repository after your yes",
			PullReady: "a draft, the first of the repository after your yes; ready after your yes, once all is proven",
			PullOpen:  "ready where all is proven and a draft where not, the first of the repository after your yes",
		}[p.Pull.Value], p.Pull.From},
		{"pull requests", scope[p.PullSteps.Value], cmp.Or(p.PullSteps.From, FromDefault)},
		{"pull request into", p.PullBase.Value, p.PullBase.From},
		{"your words in it", said[p.PullWords.Value], p.PullWords.From},
		{"the repository's template in it", said[p.PullTemplate.Value], p.PullTemplate.From},
	}
}

// PullPolicy returns how a project's branch becomes a pull request: as was decided with its last change, else, where an older
// version decided, as the repository's settings have it. A repository whose setting is none by now has none.
func (d DuePull) PullPolicy() CodePolicy {
	p := d.Order.Repository.Policy
	if p.PullBase == "" {
		p.PullBase = d.Order.Repository.Ref
	}
	var last *Placement
	for _, c := range d.Changes {
		if c.Merged != nil && c.Placed != nil {
			last = c.Placed
		}
	}
	if last == nil || last.Pull.From == "" || p.Pull == "" {
		return p
	}
	p.Pull, p.PullBase, p.PullWords, p.PullPlain, p.PullSteps = last.Pull.Value, last.PullBase.Value, last.PullWords.Value, !last.PullTemplate.Value, last.PullSteps.Value
	return p
}

// PullMode returns whether it becomes a pull request, and how.
func (d DuePull) PullMode() PullMode { return d.PullPolicy().Pull }

// DuePull is a project whose branch is at its repository's address and has no pull request yet.
type DuePull struct {
	Project org.ProjectID
	Title   string
	Order   CodeOrder
	Changes []StepChange // with how each was tried
	Said    string       // what the founder ordered, in his words
	Whole   bool         // all that was ordered is done
	Issue   IssueRef     // that ordered it; empty where none did
	// Step is the one whose change it is, and Below the branch that this one is on; both empty for all changes of the project at once, and Below
	// for the first of them.
	Step  org.StepID
	Below string
}

// Head is the branch that becomes the pull request.
func (d DuePull) Head() string {
	if d.Step == "" {
		return d.Order.Branch
	}
	return StepBranch(d.Order.Branch, d.Step)
}

// ChangesOf are those of one step; of an empty one all.
func ChangesOf(all []StepChange, step org.StepID) []StepChange {
	if step == "" {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(c StepChange) bool { return c.Step.ID != step })
}

// IssueRef names an issue at a forge.
type IssueRef struct {
	Place  string // "github.com/acme/shop"
	Number int
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
