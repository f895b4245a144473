// Package hook shows the programs that may order something here, and stops or removes one.
package hook

import (
	"context"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Hooks(ctx context.Context) ([]outward.Hook, error)
	SwitchHook(ctx context.Context, name string, on bool, why string) error
	RemoveHook(ctx context.Context, name string) error
}

type records struct{ Records }

const (
	remove = "remove"
	on     = "on"
	off    = "off"
)

// New returns the noun: the command hooks. One is added in the terminal, where nobody reads its secret along.
func New(r Records) noun.Noun {
	s := records{r}
	return noun.Noun{
		Answers: []noun.Answer{{Path: "hooks", Says: "programs of others that may order something, what each orders, its limits and how often it did; no secrets", Gives: []outward.Hook{}, Of: s.list}},
		Commands: []noun.Command{{
			Name: "hooks", Summary: "programs of others that may order something: list, stop one, start it again, remove it", Example: "hooks off bugs",
			Options: []syntax.Option{noun.WordOption("what", "off, on, or remove", off, on, remove), noun.WordOption("name", "which, as hooks lists it")},
			Acts:    true, Changes: func(args map[string]string) bool { return args["what"] != "" }, Words: []string{off, on, remove}, Run: s.run,
			Shell: &noun.Shell{
				Group: noun.GroupKeep, Use: "hooks [add NAME FORM [FIELD=VALUE...] WORDS|rotate NAME|off NAME|on NAME|remove NAME]", JSON: true, Words: []string{"add", "rotate", off, on, remove},
				Summary: "programs of others that may order something: add one, give it another secret, stop one, start it again, remove it",
				Refuses: []string{"hooks add bugs", "hooks add BUGS! github Read", "hooks add bugs gitlab Read", "hooks add bugs github orders=0 Read", "hooks add bugs github usd=x Read", "hooks add bugs github {{a}}", "hooks rotate nosuch", "hooks off nosuch", "hooks off", "hooks dance bugs"},
			},
		}},
	}
}

func (s records) list(ctx context.Context, in noun.Input) (noun.View, error) {
	all, err := s.Hooks(ctx)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: List(all).Page("hooks", in.Page), JSON: func(context.Context) (any, error) { return noun.ListOf(all), nil }}, nil
}

func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	what, name := strings.ToLower(in.Args["what"]), strings.ToLower(in.Args["name"])
	var err error
	var said string
	switch {
	case what == "":
		return s.list(ctx, in)
	case name == "":
		return noun.View{}, noun.Refuse(Which(what))
	case what == remove:
		err, said = s.RemoveHook(ctx, name), Gone(name)
	case what == off:
		err, said = s.SwitchHook(ctx, name, false, StoppedBy), Stopped(name)
	case what == on:
		err, said = s.SwitchHook(ctx, name, true, ""), Started(name)
	default:
		return noun.View{}, noun.Refuse(What(what))
	}
	if err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, Unknown(name))
	}
	return noun.Say(said)
}
