package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

type given string

// Reveal returns it.
func (g given) Reveal() string { return string(g) }

// initialise pairs the bot with its founder in Discord: it takes the token,
// prints the link that invites the bot, waits for the founder's code, and
// writes what it learnt into .env.
func initialise(ctx context.Context, c *call) error {
	token, fresh, err := c.askToken()
	if err != nil {
		return err
	}
	o := discord.Options{
		Token: token, URL: c.settings.DiscordURL, Now: time.Now, Rules: discord.Rules{Founders: []string{"0"}},
		Log: slog.New(slog.NewTextHandler(c.Err, &slog.HandlerOptions{Level: slog.LevelError})),
	}
	session, err := discord.New(o)
	if err != nil {
		return err
	}
	who, err := session.Identify(ctx)
	if err != nil {
		return err
	}
	c.printf("%s\n\n", messages.InitBot(terminal.Clean(who.Name)))
	code := discord.Code()
	c.invite(who)
	c.printf("%s\n", messages.InitCode(code))
	paired, err := discord.Pair(ctx, o, code)
	if errors.Is(err, discord.ErrNoCode) {
		c.printf("%s\n", messages.InitNoCode())
		return &exit{NoAnswer}
	}
	if err != nil {
		return err
	}
	return c.writePaired(paired, token, fresh)
}

// invite says how the bot gets into a server. Discord's own pages know nothing
// of a bot of another server, nor does its word on the intent count there.
func (c *call) invite(who discord.Identity) {
	switch {
	case c.settings.DiscordURL != "":
		c.printf("%s\n", messages.InitIntentElsewhere(c.settings.DiscordURL))
		c.printf("%s\n", messages.InitInviteElsewhere(terminal.Clean(who.Application)))
		return
	case who.Known && !who.Content:
		c.printf("%s\n", messages.InitIntent(who.Application, false))
	default:
		c.printf("%s\n", messages.InitIntent(who.Application, true))
	}
	c.printf("%s\n", messages.InitInvite(discord.Invite(who.Application)))
}

// askToken returns the token that is set, or asks for one.
func (c *call) askToken() (token given, fresh bool, err error) {
	if t := c.settings.DiscordToken.Reveal(); t != "" {
		return given(t), false, nil
	}
	c.printf("%s\n%s", messages.InitMakeBot(c.settings.DiscordURL), messages.InitPaste())
	line, err := bufio.NewReader(c.In).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", false, err
	}
	t := strings.TrimPrefix(strings.Trim(strings.TrimSpace(line), `"'`), "Bot ")
	if t == "" {
		return "", false, &usage{messages.InitNoToken()}
	}
	c.printf("\n")
	return given(t), true, nil
}

// writePaired writes .env and says what comes next. Founders and channels that
// are named already stay.
func (c *call) writePaired(p discord.Paired, token given, fresh bool) error {
	values := map[string]string{"FRASIER_FOUNDERS": strings.Join(with(c.settings.Founders, p.Founder), ",")}
	if fresh {
		values["DISCORD_TOKEN"] = string(token)
	}
	if c.settings.DiscordURL != "" {
		values["FRASIER_DISCORD_URL"] = c.settings.DiscordURL // a start without it would send the token to Discord
	}
	if p.Guild != "" {
		values["FRASIER_GUILD"] = p.Guild
	}
	if p.Channel != "" {
		values["FRASIER_CHANNELS"] = strings.Join(with(c.settings.Channels, p.Channel), ",")
	}
	if err := settings.Write(c.Dir, values); err != nil {
		return err
	}
	name := p.Founder
	if p.Name != "" {
		name = terminal.Clean(p.Name)
	}
	c.printf("%s\n", messages.InitPaired(name))
	for _, name := range []string{"DISCORD_TOKEN", "FRASIER_FOUNDERS", "FRASIER_GUILD", "FRASIER_CHANNELS", "FRASIER_DISCORD_URL"} {
		switch v, ok := values[name]; {
		case ok && name == "DISCORD_TOKEN":
			c.printf("  %s is set\n", name)
		case ok:
			c.printf("  %s=%s\n", name, v)
		}
	}
	c.printf("\n%s\n", messages.InitStart())
	return nil
}

// with adds one to a list, once.
func with(list []string, one string) []string {
	if slices.Contains(list, one) {
		return list
	}
	return append(slices.Clone(list), one)
}
