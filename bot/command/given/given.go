// Package given carries out a command that was given before: with a yes to what it asked back, or for the project
// that was chosen since.
package given

import (
	"context"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

// Names of the commands' options.
const (
	optionGiven  = "given"
	optionOrigin = "origin"
)

// Records is all that this noun reads. *store.DB is one.
type Records interface {
	CommandLine(ctx context.Context, transport, origin string) (string, error)
	CommandGiven(ctx context.Context, ch org.Channel, origin, author string) (org.Command, error)
}

type records struct{ Records }

// New returns the noun: the commands confirm and meant.
func New(r Records) noun.Noun {
	s := records{r}
	required := func(name string) syntax.Option {
		return syntax.Option{Name: name, Kind: syntax.Text, Required: true}
	}
	return noun.Noun{Commands: []noun.Command{
		{
			Name: org.CommandConfirm, Summary: "say yes to what was asked back", Example: "confirm 1234",
			Options: []syntax.Option{required(optionGiven)}, Acts: true, Hidden: true, Run: s.confirm,
		},
		{
			Name: "meant", Summary: "carry out what was given before, for the project that was chosen", Example: "meant i4 p3",
			Options: []syntax.Option{required(optionOrigin), required(noun.OptionProject)}, Acts: true, Hidden: true, Run: s.chooseProject,
		},
	}}
}

// confirm carries out the line of an earlier command that asked for a yes.
func (s records) confirm(ctx context.Context, in noun.Input) (noun.View, error) {
	line, err := s.CommandLine(ctx, in.Channel.Transport, strings.TrimSpace(in.Args[optionGiven]))
	if err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, ConfirmNothing())
	}
	return in.Repeat(ctx, noun.Repeat{Line: line, Sure: true, Refusal: ConfirmNothing()})
}

// chooseProject carries out a command that was given before, for the project that was chosen since.
func (s records) chooseProject(ctx context.Context, in noun.Input) (noun.View, error) {
	given, err := s.CommandGiven(ctx, in.Channel, in.Args[optionOrigin], in.Author)
	if err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, CommandGone())
	}
	return in.Repeat(ctx, noun.Repeat{Line: given.Line, Message: given.Message, Project: in.Args[noun.OptionProject], Refusal: CommandGone()})
}
