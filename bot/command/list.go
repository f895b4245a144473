package command

import (
	"context"
	"slices"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

// Nouns are the things that people can see or press, each with its folder: a line each.
func (d *Handler) Nouns() []noun.Noun {
	return []noun.Noun{
		status.New(d.Store, d.Now),
	}
}

// Commands are the commands of all nouns, as a shell takes them. They are not to be run.
func Commands() []noun.Command { return new(Handler).nounCommands() }

func (d *Handler) nounCommands() []noun.Command {
	var out []noun.Command
	for _, n := range d.Nouns() {
		out = append(out, n.Commands...)
	}
	return out
}

// fromNoun makes the specs of some commands of nouns, for their place among the others.
func fromNoun(names ...string) []spec {
	var out []spec
	for _, c := range Commands() {
		if slices.Contains(names, c.Name) {
			out = append(out, adapt(c))
		}
	}
	return out
}

// unplaced are the specs of the nouns' commands that no list names.
func unplaced(placed []spec) []spec {
	var out []spec
	for _, c := range Commands() {
		if !slices.ContainsFunc(placed, func(s spec) bool { return s.Name == c.Name }) {
			out = append(out, adapt(c))
		}
	}
	return out
}

func adapt(c noun.Command) spec {
	return spec{
		Command: syntax.Command{Name: c.Name, Description: c.Summary, Options: c.Options},
		aliases: c.Aliases, example: c.Example, acts: c.Acts, public: c.Public, button: c.Hidden,
		view: func(d *Handler, ctx context.Context, o *order) (noun.View, error) {
			all := d.nounCommands()
			at := slices.IndexFunc(all, func(x noun.Command) bool { return x.Name == c.Name })
			here, err := d.here(ctx, o)
			if err != nil {
				return noun.View{}, err
			}
			return all[at].Run(ctx, noun.Input{
				Args: o.Args, Page: o.Page, Channel: o.Channel, Author: o.Author, Thread: here, Now: d.Now(),
				FindProject: func(ctx context.Context, open bool) (org.ProjectName, error) { return d.which(ctx, o, open) },
			})
		},
	}
}
