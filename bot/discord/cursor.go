package discord

import (
	"context"
	"fmt"
)

// gap is a time whose messages may not all have been received. While one is
// open, no channel's read cursor moves; once the channels are listed, only the
// cursors of those that are still to be read stand still. So a cursor never
// passes a message that was not read, and after a crash reading begins there.
type gap struct {
	wanted chan struct{} // receives when a catch-up is wanted
	away   absence       // that the next catch-up is to announce
	count  int           // gaps so far
	open   bool          // the channels were not listed since
	unread map[string]bool
	passed map[string]string // by channel: where the cursor goes once it may move
}

// openGap notes that messages may have been missed up to now, and has the
// catch-up run.
func (in *intake) openGap(away absence) {
	in.mu.Lock()
	in.gap.count++
	in.gap.open = true
	if !away.since.IsZero() {
		in.gap.away = away
	}
	in.mu.Unlock()
	notify(in.gap.wanted)
}

// gapNow returns the number of the newest gap, and the absence that is to be
// announced.
func (in *intake) gapNow() (int, absence) {
	in.mu.Lock()
	defer in.mu.Unlock()
	away := in.gap.away
	in.gap.away = absence{}
	return in.gap.count, away
}

// announceLater leaves an absence to the next catch-up.
func (in *intake) announceLater(away absence) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.gap.away.since.IsZero() {
		in.gap.away = away
	}
}

// toRead notes the channels that a catch-up will read. A whole list closes the
// gap for all others, unless there was another one meanwhile.
func (in *intake) toRead(channels []string, whole bool, count int) {
	in.mu.Lock()
	for _, c := range channels {
		in.gap.unread[c] = true
	}
	if whole && count == in.gap.count {
		in.gap.open = false
	}
	moved := in.gap.takeMovable()
	in.mu.Unlock()
	for c, id := range moved {
		in.advanceCursor(c, id)
	}
}

// wasRead notes that everything in a channel was read.
func (in *intake) wasRead(channel string) {
	in.mu.Lock()
	delete(in.gap.unread, channel)
	moved := in.gap.takeMovable()
	in.mu.Unlock()
	for c, id := range moved {
		in.advanceCursor(c, id)
	}
}

// takeMovable takes out the cursors that may move.
func (g *gap) takeMovable() map[string]string {
	out := map[string]string{}
	if g.open {
		return out
	}
	for c, id := range g.passed {
		if !g.unread[c] {
			out[c] = id
			delete(g.passed, c)
		}
	}
	return out
}

// noteHandled notes that a message was handled. The channel's cursor moves there
// when nothing before it may have been missed.
func (in *intake) noteHandled(channel, id string) {
	in.mu.Lock()
	wait := in.gap.open || in.gap.unread[channel]
	if wait && isLater(id, in.gap.passed[channel]) {
		in.gap.passed[channel] = id
	}
	in.mu.Unlock()
	if !wait {
		in.advanceCursor(channel, id)
	}
}

// advanceCursor notes that everything up to a message was handled.
func (d *Session) advanceCursor(channel, id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if isLater(id, d.cursors[channel]) {
		d.cursors[channel] = id
	}
}

// saveCursors stores the read cursors.
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
		return fmt.Errorf("store the read cursors: %w", err)
	}
	return nil
}
