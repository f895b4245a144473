// Package code shows the changes of code: what each changed, how it was tried, which are
// under way, and where each starts and goes.
package code

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

const optionSubject = "subject" // a project or a step

// Records is all that this noun reads. *store.DB is one.
type Records interface {
	Step(ctx context.Context, name string) (org.Step, error)
	Changes(ctx context.Context, p org.ProjectID) ([]coding.StepChange, error)
	Runs(ctx context.Context) ([]coding.CodeRun, error)
	Workspaces(ctx context.Context) ([]coding.CodeRun, error)
	OpenPulls(ctx context.Context) ([]outward.PullRequest, error)
}

type records struct{ Records }

// New returns the noun: the commands diff, checks, runs and workspaces.
func New(r Records) noun.Noun {
	s := records{r}
	subject := syntax.Option{Name: optionSubject, Kind: syntax.Text, Autocomplete: true, Description: "a step like s12, or a project"}
	return noun.Noun{Commands: []noun.Command{
		{
			Name: org.CommandDiff, Summary: "what a step or project changed in its code", Example: "diff s12", Aliases: []string{"diffs"},
			Options: []syntax.Option{subject}, Run: s.showDiff,
		},
		{
			Name: org.CommandChecks, Summary: "how each change of the code was tried, before and after", Example: "checks s12", Aliases: []string{"trials"},
			Options: []syntax.Option{subject}, Run: s.showChecks,
		},
		{
			Name: "runs", Summary: "which changes of code are under way, and how far", Example: "runs", Aliases: []string{"coders"},
			Run:   s.listRuns,
			Shell: &noun.Shell{Group: noun.GroupSee, Use: "runs", Bare: true},
		},
		{
			Name: "workspaces", Summary: "work on code by its name: where it starts, where it goes, how far it is", Example: "workspaces", Aliases: []string{"workspace", "ws"},
			Run: s.listWorkspaces,
		},
	}}
}

// showDiff shows what a step, or all of a project, changed.
func (s records) showDiff(ctx context.Context, in noun.Input) (noun.View, error) {
	list, _, err := s.findChanges(ctx, in)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: ChatDiff(list)}, nil
}

// showChecks shows how the changes of a step, or of a project, were tried.
func (s records) showChecks(ctx context.Context, in noun.Input) (noun.View, error) {
	list, subject, err := s.findChanges(ctx, in)
	if err != nil {
		return noun.View{}, err
	}
	return noun.Show(ChatChecks(list), "checks "+subject, in.Page)
}

// listRuns lists who works on code now.
func (s records) listRuns(ctx context.Context, in noun.Input) (noun.View, error) {
	all, err := s.Runs(ctx)
	if err != nil {
		return noun.View{}, err
	}
	pulls, err := s.OpenPulls(ctx)
	if err != nil {
		return noun.View{}, err
	}
	return noun.Say(Runs(all, in.Now) + OpenPulls(pulls))
}

// listWorkspaces lists the work on code by its name.
func (s records) listWorkspaces(ctx context.Context, in noun.Input) (noun.View, error) {
	all, err := s.Workspaces(ctx)
	if err != nil {
		return noun.View{}, err
	}
	return noun.Show(Workspaces(all), "workspaces", in.Page)
}

// findChanges returns the changes of the step or project that a command names, or of the only project there is, and
// what names it.
func (s records) findChanges(ctx context.Context, in noun.Input) (list []coding.StepChange, subject string, err error) {
	subject = strings.Trim(strings.TrimSpace(in.Args[optionSubject]), "\"“”")
	step, err := s.Step(ctx, subject)
	if err != nil && !errors.Is(err, org.ErrNotFound) {
		return nil, "", err
	}
	project := step.Project
	if err != nil {
		in.Args[noun.OptionProject] = subject
		p, err := in.FindProject(ctx, false)
		if err != nil {
			return nil, "", err
		}
		project, subject = p.ID, string(p.ID)
	}
	list, err = s.Changes(ctx, project)
	if err != nil {
		return nil, "", err
	}
	if step.ID != "" {
		list = slices.DeleteFunc(list, func(c coding.StepChange) bool { return c.Step.ID != step.ID })
	}
	if len(list) == 0 {
		return nil, "", noun.Refuse(wording.CodeNone(subject) + ".")
	}
	return list, subject, nil
}
