package discord

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"
)

// baseline is the mark of no channel: when the door was first opened. What was
// said before that is not ours to answer.
const baseline = ""

// sweep looks for messages that no event told: it lists the channels, threads
// and direct messages, and queues the reading of those that have something
// new; what was said during an absence is answered with a word about it. It
// returns when to look again.
func (e *ear) sweep(ctx context.Context, away absence) time.Duration {
	e.mu.Lock()
	e.gap = false
	e.mu.Unlock()
	wait := sweepEvery
	places, err := e.survey(ctx)
	if err != nil && ctx.Err() == nil {
		e.Log.WarnContext(ctx, "could not look for missed messages everywhere", "err", err)
		wait = sweepAgain
	}
	recent := snowflake(e.Now().Add(-overlap)) // what is older than the newest that was heard may have been missed still
	for _, p := range places {
		news := p.Last == "" || later(p.Last, e.reached(p.ID)) || later(p.Last, recent)
		if after := e.mark(p.ID); news && p.talks() && !e.isBarred(p.ID) {
			e.queue(ctx, p.ID, func(ctx context.Context) { e.read(ctx, p, after, away) })
		}
	}
	if err := e.keepSeen(ctx); err != nil && ctx.Err() == nil {
		e.Log.ErrorContext(ctx, "marks not kept", "err", err)
	}
	return wait
}

// reached is the newest message of a channel that was dealt with.
func (e *ear) reached(channel string) string {
	e.Door.mu.Lock()
	defer e.Door.mu.Unlock()
	if id := e.seen[channel]; id != "" {
		return id
	}
	return e.seen[baseline]
}

// mark is where reading a channel begins: a little before what was dealt with,
// because events may come out of order, and at most a week back.
func (e *ear) mark(channel string) string {
	from := e.reached(channel)
	if at := saidAt(from); !at.IsZero() {
		from = snowflake(at.Add(-overlap))
	}
	e.Door.mu.Lock()
	first := e.seen[baseline]
	e.Door.mu.Unlock()
	if later(first, from) {
		from = first
	}
	if oldest := snowflake(e.Now().Add(-lookBack)); later(oldest, from) {
		from = oldest
	}
	return from
}

// survey lists every channel that the founders may have written in. What it
// found before an error is returned with it.
func (e *ear) survey(ctx context.Context) ([]place, error) {
	e.Door.mu.Lock()
	guilds := slices.Clone(e.guilds)
	e.Door.mu.Unlock()
	var out []place
	var failed error
	for _, g := range guilds {
		var channels []channel
		if err := e.rest.call(ctx, ask{http.MethodGet, "/guilds/" + g + "/channels", nil, nil}, &channels); err != nil {
			failed = fmt.Errorf("list channels of %s: %w", g, err)
			continue
		}
		threads, err := e.threads(ctx, g)
		if err != nil {
			failed = fmt.Errorf("list threads of %s: %w", g, err)
		}
		for _, t := range threads {
			if !slices.ContainsFunc(channels, func(c channel) bool { return c.ID == t.ID }) {
				channels = append(channels, t)
			}
		}
		e.learn(g, channels...)
		for _, c := range channels {
			out = append(out, c.place(g))
		}
	}
	for _, f := range e.Rules.Founders {
		c, err := e.direct(ctx, f)
		if lost(err) {
			continue // somebody who takes no direct messages from us
		}
		if err != nil {
			failed = err
			continue
		}
		out = append(out, c.place(""))
	}
	return out, failed
}

// threads lists a server's open threads. One that has no such list is asked for
// those that we know: its events told of them, or we read something in them
// within the time that is looked back.
func (e *ear) threads(ctx context.Context, guild string) ([]channel, error) {
	const unknownGuild = 10004 // the one thing that Discord itself has no list of
	var active struct {
		Threads []channel `json:"threads"`
	}
	err := e.rest.call(ctx, ask{http.MethodGet, "/guilds/" + guild + "/threads/active", nil, nil}, &active)
	var api *apiError
	if !errors.As(err, &api) || api.Status != http.StatusNotFound || api.Code == unknownGuild {
		return active.Threads, err
	}
	e.mu.Lock()
	if e.listless == nil {
		e.listless = map[string]bool{}
	}
	first := !e.listless[guild]
	e.listless[guild] = true
	e.mu.Unlock()
	if first {
		e.Log.WarnContext(ctx, "this server lists no threads: only those that are known are looked through for missed messages", "server", guild)
	}
	return e.knownThreads(ctx, guild)
}

// knownThreads are the threads of a server that we know without its list.
func (e *ear) knownThreads(ctx context.Context, guild string) ([]channel, error) {
	e.Door.mu.Lock()
	oldest := snowflake(e.Now().Add(-lookBack))
	known := map[string]bool{}
	for id, p := range e.places {
		if p.thread() && p.Guild == guild {
			known[id] = true
		}
	}
	for id, read := range e.seen {
		if id != baseline && later(read, oldest) {
			known[id] = true
		}
	}
	e.Door.mu.Unlock()
	var out []channel
	for _, id := range slices.Sorted(maps.Keys(known)) {
		p, err := e.where(ctx, id)
		if lost(err) {
			continue // it was deleted
		}
		if err != nil {
			return out, err
		}
		if p.thread() && p.Guild == guild {
			out = append(out, channel{ID: p.ID, GuildID: p.Guild, ParentID: p.Parent, Name: p.Name, Type: &p.Type})
		}
	}
	return out, nil
}

// direct returns the channel of direct messages with somebody.
func (d *Door) direct(ctx context.Context, user string) (channel, error) {
	var c channel
	err := d.rest.call(ctx, ask{http.MethodPost, "/users/@me/channels", map[string]string{"recipient_id": user}, nil}, &c)
	if err != nil {
		return c, fmt.Errorf("open direct messages with %s: %w", user, err)
	}
	if c.Type == nil {
		direct := channelDirect
		c.Type = &direct
	}
	d.learn("", c)
	return c, nil
}

// read hears what was said in a channel after a message, oldest first, all
// pages. A Discord that does not answer is asked again with growing pauses:
// the next sweep is minutes away, and somebody waits for an answer.
func (e *ear) read(ctx context.Context, p place, after string, away absence) {
	const page, most = 100, 8 // the most that Discord gives; tries
	for tries := 1; ctx.Err() == nil; tries++ {
		var list []message
		err := e.rest.call(ctx, ask{http.MethodGet, fmt.Sprintf("/channels/%s/messages?after=%s&limit=%d", p.ID, after, page), nil, nil}, &list)
		pause, again := pauseOf(err)
		var answer *apiError
		if err != nil && !again && tries < most && (!errors.As(err, &answer) || answer.Status >= http.StatusInternalServerError) {
			pause, again = min(mostWait, time.Second<<(tries-1)), true
		}
		if again {
			select {
			case <-ctx.Done():
			case <-time.After(pause):
			}
			continue
		}
		if lost(err) {
			e.barred(p.ID, true) // a channel of others, or one that is gone
			return
		}
		if err != nil {
			e.Log.WarnContext(ctx, "could not read what was said in a channel", "channel", p.ID, "err", err)
			return
		}
		slices.SortFunc(list, byAge)
		if !away.since.IsZero() {
			e.excuse(ctx, p, list, len(list) == page, away)
			away = absence{}
		}
		for _, m := range list {
			m.ChannelID, m.GuildID = p.ID, p.Guild
			e.said(ctx, m)
			after = m.ID
		}
		tries = 0
		if len(list) < page {
			return
		}
	}
}
