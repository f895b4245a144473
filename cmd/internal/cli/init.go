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
	door, err := discord.New(o)
	if err != nil {
		return err
	}
	who, err := door.Identify(ctx)
	if err != nil {
		return err
	}
	c.printf("This is the bot %s.\n", who.Name)
	if who.Known && !who.Content {
		c.printf("\n1. Turn on its Message Content Intent: https://discord.com/developers/applications/%s/bot, Privileged Gateway Intents, save.\n", who.Application)
	} else {
		c.printf("\n1. Its Message Content Intent is on. Nothing to do.\n")
	}
	code := discord.Code()
	c.printf("2. Invite it into your server (leave this out when it is there): %s\n", discord.Invite(who.Application))
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

// askToken returns the token that is set, or asks for one.
func (c *call) askToken() (token given, fresh bool, err error) {
	if t := c.settings.DiscordToken.Reveal(); t != "" {
		return given(t), false, nil
	}
	c.printf("Make a bot: https://discord.com/developers/applications, New Application, Bot, Reset Token.\nPaste its token: ")
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
	if p.Guild != "" {
		values["FRASIER_GUILD"] = p.Guild
	}
	if p.Channel != "" {
		values["FRASIER_CHANNELS"] = strings.Join(with(c.settings.Channels, p.Channel), ",")
	}
	if err := settings.Write(c.Dir, values); err != nil {
		return err
	}
	c.printf("Paired with %s. Written to .env (only you can read it):\n", p.Founder)
	for _, name := range []string{"DISCORD_TOKEN", "FRASIER_FOUNDERS", "FRASIER_GUILD", "FRASIER_CHANNELS"} {
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
