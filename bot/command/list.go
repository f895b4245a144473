package command

import (
	"context"
	"slices"

	"github.com/frasier-cos/frasier/bot/command/alert"
	"github.com/frasier-cos/frasier/bot/command/ask"
	"github.com/frasier-cos/frasier/bot/command/browser"
	"github.com/frasier-cos/frasier/bot/command/code"
	"github.com/frasier-cos/frasier/bot/command/company"
	"github.com/frasier-cos/frasier/bot/command/control"
	"github.com/frasier-cos/frasier/bot/command/costs"
	"github.com/frasier-cos/frasier/bot/command/doctor"
	"github.com/frasier-cos/frasier/bot/command/document"
	"github.com/frasier-cos/frasier/bot/command/inbox"
	"github.com/frasier-cos/frasier/bot/command/memory"
	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/command/plan"
	"github.com/frasier-cos/frasier/bot/command/project"
	"github.com/frasier-cos/frasier/bot/command/repository"
	"github.com/frasier-cos/frasier/bot/command/schedule"
	"github.com/frasier-cos/frasier/bot/command/setting"
	"github.com/frasier-cos/frasier/bot/command/share"
	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/bot/command/step"
	"github.com/frasier-cos/frasier/bot/command/team"
	"github.com/frasier-cos/frasier/bot/command/timeline"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

// Nouns are the things that people can see or press, each with its folder: a line and an import each.
func (d *Handler) Nouns() []noun.Noun {
	return []noun.Noun{
		ask.New(d.Store),
		project.New(d.Store),
		status.New(d.Store, d.Now),
		memory.New(d.Store),
		timeline.New(d.Store),
		document.New(d.Store),
		alert.New(d.Store),
		share.New(d.Store, d.Site, d.StillPublic),
		company.New(d.Store, d.NoModel),
		inbox.New(d.Store),
		control.New(d.Store),
		costs.New(d.Store, d.Price),
		step.New(d.Store),
		plan.New(d.Store),
		repository.New(d.Store, d.Forges),
		code.New(d.Store),
		team.New(d.Store),
		schedule.New(d.Store),
		setting.New(d.Store, d.Settings),
		doctor.New(d.Store, d.Checks),
		browser.New(d.Link),
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

// A noun's command stands here among the others; fillPlaces puts it there.
func placeOf(name string) spec { return spec{Command: syntax.Command{Name: name}} }

// fromNoun are the places of several commands.
func fromNoun(names ...string) []spec {
	out := make([]spec, 0, len(names))
	for _, n := range names {
		out = append(out, placeOf(n))
	}
	return out
}

// fillPlaces puts the commands of nouns into their places. Those without one stand behind all that are listed.
func fillPlaces(listed, hidden []spec) []spec {
	made := map[string]spec{}
	for _, c := range Commands() {
		made[c.Name] = adapt(c)
		if one := func(s spec) bool { return s.Name == c.Name }; !slices.ContainsFunc(listed, one) && !slices.ContainsFunc(hidden, one) {
			listed = append(listed, made[c.Name])
		}
	}
	all := slices.Concat(listed, hidden)
	for i, s := range all {
		if noun, is := made[s.Name]; is {
			all[i] = noun
		}
	}
	return all
}

// nounCommand is the command of a noun as it is to be run.
func (d *Handler) nounCommand(name string) noun.Command {
	all := d.nounCommands()
	return all[slices.IndexFunc(all, func(c noun.Command) bool { return c.Name == name })]
}

func adapt(c noun.Command) spec {
	out := spec{
		Command: syntax.Command{Name: c.Name, Description: c.Summary, Options: c.Options},
		aliases: c.Aliases, example: c.Example, acts: c.Acts, lists: c.Changes != nil, changes: c.Changes, leaves: c.Leaves, open: c.Open, needs: c.Needs, words: c.Words, verbs: c.Verbs, read: c.Read, hear: c.Hear, public: c.Public, secret: c.Secret, button: c.Hidden,
		view: func(d *Handler, ctx context.Context, o *order) (noun.View, error) {
			here, err := d.here(ctx, o)
			if err != nil {
				return noun.View{}, err
			}
			return d.nounCommand(c.Name).Run(ctx, noun.Input{
				Args: o.Args, Page: o.Page, Channel: o.Channel, Author: o.Author, Origin: o.Origin, Thread: here, Now: d.Now(), Message: o.Message, Heard: o.message, Again: !o.since.IsZero(),
				DoneBefore:  func(ctx context.Context, kind org.EventKind) ([]org.Event, error) { return d.did(ctx, o, "", kind) },
				FindProject: func(ctx context.Context, open bool) (org.ProjectName, error) { return d.which(ctx, o, open) },
			})
		},
	}
	if c.Suggest != nil {
		out.suggest = func(d *Handler, ctx context.Context, option string) ([]org.Choice, error) {
			return d.nounCommand(c.Name).Suggest(ctx, option)
		}
	}
	return out
}
