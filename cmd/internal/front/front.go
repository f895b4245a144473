// Package front wires the front office: chat, conversation, outbox, heartbeat
// and the journal's export. It links nothing that works on steps.
package front

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/converse"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/heartbeat"
	"github.com/frasier-cos/frasier/bot/outbox"
	"github.com/frasier-cos/frasier/bot/ticket"
	"github.com/frasier-cos/frasier/bot/watch"
	"github.com/frasier-cos/frasier/cmd/internal/office"
	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/org"
)

// Run does the front office's work until ctx ends. doors are the chats by
// transport; hearing a message stores it before anything else.
func Run(ctx context.Context, o *office.Office, doors map[string]bot.Chat) error {
	if err := o.Appear(ctx); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var talk sync.WaitGroup
	for _, door := range doors {
		talk.Go(func() {
			err := door.Listen(ctx, Hear(o))
			if refused := new(bot.SetupError); errors.As(err, &refused) {
				stop(refused)
			} else if err != nil && ctx.Err() == nil {
				o.Log.ErrorContext(ctx, "chat ended", "err", err)
			}
		})
	}
	talk.Go(func() {
		if err := audit(ctx, o); err != nil && ctx.Err() == nil {
			o.Log.ErrorContext(ctx, "counters cannot be counted", "err", err)
		}
	})
	talk.Go(func() { o.KeepPrices(ctx) })
	talk.Go(func() { o.KeepTraffic(ctx) })
	desk := Desk(o)
	courier := courier(o, doors)
	heart := &heartbeat.Heart{Records: o.Careful(), Holder: o.Holder, Role: "bot", Tick: org.HeartbeatTick, Now: o.Now, Log: o.Log}
	clerk := &ticket.Clerk{Records: o.Store, Now: o.Now}
	log := workflow(o)
	rooms := bot.Office{
		Poll: o.Settings.Poll, Wake: o.Store.Wake, Log: o.Log,
		Duties: []bot.Duty{{Name: "converse", Next: desk.Next}, {Name: "ticket", Next: clerk.Next}, {Name: "outbox", Next: courier.Next}, {Name: "heartbeat", Next: heart.Next}, {Name: "chores", Next: chores(o).Next}, {Name: "journal", Next: export(o, log)}},
	}
	for _, door := range doors {
		if d, ok := door.(interface{ Ack(context.Context) error }); ok {
			rooms.Duties = append(rooms.Duties, bot.Duty{Name: "marks", Next: d.Ack})
		}
	}
	if o.Only == "" {
		watcher := watcher(o)
		talk.Go(func() {
			wake, stop := o.Store.Wake()
			defer stop()
			watcher.Wake, watcher.Poll = wake, o.Settings.Poll
			watcher.Run(ctx)
		})
	}
	rooms.Run(ctx)
	talk.Wait()
	if refused := new(bot.SetupError); errors.As(context.Cause(ctx), &refused) {
		return refused
	}
	return nil
}

// watcher returns the one who watches the work. Without a model rules alone
// judge.
func watcher(o *office.Office) *watch.Watcher {
	w := &watch.Watcher{
		Journal: o.Store, Records: o.Store, Holder: o.Holder, Now: o.Now, Log: o.Log,
		Diary: &watch.Diary{Path: filepath.Join(o.Settings.Home, "watcher.log")},
	}
	if !o.Client.Offline() {
		w.Judge = (&watch.Thinker{Client: o.Client, Prompts: o.Prompts, Secret: o.Secret, Now: o.Now}).Judge
	}
	return w
}

// Discord returns the Discord door of the settings, nil when they name none.
func Discord(o *office.Office) (*discord.Door, error) {
	s := o.Settings
	if on, err := s.Discord(); err != nil || !on {
		return nil, err
	}
	desk := Commands(o)
	var secrets []discord.Token
	for _, secret := range s.Secrets() {
		secrets = append(secrets, secret)
	}
	return discord.New(discord.Options{
		Token: s.DiscordToken, Secrets: secrets, URL: s.DiscordURL, Records: o.Store, Now: o.Now, Log: o.Log, Metered: o.Metered(org.TrafficChat), MeteredConn: o.MeteredConn(org.TrafficChat),
		Commands: discord.Commands{Specs: command.Specs(), Do: desk.Do, Complete: desk.Complete, Typed: command.Typed, Meant: meant},
		Rules:    discord.Rules{Founders: s.Founders, Guild: s.Guild, Channels: s.Channels},
	})
}

// Flush sends what is due now, brings the workflow log up to date and seals the
// journal, for a command that ends.
func Flush(ctx context.Context, o *office.Office, doors map[string]bot.Chat) error {
	send := courier(o, doors)
	for {
		err := send.Next(ctx)
		if errors.Is(err, org.ErrNoWork) {
			break
		}
		if err != nil {
			return err
		}
	}
	if err := export(o, workflow(o))(ctx); !errors.Is(err, org.ErrNoWork) {
		return err
	}
	_, err := o.Store.SealJournal(ctx)
	return err
}

func courier(o *office.Office, doors map[string]bot.Chat) *outbox.Courier {
	publishers := map[string]outbox.Publisher{}
	for name, door := range doors {
		publishers[name] = door
	}
	return &outbox.Courier{Records: o.Store, Holder: o.Holder, Publishers: publishers, Now: o.Now, Log: o.Log}
}

func workflow(o *office.Office) *journal.Log {
	return &journal.Log{Records: o.Store, Path: filepath.Join(o.Settings.Home, "workflow.log"), Log: o.Log}
}

// Hear returns what a chat does with a message: store it, without the secrets
// that were pasted into it.
func Hear(o *office.Office) func(context.Context, org.Message) error {
	return func(ctx context.Context, m org.Message) error {
		_, _, err := o.Store.SaveMessage(ctx, meant(m))
		return err
	}
}

// meant is a message as it is stored.
func meant(m org.Message) org.Message { return command.Spoken(bot.Scrub(m)) }

// Desk returns the desk that answers messages.
func Desk(o *office.Office) *converse.Desk {
	return &converse.Desk{
		Records: o.Store, Memory: o.Store, Commands: Commands(o), Questions: o.Store, Client: o.Client, Prompts: o.Prompts, Team: o.Prompts.Agents(), Holder: o.Holder, Secret: o.Secret, Now: o.Now, Log: o.Log, Crash: o.Hooks.Crash,
		Classifier: &classify.Classifier{Client: o.Client, Prompts: o.Prompts, Secret: o.Secret, Now: o.Now, Log: o.Log},
	}
}

// Again does one stage of the answer to a message again. The office answers
// from its ledger.
func Again(ctx context.Context, o *office.Office, t org.Trace, name string) (org.Replay, error) {
	return Desk(o).Again(ctx, t, name)
}

// export appends what is new to the workflow log, when no other process does.
// It asks whose duty that is once in a third of the duty's term: each asking is
// a write, and there is something new with every change.
func export(o *office.Office, log *journal.Log) func(context.Context) error {
	const term = 3 * org.HeartbeatTick
	var mine bool
	var again time.Time
	return func(ctx context.Context) error {
		if now := o.Now(); now.After(again) || again.Sub(now) > term {
			var err error
			if mine, err = o.Store.HoldBeat(ctx, "workflow.log", o.Holder, term); err != nil {
				return err
			}
			again = now.Add(term / 3)
		}
		if mine {
			if _, err := log.CatchUp(ctx); err != nil {
				return err
			}
		}
		return org.ErrNoWork
	}
}
