package command

import (
	"context"
	"slices"
	"strings"

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
func option(name, description string) org.OptionSpec {
	return org.OptionSpec{Name: name, Description: description, Kind: org.OptionText}
}

// suggested is an option that Complete has suggestions for.
func suggested(name, description string) org.OptionSpec {
	o := option(name, description)
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
	return suggested(optionProject, "a project: its number or how its title begins")
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

// specs lists all commands, the most used first.
func specs() []spec {
	return slices.Concat(talking(), looking(), deciding(), steering(), redoing(), remembering(), running(), buttons())
}

func talking() []spec {
	file := org.OptionSpec{Name: "file", Description: "a file that goes with it", Kind: org.OptionFile}
	return []spec{
		{
			CommandSpec: org.CommandSpec{
				Name: "ask", Description: "ask or say something, as if you wrote it in the channel",
				Options: []org.OptionSpec{required(option(optionText, "what you want to know or have done")), file},
			},
			example: "ask What did we decide about prices?", acts: true, public: true, run: (*Handler).ask,
		},
		{
			CommandSpec: org.CommandSpec{
				Name: "project", Description: "start a project from words or a file, or cap one",
				Options: []org.OptionSpec{
					option("goal", "what it is to achieve"), file,
					named(option(optionCap, "the most it may cost in all, in dollars; alone: of a running project, off takes it away")),
					named(suggested(optionProject, "with cap: which project; the one of the thread when left out")),
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
			Name: "status", Description: "how everything stands, or one project step by step",
			Options: []org.OptionSpec{project()},
		}, aliases: []string{"s", "st"}, example: "status p3", run: (*Handler).status},
		{
			CommandSpec: org.CommandSpec{
				Name: "projects", Description: "all projects, also those that ended",
				Options: []org.OptionSpec{oneOf(option("state", "only those in this state"), states...)},
			},
			aliases: []string{"list", "ls"}, example: "projects completed", run: (*Handler).projects,
		},
		{CommandSpec: org.CommandSpec{
			Name: "plan", Description: "a project's plan: who does what after what",
			Options: []org.OptionSpec{project()},
		}, example: "plan p3", acts: true, lists: true, run: (*Handler).plan},
		{
			CommandSpec: org.CommandSpec{Name: "inbox", Description: "what waits for your decision"},
			aliases:     []string{"decisions", "in"}, example: "inbox", run: (*Handler).inbox,
		},
		{CommandSpec: org.CommandSpec{
			Name: "costs", Description: "what was spent today, in 7 and in 30 days, and on what",
			Options: []org.OptionSpec{project()},
		}, aliases: []string{"cost", "spend", "usage"}, example: "costs p3", run: (*Handler).costs},
		{CommandSpec: org.CommandSpec{
			Name: "why", Description: "why a step or project is as it is",
			Options: []org.OptionSpec{suggested("subject", "a step or a project, by number, key or title")},
		}, example: "why s12", run: (*Handler).why},
		{
			CommandSpec: org.CommandSpec{Name: "agents", Description: "who works for you, and on what"},
			aliases:     []string{"team", "who"}, example: "agents", run: (*Handler).agents,
		},
		{CommandSpec: org.CommandSpec{
			Name: "timeline", Description: "what was decided in a project, by whom and when",
			Options: []org.OptionSpec{project()},
		}, aliases: []string{"history"}, example: "timeline p3", run: (*Handler).timeline},
		{CommandSpec: org.CommandSpec{
			Name: "help", Description: "what you can say",
			Options: []org.OptionSpec{suggested("command", "one command to explain")},
		}, aliases: []string{"h", "commands"}, example: "help budget", run: (*Handler).help},
	}
}

func steering() []spec {
	which := suggested(optionProject, "a project, or all")
	return []spec{
		{CommandSpec: org.CommandSpec{
			Name: "pause", Description: "let a project rest; what is being worked on is finished",
			Options: []org.OptionSpec{which},
		}, aliases: []string{"hold", "stop"}, example: "pause p3", acts: true, leaves: org.EventProjectPaused, run: (*Handler).pause},
		{CommandSpec: org.CommandSpec{
			Name: "resume", Description: "let a paused or waiting project go on",
			Options: []org.OptionSpec{which},
		}, aliases: []string{"go", "continue", "unpause"}, example: "resume p3", acts: true, leaves: org.EventProjectResumed, run: (*Handler).resume},
		{CommandSpec: org.CommandSpec{
			Name: "cancel", Description: "end a project for good; I ask first",
			Options: []org.OptionSpec{which, named(oneOf(option(optionSure, "yes ends it without the question"), "yes"))},
		}, aliases: []string{"kill"}, example: "cancel p3", acts: true, leaves: org.EventProjectCancelled, run: (*Handler).cancel},
		{CommandSpec: org.CommandSpec{
			Name: "gate", Description: "where a project waits for your yes: list, set, or off",
			Options: []org.OptionSpec{project(), option("when", "after planning, after each phase, before the document, or a step; off takes it away")},
		}, aliases: []string{"gates", "checkpoint"}, example: "gate p3 after planning", acts: true, leaves: org.EventGateSet, lists: true, run: (*Handler).gate},
	}
}

func remembering() []spec {
	return []spec{
		{
			CommandSpec: org.CommandSpec{
				Name: "rules", Description: "the rules you gave: list them, or forget one",
				Options: []org.OptionSpec{oneOf(option("do", "what to do"), "list", "forget"), suggested(optionID, "the rule to forget")},
			},
			aliases: []string{"directives", "lessons"}, example: "rules forget l3", acts: true, lists: true, run: (*Handler).rules,
		},
		{
			CommandSpec: org.CommandSpec{
				Name: "remember", Description: "keep to a rule in all work from now on",
				Options: []org.OptionSpec{required(option(optionText, "the rule"))},
			},
			example: "remember Write prices in euros", acts: true, run: (*Handler).remember,
		},
		{CommandSpec: org.CommandSpec{
			Name: "forget", Description: "forget a rule or a message",
			Options: []org.OptionSpec{suggested(optionID, "the rule")},
		}, example: "forget l3", acts: true, run: (*Handler).forget},
		{
			CommandSpec: org.CommandSpec{
				Name: "memory", Description: "what I learnt by myself and how I tidied it: list it, or undo a tidying",
				Options: []org.OptionSpec{oneOf(option("do", "what to do"), "list", "undo"), option(optionID, "the tidying to take back; the last one when left out")},
			},
			aliases: []string{"learnt", "tidied"}, example: "memory undo c2", acts: true, lists: true, run: (*Handler).memory,
		},
		{CommandSpec: org.CommandSpec{
			Name: "recall", Description: "what was said and learnt about something",
			Options: []org.OptionSpec{required(option(optionText, "about what"))},
		}, aliases: []string{"search", "find"}, example: "recall oat prices", run: (*Handler).recall},
	}
}

func running() []spec {
	return []spec{
		{
			CommandSpec: org.CommandSpec{
				Name: "budget", Description: "caps on spending: list them, or set one",
				Options: []org.OptionSpec{
					oneOf(option("scope", "what it counts"), "day", "month", "mission", "step"),
					option("amount", "dollars, such as 5 or 0.50; off takes it away"),
					oneOf(option("kind", "stop at it, or only tell me"), "cap", "warn"),
					project(),
				},
			},
			aliases: []string{"cap", "limit"}, example: "budget day 5", acts: true, lists: true, run: (*Handler).budget,
		},
		{
			CommandSpec: org.CommandSpec{
				Name: "schedule", Description: "run a project again and again: list, add, stop",
				Options: []org.OptionSpec{
					suggested(optionProject, "a project; or stop, and then the schedule"),
					suggested("cron", "when: \"0 8 * * 1\" (Mondays at 8), @daily, @weekly, @monthly"),
					option("zone", "time zone, such as Europe/Berlin; yours when left out"),
					oneOf(option("missed", "runs missed while nothing ran: one now, or none"), "once", "skip"),
				},
			},
			aliases: []string{"cron"}, example: `schedule p3 "0 8 * * 1" Europe/Berlin`, acts: true, lists: true, run: (*Handler).schedule,
		},
		{
			CommandSpec: org.CommandSpec{
				Name: "alert", Description: "what I noticed going wrong; say whether I was right",
				Options: []org.OptionSpec{
					option(optionID, "the alert; the last ones are listed when left out"),
					oneOf(option("verdict", "was it right?"), "right", "wrong"),
				},
			},
			aliases: []string{"alerts"}, example: "alert a3 right", acts: true, lists: true, button: true, run: (*Handler).alert,
		},
		{
			CommandSpec: org.CommandSpec{
				Name: "settings", Description: "what is set, and what you can change here",
				Options: []org.OptionSpec{suggested("name", "what to change"), option("value", "its new value; default puts it back")},
			},
			aliases: []string{"set", "config"}, example: "settings zone Europe/Berlin", acts: true, lists: true, run: (*Handler).settings,
		},
		{
			CommandSpec: org.CommandSpec{Name: "dashboard", Description: "a link that opens everything in your browser"},
			aliases:     []string{"cockpit", "web"}, example: "dashboard", run: (*Handler).dashboard,
		},
		{
			CommandSpec: org.CommandSpec{Name: "doctor", Description: "is everything well? each line with its fix"},
			aliases:     []string{"health", "check"}, example: "doctor", run: (*Handler).doctor,
		},
		{CommandSpec: org.CommandSpec{
			Name: "export", Description: "a project's document and sources as files",
			Options: []org.OptionSpec{project()},
		}, aliases: []string{"download", "files"}, example: "export p3", run: (*Handler).export},
		{CommandSpec: org.CommandSpec{
			Name: "reannounce", Description: "say again what could not be sent",
			Options: []org.OptionSpec{suggested("delivery", "which one; all when left out")},
		}, aliases: []string{"resend"}, example: "reannounce d12", acts: true, run: (*Handler).reannounce},
	}
}

func deciding() []spec {
	id := suggested(optionID, "the decision; the only one when left out")
	return []spec{
		{CommandSpec: org.CommandSpec{
			Name: "approve", Description: "say yes to a decision that waits for you",
			Options: []org.OptionSpec{id, option(optionText, "words to go with it")},
		}, aliases: []string{"yes"}, example: "approve e4", acts: true, run: (*Handler).approve},
		{CommandSpec: org.CommandSpec{
			Name: "deny", Description: "say no to a decision that waits for you",
			Options: []org.OptionSpec{id, option(optionText, "words to go with it")},
		}, aliases: []string{"no", "reject"}, example: "deny e4", acts: true, run: (*Handler).deny},
		{CommandSpec: org.CommandSpec{
			Name: "decide", Description: "answer a decision that waits for you",
			Options: []org.OptionSpec{id, option("answer", "the letter of an answer, then words")},
		}, aliases: []string{"answer"}, example: "decide e4 b", acts: true, run: (*Handler).decide},
	}
}

func redoing() []spec {
	step := suggested(optionStep, "a step, by number or how its title begins")
	return []spec{
		{
			CommandSpec: org.CommandSpec{
				Name: "redo", Description: "have a step done again, with words for whoever does it",
				Options: []org.OptionSpec{required(step), option(optionText, "what should be different")},
			},
			aliases: []string{"retry", "again"}, example: "redo s12 Only prices of 2026", acts: true, run: (*Handler).redo,
		},
		{
			CommandSpec: org.CommandSpec{
				Name: "replan", Description: "plan again what is left of a project; finished steps are kept",
				Options: []org.OptionSpec{project(), option(optionText, "what should be different")},
			},
			example: "replan p3 Fewer, larger steps", acts: true, leaves: org.EventMissionReplanned, run: (*Handler).replan,
		},
		{
			CommandSpec: org.CommandSpec{
				Name: "changes", Description: "ask for changes to a project's document",
				Options: []org.OptionSpec{required(project()), required(option(optionText, "what should change"))},
			},
			aliases: []string{"change", "revise"}, example: "changes p3 Shorter, and add Lisbon", acts: true, run: (*Handler).changes,
		},
	}
}

func buttons() []spec {
	return []spec{
		{
			CommandSpec: org.CommandSpec{
				Name: "steer", Description: "tell the agents of a project something",
				Options: []org.OptionSpec{required(project()), required(option(optionText, "what they are to know"))},
			},
			aliases: []string{"note", "tell"}, example: "steer p3 Leave Lisbon out", acts: true, run: (*Handler).steer,
		},
		{CommandSpec: org.CommandSpec{
			Name: "accept", Description: "accept a project's document",
			Options: []org.OptionSpec{project()},
		}, aliases: []string{"ok"}, example: "accept p3", acts: true, leaves: org.EventAccepted, run: (*Handler).accept},
		{CommandSpec: org.CommandSpec{
			Name: "read", Description: "read a project's document here, page by page",
			Options: []org.OptionSpec{project()},
		}, example: "read p3", run: (*Handler).read},
		{CommandSpec: org.CommandSpec{
			Name: "sources", Description: "what each claim of a document rests on",
			Options: []org.OptionSpec{project()},
		}, aliases: []string{"quotes"}, example: "sources p3", run: (*Handler).sources},
		{CommandSpec: org.CommandSpec{
			Name: "add", Description: "add a message to a project",
			Options: []org.OptionSpec{option("message", "the message"), project()},
		}, example: "add", acts: true, leaves: org.EventSteering, button: true, run: (*Handler).add},
	}
}

// Specs describes the commands to a chat that registers them, context-menu
// commands last.
func Specs() []org.CommandSpec {
	var out []org.CommandSpec
	for _, s := range specs() {
		if !s.button {
			out = append(out, s.CommandSpec)
		}
	}
	for _, m := range []org.CommandSpec{
		{Name: "project", Menu: "Make this a project"}, {Name: "add", Menu: "Add to project"}, {Name: "remember", Menu: "Remember this"},
	} {
		s, _ := find(m.Name)
		m.Description = s.Description
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
			out = append(out, Topic{s.Name, s.Description, s.example})
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
