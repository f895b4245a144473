package cli

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	commands "github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
)

// do has a command of the chat carried out and returns its reply.
func (c *call) do(ctx context.Context, a *app.App, line string) (org.Reply, error) {
	return botside.Commands(a).Do(ctx, commandOf(a, line))
}

func commandOf(a *app.App, line string) org.Command {
	return org.Command{
		Origin: "tool-" + strconv.FormatInt(a.Now().UnixNano(), 36), Channel: terminal.ChannelOf("tool"), Author: "founder", Line: strings.TrimSpace(line),
	}
}

// show prints what the chat answers to a command: its first page, or with -all
// each of them.
func (c *call) show(ctx context.Context, a *app.App, line string) error {
	for first := true; ; first = false {
		r, err := c.do(ctx, a, line)
		if err != nil {
			return err
		}
		if r.Refused && !asksFirst(r.Card) {
			return &usage{c.plainText(r.Text)}
		}
		if !first {
			c.printf("\n")
		}
		c.say(pageNumber().ReplaceAllString(r.Text, ""))
		i := slices.IndexFunc(r.Card.Buttons, func(b org.Button) bool { return strings.HasPrefix(b.Label, "More") })
		switch {
		case i < 0 && asksFirst(r.Card):
			c.say(messages.TerminalSure(strings.TrimSpace(c.name + " " + strings.Join(c.rest, " "))))
			return &exit{Waits}
		case i < 0:
			return nil
		case !c.flags.all:
			c.say(messages.TerminalMore(strings.TrimSpace(c.name + " " + strings.Join(c.rest, " "))))
			return nil
		}
		line = r.Card.Buttons[i].Command
	}
}

// asksFirst reports whether a reply asks before it does anything, and so did nothing.
func asksFirst(card org.Card) bool {
	return slices.ContainsFunc(card.Buttons, func(b org.Button) bool {
		return strings.Contains(b.Command, " "+org.SureMark) || strings.HasPrefix(b.Command, org.CommandConfirm+" ")
	})
}

// pageNumber finds the end of a page, which tells chats how to turn it.
func pageNumber() *regexp.Regexp { return regexp.MustCompile(`\n\nPage \d+ of \d+\.[^\n]*$`) }

// say prints what was written for a chat. The commands that it names are those
// of this program where it has them.
func (c *call) say(text string) {
	c.printf("%s\n", strings.TrimSpace(terminal.Render(c.named(text), terminal.Styled(c.Out, c.Env))))
}

// plainText returns a text for a chat without any mark-up.
func (c *call) plainText(text string) string {
	return strings.TrimSpace(terminal.Render(c.named(text), false))
}

// named makes the chat's commands in a text those of this program, where it has them; of
// the others it says where they are understood.
func (c *call) named(text string) string {
	return inShell(moment.Spell(text, c.zone))
}

func inShell(text string) string {
	return regexp.MustCompile("`!([a-z]+)([^`\n]*)`").ReplaceAllStringFunc(text, func(span string) string {
		line := strings.Trim(span, "`!")
		verb := strings.Fields(line)[0]
		all := commands.Commands()
		if i := slices.IndexFunc(all, func(n noun.Command) bool { return n.Name == verb && n.Shell != nil }); i >= 0 {
			line = shellOf(all[i]).name() + strings.TrimPrefix(line, verb)
		} else if !slices.ContainsFunc(groups(), func(g group) bool {
			return slices.ContainsFunc(g.list, func(one command) bool { return one.name() == verb })
		}) {
			return span + " (in a chat, such as `frasier chat`)"
		}
		return "`frasier " + writeSetting(line) + "`"
	})
}

// writeSetting makes a chat's "repo shop service ..." the shell's "repo set shop service ...", and leaves other lines as they are.
func writeSetting(line string) string {
	words := strings.Fields(line)
	if len(words) < 4 || words[0] != "repo" || slices.Contains([]string{"add", "set", "setup", "remove", "list"}, words[1]) {
		return line
	}
	value := strings.Join(words[3:], " ")
	if words[2] == "service" && len(words) > 4 {
		value = strconv.Quote(value)
	}
	return "repo set " + words[1] + " " + words[2] + " " + value
}
