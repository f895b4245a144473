// Package control steers projects: it lets them rest and go on, ends them, takes them out of
// the lists, and says where they stop and wait.
package control

import (
	"context"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Names of the commands' options.
const (
	optionSure = "sure"
	optionWhen = "when"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Projects
	Running
	Steps
	Places
}

// Projects reads how projects stand.
type Projects interface {
	Project(ctx context.Context, id string) (org.Project, error)
	ProjectStatus(ctx context.Context, id org.ProjectID, now time.Time) (reports.ProjectStatus, error)
	OpenProjectIDs(ctx context.Context) ([]org.ProjectID, error)
	Decisions(ctx context.Context) ([]org.Decision, error)
}

// Running is whether projects go on.
type Running interface {
	Pause(ctx context.Context, id org.ProjectID) error
	Resume(ctx context.Context, id org.ProjectID) error
	ReleaseUnreviewed(ctx context.Context, id org.ProjectID) error
	RetryNow(ctx context.Context, id org.ProjectID) error
	Cancel(ctx context.Context, id org.ProjectID) error
}

// Steps is whether single steps may start.
type Steps interface {
	Step(ctx context.Context, name string) (org.Step, error)
	StepsNamed(ctx context.Context, project org.ProjectID, prefix string, n int) ([]org.StepName, error)
	HoldStep(ctx context.Context, id org.StepID) error
	ReleaseStep(ctx context.Context, id org.StepID) error
}

// Places is which projects are listed, and where they stop.
type Places interface {
	Archive(ctx context.Context, id org.ProjectID) error
	Unarchive(ctx context.Context, id org.ProjectID) error
	Gates(ctx context.Context, p org.ProjectID) ([]org.Gate, error)
	SetGate(ctx context.Context, g org.Gate) (org.Gate, error)
	DropGates(ctx context.Context, id org.ProjectID, point org.GatePoint) (int, error)
}

// records carries out the commands.
type records struct{ Records }

// New returns the noun: the commands pause, resume, cancel, delete, undelete and gate.
func New(r Records) noun.Noun {
	s := records{r}
	named := noun.ProjectOption()
	which := func(text string) syntax.Option { o := named; o.Description = text; return o }
	sure := noun.WordOption(optionSure, "yes ends it without the question", "yes")
	sure.Named = true
	return noun.Noun{Commands: []noun.Command{
		{
			Name: org.CommandPause, Summary: "let a project rest; steps already running will finish", Example: "pause p3", Aliases: []string{"hold", "stop"},
			Options: []syntax.Option{which("a project, all, or a step like s12")}, Acts: true, Leaves: org.EventProjectPaused, Run: s.pause,
			Shell: shell("pause PROJECT|all", "let a project rest, or all of them", true),
		},
		{
			Name: org.CommandResume, Summary: "let a paused project continue, or take back a cancellation", Example: "resume p3", Aliases: []string{"go", "continue", "unpause"},
			Options: []syntax.Option{which("a project, all, or a step like s12")}, Acts: true, Leaves: org.EventProjectResumed, Run: s.resume,
			Shell: shell("resume PROJECT|all", "", true),
		},
		{
			Name: org.CommandCancel, Summary: "end a project; I ask first, and you can take it back for a day", Example: "cancel p3", Aliases: []string{"kill"},
			Options: []syntax.Option{which("a project, or all"), sure}, Acts: true, Leaves: org.EventProjectCancelled, Run: s.cancel,
			Shell: shell("cancel PROJECT|all [sure=yes]", "end a project, or all of them; asks first, and sure=yes is the answer; you can take it back for a day", true),
		},
		{
			Name: "delete", Summary: "take a project that has ended out of the lists; nothing of it is lost", Example: "delete p3",
			Options: []syntax.Option{named}, Acts: true, Leaves: org.EventProjectArchived, Run: s.removeProject, Shell: shell("delete PROJECT", "", false),
		},
		{
			Name: "undelete", Summary: "bring a deleted project back into the lists", Example: "undelete p3",
			Options: []syntax.Option{noun.WordOption(noun.OptionProject, "its number")}, Acts: true, Leaves: org.EventProjectRestored, Run: s.putBack,
			Shell: &noun.Shell{Group: noun.GroupSteer, Use: "undelete PROJECT", Refuses: []string{"undelete p99", "undelete"}},
		},
		{
			Name: "gate", Summary: "where a project stops and waits for your yes: list, set, or off", Example: "gate p3 after planning", Aliases: []string{"gates", "checkpoint"},
			Options: []syntax.Option{named, noun.WordOption(optionWhen, "after planning, after each phase, before the document, or a step; off takes it away")}, Words: gateWords(),
			Acts: true, Changes: func(args map[string]string) bool { return len(args) > 0 }, Leaves: org.EventGateSet, Open: true, Run: s.setGate,
		},
	}}
}

func shell(use, summary string, json bool) *noun.Shell {
	return &noun.Shell{Group: noun.GroupSteer, Use: use, Summary: summary, IDs: noun.OptionProject, JSON: json}
}
