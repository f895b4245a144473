package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

// given is a token that was typed or set.
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
	c.printf("This is the bot %s.\n\n", terminal.Clean(who.Name))
	code := discord.Code()
	c.invite(who)
	c.printf("3. In Discord, send it this code, as a direct message or in the channel where it shall listen:\n\n   %s\n\n", code)
	c.printf("Waiting for the code, 10 minutes at most ...\n")
	paired, err := discord.Pair(ctx, o, code)
	if errors.Is(err, discord.ErrNoCode) {
		c.printf("Nobody sent the code. Nothing was written. Run \"frasier init\" again for a new one.\n")
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
		c.printf("1. If %s has a switch for reading messages (Message Content Intent), turn it on for this bot.\n", c.settings.DiscordURL)
		c.printf("2. Invite it into your server there (leave this out when it is in it). Its application id is %s.\n", terminal.Clean(who.Application))
		return
	case who.Known && !who.Content:
		c.printf("1. Turn on its Message Content Intent: https://discord.com/developers/applications/%s/bot, Privileged Gateway Intents, save.\n", who.Application)
	default:
		c.printf("1. Its Message Content Intent is on. Nothing to do.\n")
	}
	c.printf("2. Invite it into your server (leave this out when it is there): %s\n", discord.Invite(who.Application))
}

// askToken returns the token that is set, or asks for one.
func (c *call) askToken() (token given, fresh bool, err error) {
	if t := c.settings.DiscordToken.Reveal(); t != "" {
		return given(t), false, nil
	}
	if c.settings.DiscordURL == "" {
		c.printf("Make a bot: https://discord.com/developers/applications, New Application, Bot, Reset Token.\n")
	} else {
		c.printf("Make a bot on the server of %s.\n", c.settings.DiscordURL)
	}
	c.printf("Paste its token: ")
	line, err := bufio.NewReader(c.In).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", false, err
	}
	t := strings.TrimPrefix(strings.Trim(strings.TrimSpace(line), `"'`), "Bot ")
	if t == "" {
		return "", false, &usage{"init needs the bot's token: paste it, or set DISCORD_TOKEN"}
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
		name = fmt.Sprintf("%s (%s)", terminal.Clean(p.Name), p.Founder)
	}
	c.printf("Paired with %s. Written to .env (only you can read it):\n", name)
	for _, name := range []string{"DISCORD_TOKEN", "FRASIER_FOUNDERS", "FRASIER_GUILD", "FRASIER_CHANNELS", "FRASIER_DISCORD_URL"} {
		switch v, ok := values[name]; {
		case ok && name == "DISCORD_TOKEN":
			c.printf("  %s is set\n", name)
		case ok:
			c.printf("  %s=%s\n", name, v)
		}
	}
	c.printf("\nStart it: frasier up\n")
	return nil
}

// with adds one to a list, once.
func with(list []string, one string) []string {
	if slices.Contains(list, one) {
		return list
	}
	return append(slices.Clone(list), one)
}
