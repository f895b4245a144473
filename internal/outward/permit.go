package outward

import (
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Sink groups the effects of one kind, which a founder allows or forbids for a project.
type Sink string

// Sinks of a forge. What is ordered by the founder's own command is asked of Merges alone.
const (
	SinkPulls    Sink = "pulls"    // pull requests are opened, and marked as proven
	SinkReady    Sink = "ready"    // drafts become ready for review
	SinkMerges   Sink = "merges"   // pull requests are merged or closed
	SinkBranches Sink = "branches" // branches of merged pull requests are deleted
	SinkAnswers  Sink = "answers"  // issues and remarks are answered
)

// Sinks where a whole project goes: its document, or all of it as it stands here. Each has the name of its connection.
const (
	SinkNotion = Sink(Notion)
	SinkGoogle = Sink(Google)
	SinkLinear = Sink(Linear)
)

// ForgeSinks lists those of a forge as founders read them.
func ForgeSinks() []Sink {
	return []Sink{SinkPulls, SinkReady, SinkMerges, SinkBranches, SinkAnswers, SinkReviews}
}

// Sinks lists all but tools, each of which is one by itself: see ToolSink.
func Sinks() []Sink { return append(ForgeSinks(), SinkNotion, SinkGoogle, SinkLinear) }

// ParseSink returns the sink of a name; false for none that there is.
func ParseSink(name string) (Sink, bool) { return Sink(name), slices.Contains(Sinks(), Sink(name)) }

// Level says what may be done at a sink. Empty: what holds where nobody spoke of it.
type Level string

// Levels: it is done by itself, each effect waits for a yes, or nothing is done and nobody is asked.
const (
	LevelAllowed Level = "allowed"
	LevelAsk     Level = "ask"
	LevelOff     Level = "off"
)

// ParseLevel returns the level of a word, empty for "default"; false for none that there is.
func ParseLevel(word string) (Level, bool) {
	switch l := Level(word); l {
	case LevelAllowed, LevelAsk, LevelOff:
		return l, true
	case "default":
		return "", true
	}
	return "", false
}

// Levels lists them.
func Levels() []Level { return []Level{LevelAllowed, LevelAsk, LevelOff} }

// Permit is a founder's word about a sink of a project, or about each that he says nothing else of where the project is empty.
type Permit struct {
	Project org.ProjectID `json:"project"`
	Sink    Sink          `json:"sink"`
	Level   Level         `json:"level"`
	By      string        `json:"by"`
	At      time.Time     `json:"at"` // zero where nobody knows any more
}

// Decide returns what holds of a sink for a project: what was said of that project, else what was said of all, else what is given. The store's
// queries decide the same (record.PermitLevel).
func Decide(all []Permit, project org.ProjectID, sink Sink, otherwise Permit) Permit {
	for _, p := range all {
		switch {
		case p.Sink != sink:
		case p.Project == project:
			return p
		case p.Project == "":
			otherwise = p
		}
	}
	return otherwise
}

// SinkOf returns the sink of an action; empty for what no permit restricts: what a founder orders or takes back, and tools, of which each has a
// level of its own that ends when what its server says of it changes.
func SinkOf(a Action) Sink {
	switch a.Kind {
	case OpenPull, SetStatus:
		return SinkPulls
	case MarkReady:
		return SinkReady
	case MergePull, ClosePull:
		return SinkMerges
	case DropBranch:
		return SinkBranches
	case TellPlan, TellDone, TellRemark:
		return SinkAnswers
	case TellFinding:
		return SinkReviews
	case PublishPage, MirrorProject:
		return Sink(a.Connection)
	case TakeBack, TrashPage, TakeOrder, CallTool, SaveDraft, SendDraft: // a draft is ordered in words, and no permit sends mail
	}
	return ""
}

// Source says by what an action is allowed that this permit allows.
func (p Permit) Source() string {
	return fmt.Sprintf("%s, who allowed %s of %s", p.By, p.Sink, p.Whose())
}

// Whose names the projects that it is about.
func (p Permit) Whose() string {
	if p.Project == "" {
		return "new projects"
	}
	return string(p.Project)
}

// OffWhy is why an action is left out whose sink is off: by that it is found again when the sink is on.
func OffWhy(s Sink) string { return fmt.Sprintf("%s are off for this project", s) }

// OffError says that a sink is off for a project.
type OffError struct{ Permit Permit }

// Error returns the sentence.
func (e *OffError) Error() string { return OffWhy(e.Permit.Sink) }
