// Package botside wires the bot process: chat, conversation, outbox, heartbeat
// and the journal's export. It links nothing that works on steps.
package botside

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/agenda"
	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/command/bundle"
	"github.com/frasier-cos/frasier/bot/converse"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/heartbeat"
	"github.com/frasier-cos/frasier/bot/outbox"
	"github.com/frasier-cos/frasier/bot/outward"
	"github.com/frasier-cos/frasier/bot/ticket"
	"github.com/frasier-cos/frasier/bot/watch"
	"github.com/frasier-cos/frasier/bot/webhook"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/oauth"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/internal/stagelog"
)

// holdRole makes this the one bot in Discord of its database: two would both answer each slash command.
func holdRole(ctx context.Context, a *app.App, chats map[string]bot.Chat) (release func(), err error) {
	if chats[discord.Transport] == nil {
		return func() {}, nil
	}
	free, err := a.Store.HoldRole(ctx, "bot")
	if err != nil {
		return nil, fmt.Errorf("%w. Stop it before you start this one", err)
	}
	return func() {
		if err := free(); err != nil {
			a.Log.WarnContext(ctx, "give back the role of the bot", "err", err)
		}
	}, nil
}

// Serve does the bot's work until ctx ends. chats are the chat adapters by
// transport; a message is stored before anything else is done with it.
func Serve(ctx context.Context, a *app.App, chats map[string]bot.Chat) error {
	release, err := holdRole(ctx, a, chats)
	if err != nil {
		return err
	}
	defer release()
	if err := a.Register(ctx); err != nil {
		return err
	}
	if err := a.Store.SetMachineZone(ctx, a.Settings.MachineZone); err != nil {
		a.Log.WarnContext(ctx, "the time zone of this machine is not noted; days are reckoned as before", "err", err)
	}
	if _, err := a.Ring(ctx); err != nil { // made now, each document can name it
		a.Log.WarnContext(ctx, "documents are not signed", "err", err)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	for _, chat := range chats {
		all.Go(func() {
			err := chat.Listen(ctx, Intake(a))
			if refused := new(bot.SetupError); errors.As(err, &refused) {
				stop(refused)
			} else if err != nil && ctx.Err() == nil {
				a.Log.ErrorContext(ctx, "chat ended", "err", err)
			}
		})
	}
	all.Go(func() {
		if err := auditCounters(ctx, a); err != nil && ctx.Err() == nil {
			a.Log.ErrorContext(ctx, "counters cannot be counted", "err", err)
		}
	})
	all.Go(func() { a.KeepPrices(ctx) })
	all.Go(func() { a.KeepTraffic(ctx) })
	if a.Only == "" {
		defer servePublic(ctx, a)()
		w := newWatcher(a)
		all.Go(func() {
			wake, stop := a.Store.Wake()
			defer stop()
			w.Wake, w.Poll = wake, a.Settings.Poll
			w.Run(ctx)
		})
	}
	talk := Handler(a)
	(&bot.Runner{Poll: a.Settings.Poll, Wake: a.Store.Wake, Now: a.Now, Log: a.Log, Jobs: watchLoops(a, buildLoops(a, talk, chats))}).Run(ctx)
	talk.Wait()
	all.Wait()
	if refused := new(bot.SetupError); errors.As(context.Cause(ctx), &refused) {
		return &app.UnusableError{Err: refused}
	}
	return nil
}

func buildLoops(a *app.App, talk *converse.Handler, chats map[string]bot.Chat) []bot.Job {
	heart := &heartbeat.Heartbeat{Records: a.Careful(), Owner: a.Owner, Role: "bot", Tick: org.HeartbeatTick, Now: a.Now, Log: a.Log}
	cards := &ticket.Updater{Records: a.Store, Now: a.Now}
	out := newSender(a, chats)
	list := []bot.Job{
		{Name: "converse", Next: talk.Dispatch},
		{Name: "ticket", Next: cards.Next},
		{Name: "outbox", Next: waitUntilDue(a, chats, out.Next)},
		{Name: heartbeatLoop, Next: heart.Next},
		{Name: "jobs", Next: newClock(a).Next},
		{Name: "journal", Next: exportJournal(a, newWorkflowLog(a))},
	}
	if a.Only == "" {
		list = append(list, bot.Job{Name: "published", Next: newKeeper(a).Next})
		key := func() (sealed.Key, error) { return sealed.Open(a.Settings.Home) }
		doer := &outward.Doer{Records: a.Store, Owner: a.Owner, Key: key, Now: a.Now, Log: a.Log, ThreadLink: threadLink(a), Access: (&oauth.Keeper{Records: a.Store, Owner: a.Owner, Key: key, Now: a.Now}).Access}
		reader := &outward.Reader{Doer: doer, Records: a.Store}
		watcher := &outward.Watcher{Doer: doer, Records: a.Store, Asks: a.Store, Every: a.Settings.ForgePoll}
		list = append(list, bot.Job{Name: "outward", Next: doer.Next}, bot.Job{Name: "issues", Next: reader.Next}, bot.Job{Name: "reviews", Next: (&outward.Critic{Doer: doer, Records: a.Store}).Next}, bot.Job{Name: "forges", Next: watcher.Next})
		tracker := newMirror(a, key)
		doer.Mirror, doer.EndMirror, doer.TakeOrder = tracker.Begin, tracker.End, tracker.TakeOn
		doer.Mail = Mailbox(a).Do
		list = append(list, bot.Job{Name: "linear", Next: tracker.Next})
		list = append(list, bot.Job{Name: "webhooks", Next: webhook.New(a.Store, key, a.Settings.Allow, a.Now, a.Log).Next})
	}
	for n := range outbox.AtOnce - 1 { // one slow upload holds back its own thread only
		list = append(list, bot.Job{Name: fmt.Sprintf("outbox %d", n+2), Next: out.Next})
	}
	for _, chat := range chats {
		if d, ok := chat.(outageTeller); ok {
			heart.Outage = d.Outage
		}
		if d, ok := chat.(interface{ Ack(context.Context) error }); ok {
			list = append(list, bot.Job{Name: "reactions", Next: d.Ack})
		}
	}
	return list
}

// threadLink returns what makes the address of a project's thread; nil without a server of one's own.
func threadLink(a *app.App) func(string) string {
	if a.Settings.Guild == "" {
		return nil
	}
	return func(thread string) string { return "https://discord.com/channels/" + a.Settings.Guild + "/" + thread }
}

// waitUntilDue has a sender that finds nothing say when the next delivery is due.
func waitUntilDue(a *app.App, chats map[string]bot.Chat, next func(context.Context) error) func(context.Context) error {
	transports := slices.Sorted(maps.Keys(chats))
	return func(ctx context.Context) error {
		err := next(ctx)
		if !errors.Is(err, org.ErrNoWork) {
			return err
		}
		in, failed := a.Store.NextDelivery(ctx, transports)
		if failed != nil {
			return failed
		}
		if in > 0 {
			return &retry.EarlyError{Until: a.Now().Add(in)}
		}
		return err
	}
}

type outageTeller interface {
	Outage(ctx context.Context, took time.Duration) error
}

// Discord is one: were its method another, nobody would be told.
var _ outageTeller = (*discord.Session)(nil)

const (
	// heartbeatLoop is the loop that only asks the clock and the database, so
	// that it turns at each poll whatever else is done.
	heartbeatLoop = "heartbeat"
	// mostTurn limits a turn of any other loop: twice as long as
	// the longest job of the clock, or a conversation's calls of a model.
	mostTurn = 2 * longTerm
)

func watchLoops(a *app.App, list []bot.Job) []bot.Job {
	for i, d := range list {
		most := a.Settings.Poll + mostTurn
		if d.Name == heartbeatLoop {
			most = a.Settings.Poll + app.MostBeat
		}
		list[i].Next = a.Loops.Watch(d.Name, most, d.Next)
	}
	return list
}

// newWatcher has rules alone judge the work when there is no model.
func newWatcher(a *app.App) *watch.Watcher {
	w := &watch.Watcher{
		Journal: a.Store, Records: a.Store, Holder: a.Owner, Now: a.Now, Log: a.Log,
		Diary: &watch.Diary{Path: filepath.Join(a.Settings.Home, "watcher.log")},
	}
	if !a.Client.Offline() {
		w.Judge = (&watch.Thinker{Client: a.Client, Prompts: a.Prompts, Secret: a.Secret, Now: a.Now}).Judge
	}
	return w
}

// Discord returns the Discord adapter of the settings, nil when they name none.
func Discord(a *app.App) (*discord.Session, error) {
	s := a.Settings
	if on, err := s.Discord(); err != nil || !on {
		return nil, err
	}
	handler := Commands(a)
	var secrets []discord.Token
	for _, secret := range s.Secrets() {
		secrets = append(secrets, secret)
	}
	return discord.New(discord.Options{
		Token: s.DiscordToken, Secrets: secrets, URL: s.DiscordURL, Records: a.Store, Now: a.Now, Zone: a.Zone, Log: a.Log, Metered: a.Metered(reports.TrafficChat), MeteredConn: a.MeteredConn(reports.TrafficChat),
		Commands: discord.Commands{Specs: command.Specs(), Do: handler.Do, Complete: handler.Complete, Typed: command.Typed, Meant: cleanMessage},
		Hears:    s.SpeechURL != "",
		Rules:    discord.Rules{Founders: s.Founders, Guild: s.Guild, Channels: s.Channels, Own: listHosts(s)},
	})
}

// patience limits how long a command that ends waits for a database that takes no writes just then.
// The work is stored; only what is still to be sent waits.
const patience = time.Minute

// Flush sends what is due now, brings the workflow log up to date and seals the
// journal, for a command that ends.
func Flush(ctx context.Context, a *app.App, chats map[string]bot.Chat) error {
	return retry.WhileDiskFor(ctx, patience, func(ctx context.Context) error { return flushOnce(ctx, a, chats) }, func(t retry.Attempt) {
		a.Log.WarnContext(ctx, "the end waits for the database", "err", t.Err)
	})
}

func flushOnce(ctx context.Context, a *app.App, chats map[string]bot.Chat) error {
	send := newSender(a, chats)
	for {
		err := send.Next(ctx)
		if errors.Is(err, org.ErrNoWork) {
			break
		}
		if err != nil {
			return err
		}
	}
	if err := exportJournal(a, newWorkflowLog(a))(ctx); !errors.Is(err, org.ErrNoWork) {
		return err
	}
	_, err := a.Store.SealJournal(ctx)
	return err
}

// newAgenda returns what reads calendars.
func newAgenda(a *app.App) *agenda.Reader {
	return agenda.New(a.Store, func() (sealed.Key, error) { return sealed.Open(a.Settings.Home) }, a.Settings.Allow, a.Now, a.Log)
}

func newSender(a *app.App, chats map[string]bot.Chat) *outbox.Sender {
	publishers := map[string]outbox.Publisher{}
	for name, chat := range chats {
		publishers[name] = chat
	}
	says := ticket.Renderer{Records: a.Store, News: command.SayNews, Now: a.Now, Meetings: newAgenda(a).On, Mail: Mailbox(a)}
	render := func(ctx context.Context, v reports.Delivery) (reports.Delivery, error) {
		v, err := says.Render(ctx, v)
		if err != nil {
			return v, err
		}
		return bundle.Sign(a.Bundle).Attach(ctx, v)
	}
	return &outbox.Sender{Records: a.Store, Owner: a.Owner, Publishers: publishers, Render: render, Now: a.Now, Log: a.Log}
}

func newWorkflowLog(a *app.App) *journal.Log {
	return &journal.Log{Records: a.Store, Path: filepath.Join(a.Settings.Home, "workflow.log")}
}

// Intake returns what a chat does with a message: store it, without the secrets
// that were pasted into it.
func Intake(a *app.App) func(context.Context, org.Message) error {
	return func(ctx context.Context, m org.Message) error {
		_, _, err := a.Store.SaveMessage(ctx, cleanMessage(m))
		return err
	}
}

// cleanMessage leaves of a message what may be stored.
func cleanMessage(m org.Message) org.Message { return command.Spoken(bot.Scrub(m)) }

// Handler returns what answers messages.
func Handler(a *app.App) *converse.Handler {
	return &converse.Handler{
		Records: a.Store, Surroundings: a.Store, Memory: a.Store, Commands: Commands(a), Questions: a.Store, Client: a.Client, Prompts: a.Prompts, Team: a.Prompts.Agents(), Tier: a.Settings.ChiefTier, Owner: a.Owner, Secret: a.Secret, Now: a.Now, Log: a.Log, Crash: a.Hooks.Crash,
		Classifier: &classify.Classifier{Client: a.Client, Prompts: a.Prompts, Secret: a.Secret, Now: a.Now, Log: a.Log},
	}
}

// Again does one stage of the answer to a message again. Model calls are
// answered by the ledger.
func Again(ctx context.Context, a *app.App, t org.Trace, name string) (stagelog.Replay, error) {
	return Handler(a).Again(ctx, t, name)
}

// exportJournal appends what is new to the workflow log, when no other process does. It asks whose
// job that is once in a third of the job's term: each asking is a write, and there is something new
// with every change.
func exportJournal(a *app.App, log *journal.Log) func(context.Context) error {
	const term = 3 * org.HeartbeatTick
	var mine bool
	var again time.Time
	return func(ctx context.Context) error {
		if now := a.Now(); now.After(again) || again.Sub(now) > term {
			var err error
			if mine, err = a.Store.HoldJob(ctx, "workflow.log", a.Owner, term); err != nil {
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
