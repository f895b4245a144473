package command

import (
	"cmp"
	"context"
	"slices"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

// spec is one command: how it is typed, and what carries it out.
type spec struct {
	syntax.Command
	aliases []string
	example string
	acts    bool          // changes something: carried out once for each origin
	leaves  org.EventKind // of one that acts on a project: what then stands in the journal
	lists   bool          // of one that acts: without an argument, or with "list", it only shows
	public  bool          // its reply is for everybody in the channel
	secret  bool          // its reply opens something, and is kept nowhere
	button  bool          // given by buttons and menus; kept out of a chat's list
	open    bool          // is about a project that is still open
	needs   string        // an option that it cannot do without, whatever gives the project
	verbs   []string      // first words that say what to do, and so name no project
	words   []string      // values of its options that are no choices, and so never a project's name
	run     func(*Handler, context.Context, *order) (org.Reply, error)
	// view carries out the command of a noun, instead of run.
	view func(*Handler, context.Context, *order) (noun.View, error)
	read func(rest string) (map[string]string, bool)                  // see noun.Command
	hear func(args map[string]string) (words string, orders, ok bool) // see noun.Command
	// changes says whether a call of a noun's command changes something, where not each does.
	changes func(args map[string]string) bool
	// suggest lists what an option of a noun's command may be.
	suggest func(d *Handler, ctx context.Context, option string) ([]org.Choice, error)
}

// option shortens the table.
func option(name string) syntax.Option { return syntax.Option{Name: name, Kind: syntax.Text} }

// suggested is an option that Complete has suggestions for.
func suggested(name string) syntax.Option {
	o := option(name)
	o.Autocomplete = true
	return o
}

func required(o syntax.Option) syntax.Option {
	o.Required = true
	return o
}

// Names of options that several commands share.
const (
	optionProject = "project"
	optionStep    = "step"
	optionSubject = "subject" // a project or a step
	optionText    = "text"
	optionSure    = "sure"
)

// specs lists all commands, the most used first, without their texts.
func specs() []spec {
	listed := slices.Concat(talking(), looking(), fromNoun("approve", "deny", "decide"), fromNoun("pause", "resume", "cancel", "delete", "undelete", "gate"), redoing(), remembering(), running())
	hidden := buttons()
	return fillPlaces(listed, hidden)
}

// described is the command with its texts.
func (s spec) described() spec {
	s.Description = s.summary()
	s.Options = slices.Clone(s.Options)
	for i, o := range s.Options {
		s.Options[i].Description = s.optionText(o.Name)
	}
	return s
}

// summary says in a line what the command does.
func (s spec) summary() string { return cmp.Or(s.Description, messages.CommandText(s.Name)) }

// optionText says what an option of it is.
func (s spec) optionText(option string) string {
	at := slices.IndexFunc(s.Options, func(o syntax.Option) bool { return o.Name == option })
	if at >= 0 && s.Options[at].Description != "" {
		return s.Options[at].Description
	}
	return messages.OptionText(s.Name, option)
}

// carryOut runs the command.
func (s spec) carryOut(ctx context.Context, d *Handler, o *order) (noun.View, error) {
	if s.view != nil {
		return s.view(d, ctx, o)
	}
	r, err := s.run(d, ctx, o)
	return noun.View{Reply: r}, err
}

// help is the command as help explains it.
func (s spec) help() messages.CommandHelp {
	s = s.described()
	return messages.CommandHelp{Name: s.Name, Text: s.Description, Example: s.example, Aliases: s.aliases, Options: s.Options}
}

func talking() []spec { return fromNoun("ask", "project") }

func looking() []spec {
	return []spec{
		placeOf("status"), placeOf("projects"),
		placeOf("plan"),
		placeOf("inbox"),
		placeOf("costs"),
		placeOf("why"),
		placeOf("agents"),
		placeOf("timeline"),
		placeOf(org.CommandDiff),
		placeOf(org.CommandChecks),
		placeOf("runs"),
		placeOf("workspaces"),
		placeOf("repo"),
		{Command: syntax.Command{
			Name:    "help",
			Options: []syntax.Option{suggested("command")},
		}, aliases: []string{"h", "commands"}, example: "help budget", run: (*Handler).help},
	}
}

func remembering() []spec {
	return fromNoun("rules", "remember", "forget", "memory", "recall")
}

func running() []spec {
	return append([]spec{
		placeOf("budget"),
		placeOf("company"),
		placeOf("schedule"),
		placeOf("alert"),
		placeOf("settings"),
		placeOf("dashboard"),
		placeOf("doctor"),
		placeOf("share"),
		placeOf("export"),
	}, fromNoun("reannounce")...)
}

func redoing() []spec {
	return fromNoun("isolate", org.CommandRedo, "drop", org.CommandFirst, org.CommandReplan, org.CommandChanges)
}

func buttons() []spec {
	return append(fromNoun(org.CommandSteer, "accept", "read", "sources"), []spec{
		{Command: syntax.Command{
			Name:    org.CommandConfirm,
			Options: []syntax.Option{required(option("given"))},
		}, example: "confirm 1234", acts: true, button: true, run: (*Handler).confirm},
		placeOf("add"),
		{Command: syntax.Command{
			Name:    "meant",
			Options: []syntax.Option{required(option("origin")), required(option(optionProject))},
		}, example: "meant i4 p3", acts: true, button: true, run: (*Handler).meant},
	}...)
}
