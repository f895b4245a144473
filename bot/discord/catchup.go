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

const (
	catchUpEvery = 5 * time.Minute // between looks for what no event told
	catchUpRetry = 5 * time.Second // after one that failed, twice as long each time
	lookBack     = 7 * 24 * time.Hour
	overlap      = 2 * time.Minute // events may come out of order; receiving twice is harmless
)

// baseline is the read cursor of no channel: when the bot first connected. What
// was said before that is not answered.
const baseline = ""

// catchUp looks for messages that no event told: it lists the channels, threads
// and direct messages, and queues the reading of those that have something
// new; what was said during an absence is answered with a word about it. It
// reports whether all could be listed.
func (in *intake) catchUp(ctx context.Context) (whole bool) {
	count, away := in.gapNow()
	places, err := in.listChannels(ctx)
	if err != nil && ctx.Err() == nil {
		in.Log.WarnContext(ctx, "could not look for missed messages everywhere", "err", err)
		in.announceLater(away)
	}
	var reads []func()
	var toRead []string
	recent := snowflake(in.Now().Add(-overlap)) // what is older than the newest that was heard may have been missed still
	for _, p := range places {
		news := p.Last == "" || later(p.Last, in.cursor(p.ID)) || later(p.Last, recent)
		if after := in.readFrom(p.ID); news && p.talks() && isID(p.ID) && !in.isUnreadable(p.ID) {
			toRead = append(toRead, p.ID)
			reads = append(reads, func() {
				in.enqueue(ctx, p.ID, func(ctx context.Context) { in.readChannel(ctx, p, after, away) })
			})
		}
	}
	in.toRead(toRead, err == nil, count)
	for _, read := range reads {
		read()
	}
	if err := in.saveCursors(ctx); err != nil && ctx.Err() == nil {
		in.Log.ErrorContext(ctx, "read cursors not saved", "err", err)
	}
	return err == nil
}

// catchUpLoop catches up after each gap and every catchUpEvery, until ctx ends.
// One that could not list all channels is done again soon.
func (in *intake) catchUpLoop(ctx context.Context) {
	timer := time.NewTimer(catchUpEvery)
	defer timer.Stop()
	retry := catchUpRetry
	for {
		select {
		case <-ctx.Done():
			return
		case <-in.gap.wanted:
		case <-timer.C:
		}
		wait := catchUpEvery
		in.recovering(ctx, "catch-up", func(ctx context.Context) {
			if in.catchUp(ctx) {
				retry = catchUpRetry
				return
			}
			wait, retry = retry, min(2*retry, catchUpEvery)
		})
		timer.Reset(wait)
		signal(in.listed)
	}
}

// cursor is the newest message of a channel that was dealt with.
func (in *intake) cursor(channel string) string {
	in.Session.mu.Lock()
	defer in.Session.mu.Unlock()
	if id := in.cursors[channel]; id != "" {
		return id
	}
	return in.cursors[baseline]
}

// readFrom is where reading a channel begins: a little before what was dealt with,
// because events may come out of order, and at most a week back.
func (in *intake) readFrom(channel string) string {
	from := in.cursor(channel)
	if at := saidAt(from); !at.IsZero() {
		from = snowflake(at.Add(-overlap))
	}
	in.Session.mu.Lock()
	first := in.cursors[baseline]
	in.Session.mu.Unlock()
	if later(first, from) {
		from = first
	}
	if oldest := snowflake(in.Now().Add(-lookBack)); later(oldest, from) {
		from = oldest
	}
	return from
}

// listChannels lists every channel that the founders may have written in. What it
// found before an error is returned with it.
func (in *intake) listChannels(ctx context.Context) ([]place, error) {
	in.Session.mu.Lock()
	guilds := slices.Clone(in.guilds)
	in.Session.mu.Unlock()
	var out []place
	var failed error
	for _, g := range guilds {
		var channels []channel
		if err := in.rest.call(ctx, request{http.MethodGet, "/guilds/" + g + "/channels", nil, nil}, &channels); err != nil {
			failed = fmt.Errorf("list channels of %s: %w", g, err)
			continue
		}
		threads, err := in.threads(ctx, g)
		if err != nil {
			failed = fmt.Errorf("list threads of %s: %w", g, err)
		}
		for _, t := range threads {
			if !slices.ContainsFunc(channels, func(c channel) bool { return c.ID == t.ID }) {
				channels = append(channels, t)
			}
		}
		in.cacheChannels(g, channels...)
		for _, c := range channels {
			out = append(out, c.place(g))
		}
	}
	for _, f := range in.Rules.Founders {
		id, err := in.directChannel(ctx, f)
		if unusable(err) {
			continue // somebody who takes no direct messages from us
		}
		if err != nil {
			failed = err
			continue
		}
		out = append(out, place{ID: id, Type: channelDirect})
	}
	return out, failed
}

// threads lists a server's open threads. One that has no such list is asked for
// those that we know: its events told of them, or we read something in them
// within the time that is looked back.
func (in *intake) threads(ctx context.Context, guild string) ([]channel, error) {
	const unknownGuild = 10004 // the one thing that Discord itself has no list of
	var active struct {
		Threads []channel `json:"threads"`
	}
	err := in.rest.call(ctx, request{http.MethodGet, "/guilds/" + guild + "/threads/active", nil, nil}, &active)
	var api *apiError
	if !errors.As(err, &api) || api.Status != http.StatusNotFound || api.Code == unknownGuild {
		return active.Threads, err
	}
	in.mu.Lock()
	if in.noThreadList == nil {
		in.noThreadList = map[string]bool{}
	}
	first := !in.noThreadList[guild]
	in.noThreadList[guild] = true
	in.mu.Unlock()
	if first {
		in.Log.WarnContext(ctx, "this server lists no threads: only those that are known are looked through for missed messages", "server", guild)
	}
	return in.knownThreads(ctx, guild)
}

// knownThreads are the threads of a server that we know without its list.
func (in *intake) knownThreads(ctx context.Context, guild string) ([]channel, error) {
	in.Session.mu.Lock()
	oldest := snowflake(in.Now().Add(-lookBack))
	known := map[string]bool{}
	for id, p := range in.channels {
		if p.thread() && p.Guild == guild {
			known[id] = true
		}
	}
	for id, read := range in.cursors {
		if id != baseline && later(read, oldest) {
			known[id] = true
		}
	}
	in.Session.mu.Unlock()
	var out []channel
	for _, id := range slices.Sorted(maps.Keys(known)) {
		p, err := in.channelInfo(ctx, id)
		if unusable(err) {
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

// directChannel returns the id of the channel of direct messages with
// somebody. It never changes, so it is asked for once.
func (d *Session) directChannel(ctx context.Context, user string) (string, error) {
	d.mu.Lock()
	id := d.directs[user]
	d.mu.Unlock()
	if id != "" {
		return id, nil
	}
	var c channel
	err := d.rest.call(ctx, request{http.MethodPost, "/users/@me/channels", map[string]string{"recipient_id": user}, nil}, &c)
	if err != nil {
		return "", fmt.Errorf("open direct messages with %s: %w", user, err)
	}
	if c.Type == nil {
		direct := channelDirect
		c.Type = &direct
	}
	d.cacheChannels("", c)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.directs[user] = c.ID
	return c.ID, nil
}

// readChannel hears what was said in a channel after a message, oldest first, all
// pages. A Discord that does not answer is asked again with growing pauses:
// the next catch-up is minutes away, and somebody waits for an answer.
func (in *intake) readChannel(ctx context.Context, p place, after string, away absence) {
	const page, most = 100, 8 // the most that Discord gives; tries
	for tries := 1; ctx.Err() == nil; tries++ {
		var list []message
		err := in.rest.call(ctx, request{http.MethodGet, fmt.Sprintf("/channels/%s/messages?after=%s&limit=%d", p.ID, after, page), nil, nil}, &list)
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
		if unusable(err) {
			in.setUnreadable(p.ID, true) // a channel of others, or one that is gone
			in.wasRead(p.ID)
			return
		}
		if err != nil && ctx.Err() == nil {
			time.AfterFunc(mostWait, func() { signal(in.gap.wanted) })
			in.Log.WarnContext(ctx, "could not read what was said in a channel", "channel", p.ID, "err", err)
			return
		}
		whole := len(list) == page
		list = slices.DeleteFunc(list, func(m message) bool { return !isID(m.ID) }) // as of events
		slices.SortFunc(list, byAge)
		if !away.since.IsZero() {
			in.announceAbsence(ctx, p, list, whole, away)
			away = absence{}
		}
		from := after
		for _, m := range list {
			m.ChannelID, m.GuildID = p.ID, p.Guild
			in.created(ctx, m)
			if ctx.Err() != nil {
				return
			}
			in.advanceCursor(p.ID, m.ID) // all before it was read
			after = m.ID
		}
		tries = 0
		if !whole || !later(after, from) { // a server that gives the same page again has no other
			in.wasRead(p.ID)
			return
		}
	}
}
