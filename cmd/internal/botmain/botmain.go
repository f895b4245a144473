// Package botmain is the front office as a process. Its door is Discord when a
// token is set, else the terminal it was started in.
package botmain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/cmd/internal/front"
	"github.com/frasier-cos/frasier/cmd/internal/health"
	"github.com/frasier-cos/frasier/cmd/internal/hook"
	"github.com/frasier-cos/frasier/cmd/internal/office"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
)

// Process is what the bot was started with.
type Process struct {
	Env      []string
	Dir      string
	In       io.Reader
	Out, Log io.Writer
	Hooks    hook.Hooks
}

// Run talks until ctx ends and returns the exit code: 0, 78 for settings that
// cannot be used, 70 for anything else. The end of the input ends no work.
func Run(ctx context.Context, p Process) int {
	err := serve(ctx, p)
	if err == nil || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return 0 // a stop while it starts is a stop
	}
	if _, err := fmt.Fprintln(p.Log, "bot:", err); err != nil {
		return 70
	}
	var set *settings.Error
	var place *office.UnusableError
	var refused *bot.SetupError
	if errors.As(err, &set) || errors.As(err, &place) || errors.As(err, &refused) {
		return 78
	}
	return 70
}

// mute prints what a run left to be shown; it hears nothing.
type mute struct{ *terminal.Chat }

// Listen hears nothing and waits.
func (mute) Listen(ctx context.Context, _ func(context.Context, org.Message) error) error {
	<-ctx.Done()
	return nil
}

func serve(ctx context.Context, p Process) error {
	s, err := settings.Load(p.Env, p.Dir)
	if err != nil {
		return err
	}
	o, err := office.Open(ctx, "bot", s, p.Hooks, p.Log)
	if err != nil {
		return err
	}
	go o.Rest(ctx)
	defer health.Serve(ctx, o, "bot")()
	defer health.Supervise(ctx, o, p.Env)()
	door := &terminal.Chat{
		In: p.In, Out: p.Out, Author: "founder", Session: strconv.FormatInt(o.Now().UnixNano(), 36), Now: o.Now,
	}
	doors := map[string]bot.Chat{terminal.Transport: door, "run": mute{door}}
	chat, err := front.Discord(o)
	if err != nil {
		return errors.Join(err, o.Close(ctx))
	}
	if chat != nil {
		doors = map[string]bot.Chat{discord.Transport: chat, terminal.Transport: mute{door}, "run": mute{door}}
	}
	return errors.Join(front.Run(ctx, o, doors), o.Close(ctx))
}
