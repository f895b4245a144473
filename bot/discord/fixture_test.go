package discord_test

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/outbox"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil { // these tests wait more than they compute
		panic(err)
	}
	m.Run()
}

// tester is what tests and benchmarks have in common.
type tester interface {
	testing.TB
}

// token is a secret.
type token string

func (t token) Reveal() string { return string(t) }

// fixture is a bot with a session to a fake Discord: a real store, a real sender,
// and nobody who answers unless the test does.
type fixture struct {
	tester
	discordtest.Scene
	server *discordtest.Server
	db     *store.DB
	log    *quiet

	rules        discord.Rules
	records      discord.Records // nil: the store itself
	commands     discord.Commands
	now          func() time.Time
	ahead        atomic.Int64 // how far the store's clock is ahead, as a time.Duration
	session      *discord.Session
	stop         context.CancelFunc
	work         *sync.WaitGroup
	failed       error // of Listen
	readies      int   // before the bot was started
	over         chan struct{}
	storedAt     chan time.Time // receives when a message is committed; nil: nobody asks
	secrets      []discord.Token
	hears        bool
	senders      int           // beside the first
	reset        string        // a token that is not the server's
	plainerAfter time.Duration // zero: a plainer form is sent at once
}

// quiet keeps the log for a test that fails.
type quiet struct {
	mu   sync.Mutex
	text strings.Builder
}

func (q *quiet) Write(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.text.Write(p)
}

func (q *quiet) String() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.text.String()
}

func (q *quiet) forget() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.text.Reset()
}

func open(t tester, options discordtest.Options) *fixture {
	t.Helper()
	if options.Answer == 0 {
		options.Answer = time.Minute // the machine may be busy; see TestSlowAndBrokenCommands
	}
	o := &fixture{tester: t, server: discordtest.Start(t, options), log: &quiet{}, now: time.Now}
	o.Scene = o.server.Scene()
	o.rules = discord.Rules{Founders: []string{o.Founder}, Channels: []string{o.Chief}}
	o.amnesia()
	t.Cleanup(func() {
		o.close()
		if err := o.db.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
		if t.Failed() {
			t.Logf("log of the bot:\n%s", o.log)
		}
	})
	return o
}

// amnesia gives the bot an empty database.
func (o *fixture) amnesia() {
	o.Helper()
	if o.db != nil {
		if err := o.db.Close(); err != nil {
			o.Fatal(err)
		}
	}
	db, err := store.Open(o.Context(), store.Options{
		Path: storetest.Path(o.tester), Now: func() time.Time { return time.Now().Add(time.Duration(o.ahead.Load())) },
	})
	if err != nil {
		o.Fatal(err)
	}
	o.db = db
}

// pass lets time go by for the store.
func (o *fixture) pass(d time.Duration) { o.ahead.Add(int64(d)) }

// start begins to listen and to send, as the bot does.
func (o *fixture) start() {
	o.Helper()
	log := slog.New(slog.NewTextHandler(o.log, nil))
	var records discord.Records = o.db
	if o.records != nil {
		records = o.records
	}
	session, err := discord.New(discord.Options{
		PlainerAfter: cmp.Or(o.plainerAfter, time.Nanosecond),
		Token:        token(cmp.Or(o.reset, o.server.Token())), Secrets: o.secrets, Hears: o.hears, URL: o.server.API(), Rules: o.rules, Records: records, Commands: o.commands, Now: o.now, Log: log,
	})
	if err != nil {
		o.Fatal(err)
	}
	o.readies = o.count("ready")
	ctx, stop := context.WithCancel(context.Background())
	o.session, o.stop, o.work = session, stop, &sync.WaitGroup{}
	sender := &outbox.Sender{Records: o.db, Publishers: map[string]outbox.Publisher{discord.Transport: session}, Log: log, Policy: retry.Policy{First: 20 * time.Millisecond, Most: 20 * time.Millisecond}}
	runner := bot.Runner{Poll: 20 * time.Millisecond, Wake: o.db.Wake, Log: log, Jobs: []bot.Job{
		{Name: "outbox", Next: sender.Next}, {Name: "reactions", Next: session.Ack},
	}}
	for n := range o.senders {
		runner.Jobs = append(runner.Jobs, bot.Job{Name: fmt.Sprint("outbox ", n+2), Next: sender.Next})
	}
	o.over = make(chan struct{})
	o.work.Go(func() {
		defer close(o.over)
		o.failed = session.Listen(ctx, func(ctx context.Context, m org.Message) error {
			_, _, err := o.db.SaveMessage(ctx, bot.Scrub(m))
			if o.storedAt != nil {
				o.storedAt <- time.Now()
			}
			return err
		})
	})
	o.work.Go(func() { runner.Run(ctx) })
}

// logger writes into the log that a failed test shows.
func (o *fixture) logger() *slog.Logger { return slog.New(slog.NewTextHandler(o.log, nil)) }

// ready waits until the bot listens.
func (o *fixture) ready() {
	o.Helper()
	if err := o.server.WaitOp(o.within(), "ready", o.readies+1); err != nil {
		o.Fatalf("the bot never became ready: %v", err)
	}
}

func (o *fixture) count(op string) int {
	n := 0
	for _, p := range o.server.Ops() {
		if p.Name == op {
			n++
		}
	}
	return n
}

// ended waits until the session has given up by itself.
func (o *fixture) ended() {
	o.Helper()
	select {
	case <-o.over:
	case <-o.within().Done():
		o.Fatal("the session never gave up")
	}
}

// close stops the bot, if it runs.
func (o *fixture) close() {
	if o.stop == nil {
		return
	}
	o.stop()
	o.work.Wait()
	o.stop = nil
}

func (o *fixture) within() context.Context {
	o.Helper()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	o.Cleanup(stop)
	return ctx
}

// await waits for an effect of the bot's.
func (o *fixture) await(what string, want func(discordtest.Effect) bool) discordtest.Effect {
	o.Helper()
	e, err := o.server.Wait(o.within(), 0, func(e discordtest.Effect) bool { return e.Bot && want(e) })
	if err != nil {
		o.Fatalf("%s: never happened", what)
	}
	return e
}

func (o *fixture) reacted(message, emoji string) {
	o.Helper()
	o.await(emoji+" on "+message, func(e discordtest.Effect) bool {
		return e.Kind == discordtest.KindReact && e.Message == message && e.Emoji == emoji
	})
}

// answer handles the oldest message as the handler would, saying back.
func (o *fixture) answer(reply string) org.Message {
	o.Helper()
	ctx := o.within()
	for {
		m, err := o.db.ClaimMessage(ctx, "handler", time.Minute)
		if errors.Is(err, org.ErrNoWork) && ctx.Err() == nil {
			<-time.After(time.Millisecond)
			continue
		}
		if err != nil {
			o.Fatalf("no message came in: %v", err)
		}
		if _, err := o.db.SaveTurn(ctx, org.Turn{Message: m.ID, Route: org.ActionResponse, Reply: reply}); err != nil {
			o.Fatal(err)
		}
		return m
	}
}

// inbox lists the texts of all messages that were heard, in order.
func (o *fixture) inbox() []string {
	o.Helper()
	var out []string
	for {
		m, err := o.db.ClaimMessage(o.Context(), "handler", time.Minute)
		if errors.Is(err, org.ErrNoWork) {
			return out
		}
		if err != nil {
			o.Fatal(err)
		}
		out = append(out, m.Text)
		if err := o.db.IgnoreMessage(o.Context(), m.ID, "test"); err != nil {
			o.Fatal(err)
		}
	}
}

// posted lists what the bot said in a channel.
func (o *fixture) posted(channel string) []string {
	var out []string
	for _, e := range o.server.History() {
		if e.Bot && e.Kind == discordtest.KindMessage && e.Channel == channel {
			out = append(out, e.Content)
		}
	}
	return out
}

// say queues a delivery to a channel.
func (o *fixture) say(v reports.Delivery) {
	o.Helper()
	v.Channel.Transport = discord.Transport
	if v.Key == "" {
		v.Key = fmt.Sprintf("test-%d", time.Now().UnixNano())
	}
	if v.Kind == "" {
		v.Kind = reports.DeliverNotice
	}
	if err := o.db.Say(o.Context(), v); err != nil {
		o.Fatal(err)
	}
}

// drained waits until nothing is left to be sent.
func (o *fixture) drained() {
	o.Helper()
	ctx := o.within()
	for {
		r, err := o.db.Status(ctx, time.Now())
		if err != nil {
			o.Fatal(err)
		}
		if r.Outbox == 0 {
			return
		}
		<-time.After(time.Millisecond)
	}
}

func contains(list []string, s string) bool { return slices.Contains(list, s) }
