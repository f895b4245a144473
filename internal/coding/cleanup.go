package coding

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// CleanupWhen says when what a project left is put away. Empty: it stays until somebody takes it away.
type CleanupWhen string

// When it is put away: once the project is done, or once its pull requests are merged. What failed stays in either.
const (
	CleanupDone   CleanupWhen = "done"
	CleanupMerged CleanupWhen = "merged"
)

// Cleaned names a kind of thing that is put away.
type Cleaned string

// What a project leaves: services that people look at, folders of its work on a machine, and its branch at the forge.
const (
	CleanServices  Cleaned = "services"
	CleanWorkspace Cleaned = "workspace"
	CleanBranch    Cleaned = "branch"
)

// CleanupPolicy says what of a project is put away, and when.
type CleanupPolicy struct {
	When          CleanupWhen `json:"when,omitempty"`
	KeepServices  bool        `json:"keep_services,omitempty"`
	KeepWorkspace bool        `json:"keep_workspace,omitempty"`
	Branch        bool        `json:"branch,omitempty"` // at the forge too, once it is merged there
}

// Cleans reports whether something is put away.
func (c CleanupPolicy) Cleans(what Cleaned) bool {
	switch what {
	case CleanServices:
		return c.When != "" && !c.KeepServices
	case CleanWorkspace:
		return c.When != "" && !c.KeepWorkspace
	case CleanBranch:
		return c.When != "" && c.Branch
	}
	return false
}

// setCleanup takes the values of the setting cleanup: when, or one of what there is with on or off.
func (p *CodePolicy) setCleanup(words []string) bool {
	const pair = 2
	c := &p.Cleanup
	if len(words) == 1 {
		switch when := CleanupWhen(words[0]); when {
		case "none", "manual":
			c.When = ""
		case CleanupDone, CleanupMerged:
			c.When = when
		default:
			return false
		}
		return true
	}
	if len(words) != pair || words[1] != "on" && words[1] != "off" {
		return false
	}
	switch on := words[1] == "on"; Cleaned(words[0]) {
	case CleanServices:
		c.KeepServices = !on
	case CleanWorkspace:
		c.KeepWorkspace = !on
	case CleanBranch:
		c.Branch = on
	default:
		return false
	}
	return true
}

// String says what is put away, and when; empty for nothing.
func (c CleanupPolicy) String() string {
	if c.When == "" {
		return ""
	}
	var what []string
	for _, w := range []struct {
		of   Cleaned
		name string
	}{{CleanServices, "its services end"}, {CleanWorkspace, "its folders go"}, {CleanBranch, "its branch there goes once it is merged"}} {
		if c.Cleans(w.of) {
			what = append(what, w.name)
		}
	}
	if len(what) == 0 {
		return ""
	}
	return map[CleanupWhen]string{CleanupDone: "when the project is done", CleanupMerged: "when its pull request is merged"}[c.When] + " " + strings.Join(what, ", ") + "; what failed stays"
}

// DescribeCleanup says what is put away; empty for nothing.
func (p CodePolicy) DescribeCleanup() string {
	if text := p.Cleanup.String(); text != "" {
		return strings.ToUpper(text[:1]) + text[1:] + "."
	}
	return ""
}

// DueCleanup is a project that left folders which are to be put away.
type DueCleanup struct {
	Project org.ProjectID
	Changes []StepChange
}

// CleanedNow tells the outcome for something that was to be put away. Of what was not there both texts are empty.
type CleanedNow struct {
	Project org.ProjectID
	What    Cleaned
	Machine string // of a folder; else empty
	Done    string // what was put away, without a full stop
	Kept    string // why it stays, without a full stop
}
