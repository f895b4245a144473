package discord_test

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

func (o *fixture) options() discord.Options {
	return discord.Options{
		Token: token(o.server.Token()), URL: o.server.API(), Rules: o.rules, Now: time.Now, Log: slog.New(slog.NewTextHandler(o.log, nil)), Records: o.db,
	}
}

func TestPairingByCode(t *testing.T) {
	t.Parallel()
	for name, where := range map[string]func(o *fixture) string{
		"directly":     func(o *fixture) string { return o.DM },
		"in a channel": func(o *fixture) string { return o.General },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t, discordtest.Options{})
			code := discord.Code()
			if code == discord.Code() || len(code) != 11 {
				t.Fatalf("code %q", code)
			}
			type end struct {
				p   discord.Paired
				err error
			}
			done := make(chan end, 1)
			go func() {
				p, err := discord.Pair(o.within(), o.options(), code)
				done <- end{p, err}
			}()
			o.ready()
			o.server.Say(o.Stranger, o.General, "AAAAA-AAAAA")
			o.server.Say(o.Other, o.General, code)
			o.server.Say(o.Founder, where(o), "<@"+o.server.Bot()+"> "+strings.ToLower(code))
			got := <-done
			want := discord.Paired{Founder: o.Founder, Name: "founder"}
			if where(o) == o.General {
				want.Guild, want.Channel = o.Guild, o.General
			}
			if got.err != nil || got.p != want {
				t.Errorf("Pair: %+v, %v; want %+v", got.p, got.err, want)
			}
		})
	}
}

func TestCheckNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	if err := o.server.Restrict(o.Chief, discordtest.AccessRead); err != nil {
		t.Fatal(err)
	}
	session, err := discord.New(o.options())
	if err != nil {
		t.Fatal(err)
	}
	text := func() (all string, wrong int) {
		for _, r := range session.Check(t.Context()) {
			all += r.Name + ": " + r.Detail + "\n"
			if !r.OK {
				wrong++
			}
		}
		return all, wrong
	}
	all, wrong := text()
	if wrong != 1 || !strings.Contains(all, "channel #chief: the bot lacks Send Messages") || !strings.Contains(all, "oauth2/authorize") {
		t.Errorf("checks:\n%s", all)
	}
	if err := o.server.Restrict(o.Chief, discordtest.AccessAll); err != nil {
		t.Fatal(err)
	}
	if all, wrong = text(); wrong != 0 {
		t.Errorf("checks:\n%s", all)
	}
}

func TestIdentifyRefusesAWrongToken(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	options := o.options()
	options.Token = token("nonsense")
	session, err := discord.New(options)
	if err != nil {
		t.Fatal(err)
	}
	var refused *bot.SetupError
	if _, err := session.Identify(t.Context()); !errors.As(err, &refused) || strings.Contains(err.Error(), "nonsense") {
		t.Errorf("Identify: %v, want what to do", err)
	}
}
