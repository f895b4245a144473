package discord

import (
	"context"
	"maps"
	"slices"
	"time"
)

// Channels are read by REST so often while the gateway is down.
const pollEvery = 10 * time.Second

// pollLoop reads the channels that founders use for as long as the gateway is down,
// until ctx ends.
func (in *intake) pollLoop(ctx context.Context) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if in.isDown() {
				in.recoverPanic(ctx, "poll", in.poll)
			}
		}
	}
}

// isDown reports whether the gateway is not ready and an attempt to connect has ended.
func (in *intake) isDown() bool {
	in.Session.mu.Lock()
	defer in.Session.mu.Unlock()
	return !in.connected && !in.next.IsZero()
}

// poll reads each channel that founders use once. A channel or server that does not
// answer is left to the next time.
func (in *intake) poll(ctx context.Context) {
	if _, err := in.getOwnID(ctx); err != nil {
		in.Log.DebugContext(ctx, "neither gateway nor REST answers", "err", err)
		return
	}
	l := &look{intake: in}
	for _, id := range in.usedChannels(ctx) {
		if in.Connected() || ctx.Err() != nil {
			return
		}
		p, err := in.channelInfo(ctx, id)
		if err != nil || !p.isTextChannel() || in.isUnreadable(id) || in.isClosed(p) {
			continue
		}
		if err := l.readPages(ctx, &reading{place: p, after: in.readFrom(id), over: make(chan struct{})}); err != nil && ctx.Err() == nil {
			in.Log.DebugContext(ctx, "a channel was not read while the gateway is down", "channel", id, "err", err)
		}
	}
}

// usedChannels are the channels that are listened to without a mention, the
// founders' direct messages, and those in which something was heard within the
// time that is looked back.
func (in *intake) usedChannels(ctx context.Context) []string {
	used := map[string]bool{}
	for _, c := range in.Rules.Channels {
		used[c] = true
	}
	for _, f := range in.Rules.Founders {
		if id, err := in.directChannel(ctx, f); err == nil {
			used[id] = true
		}
	}
	oldest := buildSnowflake(in.Now().Add(-lookBack))
	in.Session.mu.Lock()
	defer in.Session.mu.Unlock()
	for id, read := range in.cursors {
		if id != baseline && isLater(read, oldest) {
			used[id] = true
		}
	}
	return slices.Sorted(maps.Keys(used))
}
