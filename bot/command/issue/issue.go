// Package issue orders what an issue at a forge asks for, or what somebody says of a pull request there, and shows which issues were ordered.
package issue

import (
	"context"
	"errors"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Repositories(ctx context.Context) ([]coding.Repository, error)
	IssueOrders(ctx context.Context, most int) ([]outward.IssueOrder, error)
	AskIssue(ctx context.Context, o outward.IssueOrder) (outward.IssueOrder, error)
	TakeRemark(ctx context.Context, id outward.RemarkID, who string) (outward.KeptRemark, error)
}

// most orders are listed: what is older is in the journal.
const most = 100

type records struct{ Records }

// New returns the noun: the commands issue and take.
func New(r Records) noun.Noun {
	s := records{r}
	id := noun.WordOption("id", "which: k7")
	id.Required = true
	return noun.Noun{Commands: []noun.Command{{
		Name: "issue", Summary: "order what an issue on GitHub or Gitea asks for; those that were ordered when left out", Example: "issue acme/shop#12", Aliases: []string{"issues"},
		Options: []syntax.Option{noun.WordOption("which", "owner/name#12, or its address")},
		Acts:    true, Changes: func(args map[string]string) bool { return args["which"] != "" }, Run: s.run,
		Shell: &noun.Shell{Group: noun.GroupSteer, Use: "issue [OWNER/NAME#12]", JSON: true, Refuses: []string{"issue shop", "issue acme/nosuch#1"}},
	}, {
		Name: "take", Summary: "take what somebody said of a pull request as an order, or have a check that fails mended once more", Example: "take k7",
		Options: []syntax.Option{id}, Acts: true, Run: s.take,
		Shell: &noun.Shell{Group: noun.GroupSteer, Use: "take ID", Refuses: []string{"take k99", "take"}},
	}}}
}

func (s records) take(ctx context.Context, in noun.Input) (noun.View, error) {
	id := outward.RemarkID(strings.ToLower(strings.TrimSpace(in.Args["id"])))
	k, err := s.TakeRemark(ctx, id, in.Author)
	switch {
	case errors.Is(err, org.ErrNotFound):
		return noun.View{}, noun.Refuse(NoRemark(string(id)))
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(Past(k))
	case err != nil:
		return noun.View{}, err
	}
	return noun.Say(Taken(k))
}

func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	which := strings.TrimSpace(in.Args["which"])
	if which == "" {
		all, err := s.IssueOrders(ctx, most)
		if err != nil {
			return noun.View{}, err
		}
		return noun.View{Reply: List(all).Page("issue", in.Page), JSON: func(context.Context) (any, error) { return all, nil }}, nil
	}
	place, number, ok := outward.ParseIssue(which)
	if !ok {
		return noun.View{}, noun.Refuse(How(which))
	}
	all, err := s.Repositories(ctx)
	if err != nil {
		return noun.View{}, err
	}
	r, ok := outward.FindRepository(all, place)
	switch {
	case !ok:
		return noun.View{}, noun.Refuse(NoRepository(place))
	case r.ReadOnly():
		return noun.View{}, noun.Refuse(ReadOnly(r.Name))
	}
	at, _ := outward.PlaceOf(r.Source)
	asked := outward.IssueOrder{Place: at.String(), Number: number, Repository: r.Name, Channel: in.Channel, By: in.Author}
	o, err := s.AskIssue(ctx, asked)
	if errors.Is(err, org.ErrConflict) {
		return noun.View{}, noun.Refuse(Enough(at.Owner + "/" + at.Name))
	}
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: org.Reply{Text: Asked(o)}, JSON: func(context.Context) (any, error) { return o, nil }}, nil
}
