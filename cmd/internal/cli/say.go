package cli

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/internal/org"
)

// do has a command of the chat carried out and returns its reply.
func (c *call) do(ctx context.Context, a *app.App, line string) (org.Reply, error) {
	return botside.Commands(a).Do(ctx, org.Command{
		Origin: "tool-" + strconv.FormatInt(a.Now().UnixNano(), 36), Channel: terminal.ChannelOf("tool"), Author: "founder", Line: strings.TrimSpace(line),
	})
}

// show prints what the chat answers to a command: its first page, or with -all
// each of them.
func (c *call) show(ctx context.Context, a *app.App, line string) error {
	for first := true; ; first = false {
		r, err := c.do(ctx, a, line)
		if err != nil {
			return err
		}
		if !first {
			c.printf("\n")
		}
		c.say(pageNumber().ReplaceAllString(r.Text, ""))
		i := slices.IndexFunc(r.Card.Buttons, func(b org.Button) bool { return strings.HasPrefix(b.Label, "More") })
		switch {
		case i < 0:
			return nil
		case !c.flags.all:
			c.say(messages.TerminalMore(strings.TrimSpace(c.name + " " + strings.Join(c.rest, " "))))
			return nil
		}
		line = r.Card.Buttons[i].Command
	}
}

// pageNumber finds the end of a page, which tells chats how to turn it.
func pageNumber() *regexp.Regexp { return regexp.MustCompile(`\n\nPage \d+ of \d+\.[^\n]*$`) }

// say prints what was written for a chat. The commands that it names are those
// of this program where it has them.
func (c *call) say(text string) {
	text = regexp.MustCompile("`!([a-z]+)").ReplaceAllStringFunc(text, func(s string) string {
		if slices.ContainsFunc(groups(), func(g group) bool {
			return slices.ContainsFunc(g.list, func(one command) bool { return strings.Fields(one.use)[0] == s[2:] })
		}) {
			return "`frasier " + s[2:]
		}
		return s
	})
	c.printf("%s\n", strings.TrimSpace(terminal.Render(text, terminal.Styled(c.Out, c.Env))))
}
