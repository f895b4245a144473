// Package plan is a project's plan: who does what after what, and how what is left of it
// is planned again.
package plan

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	ProjectsNamed(ctx context.Context, name string, n int) ([]org.ProjectName, error)
	Ticket(ctx context.Context, id org.ProjectID, now time.Time) (reports.Ticket, error)
	PlanNotes(ctx context.Context, project org.ProjectID) ([]work.PlanNotes, error)
	Replan(ctx context.Context, id org.ProjectID, note, by string) error
	CompanyReasons(ctx context.Context, id org.MemoID) ([]company.Memo, error)
}

// records carries out the commands and reads what programs get.
type records struct{ Records }

const optionText = "text"

// New returns the noun: the commands plan and replan, and the answer of that name.
func New(r Records) noun.Noun {
	s := records{r}
	return noun.Noun{
		Commands: []noun.Command{
			{
				Name: org.CommandPlan, Summary: "a project's plan: who does what after what", Example: "plan p3",
				Options: []syntax.Option{noun.ProjectOption()}, Acts: true, Changes: asksForAnother, Run: s.showPlan,
			},
			{
				Name: org.CommandReplan, Summary: "plan the rest of a project again; finished steps are kept", Example: "replan p3 Fewer, larger steps",
				Options: []syntax.Option{noun.ProjectOption(), noun.WordOption(optionText, "what should be different")},
				Acts:    true, Leaves: org.EventMissionReplanned, Run: s.replan,
				Shell: &noun.Shell{Group: noun.GroupSteer, Use: "replan PROJECT [NOTE]", Summary: "plan the rest of a project again", IDs: "project", Refuses: []string{"replan p99", "replan"}},
			},
		},
		Pages:   []noun.Page{{Path: "/projects/{id}/plan", Part: "Plan", Place: 10, Template: planPage, Build: s.buildPlan}},
		Answers: []noun.Answer{{Path: "projects/{id}/plan", Give: s.givePlan}},
	}
}

// asksForAnother reports whether more than a project's number is said.
func asksForAnother(args map[string]string) bool {
	said := args[noun.OptionProject]
	return said != "" && !syntax.IsProjectID(said)
}

// showPlan shows a project's plan. Words after a project's number ask for another
// one.
func (s records) showPlan(ctx context.Context, in noun.Input) (noun.View, error) {
	said := in.Args[noun.OptionProject]
	id, words := syntax.CutWord(said)
	if syntax.IsProjectID(id) {
		in.Args[noun.OptionProject] = id
	} else if words = ""; in.Thread != "" && id != "" {
		found, err := s.ProjectsNamed(ctx, syntax.TrimName(said), 1)
		if err != nil {
			return noun.View{}, err
		}
		if len(found) == 0 { // no title: what the plan is to be
			words, in.Args[noun.OptionProject] = said, string(in.Thread)
		}
	}
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	if words != "" {
		return s.planAgain(ctx, in, p, words)
	}
	t, err := s.Ticket(ctx, p.ID, in.Now)
	if err != nil {
		return noun.View{}, err
	}
	notes, err := s.PlanNotes(ctx, p.ID)
	if err != nil {
		return noun.View{}, err
	}
	return noun.Show(Shown(t.Project, t.Steps, notes, t.Names), org.CommandPlan+" "+string(p.ID), in.Page)
}

// replan has what is left of a project planned again.
func (s records) replan(ctx context.Context, in noun.Input) (noun.View, error) {
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	return s.planAgain(ctx, in, p, strings.TrimSpace(in.Args[optionText]))
}

func (s records) planAgain(ctx context.Context, in noun.Input, p org.ProjectName, note string) (noun.View, error) {
	done := false
	for _, kind := range []org.EventKind{org.EventMissionReplanned, org.EventStepReopened} { // a single task has no plan
		did, err := in.DoneBefore(ctx, kind)
		if err != nil {
			return noun.View{}, err
		}
		done = done || slices.ContainsFunc(did, func(e org.Event) bool { return e.Project == p.ID })
	}
	if !done {
		err := s.Replan(ctx, p.ID, note, in.Author)
		if errors.Is(err, org.ErrConflict) {
			return noun.View{}, noun.Refuse(ReplanNotNow(p, wording.TellConflict(err)))
		}
		if err != nil {
			return noun.View{}, err
		}
	}
	return noun.Say(wording.Replanned(p, note))
}
