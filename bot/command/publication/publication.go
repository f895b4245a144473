// Package publication puts finished documents on pages of other services, such as Notion, and says whether that happens by itself.
package publication

import (
	"context"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Connections(ctx context.Context) ([]outward.Connection, error)
	Pages(ctx context.Context, project org.ProjectID) ([]outward.KeptPage, error)
	OrderPage(ctx context.Context, project org.ProjectID, connection string, w outward.PageWish) (outward.KeptPage, error)
	SetPermit(ctx context.Context, p outward.Permit) error
}

type records struct{ Records }

const (
	optionWhere = "where"
	optionHow   = "how"
)

// levels are the words for whether a document goes there by itself: the same permit that the command outside sets.
var levels = map[string]outward.Level{"on": "", "ask": outward.LevelAsk, "off": outward.LevelOff} //nolint:gochecknoglobals // a table

// New returns the noun: the command publish.
func New(r Records) noun.Noun {
	s := records{r}
	project := noun.ProjectOption()
	project.Required = false
	project.Description = "its number or title"
	hows := []string{string(outward.PageOver), "on", "ask", "off", string(outward.PageRemove)}
	return noun.Noun{Commands: []noun.Command{{
		Name: "publish", Summary: "put a finished document on its page in Notion or Google Docs; or how pages stand", Example: "publish p3 notion",
		Options: []syntax.Option{
			project, noun.WordOption(optionWhere, "the service, where several are connected: notion"),
			noun.WordOption(optionHow, "over what others wrote; on, ask or off by itself; remove", hows...),
		},
		Acts: true, Changes: func(args map[string]string) bool {
			return args["project"] != "" || args[optionWhere] != "" || args[optionHow] != ""
		},
		Words: append([]string{string(outward.Notion), string(outward.Google)}, hows...), Run: s.run,
		Shell: &noun.Shell{Group: noun.GroupSteer, Use: "publish [PROJECT] [SERVICE] [over|on|ask|off|remove]", IDs: "project", JSON: true, Refuses: []string{"publish p99", "publish p99 notion dance"}},
	}}}
}

func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	where, how := strings.ToLower(strings.TrimSpace(in.Args[optionWhere])), strings.ToLower(strings.TrimSpace(in.Args[optionHow]))
	if _, says := levels[where]; how == "" && says || where == string(outward.PageOver) || where == string(outward.PageRemove) {
		where, how = "", where // the only service needs no name
	}
	if in.Args["project"] == "" && in.Thread == "" && where == "" && how == "" {
		all, err := s.Pages(ctx, "")
		if err != nil {
			return noun.View{}, err
		}
		return noun.View{Reply: List(all).Page("publish", in.Page), JSON: func(context.Context) (any, error) { return all, nil }}, nil
	}
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	at, err := s.findSinks(ctx, where)
	if err != nil {
		return noun.View{}, err
	}
	for _, c := range at {
		if err := s.change(ctx, in, p, c, how); err != nil {
			return noun.View{}, err
		}
	}
	return noun.View{Reply: org.Reply{Text: Ordered(p, at, how)}, JSON: func(ctx context.Context) (any, error) {
		all, err := s.Pages(ctx, p.ID)
		return noun.ListOf(all), err
	}}, nil
}

func (s records) change(ctx context.Context, in noun.Input, p org.ProjectName, c outward.Connection, how string) error {
	wish := outward.PageWish{By: in.Author, How: outward.PageHow(how), As: in.Origin}
	level, says := levels[how]
	switch {
	case says:
		return s.SetPermit(ctx, outward.Permit{Project: p.ID, Sink: outward.Sink(c.Name), Level: level, By: in.Author})
	case how == "":
		wish.How = outward.PagePut
	case wish.How == outward.PageOver:
	case wish.How == outward.PageRemove:
		all, err := s.Pages(ctx, p.ID)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(all, func(k outward.KeptPage) bool { return k.Connection == c.Name && k.Object != "" }) {
			return noun.Refuse(NoPage(p, c))
		}
	default:
		return noun.Refuse(How(how))
	}
	_, err := s.OrderPage(ctx, p.ID, c.Name, wish)
	return noun.Explain(err, org.ErrNotFound, None(p))
}

// findSinks returns the connection that is meant, all that keep pages where none is named.
func (s records) findSinks(ctx context.Context, name string) ([]outward.Connection, error) {
	all, err := s.Connections(ctx)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(c outward.Connection) bool { return !c.Service.KeepsPages() })
	if len(all) == 0 {
		return nil, noun.Refuse(NotConnected())
	}
	if name == "" {
		return all, nil
	}
	i := slices.IndexFunc(all, func(c outward.Connection) bool { return c.Name == name })
	if i < 0 {
		return nil, noun.Refuse(Unknown(name, all))
	}
	return all[i : i+1], nil
}
