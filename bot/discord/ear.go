package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/internal/org"
)

const (
	sweepEvery = 5 * time.Minute  // between looks for what no event told
	sweepAgain = 30 * time.Second // after one that failed
	lookBack   = 7 * 24 * time.Hour
	overlap    = 2 * time.Minute // events may come out of order; hearing twice is harmless
	mostPlaces = 20_000
)

// ear takes events in, in the order in which they came, and gives each
// channel's to its own lane.
type ear struct {
	*Door
	hear   func(context.Context, org.Message) error
	events chan raw

	mu    sync.Mutex
	gap   bool // an event was dropped for want of room
	uses  once // interactions that were taken in
	lanes map[string]*lane
	shut  map[string]bool // channels that we may not read, until something about them changes
	// listless are the servers that list no threads: what they tell of them when
	// they come up is all there is.
	listless map[string]bool
	work     sync.WaitGroup
}

// barred notes whether we may read a channel.
func (e *ear) barred(channel string, is bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.shut == nil || len(e.shut) > mostPlaces {
		e.shut = map[string]bool{}
	}
	if is {
		e.shut[channel] = true
	} else {
		delete(e.shut, channel)
	}
}

func (e *ear) isBarred(channel string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.shut[channel]
}

func (e *ear) isListless(guild string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.listless[guild]
}

// lane is the queue of one channel. It has a goroutine while it holds
// anything.
type lane struct{ waiting []func(context.Context) }

// take is called by the gateway for each event and never waits.
func (e *ear) take(r raw) {
	select {
	case e.events <- r:
	default:
		e.mu.Lock()
		e.gap = true
		e.mu.Unlock()
	}
}

// run deals with events until ctx ends, and returns when all lanes are empty
// or stopped.
func (e *ear) run(ctx context.Context) {
	next := time.NewTimer(sweepEvery)
	defer next.Stop()
	here := time.NewTicker(presentEvery)
	defer here.Stop()
	for {
		select {
		case <-ctx.Done():
			e.work.Wait()
			return
		case r := <-e.events:
			if e.dispatch(ctx, r) {
				next.Reset(e.sweep(ctx, e.back()))
			}
		case <-next.C:
			next.Reset(e.sweep(ctx, absence{}))
		case <-here.C:
			if err := e.present(ctx); err != nil && ctx.Err() == nil {
				e.Log.WarnContext(ctx, "not noted that we are here", "err", err)
			}
		}
		e.mu.Lock()
		lost := e.gap && len(e.events) == 0
		e.gap = e.gap && !lost
		e.mu.Unlock()
		if lost {
			next.Reset(e.sweep(ctx, absence{}))
		}
	}
}

// dispatch gives one event to whoever it concerns, and says whether something
// may have been missed before it. What is broken in one event must not end the
// others, so a panic becomes a line in the log.
func (e *ear) dispatch(ctx context.Context, r raw) (gap bool) {
	defer func() {
		if p := recover(); p != nil {
			e.Log.ErrorContext(ctx, "event not understood", "type", r.typ, "panic", fmt.Sprint(p))
		}
	}()
	switch r.typ {
	case "READY":
		var v ready
		if err := decode(r.data, &v); err != nil {
			e.Log.WarnContext(ctx, "event not understood", "type", r.typ, "err", err)
			return true
		}
		e.meet(v)
		e.work.Go(func() {
			if err := e.register(ctx); err != nil && ctx.Err() == nil {
				e.Log.WarnContext(ctx, "commands not registered", "err", err)
			}
		})
		return true
	case "RESUMED":
		return true
	case "GUILD_CREATE":
		var v guild
		if decode(r.data, &v) == nil {
			e.learn(v.ID, append(v.Channels, v.Threads...)...)
			return e.isListless(v.ID)
		}
	case "CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE":
		var v channel
		if decode(r.data, &v) == nil {
			e.learn("", v)
			e.barred(v.ID, false)
		}
	case "MESSAGE_CREATE":
		e.message(ctx, r, e.said)
	case "MESSAGE_UPDATE":
		e.message(ctx, r, e.edited)
	case "INTERACTION_CREATE":
		e.used(ctx, r)
	case "MESSAGE_DELETE":
		e.message(ctx, r, e.deleted)
	}
	return false
}

// meet keeps what READY tells.
func (d *Door) meet(v ready) {
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

// learn keeps what is known of channels.
func (d *Door) learn(guild string, list ...channel) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.places) > mostPlaces {
		d.places = map[string]place{}
	}
	for _, c := range list {
		if c.ID != "" && c.Type != nil {
			d.places[c.ID] = c.place(guild)
		}
	}
}

// where returns what is known of a channel, and asks Discord when that is
// nothing.
func (d *Door) where(ctx context.Context, id string) (place, error) {
	d.mu.Lock()
	p, known := d.places[id]
	d.mu.Unlock()
	if known {
		return p, nil
	}
	var c channel
	if err := d.rest.call(ctx, ask{http.MethodGet, "/channels/" + id, nil, nil}, &c); err != nil {
		return place{}, fmt.Errorf("look at channel %s: %w", id, err)
	}
	d.learn("", c)
	return c.place(""), nil
}

// message decodes a message's event and queues what is to be done with it.
func (e *ear) message(ctx context.Context, r raw, do func(context.Context, message)) {
	var m message
	if err := decode(r.data, &m); err != nil || m.ID == "" || m.ChannelID == "" {
		e.Log.WarnContext(ctx, "message not understood", "type", r.typ, "err", err)
		return
	}
	e.queue(ctx, m.ChannelID, func(ctx context.Context) { do(ctx, m) })
}

// queue runs do after everything that is queued for the channel.
func (e *ear) queue(ctx context.Context, channel string, do func(context.Context)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if l := e.lanes[channel]; l != nil {
		l.waiting = append(l.waiting, do)
		return
	}
	l := &lane{waiting: []func(context.Context){do}}
	e.lanes[channel] = l
	e.work.Go(func() { e.drain(ctx, channel, l) })
}

func (e *ear) drain(ctx context.Context, channel string, l *lane) {
	for {
		e.mu.Lock()
		if len(l.waiting) == 0 || ctx.Err() != nil {
			delete(e.lanes, channel)
			e.mu.Unlock()
			return
		}
		do := l.waiting[0]
		l.waiting = l.waiting[1:]
		e.mu.Unlock()
		e.safely(ctx, channel, do)
	}
}

func (e *ear) safely(ctx context.Context, channel string, do func(context.Context)) {
	defer func() {
		if p := recover(); p != nil {
			e.Log.ErrorContext(ctx, "message not understood", "channel", channel, "panic", fmt.Sprint(p))
		}
	}()
	do(ctx)
}

// said deals with a new message, live or fetched.
func (e *ear) said(ctx context.Context, m message) {
	m, p, ok := e.admitted(ctx, m, kindMessage)
	if ok {
		e.founderSaid(ctx, m, p)
	}
	if ctx.Err() == nil {
		e.passed(m.ChannelID, m.ID)
	}
}

// admitted asks the gate about a message, and fetches the whole of one that
// came without its author.
func (e *ear) admitted(ctx context.Context, m message, k kind) (message, place, bool) {
	if m.Author == nil || m.Author.ID == "" {
		whole := message{}
		if err := e.rest.call(ctx, ask{http.MethodGet, "/channels/" + m.ChannelID + "/messages/" + m.ID, nil, nil}, &whole); err != nil || whole.Author == nil {
			e.Log.WarnContext(ctx, "a message came without its author and could not be fetched", "message", m.ID, "err", err)
			return m, place{}, false
		}
		whole.ChannelID, whole.GuildID = m.ChannelID, m.GuildID
		m = whole
	}
	ev := event{kind: k, author: m.Author.ID, bot: m.Author.Bot, webhook: m.WebhookID != "", typ: m.Type, guild: m.GuildID}
	self := e.id()
	if !e.Rules.admits(self, ev) {
		return m, place{}, false
	}
	p, err := e.where(ctx, m.ChannelID)
	if err != nil {
		p = place{ID: m.ChannelID, Guild: m.GuildID}
		if p.Guild == "" {
			p.Type = channelDirect
		}
	}
	if p.Guild == "" {
		p.Guild = m.GuildID
	}
	ev.guild = p.Guild // what REST gives names no server
	return m, p, e.Rules.admits(self, ev)
}

func (d *Door) id() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.self
}

// me is our own id, asked for when the gateway has not told it yet.
func (d *Door) me(ctx context.Context) (string, error) {
	if id := d.id(); id != "" {
		return id, nil
	}
	var me user
	if err := d.rest.call(ctx, ask{http.MethodGet, "/users/@me", nil, nil}, &me); err != nil {
		return "", fmt.Errorf("ask who we are: %w", err)
	}
	if me.ID == "" {
		return "", errors.New("discord does not say who we are")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.self = me.ID
	return me.ID, nil
}

// meant reports whether an admitted message is meant for us.
func (e *ear) meant(ctx context.Context, m message, p place) bool {
	self := e.id()
	a := address{us: slices.ContainsFunc(m.Mentions, func(u user) bool { return u.ID == self })}
	a.others = len(m.Mentions) > 0 && !a.us
	if r := m.Referenced; r != nil && r.Author != nil {
		a.us = a.us || r.Author.ID == self
		a.others = a.others || r.Author.ID != self && r.Author.ID != m.Author.ID
	}
	if p.thread() {
		opening := e.opening(p.Parent)
		opening.RLock()   // it may be a project's, and is recorded in a moment
		opening.RUnlock() //nolint:staticcheck // it is only waited for
	}
	if p.thread() && !e.Rules.addressed(p, a) {
		e.untilDone(ctx, "look for a project's thread", func(ctx context.Context) error {
			_, err := e.Records.ProjectOfThread(ctx, org.Channel{Transport: Transport, ID: m.ChannelID})
			a.ours = err == nil
			return settled(err)
		})
	}
	return e.Rules.addressed(p, a)
}

// founderSaid stores an admitted message when it is meant for us.
func (e *ear) founderSaid(ctx context.Context, m message, p place) {
	if !e.meant(ctx, m, p) {
		return
	}
	self, ch := e.id(), org.Channel{Transport: Transport, ID: m.ChannelID}
	e.untilDone(ctx, "store message "+m.ID, func(ctx context.Context) error {
		known, err := e.Records.Heard(ctx, ch, m.ID)
		if err != nil || known {
			return err
		}
		if empty(m) {
			return e.Records.Say(ctx, org.Delivery{Key: "discord-unreadable:" + m.ChannelID, Channel: ch, Kind: org.DeliverNotice, Body: unreadable(m)})
		}
		if e.Commands.Typed != nil {
			if line, ok := e.Commands.Typed(org.Message{Text: text(m, self), Attachments: make([]org.Attachment, len(m.Attachments))}); ok {
				return e.typed(ctx, m, line)
			}
		}
		said := org.Message{
			Channel: ch, Origin: m.ID, Marked: true, Author: m.Author.ID, SaidAt: saidAt(m.ID),
			Text: text(m, self), RepliesTo: m.repliesTo(), Attachments: bot.Limit(e.files(ctx, m)),
		}
		if err := e.hear(ctx, said); err != nil {
			return err
		}
		e.types.begin(ctx, e.rest, m.ChannelID)
		return nil
	})
}

// empty reports whether there is nothing in a message that can be read.
func empty(m message) bool {
	return (m.Content == nil || *m.Content == "") && len(m.Attachments) == 0 && len(m.Snapshots) == 0
}

// unreadable says why, once in each channel.
func unreadable(m message) string {
	if len(m.Stickers) > 0 || len(m.Poll) > 0 {
		return "I can only read text and files, no stickers and polls."
	}
	return "I can see that you wrote, not what. Turn on the Message Content Intent: https://discord.com/developers/applications, your application, Bot, Privileged Gateway Intents. " +
		"Until then I read direct messages and messages that mention me."
}

// text is what a message says: without the mention of us, with what it
// forwards.
func text(m message, self string) string {
	var b strings.Builder
	if m.Content != nil {
		b.WriteString(strings.NewReplacer("<@"+self+">", "", "<@!"+self+">", "").Replace(*m.Content))
	}
	for _, s := range m.Snapshots {
		if s.Message.Content != "" {
			b.WriteString("\n\n> " + strings.ReplaceAll(strings.TrimSpace(s.Message.Content), "\n", "\n> "))
		}
	}
	return strings.TrimSpace(b.String())
}

// untilDone tries something again until it works or ctx ends: nothing that a
// founder said may be lost because a disk was full.
func (e *ear) untilDone(ctx context.Context, what string, do func(context.Context) error) {
	for pause := time.Second; ctx.Err() == nil; pause = min(2*pause, mostWait) {
		err := do(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		e.Log.ErrorContext(ctx, "cannot "+what, "err", err, "again_in", pause) //nolint:sloglint // the thing is named
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// passed notes that everything up to a message was dealt with.
func (d *Door) passed(channel, id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if later(id, d.seen[channel]) {
		d.seen[channel] = id
	}
}

// keepSeen stores how far each channel was dealt with.
func (d *Door) keepSeen(ctx context.Context) error {
	d.mu.Lock()
	seen := make(map[string]string, len(d.seen))
	for c, id := range d.seen {
		seen[c] = id
	}
	d.mu.Unlock()
	if len(seen) == 0 {
		return nil
	}
	if err := d.Records.SetMarks(ctx, Transport, seen); err != nil {
		return fmt.Errorf("store what was seen: %w", err)
	}
	return nil
}

// edited gives an unhandled message its new text. Whoever edits one that is
// being handled, or was, is told what came of its first words.
func (e *ear) edited(ctx context.Context, m message) {
	if m.Edited == "" || m.Content == nil {
		return // a preview was added, not a word changed
	}
	m, _, ok := e.admitted(ctx, m, kindEdit)
	if !ok {
		return
	}
	ch := org.Channel{Transport: Transport, ID: m.ChannelID}
	now := org.Message{Text: text(m, e.id()), Attachments: make([]org.Attachment, len(m.Attachments))}
	if e.Commands.Meant != nil {
		now = e.Commands.Meant(now)
	}
	e.untilDone(ctx, "store an edit", func(ctx context.Context) error {
		return settled(e.Records.Reword(ctx, ch, m.ID, now.Text))
	})
}

// deleted withdraws a message that waits; of one that is being worked on it is
// said how to stop that. Discord does not say whose it was,
// so the inbox is asked: only a founder's stands there.
func (e *ear) deleted(ctx context.Context, m message) {
	ch := org.Channel{Transport: Transport, ID: m.ChannelID}
	if known, err := e.Records.Heard(ctx, ch, m.ID); err != nil || !known {
		return
	}
	e.untilDone(ctx, "withdraw a message", func(ctx context.Context) error {
		return settled(e.Records.Withdraw(ctx, ch, m.ID))
	})
}

// settled passes over what cannot be changed any more: work on the message has
// begun, or it was never ours.
func settled(err error) error {
	if errors.Is(err, org.ErrConflict) || errors.Is(err, org.ErrNotFound) {
		return nil
	}
	return err
}
