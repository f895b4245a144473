package botside

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/health"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
)

// Process is what the bot was started with.
type Process struct {
	Env      []string
	Dir      string
	In       io.Reader
	Out, Log io.Writer
	Hooks    app.Hooks
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
	var place *app.UnusableError
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
	a, err := app.Open(ctx, "bot", s, p.Hooks, p.Log)
	if err != nil {
		return err
	}
	go a.Rest(ctx)
	defer health.Serve(ctx, a, "bot")()
	defer health.Supervise(ctx, a, p.Env)()
	door := &terminal.Chat{
		In: p.In, Out: p.Out, Author: "founder", Session: strconv.FormatInt(a.Now().UnixNano(), 36), Now: a.Now,
	}
	chats := map[string]bot.Chat{terminal.Transport: door, "run": mute{door}}
	chat, err := Discord(a)
	if err != nil {
		return errors.Join(err, a.Close(ctx))
	}
	if chat != nil {
		chats = map[string]bot.Chat{discord.Transport: chat, terminal.Transport: mute{door}, "run": mute{door}}
	}
	return errors.Join(Serve(ctx, a, chats), a.Close(ctx))
}
