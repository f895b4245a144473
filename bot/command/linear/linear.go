// Package linear shows which projects stand in Linear, and says which do.
package linear

import (
	"context"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	MirrorSetup(ctx context.Context, sink mirror.Sink) (mirror.Setup, error)
	Standings(ctx context.Context, sink mirror.Sink) ([]mirror.Standing, error)
	SetPermit(ctx context.Context, p outward.Permit) error
}

type records struct{ Records }

const (
	every = "all"
	on    = "on"
	off   = "off"
	ask   = "ask"
)

// levels are the words for what may stand there: the same permit that the command outside sets.
var levels = map[string]outward.Level{on: outward.LevelAllowed, ask: outward.LevelAsk, off: outward.LevelOff} //nolint:gochecknoglobals // a table

// New returns the noun: the command linear. The connection is made in the terminal, where nobody reads its key along.
func New(r Records) noun.Noun {
	s := records{r}
	project := noun.ProjectOption()
	project.Required = false
	project.Description = "which project; all for new ones"
	return noun.Noun{Commands: []noun.Command{{
		Name: "linear", Summary: "which projects stand in Linear: list them, let one stand there or freeze it, or say what new ones do", Example: "linear p3 on",
		Options: []syntax.Option{project, noun.WordOption("how", "on, off, or for all: ask", on, off, ask)},
		Acts:    true, Changes: func(args map[string]string) bool { return args["how"] != "" }, Words: []string{every, on, off, ask}, Run: s.run,
		Shell: &noun.Shell{Group: noun.GroupSteer, Use: "linear [PROJECT|all on|off|ask]", IDs: "project", JSON: true, Words: []string{every, on, off, ask}, Refuses: []string{"linear", "linear p99 on", "linear all maybe"}},
	}}}
}

func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	what, how := strings.ToLower(in.Args[noun.OptionProject]), strings.ToLower(strings.TrimSpace(in.Args["how"]))
	if how == "" && (what == on || what == off || what == ask) { // said in a project's thread
		what, how, in.Args[noun.OptionProject] = "", what, ""
	}
	if first, rest, _ := strings.Cut(how, " "); first == every { // no project is called so: the shell gives both words as one
		what, how = every, strings.TrimSpace(rest)
	}
	setup, err := s.MirrorSetup(ctx, mirror.Linear)
	if err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, NotConnected())
	}
	switch {
	case what == "" && how == "" && in.Thread == "":
		return s.list(ctx, in, setup)
	case what == every:
		return s.setAll(ctx, in, setup, how)
	case how != "" && how != on && how != off:
		return noun.View{}, noun.Refuse(How(how))
	}
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	if how == "" {
		return s.showProject(ctx, p)
	}
	isThere, err := s.find(ctx, p)
	if err == nil {
		err = s.SetPermit(ctx, outward.Permit{Project: p.ID, Sink: outward.SinkLinear, Level: levels[how], By: in.Author})
	}
	switch {
	case err != nil:
		return noun.View{}, err
	case isThere != nil:
		return noun.Say(Set(p, how == on))
	case how == off:
		return noun.Say(StaysOut(p))
	}
	return noun.Say(Begun(p, setup))
}

func (s records) list(ctx context.Context, in noun.Input, setup mirror.Setup) (noun.View, error) {
	all, err := s.Standings(ctx, mirror.Linear)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{
		Reply: List(setup, all).Page("linear", in.Page),
		JSON: func(context.Context) (any, error) {
			return struct {
				mirror.Setup
				Projects []mirror.Standing `json:"projects"`
			}{setup, all}, nil
		},
	}, nil
}

// showProject shows how one project stands there.
func (s records) showProject(ctx context.Context, p org.ProjectName) (noun.View, error) {
	one, err := s.find(ctx, p)
	if err != nil {
		return noun.View{}, err
	}
	if one == nil {
		return noun.View{}, noun.Refuse(NeverThere(p))
	}
	return noun.View{Reply: One(*one).Reply(), JSON: func(context.Context) (any, error) { return one, nil }}, nil
}

// find returns how a project stands there; nil for one that never did.
func (s records) find(ctx context.Context, p org.ProjectName) (*mirror.Standing, error) {
	all, err := s.Standings(ctx, mirror.Linear)
	i := slices.IndexFunc(all, func(x mirror.Standing) bool { return x.Project == p.ID })
	if err != nil || i < 0 {
		return nil, err
	}
	return &all[i], nil
}

func (s records) setAll(ctx context.Context, in noun.Input, setup mirror.Setup, how string) (noun.View, error) {
	level, known := levels[how]
	if !known {
		return noun.View{}, noun.Refuse(HowAll(how))
	}
	if err := s.SetPermit(ctx, outward.Permit{Sink: outward.SinkLinear, Level: level, By: in.Author}); err != nil {
		return noun.View{}, err
	}
	return noun.Say(SetAll(setup, level))
}
