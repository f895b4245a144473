package cli

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	commands "github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
)

// knownCommands are those of all nouns. Each look builds them anew, and help alone looks for thirty.
var knownCommands = sync.OnceValue(commands.Commands) //nolint:gochecknoglobals // it never changes

func nounCommand(name string) command {
	all := knownCommands()
	return shellOf(all[slices.IndexFunc(all, func(n noun.Command) bool { return n.Name == name })])
}

// name returns the word by which a command is called.
func (c command) name() string { return strings.Fields(c.use)[0] }

// runBy has a command of a noun carried out by a function of the shell's own.
func (c command) runBy(run func(context.Context, *call) error) command {
	c.run = run
	return c
}

// with has a command of a noun take flags of the shell's own.
func (c command) with(flags ...string) command {
	c.flags = append(flags, c.flags...)
	return c
}

// addCommand puts a command of a noun behind those of its group, where it is not listed yet.
func addCommand(groups []group, n noun.Command) {
	for i, g := range groups {
		listed := slices.ContainsFunc(g.list, func(one command) bool { return one.name() == shellOf(n).name() })
		if g.title == n.Shell.Group && !listed {
			groups[i].list = append(g.list, shellOf(n))
		}
	}
}

func shellOf(n noun.Command) command {
	out := command{use: n.Shell.Use, short: cmp.Or(n.Shell.Summary, n.Summary), most: unlimited, flags: []string{"all"}, ids: n.Shell.IDs, words: n.Shell.Words, run: runNoun}
	if n.Shell.Bare {
		out.most = 0
	}
	if n.Shell.JSON {
		out.flags = append(out.flags, "json")
	}
	return out
}

// runNoun carries out a command as a chat does, and prints what it shows.
func runNoun(ctx context.Context, c *call) error {
	line := c.name + " " + strings.Join(c.rest, " ")
	return c.with(ctx, func(a *app.App) error {
		if !c.flags.json {
			return c.show(ctx, a, line)
		}
		v, err := botside.Commands(a).View(ctx, commandOf(a, line))
		if err != nil {
			return err
		}
		switch {
		case asksFirst(v.Reply.Card):
			if err := c.writeJSON(map[string]string{"asks": c.plainText(v.Reply.Text), "yes": "frasier " + strings.TrimSpace(line) + " sure=yes"}); err != nil {
				return err
			}
			return &exit{Waits}
		case v.Reply.Refused || v.JSON == nil:
			return &usage{c.plainText(v.Reply.Text)}
		}
		out, err := v.JSON(ctx)
		if err != nil {
			return err
		}
		if lines, several := out.(noun.Lines); several {
			for _, one := range lines {
				if err := c.writeJSON(one); err != nil {
					return err
				}
			}
			return nil
		}
		return c.writeJSON(out)
	})
}

// answer answers a question that it names.
func answer(ctx context.Context, c *call) error {
	if len(c.rest) == 0 {
		return &usage{messages.TerminalNeedsDecision(c.name)}
	}
	err := runKnown(ctx, c, func(a *app.App) error {
		_, err := a.Store.Decision(ctx, c.rest[0])
		return err
	})
	if err != nil || c.flags.json {
		return err
	}
	return c.with(ctx, func(a *app.App) error {
		r, err := a.Store.Status(ctx, a.Now())
		if err != nil {
			return err
		}
		if _, works := status.WorkLine(r.Workers, a.Now()); !works && r.Queue > 0 {
			c.say(messages.TerminalIdle())
		}
		return nil
	})
}

// explainWork says why a step or a project is as it is.
func explainWork(ctx context.Context, c *call) error {
	return runKnown(ctx, c, func(a *app.App) error {
		if len(c.rest) == 0 || !syntax.IsStepID(c.rest[0]) {
			return nil
		}
		_, err := a.Store.Why(ctx, c.rest[0])
		return err
	})
}

// runKnown runs a noun's command on what is there. Of an unknown id the shell says where the ids stand.
func runKnown(ctx context.Context, c *call, find func(*app.App) error) error {
	if err := c.with(ctx, find); err != nil {
		return err
	}
	return runNoun(ctx, c)
}
