package command

import (
	"context"
	"slices"

	"github.com/frasier-cos/frasier/bot/command/action"
	"github.com/frasier-cos/frasier/bot/command/alert"
	"github.com/frasier-cos/frasier/bot/command/ask"
	"github.com/frasier-cos/frasier/bot/command/browser"
	"github.com/frasier-cos/frasier/bot/command/bundle"
	"github.com/frasier-cos/frasier/bot/command/code"
	"github.com/frasier-cos/frasier/bot/command/company"
	"github.com/frasier-cos/frasier/bot/command/connection"
	"github.com/frasier-cos/frasier/bot/command/control"
	"github.com/frasier-cos/frasier/bot/command/costs"
	"github.com/frasier-cos/frasier/bot/command/doctor"
	"github.com/frasier-cos/frasier/bot/command/document"
	"github.com/frasier-cos/frasier/bot/command/given"
	"github.com/frasier-cos/frasier/bot/command/help"
	"github.com/frasier-cos/frasier/bot/command/hook"
	"github.com/frasier-cos/frasier/bot/command/inbox"
	"github.com/frasier-cos/frasier/bot/command/issue"
	"github.com/frasier-cos/frasier/bot/command/journal"
	"github.com/frasier-cos/frasier/bot/command/keep"
	"github.com/frasier-cos/frasier/bot/command/linear"
	"github.com/frasier-cos/frasier/bot/command/mail"
	"github.com/frasier-cos/frasier/bot/command/meeting"
	"github.com/frasier-cos/frasier/bot/command/memory"
	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/command/outside"
	"github.com/frasier-cos/frasier/bot/command/plan"
	"github.com/frasier-cos/frasier/bot/command/project"
	"github.com/frasier-cos/frasier/bot/command/publication"
	"github.com/frasier-cos/frasier/bot/command/pull"
	"github.com/frasier-cos/frasier/bot/command/reminder"
	"github.com/frasier-cos/frasier/bot/command/remote"
	"github.com/frasier-cos/frasier/bot/command/repository"
	"github.com/frasier-cos/frasier/bot/command/review"
	"github.com/frasier-cos/frasier/bot/command/rival"
	"github.com/frasier-cos/frasier/bot/command/schedule"
	"github.com/frasier-cos/frasier/bot/command/service"
	"github.com/frasier-cos/frasier/bot/command/setting"
	"github.com/frasier-cos/frasier/bot/command/share"
	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/bot/command/step"
	"github.com/frasier-cos/frasier/bot/command/team"
	"github.com/frasier-cos/frasier/bot/command/timeline"
	"github.com/frasier-cos/frasier/bot/command/tools"
	"github.com/frasier-cos/frasier/bot/command/webhook"
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
		journal.New(d.Store),
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
		service.New(d.Store),
		team.New(d.Store, d.Persona),
		reminder.New(d.Store, d.Founders),
		schedule.New(d.Store),
		setting.New(d.Store, d.Settings),
		doctor.New(d.Store, d.Checks),
		browser.New(d.Link),
		given.New(d.Store),
		help.New(help.Language{List: listTyped, Find: explainCommand}),
		action.New(d.Store),
		connection.New(d.Store, d.GiveBack),
		issue.New(d.Store),
		remote.New(d.Store),
		webhook.New(d.Store),
		hook.New(d.Store),
		tools.New(d.Store, d.GiveBack),
		meeting.New(d.Store, d.Meetings),
		mail.New(d.Store, d.Box),
		pull.New(d.Store),
		outside.New(d.Store),
		bundle.New(d.Bundle),
		publication.New(d.Store),
		keep.New(d.Store),
		linear.New(d.Store),
		review.New(d.Store),
		rival.New(d.Store),
	}
}

// mostUsed are the commands as lists show them. One that is not among them stands behind all of these.
func mostUsed() []string {
	return []string{
		"ask", "project",
		"status", "projects", "plan", "inbox", "costs", "why", "agents", "timeline", org.CommandDiff, org.CommandChecks, "runs", "workspaces", "repo", "services", "help",
		"approve", "deny", "decide",
		org.CommandPause, org.CommandResume, org.CommandCancel, "delete", "undelete", "gate",
		"isolate", org.CommandRedo, "drop", org.CommandFirst, org.CommandReplan, org.CommandChanges,
		"rules", "remember", "forget", "memory", "recall",
		"budget", "company", "remind", "reminders", "schedule", "alert", "settings", "dashboard", "doctor", "share", "export", "reannounce",
		org.CommandSteer, "accept", "read", "sources",
	}
}

// Commands are the commands of all nouns, the most used first, and those that only buttons give last. They are not to be run.
func Commands() []noun.Command { return new(Handler).commands() }

func (d *Handler) commands() []noun.Command {
	var out []noun.Command
	for _, n := range d.Nouns() {
		out = append(out, n.Commands...)
	}
	order := mostUsed()
	place := make(map[string]int, len(out))
	for _, c := range out {
		place[c.Name] = len(order) // behind all
		if at := slices.Index(order, c.Name); at >= 0 {
			place[c.Name] = at
		} else if c.Hidden {
			place[c.Name]++
		}
	}
	slices.SortStableFunc(out, func(a, b noun.Command) int { return place[a.Name] - place[b.Name] })
	return out
}

// listTyped lists the commands that people type; buttons give the others.
func listTyped() []noun.Command {
	return slices.DeleteFunc(Commands(), func(c noun.Command) bool { return c.Hidden })
}

// findCommand returns the command of a name or an alias.
func findCommand(word string) (noun.Command, bool) {
	for _, c := range Commands() {
		if c.Name == word || slices.Contains(c.Aliases, word) {
			return c, true
		}
	}
	return noun.Command{}, false
}

// explainCommand finds what help is to explain.
func explainCommand(word string) (noun.Command, error) {
	c, ok := findCommand(word)
	if !ok {
		return noun.Command{}, refuseUnknown(word)
	}
	return c, nil
}

// ready is a command as it is to be run.
func (d *Handler) ready(name string) noun.Command {
	all := d.commands()
	return all[slices.IndexFunc(all, func(c noun.Command) bool { return c.Name == name })]
}

// runOrder runs the command of an order.
func (d *Handler) runOrder(ctx context.Context, o *order) (noun.View, error) {
	here, err := d.here(ctx, o)
	if err != nil {
		return noun.View{}, err
	}
	return d.ready(o.of.Name).Run(ctx, noun.Input{
		Args: o.Args, Page: o.Page, Channel: o.Channel, Author: o.Author, Origin: o.Origin, Thread: here, Now: d.Now(), Message: o.Message, Heard: o.message, Again: !o.since.IsZero(),
		DoneBefore:  func(ctx context.Context, kind org.EventKind) ([]org.Event, error) { return d.did(ctx, o, "", kind) },
		Repeat:      func(ctx context.Context, r noun.Repeat) (noun.View, error) { return d.repeat(ctx, o, r) },
		FindProject: func(ctx context.Context, open bool) (org.ProjectName, error) { return d.which(ctx, o, open) },
	})
}
