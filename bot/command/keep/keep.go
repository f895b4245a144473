// Package keep has the pages of a document read again and again, and says what they say now.
package keep

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Keeps(ctx context.Context) ([]reports.Keep, error)
	SetKeep(ctx context.Context, id org.ProjectID, every reports.KeepEvery) error
	EndKeep(ctx context.Context, id org.ProjectID) error
	LeaveKeep(ctx context.Context, id org.ProjectID) error
	TakeKeep(ctx context.Context, id org.ProjectID, by string) ([]org.StepID, error)
	PagesKept(ctx context.Context, id org.ProjectID) (all, read int, err error)
	Citations(ctx context.Context, id org.ProjectID) ([]reports.StepCitation, error)
	RedoExtent(ctx context.Context, p org.ProjectID, ids []org.StepID) ([]org.Step, question.Effort, error)
}

type records struct{ Records }

const (
	off   = "off"
	take  = "take"
	leave = "leave"
	how   = "how"
)

// New returns the noun: the command keep.
func New(r Records) noun.Noun {
	s := records{r}
	words := []string{string(reports.KeepDaily), string(reports.KeepWeekly), string(reports.KeepMonthly), off, take, leave}
	sure := noun.WordOption("sure", "yes, without asking", "yes")
	sure.Named = true
	project := noun.ProjectOption()
	project.Description = "its number or title; all that are kept when left out"
	return noun.Noun{
		Pages:    []noun.Page{{Path: "/keep", Title: "Kept documents", Tab: "Kept", Listed: true, Of: s.run}},
		Answers:  []noun.Answer{{Path: "keep", Says: "the documents whose pages are read again, how often, and what was found the last time", Gives: []reports.Keep{}, Of: s.run}},
		Commands: []noun.Command{s.describe(project, words, sure)},
	}
}

func (s records) describe(project syntax.Option, words []string, sure syntax.Option) noun.Command {
	return noun.Command{
		Name: "keep", Summary: "read the pages of a document again and again, and say which claims changed", Example: "keep p3 weekly", Aliases: []string{"recheck"},
		Options: []syntax.Option{project, noun.WordOption(how, "daily, weekly or monthly; take for a new version, leave to let it stand, off", words...), sure},
		Acts:    true, Changes: func(args map[string]string) bool { return args[how] != "" }, Words: words, Run: s.run,
		Shell: &noun.Shell{
			Group: noun.GroupSteer, Use: "keep [PROJECT] [daily|weekly|monthly|take|leave|off] [sure=yes]", JSON: true, IDs: "project",
			Summary: "read the pages of a document again and again, and say which claims changed; says the price first, and sure=yes is the answer",
			Refuses: []string{"keep p99 weekly", "keep p99 off", "keep p99"},
		},
	}
}

func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	word := strings.ToLower(strings.TrimSpace(in.Args[how]))
	if word == "" && in.Args[noun.OptionProject] == "" && in.Thread == "" {
		return s.list(ctx, in, "")
	}
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	switch every := reports.KeepEvery(word); {
	case word == "":
		return s.list(ctx, in, p.ID)
	case word == off:
		return s.end(ctx, in, p)
	case word == leave:
		return s.leave(ctx, in, p)
	case word == take:
		return s.take(ctx, in, p)
	case every.Term() > 0:
		return s.set(ctx, in, p, every)
	}
	return noun.View{}, noun.Refuse(How(word))
}

func (s records) list(ctx context.Context, in noun.Input, id org.ProjectID) (noun.View, error) {
	all, err := s.Keeps(ctx)
	if err != nil {
		return noun.View{}, err
	}
	if id != "" {
		all = slices.DeleteFunc(all, func(k reports.Keep) bool { return k.Project != id })
	}
	return noun.View{Reply: List(all, id).Page(strings.TrimSpace("keep "+string(id)), in.Page), JSON: func(context.Context) (any, error) { return noun.ListOf(all), nil }}, nil
}

// set says first what it comes to.
func (s records) set(ctx context.Context, in noun.Input, p org.ProjectName, every reports.KeepEvery) (noun.View, error) {
	all, read, err := s.PagesKept(ctx, p.ID)
	if err != nil {
		return noun.View{}, err
	}
	if all == 0 {
		return noun.View{}, noun.Refuse(NoPages(p))
	}
	if !strings.EqualFold(strings.TrimSpace(in.Args["sure"]), "yes") {
		cited, err := s.Citations(ctx, p.ID)
		if err != nil {
			return noun.View{}, err
		}
		var ids []org.StepID
		for _, c := range cited {
			ids = append(ids, c.Step)
		}
		slices.Sort(ids)
		steps, effort, err := s.RedoExtent(ctx, p.ID, slices.Compact(ids))
		return noun.View{Reply: First(p, every, Extent{all, read, len(steps), effort.String()}).Reply()}, err
	}
	err = s.SetKeep(ctx, p.ID, every)
	switch {
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(None(p))
	case errors.Is(err, org.ErrRefused):
		return noun.View{}, noun.Refuse(TooMany())
	case err != nil:
		return noun.View{}, err
	}
	return noun.View{Reply: Set(p, every, in.Now.Add(every.Term())).Reply()}, nil
}

// end is answered as it would have been where the process died after it.
func (s records) end(ctx context.Context, in noun.Input, p org.ProjectName) (noun.View, error) {
	err := s.EndKeep(ctx, p.ID)
	if done, failed := s.doneBefore(ctx, in, p.ID, "ended"); errors.Is(err, org.ErrNotFound) && failed == nil && done {
		err = nil
	}
	if err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, NotKept(p))
	}
	return noun.Say(Ended(p))
}

func (s records) leave(ctx context.Context, in noun.Input, p org.ProjectName) (noun.View, error) {
	err := s.LeaveKeep(ctx, p.ID)
	if done, failed := s.doneBefore(ctx, in, p.ID, "left"); errors.Is(err, org.ErrNotFound) && failed == nil && done {
		err = nil
	}
	if err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, NothingWaits(p))
	}
	return noun.Say(Left(p))
}

func (s records) take(ctx context.Context, in noun.Input, p org.ProjectName) (noun.View, error) {
	if done, err := s.doneBefore(ctx, in, p.ID, "taken"); err != nil || done {
		return noun.View{Reply: org.Reply{Text: Taken(p, 0)}}, err
	}
	all, err := s.TakeKeep(ctx, p.ID, in.Author)
	switch {
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(NotNow(p))
	case err != nil:
		return noun.View{}, noun.Explain(err, org.ErrNotFound, NothingWaits(p))
	}
	return noun.View{Reply: org.Reply{Text: Taken(p, len(all))}, JSON: func(context.Context) (any, error) { return all, nil }}, nil
}

// doneBefore reports whether the order was carried out by a process that died of it.
func (s records) doneBefore(ctx context.Context, in noun.Input, id org.ProjectID, state string) (bool, error) {
	did, err := in.DoneBefore(ctx, org.EventKept)
	return slices.ContainsFunc(did, func(e org.Event) bool { return e.Project == id && e.Data["state"] == state }), err
}
