package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"github.com/frasier-cos/frasier/internal/retry"
)

const (
	openLimit  = 30 * time.Second // for one attempt to connect, HELLO to READY
	readyLimit = 20 * time.Second // for READY or RESUMED once connected
	silence    = 90 * time.Second // without an acknowledged heartbeat: two of Discord's 41.25 s
	mostWait   = 30 * time.Second // between attempts of what is asked again and again
	// connectMost is the longest pause between attempts to connect.
	connectMost = time.Minute
	// A connection that lasts this long is a success: one that is cut as soon as it is ready costs an
	// IDENTIFY each time, of which Discord allows 1 000 a day (discord.com/developers, Gateway,
	// session_start_limit).
	steadyAfter = time.Minute
)

// rawEvent is one event as it came in.
type rawEvent struct {
	typ  string
	data json.RawMessage
}

// connection is one connection to the gateway, kept by discordgo. Its own reconnect
// loop, which knows neither jitter nor fatal close codes, is off.
type connection struct {
	session *discordgo.Session
	down    chan struct{} // receives when the connection is lost
	ready   chan struct{} // receives with READY and RESUMED

	metered func(net.Conn) net.Conn // nil for not

	mu         sync.Mutex
	conn       net.Conn
	known      bool // the gateway knows a session that can be resumed
	wrote      bool // something was written since the connection was opened
	identifies int  // sent and not counted yet
}

// writes tells when the first word is written on a connection. That comes after the
// gateway's HELLO and is an IDENTIFY where there is no session to resume.
type writes struct {
	sync.Pool
	began func()
}

// Get is called by the websocket before each word that it writes.
func (p *writes) Get() any {
	p.began()
	return p.Pool.Get()
}

// countIdentify counts an IDENTIFY when the first word of a new session is written.
func (w *connection) countIdentify() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.wrote && !w.known {
		w.identifies++
	}
	w.wrote = true
}

// noteReady notes that the gateway is ready: by READY where it knew the session,
// because it refused to resume it and was sent another IDENTIFY.
func (w *connection) noteReady(event string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if event == "READY" && w.known {
		w.identifies++
	}
	w.known = true
	notify(w.ready)
}

// takeIdentifies returns how many IDENTIFYs were sent since the last call.
func (w *connection) takeIdentifies() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := w.identifies
	w.identifies = 0
	return n
}

// errStale says that the gateway no longer acknowledges heartbeats.
var errStale = errors.New("the gateway fell silent")

// errLost says that the connection ended.
var errLost = errors.New("the connection to the gateway was lost")

// errNotReady says that the gateway did not say that it is ready.
var errNotReady = errors.New("the gateway took the connection and never became ready")

// dial makes a session. Events come in the order in which they were sent:
// every one is handed to hear by the goroutine that reads them, as raw JSON,
// so that what discordgo cannot decode is not lost.
func (d *Session) dial(hear func(rawEvent)) (*connection, error) {
	s, err := discordgo.New("Bot " + d.Token.Reveal())
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	w := &connection{session: s, metered: d.MeteredConn, down: make(chan struct{}, 1), ready: make(chan struct{}, 1)}
	s.ShouldReconnectOnError, s.ShouldReconnectVoiceOnSessionError = false, false
	s.ShouldRetryOnRateLimit, s.MaxRestRetries = false, 0
	s.StateEnabled, s.SyncEvents = false, true
	s.LogLevel = -1 // discordgo's log may hold the token; errors come back anyway
	s.Identify.Intents = discordgo.IntentsGuilds | discordgo.IntentsGuildMessages | discordgo.IntentsDirectMessages | discordgo.IntentMessageContent
	s.Client = &http.Client{CheckRedirect: refuseRedirect, Timeout: requestLimit, Transport: rewriter{base: d.rest.base, next: d.rest.http.Transport}}
	s.Dialer = &websocket.Dialer{HandshakeTimeout: openLimit, Proxy: http.ProxyFromEnvironment, NetDialContext: w.connect, WriteBufferPool: &writes{began: w.countIdentify}}
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "READY" || e.Type == "RESUMED" {
			w.noteReady(e.Type)
		}
		hear(rawEvent{e.Type, e.RawData})
	})
	s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { notify(w.down) })
	return w, nil
}

func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it is known already
	}
}

// connect dials and keeps the connection, so that a server that says nothing
// can be hung up on: discordgo waits for it without a limit.
func (w *connection) connect(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	if w.metered != nil {
		conn = w.metered(conn)
	}
	w.mu.Lock()
	w.conn = conn
	w.mu.Unlock()
	return conn, nil
}

// closeGateway hangs up. The error of a connection that is gone already says nothing.
func (w *connection) closeGateway() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn != nil {
		_ = w.conn.Close() //nolint:errcheck // hanging up is all that is wanted
	}
}

// rewriter sends discordgo's requests to the configured server: its
// addresses are constants.
type rewriter struct {
	base string
	next http.RoundTripper
}

// RoundTrip rewrites the address and sends the request.
func (e rewriter) RoundTrip(req *http.Request) (*http.Response, error) {
	to, err := url.Parse(e.base + strings.TrimPrefix(req.URL.Path, "/api/v"+discordgo.APIVersion))
	if err != nil {
		return nil, fmt.Errorf("address %s: %w", e.base, err)
	}
	req = req.Clone(req.Context())
	to.RawQuery = req.URL.RawQuery
	req.URL, req.Host = to, to.Host
	return e.next.RoundTrip(req)
}

// Failures of the connection since it last was steady.
type pauses struct {
	failed  int // attempts in a row that did not become ready
	dropped int // in a row that did and cost an IDENTIFY, and did not last
}

// computeNext returns how long to wait after an attempt has ended: 1 s, twice as long after each
// that fails, at most connectMost. A server that becomes ready is well again,
// however long it was not. It is pure but for what it counts.
func (p *pauses) computeNext(ready, identified bool, lasted time.Duration) time.Duration {
	switch {
	case !ready:
		p.failed++
	case lasted > steadyAfter:
		*p = pauses{}
	case identified:
		p.failed, p.dropped = 0, p.dropped+1
	default: // what was resumed costs nothing
		p.failed = 0
	}
	wait, _ := retry.Policy{Most: connectMost}.Next(p.failed+p.dropped, time.Time{}, time.Time{})
	return wait
}

// stayConnected keeps a connection to the gateway until ctx ends. A lost one is resumed
// where the gateway remembers it, else begun anew; the pause between attempts
// grows from 1 s to a minute, with jitter. It returns only for ctx and for what no
// new attempt can mend.
func (d *Session) stayConnected(ctx context.Context, hear func(rawEvent)) error {
	var w *connection
	var p pauses
	for ctx.Err() == nil {
		if w == nil {
			var err error
			if w, err = d.dial(hear); err != nil {
				return err
			}
		}
		if pause := d.startLimit(ctx); pause > 0 {
			d.Log.ErrorContext(ctx, "Discord allows no more connections for now", "again_in", pause)
			d.waitToConnect(ctx, pause, errTooMany)
			continue
		}
		began := time.Now()
		sent := 0
		ready, err := w.serve(ctx, func() {
			n := w.takeIdentifies()
			d.countStarts(ctx, n)
			sent += n
		})
		if ready && ctx.Err() == nil {
			d.setConnected(false, d.Now().Add(-w.measureSilence()))
		}
		if ctx.Err() != nil {
			return nil //nolint:nilerr // we hung up ourselves
		}
		if stop := cmp.Or(explainFatal(err), d.rest.explainStop()); stop != nil {
			return stop
		}
		if !ready {
			w = nil // what it would resume is not known any more
		}
		pause := p.computeNext(ready, sent > 0, time.Since(began))
		pause = pause/2 + rand.N(pause/2)
		d.Log.WarnContext(ctx, "gateway connection ended", "err", err, "was_ready", ready, "again_in", pause)
		d.waitToConnect(ctx, pause, err)
	}
	return nil
}

// errTooMany says that no more connections are allowed today.
var errTooMany = errors.New("too many connections were begun today")

// waitToConnect waits for the next attempt to connect and lets others know when
// that is.
func (d *Session) waitToConnect(ctx context.Context, pause time.Duration, why error) {
	d.mu.Lock()
	d.next, d.why = d.Now().Add(pause), why.Error()
	d.mu.Unlock()
	d.noteConnection(ctx)
	sleep(ctx, pause)
}

// sleep waits, at most until ctx ends.
func sleep(ctx context.Context, pause time.Duration) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

const (
	startsNote = "starts" // the day and how many IDENTIFYs were sent on it
	startsMost = 900      // a day; Discord's limit is 1 000
)

// startLimit returns how long to wait before an attempt to connect, as Discord's
// own count of IDENTIFYs or ours says. A server that has no such page, or a
// database that is away, stops nobody.
func (d *Session) startLimit(ctx context.Context) time.Duration {
	var v struct {
		Limit struct {
			Total     int   `json:"total"`
			Remaining int   `json:"remaining"`
			After     int64 `json:"reset_after"` // milliseconds
		} `json:"session_start_limit"`
	}
	if err := d.rest.call(ctx, request{http.MethodGet, "/gateway/bot", nil, nil}, &v); err != nil {
		d.Log.DebugContext(ctx, "the limit of connections is not known", "err", err)
	} else if v.Limit.Total > 0 && v.Limit.Remaining <= 0 {
		return max(time.Second, time.Duration(v.Limit.After)*time.Millisecond)
	}
	n, err := d.countIdentifies(ctx)
	if err != nil && ctx.Err() == nil {
		d.Log.WarnContext(ctx, "how many connections were begun today is not known", "err", err)
	}
	if err == nil && n >= startsMost {
		now := d.Now().UTC()
		return now.Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(now)
	}
	return 0
}

// countStarts counts IDENTIFYs that were sent, though the session ends meanwhile.
func (d *Session) countStarts(ctx context.Context, sent int) {
	if sent == 0 || d.Records == nil {
		return
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), requestLimit)
	defer stop()
	n, err := d.countIdentifies(ctx)
	if err == nil {
		err = d.Records.SetNote(ctx, Transport, startsNote, fmt.Sprintf("%s %d", d.Now().UTC().Format(time.DateOnly), n+sent))
	}
	if err != nil {
		d.Log.WarnContext(ctx, "a connection was not counted", "err", err)
	}
}

// countIdentifies returns how many IDENTIFYs were sent today, in UTC.
func (d *Session) countIdentifies(ctx context.Context) (n int, err error) {
	if d.Records == nil {
		return 0, nil // a pairing has no database
	}
	text, err := d.Records.Note(ctx, Transport, startsNote)
	if day, count, ok := strings.Cut(text, " "); err == nil && ok && day == d.Now().UTC().Format(time.DateOnly) {
		n, err = strconv.Atoi(count)
	}
	return n, err
}

// serve opens the connection and watches it until it ends. It says whether the
// gateway became ready. count is called whenever an IDENTIFY may have been sent.
func (w *connection) serve(ctx context.Context, count func()) (ready bool, err error) {
	drain(w.down)
	drain(w.ready)
	w.mu.Lock()
	w.wrote = false
	w.mu.Unlock()
	defer count()
	opening, opened := context.WithTimeout(ctx, openLimit)
	release := context.AfterFunc(opening, w.closeGateway)
	err = w.session.Open()
	release()
	opened()
	if err != nil {
		return false, fmt.Errorf("open the gateway: %w", withoutURL(err))
	}
	began := time.Now()
	watch := heartbeatWatch{since: began}
	next := time.NewTimer(watch.computeInterval())
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return ready, w.hangUp(websocket.CloseNormalClosure, ctx.Err())
		case <-w.down:
			return ready, errLost
		case <-w.ready:
			ready = true
			count()
		case <-next.C:
			w.session.RLock()
			last := w.session.LastHeartbeatAck
			w.session.RUnlock()
			if now := time.Now(); watch.isStale(now, last) {
				return ready, w.hangUp(4000, errStale)
			} else if !ready && now.Sub(began) > readyLimit {
				return false, w.hangUp(4000, errNotReady)
			}
			next.Reset(watch.computeInterval())
		}
	}
}

// measureSilence returns for how long the gateway has acknowledged nothing.
func (w *connection) measureSilence() time.Duration {
	w.session.RLock()
	defer w.session.RUnlock()
	if w.session.LastHeartbeatAck.IsZero() {
		return 0
	}
	return max(0, time.Since(w.session.LastHeartbeatAck))
}

func drain(c chan struct{}) {
	select {
	case <-c:
	default: // nothing is left from before
	}
}

// hangUp closes the connection with a code that leaves the session alive, or
// ends it.
func (w *connection) hangUp(code int, why error) error {
	if err := w.session.CloseWithCode(code); err != nil {
		return errors.Join(why, err)
	}
	return why
}

// heartbeatWatch notices when heartbeats are no longer acknowledged. discordgo keeps the
// interval to itself, so it is learnt from the acknowledgements.
type heartbeatWatch struct {
	since    time.Time
	last     time.Time
	interval time.Duration
}

// computeInterval returns how long to wait until the next look: an eighth of the interval, so
// that no acknowledgement is missed, and not for long while it is not known.
// Most looks are made when nothing else happens.
func (b *heartbeatWatch) computeInterval() time.Duration {
	const often, seldom, share = 250 * time.Millisecond, 5 * time.Second, 8
	return min(seldom, max(often, b.interval/share))
}

// isStale reports whether the last acknowledgement is too old: two and a half
// intervals, or 90 s while the interval is not known.
func (b *heartbeatWatch) isStale(now, last time.Time) bool {
	if last.After(b.last) {
		if !b.last.IsZero() {
			b.interval = max(b.interval, last.Sub(b.last))
		}
		b.last = last
	}
	limit := silence
	if b.interval > time.Second {
		limit = min(silence, b.interval*5/2)
	}
	return !last.IsZero() && now.Sub(last) > limit && now.Sub(b.since) > limit
}
