// Package discord is the chat adapter for Discord: messages and files come in;
// replies, cards and documents go out.
//
// The gateway connection is discordgo's; REST requests are made here, because
// this package must decide itself about every retry. Every event passes one
// filter (Rules), is stored, and only then acknowledged. Every message that is
// sent carries a nonce made from the delivery's key, mentions nobody but the
// addressed founder, and has only links that are known to the store.
package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Transport is the name of this adapter in channels and deliveries.
const Transport = "discord"

// Token is the bot's secret.
type Token interface{ Reveal() string }

// Records keeps everything of a session beside the messages that it receives. *store.DB is one.
type Records interface {
	Inbox
	Notes
	Sent
}

// Inbox finds messages that came in.
type Inbox interface {
	// Heard reports whether a message is in the inbox.
	Heard(ctx context.Context, ch org.Channel, origin string) (bool, error)
	// Reword gives a message that nobody has handled yet a new text.
	Reword(ctx context.Context, ch org.Channel, origin, text string) error
	// Withdraw ignores a message that was taken back before it was handled.
	Withdraw(ctx context.Context, ch org.Channel, origin string) error
	// AcksDue and Acked keep the reactions on messages.
	AcksDue(ctx context.Context, transport string, limit int) ([]org.Ack, error)
	Acked(ctx context.Context, a org.Ack) error
}

// Notes keeps what a session has to remember of Discord.
type Notes interface {
	// Marks returns each channel's read cursor: the newest message up to which
	// all were handled. SetMarks records them. A cursor never moves back.
	Marks(ctx context.Context, transport string) (map[string]string, error)
	SetMarks(ctx context.Context, transport string, seen map[string]string) error
	// Note and SetNote keep what was registered.
	Note(ctx context.Context, transport, name string) (string, error)
	SetNote(ctx context.Context, transport, name, value string) error
	// OpenThread records a project's own thread; ProjectOfThread finds the
	// project of one, or org.ErrNotFound.
	OpenThread(ctx context.Context, p org.ProjectID, ch org.Channel, thread, starter string) error
	ProjectOfThread(ctx context.Context, ch org.Channel) (org.ProjectID, error)
}

// Sent finds messages that went out.
type Sent interface {
	// Say queues a delivery; the same key twice says it once.
	Say(ctx context.Context, v reports.Delivery) error
	// Said reports whether a delivery was queued under a key.
	Said(ctx context.Context, key string) (bool, error)
	// KnownLinks are the addresses that may be shown as links: those that a
	// founder wrote in the channel, those that the project's research found, and
	// of those that are asked for any that was ever read.
	KnownLinks(ctx context.Context, p org.ProjectID, ch org.Channel, asked []string) ([]string, error)
	// Receipts lists what was sent in a channel since a moment.
	Receipts(ctx context.Context, transport, channel string, since time.Time) ([]string, error)
}

// Options make a session. All must be set unless the comment says what empty means.
type Options struct {
	Token Token
	// Secrets are the other keys of the process, which nobody is ever told; nil for
	// none. Short ones are words (redact.Long).
	Secrets []Token
	URL     string // REST base; empty means Discord's
	Rules   Rules
	Records Records
	// Hears tells that a worker can listen to recordings.
	Hears bool
	// Commands are registered with Discord; none means that there are none.
	Commands Commands
	// Metered wraps the transport, to count what goes through it; nil for not.
	Metered func(http.RoundTripper) http.RoundTripper
	// MeteredConn does the same with the connection to the gateway.
	MeteredConn func(net.Conn) net.Conn
	// PlainerAfter is for how long the server breaks on a delivery before it is sent in a plainer form. Zero is 2 minutes.
	PlainerAfter time.Duration
	Now          func() time.Time
	// Zone is the founder's: what Discord cannot show in each reader's own is named in it.
	Zone moment.Zone
	Log  *slog.Logger
}

// Session is one bot's connection to Discord. Listen may be called once; Publish at any time, from
// several goroutines.
type Session struct {
	Options
	rest    *rest
	web     http.RoundTripper // for files, which are no requests of the API
	typing  typist
	detours detours

	mu        sync.Mutex
	self      string           // our own user id
	app       string           // our application's id
	guilds    []string         // servers we are in
	channels  map[string]place // channels by id
	servers   map[string]server
	names     names
	cursors   map[string]string
	connected bool      // the gateway is ready
	lastSeen  time.Time // the last known moment at which it was
	next      time.Time // of the next attempt to connect
	why       string    // the last one ended

	openings   openings
	directs    map[string]string          // channels of direct messages by user
	refusals   map[org.DeliveryID]refusal // deliveries that the server broke on
	tell       map[string]string          // by channel: what reached nobody
	untaggable map[string]bool            // posts whose tags are not ours to change
	// noThreadMembers: this server puts nobody into a thread.
	noThreadMembers bool
	marks           map[org.MessageID]mark // reactions that were not taken; only Ack uses it
}

// New makes a session. It fails when no founder is named.
func New(o Options) (*Session, error) {
	if len(o.Rules.Founders) == 0 {
		return nil, errors.New("no founder is named, so nobody would be heard")
	}
	var transport http.RoundTripper = &http.Transport{
		Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute,
		TLSHandshakeTimeout: requestLimit, ResponseHeaderTimeout: requestLimit, ForceAttemptHTTP2: true,
	}
	if o.Metered != nil {
		transport = o.Metered(transport)
	}
	if o.PlainerAfter == 0 {
		o.PlainerAfter = plainerAfter
	}
	own := []string{o.Token.Reveal()}
	for _, s := range o.Secrets {
		own = append(own, s.Reveal())
	}
	address := completeAddress(o.URL)
	return &Session{
		Options: o, web: transport, channels: map[string]place{}, servers: map[string]server{}, names: names{}, cursors: map[string]string{}, directs: map[string]string{}, refusals: map[org.DeliveryID]refusal{}, tell: map[string]string{}, untaggable: map[string]bool{}, marks: map[org.MessageID]mark{},
		rest: &rest{
			base: address, token: o.Token.Reveal(), censor: censor{redact.Long(own)},
			http: &http.Client{CheckRedirect: refuseRedirect, Transport: newLimiter(address, transport, o.Now)},
		},
	}, nil
}

// explainStop returns why no request is made any more, nil while they are.
func (r *rest) explainStop() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.dead
}

// So many events may wait in memory; what comes beyond is fetched by REST.
const backlog = 4096

// Listen receives what founders say until ctx ends. It returns a *bot.SetupError
// when Discord refuses the bot for good.
func (d *Session) Listen(ctx context.Context, store func(context.Context, org.Message) error) error {
	cursors, err := d.Records.Marks(ctx, Transport)
	if err != nil {
		return fmt.Errorf("read the read cursors: %w", err)
	}
	first := cursors[baseline] == ""
	if first {
		cursors[baseline] = buildSnowflake(d.Now()) // before we connect: what is said from then on may be read again after a crash
	}
	d.mu.Lock()
	d.cursors = cursors
	d.mu.Unlock()
	if first {
		if err := d.saveCursors(ctx); err != nil {
			return err
		}
	}
	if err := d.loadLastSeen(ctx); err != nil {
		return err
	}
	inner, stop := context.WithCancel(ctx)
	defer stop()
	in := newIntake(d, store)
	if err := in.loadUnreadable(ctx); err != nil {
		return err
	}
	var work sync.WaitGroup
	work.Go(func() { in.run(inner) })
	err = d.stayConnected(inner, func(r rawEvent) { in.receive(inner, r) })
	stop()
	work.Wait()
	d.typing.work.Wait()
	last := context.WithoutCancel(ctx)
	return errors.Join(err, d.saveCursors(last), d.saveLastSeen(last))
}

// stopTyping ends the typing indicator of a channel.
func (d *Session) stopTyping(channel string) { d.typing.end(channel) }

// Connected reports whether the gateway is ready: what founders say arrives at
// once.
func (d *Session) Connected() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.connected
}

// Disconnected says since when the gateway is not ready, why and when it is tried
// again; empty while it is ready.
func (d *Session) Disconnected() string {
	zone := d.Zone.Here()
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.connected:
		return ""
	case d.next.IsZero():
		return "not connected to Discord yet"
	}
	return fmt.Sprintf("not connected to Discord (%s); next attempt at %s, until then channels are read every %d s", d.why, moment.Text(d.next, moment.Second, zone), int(pollEvery.Seconds()))
}

// ConnectionNote is the note that holds Disconnected for other processes, empty
// while the gateway is ready.
const ConnectionNote = "connection"

// noteConnection keeps how the connection stands.
func (d *Session) noteConnection(ctx context.Context) {
	if d.Records == nil {
		return // a pairing has no database
	}
	if err := d.Records.SetNote(ctx, Transport, ConnectionNote, d.Disconnected()); err != nil && ctx.Err() == nil {
		d.Log.WarnContext(ctx, "how the connection stands was not noted", "err", err)
	}
}
