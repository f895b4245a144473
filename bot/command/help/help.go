// Package help says what people can say: all commands, or one.
package help

import (
	"context"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

const optionCommand = "command"

// Language holds what there is to explain.
type Language struct {
	List func() []noun.Command                   // of all that people type, the most used first
	Find func(word string) (noun.Command, error) // by its name or an alias; the error is a refusal that helps
}

// New returns the noun: the command help.
func New(l Language) noun.Noun {
	return noun.Noun{Commands: []noun.Command{{
		Name: "help", Summary: "what you can say", Example: "help budget", Aliases: []string{"h", "commands"},
		Options: []syntax.Option{{Name: optionCommand, Kind: syntax.Text, Autocomplete: true, Description: "one command to explain"}},
		Run:     l.explainCommands, Suggest: l.suggest,
	}}}
}

// explainCommands lists the commands, or explains one.
func (l Language) explainCommands(_ context.Context, in noun.Input) (noun.View, error) {
	word := strings.ToLower(strings.TrimLeft(strings.TrimSpace(in.Args[optionCommand]), "!/"))
	if word == "" {
		return noun.Show(Help(l.List()), "help", in.Page)
	}
	c, err := l.Find(word)
	if err != nil {
		return noun.View{}, err
	}
	return noun.Say(On(c))
}

func (l Language) suggest(context.Context, string) ([]org.Choice, error) {
	var out []org.Choice
	for _, c := range l.List() {
		out = append(out, org.Choice{Label: c.Name + ": " + c.Summary, Value: c.Name})
	}
	return out, nil
}
