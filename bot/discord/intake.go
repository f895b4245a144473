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
	catchUpEvery = 5 * time.Minute  // between looks for what no event told
	catchUpRetry = 30 * time.Second // after one that failed
	lookBack     = 7 * 24 * time.Hour
	overlap      = 2 * time.Minute // events may come out of order; hearing twice is harmless
	maxChannels  = 20_000
)

// intake takes events in, in the order in which they came, and gives each
// channel's to its own queue.
type intake struct {
	*Session
	store  func(context.Context, org.Message) error
	events chan rawEvent

	mu           sync.Mutex
	gap          bool // an event was dropped for want of room
	interactions once // interactions that were taken in
	queues       map[string]*queue
	unreadable   map[string]bool // channels that we may not read, until something about them changes
	// noThreadList are the servers that list no threads: what they tell of them when
	// they come up is all there is.
	noThreadList map[string]bool
	work         sync.WaitGroup
}

// setUnreadable notes whether we may read a channel.
func (in *intake) setUnreadable(channel string, is bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.unreadable == nil || len(in.unreadable) > maxChannels {
		in.unreadable = map[string]bool{}
	}
	if is {
		in.unreadable[channel] = true
	} else {
		delete(in.unreadable, channel)
	}
}

func (in *intake) isUnreadable(channel string) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.unreadable[channel]
}

func (in *intake) hasNoThreadList(guild string) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.noThreadList[guild]
}

// queue is the queue of one channel. It has a goroutine while it holds
// anything.
type queue struct{ waiting []func(context.Context) }

// receive is called by the gateway for each event and never waits.
func (in *intake) receive(r rawEvent) {
	select {
	case in.events <- r:
	default:
		in.mu.Lock()
		in.gap = true
		in.mu.Unlock()
	}
}

// run deals with events until ctx ends, and returns when all queues are empty
// or stopped.
func (in *intake) run(ctx context.Context) {
	next := time.NewTimer(catchUpEvery)
	defer next.Stop()
	here := time.NewTicker(presentEvery)
	defer here.Stop()
	for {
		select {
		case <-ctx.Done():
			in.work.Wait()
			return
		case r := <-in.events:
			if in.dispatch(ctx, r) {
				next.Reset(in.catchUp(ctx, in.endAbsence()))
			}
		case <-next.C:
			next.Reset(in.catchUp(ctx, absence{}))
		case <-here.C:
			if err := in.saveLastSeen(ctx); err != nil && ctx.Err() == nil {
				in.Log.WarnContext(ctx, "not noted that we are here", "err", err)
			}
		}
		in.mu.Lock()
		lost := in.gap && len(in.events) == 0
		in.gap = in.gap && !lost
		in.mu.Unlock()
		if lost {
			next.Reset(in.catchUp(ctx, absence{}))
		}
	}
}

// dispatch gives one event to whoever it concerns, and says whether something
// may have been missed before it. What is broken in one event must not end the
// others, so a panic becomes a line in the log.
func (in *intake) dispatch(ctx context.Context, r rawEvent) (gap bool) {
	defer func() {
		if p := recover(); p != nil {
			in.Log.ErrorContext(ctx, "event not understood", "type", r.typ, "panic", fmt.Sprint(p))
		}
	}()
	switch r.typ {
	case "READY":
		var v ready
		if err := decode(r.data, &v); err != nil {
			in.Log.WarnContext(ctx, "event not understood", "type", r.typ, "err", err)
			return true
		}
		in.onReady(v)
		in.work.Go(func() {
			if err := in.register(ctx); err != nil && ctx.Err() == nil {
				in.Log.WarnContext(ctx, "commands not registered", "err", err)
			}
		})
		return true
	case "RESUMED":
		return true
	case "GUILD_CREATE":
		var v guild
		if decode(r.data, &v) == nil {
			in.cacheChannels(v.ID, append(v.Channels, v.Threads...)...)
			return in.hasNoThreadList(v.ID)
		}
	case "CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE":
		var v channel
		if decode(r.data, &v) == nil {
			in.cacheChannels("", v)
			in.setUnreadable(v.ID, false)
		}
	case "MESSAGE_CREATE":
		in.message(ctx, r, in.created)
	case "MESSAGE_UPDATE":
		in.message(ctx, r, in.edited)
	case "INTERACTION_CREATE":
		in.interacted(ctx, r)
	case "MESSAGE_DELETE":
		in.message(ctx, r, in.deleted)
	}
	return false
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
			d.channels[c.ID] = c.place(guild)
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
	return c.place(""), nil
}

// message decodes a message's event and queues what is to be done with it.
func (in *intake) message(ctx context.Context, r rawEvent, do func(context.Context, message)) {
	var m message
	if err := decode(r.data, &m); err != nil || m.ID == "" || m.ChannelID == "" {
		in.Log.WarnContext(ctx, "message not understood", "type", r.typ, "err", err)
		return
	}
	in.enqueue(ctx, m.ChannelID, func(ctx context.Context) { do(ctx, m) })
}

// enqueue runs do after everything that is queued for the channel.
func (in *intake) enqueue(ctx context.Context, channel string, do func(context.Context)) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if l := in.queues[channel]; l != nil {
		l.waiting = append(l.waiting, do)
		return
	}
	l := &queue{waiting: []func(context.Context){do}}
	in.queues[channel] = l
	in.work.Go(func() { in.drain(ctx, channel, l) })
}

func (in *intake) drain(ctx context.Context, channel string, l *queue) {
	for {
		in.mu.Lock()
		if len(l.waiting) == 0 || ctx.Err() != nil {
			delete(in.queues, channel)
			in.mu.Unlock()
			return
		}
		do := l.waiting[0]
		l.waiting = l.waiting[1:]
		in.mu.Unlock()
		in.recovering(ctx, channel, do)
	}
}

func (in *intake) recovering(ctx context.Context, channel string, do func(context.Context)) {
	defer func() {
		if p := recover(); p != nil {
			in.Log.ErrorContext(ctx, "message not understood", "channel", channel, "panic", fmt.Sprint(p))
		}
	}()
	do(ctx)
}

// created deals with a new message, live or fetched.
func (in *intake) created(ctx context.Context, m message) {
	m, p, ok := in.admit(ctx, m, kindMessage)
	if ok {
		in.accept(ctx, m, p)
	}
	if ctx.Err() == nil {
		in.advanceCursor(m.ChannelID, m.ID)
	}
}

// admit asks the gate about a message, and fetches the whole of one that
// came without its author.
func (in *intake) admit(ctx context.Context, m message, k kind) (message, place, bool) {
	if m.Author == nil || m.Author.ID == "" {
		whole := message{}
		if err := in.rest.call(ctx, request{http.MethodGet, "/channels/" + m.ChannelID + "/messages/" + m.ID, nil, nil}, &whole); err != nil || whole.Author == nil {
			in.Log.WarnContext(ctx, "a message came without its author and could not be fetched", "message", m.ID, "err", err)
			return m, place{}, false
		}
		whole.ChannelID, whole.GuildID = m.ChannelID, m.GuildID
		m = whole
	}
	ev := event{kind: k, author: m.Author.ID, bot: m.Author.Bot, webhook: m.WebhookID != "", typ: m.Type, guild: m.GuildID}
	self := in.selfID()
	if !in.Rules.admits(self, ev) {
		return m, place{}, false
	}
	p, err := in.channelInfo(ctx, m.ChannelID)
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
	return m, p, in.Rules.admits(self, ev)
}

func (d *Session) selfID() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.self
}

// me is our own id, asked for when the gateway has not told it yet.
func (d *Session) me(ctx context.Context) (string, error) {
	if id := d.selfID(); id != "" {
		return id, nil
	}
	var me user
	if err := d.rest.call(ctx, request{http.MethodGet, "/users/@me", nil, nil}, &me); err != nil {
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

// addressesUs reports whether an admitted message is addressesUs for us.
func (in *intake) addressesUs(ctx context.Context, m message, p place) bool {
	self := in.selfID()
	a := address{us: slices.ContainsFunc(m.Mentions, func(u user) bool { return u.ID == self })}
	a.others = len(m.Mentions) > 0 && !a.us
	if r := m.Referenced; r != nil && r.Author != nil {
		a.us = a.us || r.Author.ID == self
		a.others = a.others || r.Author.ID != self && r.Author.ID != m.Author.ID
	}
	if p.thread() {
		opening := in.opening(p.Parent)
		opening.RLock()   // it may be a project's, and is recorded in a moment
		opening.RUnlock() //nolint:staticcheck // it is only waited for
	}
	if p.thread() && !in.Rules.addressed(p, a) {
		in.retry(ctx, "look for a project's thread", func(ctx context.Context) error {
			_, err := in.Records.ProjectOfThread(ctx, org.Channel{Transport: Transport, ID: m.ChannelID})
			a.ours = err == nil
			return ignoreTooLate(err)
		})
	}
	return in.Rules.addressed(p, a)
}

// accept stores an admitted message when it is addressed to us.
func (in *intake) accept(ctx context.Context, m message, p place) {
	if !in.addressesUs(ctx, m, p) {
		return
	}
	self, ch := in.selfID(), org.Channel{Transport: Transport, ID: m.ChannelID}
	in.retry(ctx, "store message "+m.ID, func(ctx context.Context) error {
		known, err := in.Records.Heard(ctx, ch, m.ID)
		if err != nil || known {
			return err
		}
		if empty(m) {
			return in.Records.Say(ctx, org.Delivery{Key: "discord-unreadable:" + m.ChannelID, Channel: ch, Kind: org.DeliverNotice, Body: unreadableText(m)})
		}
		if in.Commands.Typed != nil {
			if line, ok := in.Commands.Typed(org.Message{Text: text(m, self), Attachments: make([]org.Attachment, len(m.Attachments))}); ok {
				return in.typed(ctx, m, line)
			}
		}
		said := org.Message{
			Channel: ch, Origin: m.ID, Marked: true, Author: m.Author.ID, SaidAt: saidAt(m.ID),
			Text: text(m, self), RepliesTo: m.repliesTo(), Attachments: bot.Limit(in.files(ctx, m)),
		}
		if err := in.store(ctx, said); err != nil {
			return err
		}
		in.typing.begin(ctx, in.rest, m.ChannelID)
		return nil
	})
}

// empty reports whether there is nothing in a message that can be read.
func empty(m message) bool {
	return (m.Content == nil || *m.Content == "") && len(m.Attachments) == 0 && len(m.Snapshots) == 0
}

// unreadableText says why, once in each channel.
func unreadableText(m message) string {
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

// retry tries something again until it works or ctx ends: nothing that a
// founder said may be lost because a disk was full.
func (in *intake) retry(ctx context.Context, what string, do func(context.Context) error) {
	for pause := time.Second; ctx.Err() == nil; pause = min(2*pause, mostWait) {
		err := do(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		in.Log.ErrorContext(ctx, "cannot "+what, "err", err, "again_in", pause) //nolint:sloglint // the thing is named
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// advanceCursor notes that everything up to a message was dealt with.
func (d *Session) advanceCursor(channel, id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if later(id, d.cursors[channel]) {
		d.cursors[channel] = id
	}
}

// saveCursors stores how far each channel was dealt with.
func (d *Session) saveCursors(ctx context.Context) error {
	d.mu.Lock()
	seen := make(map[string]string, len(d.cursors))
	for c, id := range d.cursors {
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
func (in *intake) edited(ctx context.Context, m message) {
	if m.Edited == "" || m.Content == nil {
		return // a preview was added, not a word changed
	}
	m, _, ok := in.admit(ctx, m, kindEdit)
	if !ok {
		return
	}
	ch := org.Channel{Transport: Transport, ID: m.ChannelID}
	now := org.Message{Text: text(m, in.selfID()), Attachments: make([]org.Attachment, len(m.Attachments))}
	if in.Commands.Meant != nil {
		now = in.Commands.Meant(now)
	}
	in.retry(ctx, "store an edit", func(ctx context.Context) error {
		return ignoreTooLate(in.Records.Reword(ctx, ch, m.ID, now.Text))
	})
}

// deleted withdraws a message that waits; of one that is being worked on it is
// said how to stop that. Discord does not say whose it was,
// so the inbox is asked: only a founder's stands there.
func (in *intake) deleted(ctx context.Context, m message) {
	ch := org.Channel{Transport: Transport, ID: m.ChannelID}
	if known, err := in.Records.Heard(ctx, ch, m.ID); err != nil || !known {
		return
	}
	in.retry(ctx, "withdraw a message", func(ctx context.Context) error {
		return ignoreTooLate(in.Records.Withdraw(ctx, ch, m.ID))
	})
}

// ignoreTooLate passes over what cannot be changed any more: work on the message has
// begun, or it was never ours.
func ignoreTooLate(err error) error {
	if errors.Is(err, org.ErrConflict) || errors.Is(err, org.ErrNotFound) {
		return nil
	}
	return err
}
