package discord

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/retry"
)

const (
	catchUpEvery = 5 * time.Minute // between looks for what no event told
	catchUpRetry = 5 * time.Second // after one that failed, twice as long each time
	lookBack     = 7 * 24 * time.Hour
	disorder     = 2 * time.Minute // by which events may come out of order; receiving twice is harmless

	atOnce       = 5  // channels that are read back at once
	mostRefusals = 20 // of channels in one look: Discord bans who is refused too often
	readTries    = 8  // of one channel in one look
)

// baseline is the read cursor of no channel: when the bot first connected. What
// was said before that is not answered.
const baseline = ""

// catchUp looks for messages that no event told: it lists the channels, threads
// and direct messages, and reads those that have something new beside what
// comes in; what was said during an absence is answered with a word about it. It
// reports whether all could be listed. listed is called when they are, before
// anything is read.
func (in *intake) catchUp(ctx context.Context, listed func()) (whole bool) {
	count, away := in.gapNow()
	places, err := in.listChannels(ctx)
	if err != nil && ctx.Err() == nil {
		in.Log.WarnContext(ctx, "could not look for missed messages everywhere", "err", err)
		in.announceLater(away)
	}
	look := &look{intake: in, away: away}
	var list []*reading
	var toRead []string
	for _, p := range places {
		if in.worthReading(p) {
			toRead = append(toRead, p.ID)
			list = append(list, &reading{place: p, after: in.readFrom(p.ID), over: make(chan struct{})})
		}
	}
	slices.SortStableFunc(list, func(a, b *reading) int { return in.rankChannels(a.place) - in.rankChannels(b.place) })
	in.toRead(toRead, err == nil, count)
	for _, r := range list {
		in.holdBack(ctx, r)
	}
	listed()
	for _, r := range list {
		look.begin(ctx, r)
	}
	if err := in.saveCursors(ctx); err != nil && ctx.Err() == nil {
		in.Log.ErrorContext(ctx, "read cursors not saved", "err", err)
	}
	if err == nil {
		in.looked.Store(true)
	}
	return err == nil
}

// worthReading reports whether a channel may hold something that was not heard, and
// may be read. Of one whose newest message is a little older than now, something
// older may still be on its way.
func (in *intake) worthReading(p place) bool {
	recent := buildSnowflake(in.Now().Add(-in.overlap()))
	news := !p.Silent && (p.Last == "" || isLater(p.Last, in.readCursor(p.ID)) || isLater(p.Last, recent))
	return news && p.isTextChannel() && isID(p.ID) && !in.isUnreadable(p.ID) && !in.isClosed(p)
}

// rankChannels orders what is read: the channels that are listened to and direct messages
// first.
func (in *intake) rankChannels(p place) int {
	if p.Guild == "" || slices.Contains(in.Rules.Channels, p.ID) || slices.Contains(in.Rules.Channels, p.Parent) {
		return 0
	}
	return 1
}

// catchUpLoop catches up after each gap and every catchUpEvery, until ctx ends.
// One that could not list all channels is done again soon.
func (in *intake) catchUpLoop(ctx context.Context) {
	timer := time.NewTimer(catchUpEvery)
	defer timer.Stop()
	failed := 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-in.gap.wanted:
		case <-timer.C:
		}
		wait := catchUpEvery
		in.recoverPanic(ctx, "catch-up", func(ctx context.Context) {
			if in.catchUp(ctx, func() { notify(in.listed) }) {
				failed = 0
				return
			}
			failed++
			wait, _ = retry.Policy{First: catchUpRetry, Most: catchUpEvery}.Next(failed, time.Time{}, time.Time{})
		})
		timer.Reset(wait)
		notify(in.listed) // also when it panicked
	}
}

// readCursor returns the newest message of a channel that was dealt with.
func (in *intake) readCursor(channel string) string {
	in.Session.mu.Lock()
	defer in.Session.mu.Unlock()
	if id := in.cursors[channel]; id != "" {
		return id
	}
	return in.cursors[baseline]
}

// The first look after a start goes further back, as far as words may be about a forwarded
// message: nobody else remembers it.
func (in *intake) overlap() time.Duration {
	if in.looked.Load() {
		return disorder
	}
	return forwardKept
}

// Events may come out of order, so reading begins a little before what was dealt with, and at most
// a week back.
func (in *intake) readFrom(channel string) string {
	from := in.readCursor(channel)
	if at := saidAt(from); !at.IsZero() {
		from = buildSnowflake(at.Add(-in.overlap()))
	}
	in.Session.mu.Lock()
	first := in.cursors[baseline]
	in.Session.mu.Unlock()
	if isLater(first, from) {
		from = first
	}
	if oldest := buildSnowflake(in.Now().Add(-lookBack)); isLater(oldest, from) {
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
		threads, err := in.listThreads(ctx, g)
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
			out = append(out, c.toPlace(g))
		}
	}
	for _, f := range in.Rules.Founders {
		id, err := in.directChannel(ctx, f)
		if isUnusable(err) {
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

// listThreads lists a server's open threads. One that has no such list is asked for
// those that we know: its events told of them, or we read something in them
// within the time that is looked back.
func (in *intake) listThreads(ctx context.Context, guild string) ([]channel, error) {
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
	oldest := buildSnowflake(in.Now().Add(-lookBack))
	known := map[string]bool{}
	for id, p := range in.channels {
		if p.isThread() && p.Guild == guild {
			known[id] = true
		}
	}
	for id, read := range in.cursors {
		if id != baseline && isLater(read, oldest) {
			known[id] = true
		}
	}
	in.Session.mu.Unlock()
	var out []channel
	for _, id := range slices.Sorted(maps.Keys(known)) {
		p, err := in.channelInfo(ctx, id)
		if isUnusable(err) {
			continue // it was deleted
		}
		if err != nil {
			return out, err
		}
		if p.isThread() && p.Guild == guild {
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
