package discord

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

const (
	holdMost    = 5 * time.Second // for which messages wait for older ones that were missed
	maxChannels = 20_000
)

// intake takes the gateway's events. Interactions are dealt with at once, each
// in its own goroutine; all else keeps its order, and each channel's messages
// have their own queue. Catching up on what no event told runs beside that.
type intake struct {
	*Session
	store  func(context.Context, org.Message) error
	events chan rawEvent
	listed chan struct{} // receives when a catch-up has listed the channels
	// refusals has a place for each stranger who is answered at the moment.
	refusals chan struct{}

	mu           sync.Mutex
	closed       bool // nothing new is begun
	interactions once // interactions that were taken in
	queues       map[string]*queue
	forwards     forwards
	// unreadable are channels that we may not read, and when that was found out.
	unreadable map[string]time.Time
	reading    chan struct{} // has a place for each channel that is read back at the moment
	// noThreadList are the servers that list no threads: what they tell of them when
	// they come up is all there is.
	noThreadList map[string]bool
	gap          gap
	looked       atomic.Bool // all channels were listed once since the start
	work         sync.WaitGroup
}

func newIntake(d *Session, store func(context.Context, org.Message) error) *intake {
	return &intake{
		Session: d, store: store, events: make(chan rawEvent, backlog), listed: make(chan struct{}, 1), refusals: make(chan struct{}, 8), reading: make(chan struct{}, atOnce), unreadable: map[string]time.Time{}, queues: map[string]*queue{},
		gap: gap{wanted: make(chan struct{}, 1), unread: map[string]bool{}, passed: map[string]string{}},
	}
}

func (in *intake) hasNoThreadList(guild string) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.noThreadList[guild]
}

// queue is the queue of one channel. It has a goroutine while it holds
// anything.
type queue struct {
	waiting []errand
	more    chan struct{} // receives when something is added
}

// errand is one thing to be done in a channel, with the new message that it is about, if it is about one.
type errand struct {
	m  message
	do func(context.Context)
}

// receive is called by the gateway for each event and never waits.
func (in *intake) receive(ctx context.Context, r rawEvent) {
	if r.typ == "INTERACTION_CREATE" { // its answer is due within 3 s, whatever else goes on
		in.recoverPanic(ctx, r.typ, func(ctx context.Context) { in.handleInteraction(ctx, r) })
		return
	}
	select {
	case in.events <- r:
	default:
		in.openGap(absence{})
	}
}

// run deals with events until ctx ends, and returns when all queues are empty
// or stopped. While the channels are listed after a gap, new messages wait for
// the older ones that were missed, at most holdMost.
func (in *intake) run(ctx context.Context) {
	in.spawn(func() { in.catchUpLoop(ctx) })
	in.spawn(func() { in.saveLoop(ctx) })
	in.spawn(func() { in.pollLoop(ctx) })
	var held []rawEvent
	holding := false
	hold := time.NewTimer(holdMost)
	hold.Stop()
	release := func() {
		for _, r := range held {
			in.dispatch(ctx, r)
		}
		held, holding = nil, false
	}
	for {
		select {
		case <-ctx.Done():
			in.mu.Lock()
			in.closed = true
			in.mu.Unlock()
			in.work.Wait()
			return
		case r := <-in.events:
			switch {
			case holding && r.typ == "MESSAGE_CREATE" && len(held) < backlog:
				held = append(held, r)
			case in.dispatch(ctx, r):
				drain(in.listed)
				in.openGap(in.endAbsence())
				in.spawn(func() { in.noteConnection(ctx) })
				holding = true
				hold.Reset(holdMost)
			}
		case <-in.listed:
			release()
		case <-hold.C:
			release()
		}
	}
}

// saveLoop saves now and then that the session is connected.
func (in *intake) saveLoop(ctx context.Context) {
	tick := time.NewTicker(presentEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := in.saveLastSeen(ctx); err != nil && ctx.Err() == nil {
				in.Log.WarnContext(ctx, "not saved that we are connected", "err", err)
			}
		}
	}
}

// dispatch gives one event to whoever it concerns, and says whether something
// may have been missed before it. What is broken in one event must not end the
// others, so a panic becomes a line in the log.
func (in *intake) dispatch(ctx context.Context, r rawEvent) (missed bool) {
	in.recoverPanic(ctx, r.typ, func(ctx context.Context) { missed = in.handle(ctx, r) })
	return missed
}

func (in *intake) handle(ctx context.Context, r rawEvent) (missed bool) {
	switch r.typ {
	case "READY":
		var v ready
		if err := decodeLoosely(r.data, &v); err != nil {
			in.Log.WarnContext(ctx, "event not understood", "type", r.typ, "err", err)
			return true
		}
		in.onReady(v)
		in.spawn(func() {
			if err := in.register(ctx); err != nil && ctx.Err() == nil {
				in.Log.WarnContext(ctx, "commands not registered", "err", err)
			}
		})
		return true
	case "RESUMED":
		return true
	case "GUILD_CREATE":
		var v guild
		if decodeLoosely(r.data, &v) == nil {
			in.cacheServer(v)
			return in.hasNoThreadList(v.ID)
		}
	case "CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE":
		var v channel
		if decodeLoosely(r.data, &v) == nil {
			in.cacheChannels("", v)
			in.setReadable(v.ID)
		}
	case "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE", "GUILD_MEMBER_UPDATE":
		in.rolesChanged(r)
	case "MESSAGE_CREATE":
		in.enqueueMessage(ctx, r, func(ctx context.Context, m message) { in.handleCreate(ctx, m) })
	case "MESSAGE_UPDATE":
		in.enqueueMessage(ctx, r, in.handleEdit)
	case "MESSAGE_DELETE":
		in.enqueueMessage(ctx, r, in.handleDelete)
	}
	return false
}

// rolesChanged keeps what an event tells of roles. What we were refused may be
// open to us now.
func (in *intake) rolesChanged(r rawEvent) {
	var v struct {
		member

		Guild string `json:"guild_id"`
		Role  role   `json:"role"`
		Gone  string `json:"role_id"`
	}
	if decodeLoosely(r.data, &v) != nil {
		return
	}
	if r.typ == "GUILD_MEMBER_UPDATE" {
		if in.memberChanged(v.Guild, v.member) {
			in.setReadable("")
		}
		return
	}
	if v.Gone != "" {
		v.Role = role{ID: v.Gone}
	}
	in.roleChanged(v.Guild, v.Role)
	in.setReadable("")
}

// onReady keeps what READY tells.
func (d *Session) onReady(v ready) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.self, d.app = v.User.ID, v.Application.ID
	d.guilds = nil
	for _, g := range v.Guilds {
		if g.ID != "" && (d.Rules.Guild == "" || d.Rules.Guild == g.ID) {
			d.guilds = append(d.guilds, g.ID)
		}
	}
}

// cacheChannels keeps what is known of channels.
func (d *Session) cacheChannels(guild string, list ...channel) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.channels) > maxChannels {
		d.channels = map[string]place{}
	}
	for _, c := range list {
		if c.ID != "" && c.Type != nil {
			d.channels[c.ID] = c.toPlace(guild)
		}
	}
}

// channelInfo returns what is known of a channel, and asks Discord when that is
// nothing.
func (d *Session) channelInfo(ctx context.Context, id string) (place, error) {
	d.mu.Lock()
	p, known := d.channels[id]
	d.mu.Unlock()
	if known {
		return p, nil
	}
	var c channel
	if err := d.rest.call(ctx, request{http.MethodGet, "/channels/" + id, nil, nil}, &c); err != nil {
		return place{}, fmt.Errorf("look at channel %s: %w", id, err)
	}
	d.cacheChannels("", c)
	return c.toPlace(""), nil
}

// enqueueMessage decodes a message's event and enqueues what is to be done with it.
func (in *intake) enqueueMessage(ctx context.Context, r rawEvent, do func(context.Context, message)) {
	var m message
	// Ids become parts of addresses: with one that is no number, fetching the
	// message would fail for ever, or ask for something else.
	if err := decodeLoosely(r.data, &m); err != nil || !isID(m.ID) || !isID(m.ChannelID) {
		in.Log.WarnContext(ctx, "message not understood", "type", r.typ, "err", err)
		return
	}
	if r.typ == "MESSAGE_CREATE" && in.dropStranger(m) {
		return
	}
	job := errand{do: func(ctx context.Context) { do(ctx, m) }}
	if r.typ == "MESSAGE_CREATE" {
		job.m = m
	}
	in.enqueue(ctx, m.ChannelID, job)
}

// dropStranger reports whether a message is by somebody who is not heard: it is
// passed over before it waits anywhere. The channel's cursor moves past it only
// when nothing before it waits.
func (in *intake) dropStranger(m message) bool {
	in.setReadable(m.ChannelID) // we were told of it
	if m.Author == nil || m.Author.ID == "" || in.Rules.isAdmitted(in.selfID(), event{kind: kindMessage, author: m.Author.ID, bot: m.Author.Bot, webhook: m.WebhookID != "", typ: m.Type, guild: m.GuildID}) {
		return false
	}
	in.mu.Lock()
	waits := in.queues[m.ChannelID] != nil
	in.mu.Unlock()
	if !waits {
		in.noteHandled(m.ChannelID, m.ID)
	}
	return true
}

// spawn runs do in a goroutine that run waits for, unless run has ended.
func (in *intake) spawn(do func()) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.closed {
		in.work.Go(do)
	}
}

// enqueue does an errand after everything that is queued for the channel. What a full
// queue has no room for is fetched later.
func (in *intake) enqueue(ctx context.Context, channel string, job errand) {
	in.mu.Lock()
	full := in.queues[channel] != nil && len(in.queues[channel].waiting) >= backlog
	in.mu.Unlock()
	if full {
		in.openGap(absence{})
		return
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if q := in.queues[channel]; q != nil {
		q.waiting = append(q.waiting, job)
		notify(q.more)
		return
	}
	if in.closed {
		return
	}
	q := &queue{waiting: []errand{job}, more: make(chan struct{}, 1)}
	in.queues[channel] = q
	in.work.Go(func() { in.drain(ctx, channel, q) })
}

func (in *intake) drain(ctx context.Context, channel string, q *queue) {
	for {
		in.mu.Lock()
		if len(q.waiting) == 0 || ctx.Err() != nil {
			delete(in.queues, channel)
			in.mu.Unlock()
			return
		}
		job := q.waiting[0]
		q.waiting = q.waiting[1:]
		in.mu.Unlock()
		in.recoverPanic(ctx, channel, job.do)
	}
}

// recoverPanic turns a panic into a line of the log; what names what was dealt
// with.
func (in *intake) recoverPanic(ctx context.Context, what string, do func(context.Context)) {
	defer func() {
		if p := recover(); p != nil {
			in.Log.ErrorContext(ctx, "event not understood", "what", what, "panic", fmt.Sprint(p))
		}
	}()
	do(ctx)
}
