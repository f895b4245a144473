// Package pull shows the pull requests of projects, and has them marked as ready for review, merged or closed.
package pull

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/evidence"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Pulls(ctx context.Context, project org.ProjectID, most int) ([]outward.PullRequest, error)
	Changes(ctx context.Context, p org.ProjectID) ([]coding.StepChange, error)
	OrderAction(ctx context.Context, a outward.Action, origin string) (outward.Action, error)
	Connections(ctx context.Context) ([]outward.Connection, error)
}

// most pull requests are listed: what is older is at the forge.
const most = 100

const (
	doReady = "ready"
	doClose = "close"

	optionNumber = "number"
)

type records struct{ Records }

// New returns the noun: the commands pr and merge.
func New(r Records) noun.Noun {
	s := records{r}
	project := noun.ProjectOption()
	project.Required = false
	number := noun.WordOption(optionNumber, "which, where a project has several: 34")
	return noun.Noun{
		Pages:    []noun.Page{{Path: "/pulls", Title: "Pull requests", Tab: "Pull requests", Listed: true, Of: s.run}},
		Answers:  []noun.Answer{{Path: "pulls", Says: "the pull requests of projects, the newest first: how each stands, its checks and reviews, and what keeps it from being ready or merged", Gives: []Shown{}, Of: s.run}},
		Commands: s.listCommands(project, number),
	}
}

func (s records) listCommands(project, number syntax.Option) []noun.Command {
	return []noun.Command{
		{
			Name: "pr", Summary: "pull requests: how they stand; ready for review, or closed", Example: "pr p3 ready", Aliases: []string{"prs", "pulls"},
			Options: []syntax.Option{project, noun.WordOption("do", "ready to have it marked as ready for review, close to close it", doReady, doClose), number},
			Acts:    true, Changes: func(args map[string]string) bool { return args["do"] != "" }, Words: []string{doReady, doClose}, Run: s.run,
			Shell: &noun.Shell{Group: noun.GroupSteer, Use: "pr [PROJECT] [ready|close] [NUMBER]", IDs: "project", JSON: true, Refuses: []string{"pr p99", "pr p99 ready"}},
		},
		{
			Name: "merge", Summary: "merge a project's pull request, once all of it is proven and its checks passed", Example: "merge p3",
			Options: []syntax.Option{project, number}, Acts: true, Run: s.merge,
			Shell: &noun.Shell{Group: noun.GroupSteer, Use: "merge PROJECT [NUMBER]", IDs: "project", Refuses: []string{"merge p99"}},
		},
	}
}

// Shown is a pull request with what keeps it from being ready or merged.
type Shown struct {
	outward.PullRequest

	Missing []string `json:"missing"`
}

func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	do := strings.ToLower(strings.TrimSpace(in.Args["do"]))
	var p org.ProjectName
	again := "pr"
	if in.Args["project"] != "" || in.Thread != "" || do != "" {
		var err error
		if p, err = in.FindProject(ctx, false); err != nil {
			return noun.View{}, err
		}
		again += " " + string(p.ID)
	}
	switch do {
	case "":
	case doReady:
		return s.orderAction(ctx, in, p, outward.MarkReady)
	case doClose:
		return s.orderAction(ctx, in, p, outward.ClosePull)
	default:
		return noun.View{}, noun.Refuse(How(do))
	}
	all, err := s.Pulls(ctx, p.ID, most)
	if err != nil {
		return noun.View{}, err
	}
	if len(all) == 0 && in.Args["project"] == "" && in.Thread == "" {
		connected, err := s.Connections(ctx)
		if err != nil {
			return noun.View{}, err
		}
		if !slices.ContainsFunc(connected, outward.Connection.HoldsCode) {
			return noun.View{Reply: org.Reply{Text: NotConnected()}, JSON: func(context.Context) (any, error) { return []Shown{}, nil }}, nil
		}
	}
	shown := []Shown{}
	for _, one := range all {
		missing, err := s.lacks(ctx, one)
		if err != nil {
			return noun.View{}, err
		}
		shown = append(shown, Shown{one, missing})
	}
	return noun.View{Reply: List(shown).Page(again, in.Page), JSON: func(context.Context) (any, error) { return shown, nil }}, nil
}

func (s records) merge(ctx context.Context, in noun.Input) (noun.View, error) {
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	return s.orderAction(ctx, in, p, outward.MergePull)
}

// lacks lists what keeps a pull request from being ready, or from being merged. Of one that has ended nothing does.
func (s records) lacks(ctx context.Context, p outward.PullRequest) ([]string, error) {
	if p.State != outward.PullOpen {
		return []string{}, nil
	}
	changes, err := s.Changes(ctx, p.Project)
	return append(append([]string{}, evidence.Unproven(coding.ChangesOf(changes, p.Step))...), p.Lacks()...), err
}

// orderAction has something done with the open pull request of a project.
func (s records) orderAction(ctx context.Context, in noun.Input, project org.ProjectName, kind outward.Kind) (noun.View, error) {
	p, err := s.find(ctx, project, strings.TrimLeft(in.Args[optionNumber], "#"))
	if err != nil {
		return noun.View{}, err
	}
	if kind != outward.ClosePull {
		missing, err := s.lacks(ctx, p)
		if err != nil {
			return noun.View{}, err
		}
		if len(missing) > 0 {
			return noun.View{}, noun.Refuse(Missing(p, kind, missing))
		}
	}
	if kind == outward.MergePull && p.Onto != "" && p.Base != p.Onto {
		below, err := s.findBelow(ctx, p)
		if err != nil {
			return noun.View{}, err
		}
		if below.State != outward.PullMerged {
			return noun.View{}, noun.Refuse(OnAnother(p, below))
		}
	}
	if kind == outward.MarkReady && !p.Draft {
		return noun.Say(ReadyAlready(p))
	}
	o := p.Order()
	o.Wait = kind == outward.MergePull && len(p.Checks.Running) > 0
	raw, err := json.Marshal(o)
	if err != nil {
		return noun.View{}, fmt.Errorf("order %s: %w", kind, err)
	}
	a, err := s.OrderAction(ctx, outward.Action{
		Key: string(kind) + ":" + string(p.Action), Kind: kind, Connection: p.Connection, Project: p.Project, Place: p.Place, Effect: Effect(p, kind, o.Wait), Order: raw, AllowedBy: in.Author,
		Object: p.Object(), Field: string(kind),
	}, in.Origin)
	if off := new(outward.OffError); errors.As(err, &off) {
		return noun.View{}, noun.Refuse(Off(project, off.Permit))
	}
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: org.Reply{Text: Ordered(a, p, o.Wait)}, JSON: func(context.Context) (any, error) { return a, nil }}, nil
}

// findBelow returns the pull request on whose branch another one is; one without a number where there is none.
func (s records) findBelow(ctx context.Context, p outward.PullRequest) (outward.PullRequest, error) {
	all, err := s.Pulls(ctx, p.Project, most)
	if i := slices.IndexFunc(all, func(b outward.PullRequest) bool { return b.Branch == p.Base }); i >= 0 {
		return all[i], err
	}
	return outward.PullRequest{}, err
}

// find returns the open pull request of a project that is meant.
func (s records) find(ctx context.Context, project org.ProjectName, number string) (outward.PullRequest, error) {
	all, err := s.Pulls(ctx, project.ID, most)
	if err != nil {
		return outward.PullRequest{}, err
	}
	if len(all) == 0 {
		return outward.PullRequest{}, noun.Refuse(None(project))
	}
	open := slices.DeleteFunc(slices.Clone(all), func(p outward.PullRequest) bool {
		return p.State != outward.PullOpen || number != "" && fmt.Sprint(p.Number) != number
	})
	if number == "" { // of those that are on each other the first is meant
		open = slices.DeleteFunc(open, func(p outward.PullRequest) bool {
			return slices.ContainsFunc(all, func(b outward.PullRequest) bool { return b.State == outward.PullOpen && b.Branch == p.Base })
		})
	}
	switch {
	case len(open) == 1:
		return open[0], nil
	case len(open) == 0:
		return outward.PullRequest{}, noun.Refuse(NoneOpen(all, number))
	}
	return outward.PullRequest{}, noun.Refuse(Several(open))
}
