package command

import (
	"context"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// spec is one command: how it is typed, and what carries it out.
type spec struct {
	org.CommandSpec
	aliases []string
	example string
	acts    bool          // changes something: carried out once for each origin
	leaves  org.EventKind // of one that acts on a project: what then stands in the journal
	lists   bool          // of one that acts: without an argument, or with "list", it only shows
	public  bool          // its reply is for everybody in the channel
	button  bool          // given by buttons and menus; kept out of a chat's list
	run     func(*Handler, context.Context, *order) (org.Reply, error)
}

// option shortens the table.
func option(name string) org.OptionSpec { return org.OptionSpec{Name: name, Kind: org.OptionText} }

// suggested is an option that Complete has suggestions for.
func suggested(name string) org.OptionSpec {
	o := option(name)
	o.Autocomplete = true
	return o
}

func named(o org.OptionSpec) org.OptionSpec {
	o.Named = true
	return o
}

func required(o org.OptionSpec) org.OptionSpec {
	o.Required = true
	return o
}

func oneOf(o org.OptionSpec, values ...string) org.OptionSpec {
	for _, v := range values {
		o.Choices = append(o.Choices, org.Choice{Label: v, Value: v})
	}
	return o
}

// project is the option that names a project.
func project() org.OptionSpec {
	return suggested(optionProject)
}

// Names of options that several commands share.
const (
	optionProject = "project"
	optionStep    = "step"
	optionText    = "text"
	optionID      = "id"
	optionCap     = "cap"
	optionSure    = "sure"
)

// specs lists all commands, the most used first, without their texts.
func specs() []spec {
	return slices.Concat(talking(), looking(), deciding(), steering(), redoing(), remembering(), running(), buttons())
}

// described is the command with its texts.
func (s spec) described() spec {
	s.Description = messages.CommandText(s.Name)
	s.Options = slices.Clone(s.Options)
	for i, o := range s.Options {
		s.Options[i].Description = messages.OptionText(s.Name, o.Name)
	}
	return s
}

// help is the command as help explains it.
func (s spec) help() messages.CommandHelp {
	s = s.described()
	return messages.CommandHelp{Name: s.Name, Text: s.Description, Example: s.example, Aliases: s.aliases, Options: s.Options}
}

func talking() []spec {
	file := org.OptionSpec{Name: "file", Kind: org.OptionFile}
	return []spec{
		{
			CommandSpec: org.CommandSpec{
				Name:    "ask",
				Options: []org.OptionSpec{required(option(optionText)), file},
			},
			example: "ask What did we decide about prices?", acts: true, public: true, run: (*Handler).ask,
		},
		{
			CommandSpec: org.CommandSpec{
				Name: "project",
				Options: []org.OptionSpec{
					option("goal"), file,
					named(option(optionCap)),
					named(suggested(optionProject)),
				},
			},
			aliases: []string{"new", "start"}, example: "project Compare the three payroll tools for a team of 12", acts: true, leaves: org.EventCapSet, public: true, run: (*Handler).project,
		},
	}
}

func looking() []spec {
	states := []string{"active", "paused", "completed", "partial", "failed", "cancelled"}
	return []spec{
		{CommandSpec: org.CommandSpec{
			Name:    "status",
			Options: []org.OptionSpec{project()},
		}, aliases: []string{"s", "st"}, example: "status p3", run: (*Handler).status},
		{
			CommandSpec: org.CommandSpec{
				Name:    "projects",
				Options: []org.OptionSpec{oneOf(option("state"), states...)},
			},
			aliases: []string{"list", "ls"}, example: "projects completed", run: (*Handler).projects,
		},
		{CommandSpec: org.CommandSpec{
			Name:    "plan",
			Options: []org.OptionSpec{project()},
		}, example: "plan p3", acts: true, lists: true, run: (*Handler).plan},
		{
			CommandSpec: org.CommandSpec{Name: "inbox"},
			aliases:     []string{"decisions", "in"}, example: "inbox", run: (*Handler).inbox,
		},
		{CommandSpec: org.CommandSpec{
			Name:    "costs",
			Options: []org.OptionSpec{project()},
		}, aliases: []string{"cost", "spend", "usage"}, example: "costs p3", run: (*Handler).costs},
		{CommandSpec: org.CommandSpec{
			Name:    "why",
			Options: []org.OptionSpec{suggested("subject")},
		}, example: "why s12", run: (*Handler).why},
		{
			CommandSpec: org.CommandSpec{Name: "agents"},
			aliases:     []string{"team", "who"}, example: "agents", run: (*Handler).agents,
		},
		{CommandSpec: org.CommandSpec{
			Name:    "timeline",
			Options: []org.OptionSpec{project()},
		}, aliases: []string{"history"}, example: "timeline p3", run: (*Handler).timeline},
		{CommandSpec: org.CommandSpec{
			Name:    "help",
			Options: []org.OptionSpec{suggested("command")},
		}, aliases: []string{"h", "commands"}, example: "help budget", run: (*Handler).help},
	}
}

func steering() []spec {
	which := suggested(optionProject)
	return []spec{
		{CommandSpec: org.CommandSpec{
			Name:    "pause",
			Options: []org.OptionSpec{which},
		}, aliases: []string{"hold", "stop"}, example: "pause p3", acts: true, leaves: org.EventProjectPaused, run: (*Handler).pause},
		{CommandSpec: org.CommandSpec{
			Name:    "resume",
			Options: []org.OptionSpec{which},
		}, aliases: []string{"go", "continue", "unpause"}, example: "resume p3", acts: true, leaves: org.EventProjectResumed, run: (*Handler).resume},
		{CommandSpec: org.CommandSpec{
			Name:    "cancel",
			Options: []org.OptionSpec{which, named(oneOf(option(optionSure), "yes"))},
		}, aliases: []string{"kill"}, example: "cancel p3", acts: true, leaves: org.EventProjectCancelled, run: (*Handler).cancel},
		{CommandSpec: org.CommandSpec{
			Name:    "gate",
			Options: []org.OptionSpec{project(), option("when")},
		}, aliases: []string{"gates", "checkpoint"}, example: "gate p3 after planning", acts: true, leaves: org.EventGateSet, lists: true, run: (*Handler).gate},
	}
}

func remembering() []spec {
	return []spec{
		{
			CommandSpec: org.CommandSpec{
				Name:    "rules",
				Options: []org.OptionSpec{oneOf(option("do"), "list", "forget"), suggested(optionID)},
			},
			aliases: []string{"directives", "lessons"}, example: "rules forget l3", acts: true, lists: true, run: (*Handler).rules,
		},
		{
			CommandSpec: org.CommandSpec{
				Name:    "remember",
				Options: []org.OptionSpec{required(option(optionText))},
			},
			example: "remember Write prices in euros", acts: true, run: (*Handler).remember,
		},
		{CommandSpec: org.CommandSpec{
			Name:    "forget",
			Options: []org.OptionSpec{suggested(optionID)},
		}, example: "forget l3", acts: true, run: (*Handler).forget},
		{
			CommandSpec: org.CommandSpec{
				Name:    "memory",
				Options: []org.OptionSpec{oneOf(option("do"), "list", "undo"), option(optionID)},
			},
			aliases: []string{"learnt", "tidied"}, example: "memory undo c2", acts: true, lists: true, run: (*Handler).memory,
		},
		{CommandSpec: org.CommandSpec{
			Name:    "recall",
			Options: []org.OptionSpec{required(option(optionText))},
		}, aliases: []string{"search", "find"}, example: "recall oat prices", run: (*Handler).recall},
	}
}

func running() []spec {
	return []spec{
		{
			CommandSpec: org.CommandSpec{
				Name: "budget",
				Options: []org.OptionSpec{
					oneOf(option("scope"), "day", "month", "plan", "step"),
					option("amount"),
					oneOf(option("kind"), "cap", "warn"),
					project(),
				},
			},
			aliases: []string{"cap", "limit"}, example: "budget day 5", acts: true, lists: true, run: (*Handler).budget,
		},
		{
			CommandSpec: org.CommandSpec{
				Name: "schedule",
				Options: []org.OptionSpec{
					suggested(optionProject),
					suggested("cron"),
					option("zone"),
					oneOf(option("missed"), "once", "skip"),
				},
			},
			aliases: []string{"cron"}, example: `schedule p3 "0 8 * * 1" Europe/Berlin`, acts: true, lists: true, run: (*Handler).schedule,
		},
		{
			CommandSpec: org.CommandSpec{
				Name: "alert",
				Options: []org.OptionSpec{
					option(optionID),
					oneOf(option("verdict"), "right", "wrong"),
				},
			},
			aliases: []string{"alerts"}, example: "alert a3 right", acts: true, lists: true, button: true, run: (*Handler).alert,
		},
		{
			CommandSpec: org.CommandSpec{
				Name:    "settings",
				Options: []org.OptionSpec{suggested("name"), option("value")},
			},
			aliases: []string{"set", "config"}, example: "settings zone Europe/Berlin", acts: true, lists: true, run: (*Handler).settings,
		},
		{
			CommandSpec: org.CommandSpec{Name: "dashboard"},
			aliases:     []string{"cockpit", "web"}, example: "dashboard", run: (*Handler).dashboard,
		},
		{
			CommandSpec: org.CommandSpec{Name: "doctor"},
			aliases:     []string{"health", "check"}, example: "doctor", run: (*Handler).doctor,
		},
		{CommandSpec: org.CommandSpec{
			Name:    "export",
			Options: []org.OptionSpec{project()},
		}, aliases: []string{"download", "files"}, example: "export p3", run: (*Handler).export},
		{CommandSpec: org.CommandSpec{
			Name:    "reannounce",
			Options: []org.OptionSpec{suggested("delivery")},
		}, aliases: []string{"resend"}, example: "reannounce d12", acts: true, run: (*Handler).reannounce},
	}
}

func deciding() []spec {
	id := suggested(optionID)
	return []spec{
		{CommandSpec: org.CommandSpec{
			Name:    "approve",
			Options: []org.OptionSpec{id, option(optionText)},
		}, aliases: []string{"yes"}, example: "approve e4", acts: true, run: (*Handler).approve},
		{CommandSpec: org.CommandSpec{
			Name:    "deny",
			Options: []org.OptionSpec{id, option(optionText)},
		}, aliases: []string{"no", "reject"}, example: "deny e4", acts: true, run: (*Handler).deny},
		{CommandSpec: org.CommandSpec{
			Name:    "decide",
			Options: []org.OptionSpec{id, option("answer")},
		}, aliases: []string{"answer"}, example: "decide e4 b", acts: true, run: (*Handler).decide},
	}
}

func redoing() []spec {
	step := suggested(optionStep)
	return []spec{
		{
			CommandSpec: org.CommandSpec{
				Name:    "redo",
				Options: []org.OptionSpec{required(step), option(optionText)},
			},
			aliases: []string{"retry", "again"}, example: "redo s12 Only prices of 2026", acts: true, run: (*Handler).redo,
		},
		{
			CommandSpec: org.CommandSpec{
				Name:    "replan",
				Options: []org.OptionSpec{project(), option(optionText)},
			},
			example: "replan p3 Fewer, larger steps", acts: true, leaves: org.EventMissionReplanned, run: (*Handler).replan,
		},
		{
			CommandSpec: org.CommandSpec{
				Name:    "changes",
				Options: []org.OptionSpec{required(project()), required(option(optionText))},
			},
			aliases: []string{"change", "revise"}, example: "changes p3 Shorter, and add Lisbon", acts: true, run: (*Handler).changes,
		},
	}
}

func buttons() []spec {
	return []spec{
		{
			CommandSpec: org.CommandSpec{
				Name:    "steer",
				Options: []org.OptionSpec{required(project()), required(option(optionText))},
			},
			aliases: []string{"note", "tell"}, example: "steer p3 Leave Lisbon out", acts: true, run: (*Handler).steer,
		},
		{CommandSpec: org.CommandSpec{
			Name:    "accept",
			Options: []org.OptionSpec{project()},
		}, aliases: []string{"ok"}, example: "accept p3", acts: true, leaves: org.EventAccepted, run: (*Handler).accept},
		{CommandSpec: org.CommandSpec{
			Name:    "read",
			Options: []org.OptionSpec{project()},
		}, example: "read p3", run: (*Handler).read},
		{CommandSpec: org.CommandSpec{
			Name:    "sources",
			Options: []org.OptionSpec{project()},
		}, aliases: []string{"quotes"}, example: "sources p3", run: (*Handler).sources},
		{CommandSpec: org.CommandSpec{
			Name:    "add",
			Options: []org.OptionSpec{option("message"), project()},
		}, example: "add", acts: true, leaves: org.EventSteering, button: true, run: (*Handler).add},
	}
}

// Specs describes the commands to a chat that registers them, context-menu
// commands last.
func Specs() []org.CommandSpec {
	var out []org.CommandSpec
	for _, s := range specs() {
		if !s.button {
			out = append(out, s.described().CommandSpec)
		}
	}
	for _, m := range []org.CommandSpec{
		{Name: "project", Menu: "Make this a project"}, {Name: "add", Menu: "Add to project"}, {Name: "remember", Menu: "Remember this"},
	} {
		s, _ := find(m.Name)
		m.Description = messages.CommandText(s.Name)
		out = append(out, m)
	}
	return out
}

// Topic is one command as documents list it.
type Topic struct{ Name, Description, Example string }

// Topics lists the commands that a founder types.
func Topics() []Topic {
	var out []Topic
	for _, s := range specs() {
		if !s.button {
			out = append(out, Topic{s.Name, messages.CommandText(s.Name), s.example})
		}
	}
	return out
}

// changing reports whether a call of the command changes anything.
func (s spec) changing(c Call) bool {
	if !s.acts || !s.lists {
		return s.acts
	}
	switch s.Name {
	case "plan":
		_, words := cutWord(c.Args[optionProject])
		return words != ""
	case "settings":
		return c.Args["value"] != ""
	case "rules", "memory":
		return c.Args["do"] != "" && c.Args["do"] != "list"
	}
	return len(c.Args) > 0
}

// find returns the command of a name or an alias.
func find(word string) (spec, bool) {
	for _, s := range specs() {
		if s.Name == word || slices.Contains(s.aliases, word) {
			return s, true
		}
	}
	return spec{}, false
}

// names lists the names and aliases that a misspelt word may mean; those of
// one or two letters are too near to everything.
func names() []string {
	var out []string
	for _, s := range specs() {
		for _, n := range append([]string{s.Name}, s.aliases...) {
			if len(n) > 2 && !s.button {
				out = append(out, n)
			}
		}
	}
	return out
}

// Spoken turns an "ask" or "project" line into the message that it stands for:
// the words themselves, an order when it is a project. Every other message,
// and a line without words or files, stays as it is.
func Spoken(m org.Message) org.Message {
	m, _ = spoken(m)
	return m
}

// Typed returns the line of a message that is a command to be carried out at
// once, without its mark. A line that stands for a message (see Spoken) is none: it is heard.
func Typed(m org.Message) (line string, ok bool) {
	if _, is := org.CommandName(m.Text); !is || m.Explicit {
		return "", false
	}
	if _, said := spoken(m); said {
		return "", false
	}
	return strings.TrimLeft(strings.TrimSpace(m.Text), "!/\uFF01 "), true
}

func spoken(m org.Message) (org.Message, bool) {
	if _, is := org.CommandName(m.Text); !is || m.Explicit {
		return m, false
	}
	c, err := Parse(m.Text)
	if err != nil || c.Args[optionCap] != "" || c.Args[optionProject] != "" {
		return m, false
	}
	var words string
	switch c.Name {
	case "ask":
		words = c.Args[optionText]
	case "project":
		words = c.Args["goal"]
	default:
		return m, false
	}
	if strings.TrimSpace(words) == "" && len(m.Attachments) == 0 {
		return m, false
	}
	m.Text, m.Explicit = words, c.Name == "project"
	return m, true
}
