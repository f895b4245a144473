package botside

import (
	"context"
	"errors"
	"strconv"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/dashboard"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/org"
)

// RunTransport is the channel of what "frasier run" hands over: its deliveries
// are shown by run itself, or by the terminal of whichever process finishes the
// work.
const RunTransport = "run"

// Run is the bot as a process: it talks in Discord when a token is set, else in
// the terminal that it was started in, until ctx ends. It returns the exit code
// (see app.Main). The end of the input ends no work.
func Run(ctx context.Context, p app.Process) int {
	return app.Main(ctx, "bot", p, func(ctx context.Context, a *app.App) error {
		chat := Terminal(a, p)
		chats, err := Chats(a, chat)
		if err != nil {
			return err
		}
		if a.Pages, err = Dashboard(a); err != nil {
			return err
		}
		defer a.Watch(ctx, "bot", p.Env, Connected(chats))()
		return Serve(ctx, a, chats)
	})
}

// Terminal returns the chat of the terminal that a process was started in.
func Terminal(a *app.App, p app.Process) *terminal.Chat {
	return &terminal.Chat{
		In: p.In, Out: p.Out, Author: "founder", Session: strconv.FormatInt(a.Now().UnixNano(), 36), Now: a.Now, Zone: a.Zone,
		Styled: terminal.Styled(p.Out, p.Env),
	}
}

// Chats returns the chats of a process by transport: the dashboard, and Discord when a token is
// set, and then the terminal only prints; else the terminal.
func Chats(a *app.App, t bot.Chat) (map[string]bot.Chat, error) {
	chats := map[string]bot.Chat{terminal.Transport: t, RunTransport: Mute{t}, dashboard.Transport: dashboard.Chat{Records: a.Store}}
	session, err := Discord(a)
	if err != nil || session == nil {
		return chats, err
	}
	a.Founders = session.ListFounders
	chats[discord.Transport], chats[terminal.Transport] = session, Mute{t}
	return chats, nil
}

// Mute prints what a chat prints and reads nothing.
type Mute struct{ bot.Chat }

// Listen reads nothing and waits for the end of ctx.
func (Mute) Listen(ctx context.Context, _ func(context.Context, org.Message) error) error {
	<-ctx.Done()
	return nil
}

// Connected returns what says why a chat of these is not connected to its
// server, nil when none of them has one.
func Connected(chats map[string]bot.Chat) func() error {
	for _, c := range chats {
		if session, ok := c.(interface{ Disconnected() string }); ok {
			return func() error {
				if why := session.Disconnected(); why != "" {
					return errors.New(why)
				}
				return nil
			}
		}
	}
	return nil
}
