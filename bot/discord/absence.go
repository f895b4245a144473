package discord

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	presentEvery = 10 * time.Second // between notes of the last moment we were there
	awayFrom     = time.Minute      // shorter absences are not worth a word
	presentNote  = "present"
)

// absence is a time in which nobody listened.
type absence struct{ since, until time.Time }

// setConnected notes that somebody listens from now on, or does no longer since a
// moment.
func (d *Session) setConnected(listens bool, since time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.connected = listens
	if !listens && since.After(d.lastSeen) {
		d.lastSeen = since
	}
}

// endAbsence returns the absence that ends now, the zero one when it was short or
// nothing is known of it.
func (d *Session) endAbsence() absence {
	now := d.Now()
	d.mu.Lock()
	defer d.mu.Unlock()
	was := absence{d.lastSeen, now}
	d.connected, d.lastSeen = true, now
	if was.since.IsZero() || now.Sub(was.since) < awayFrom {
		return absence{}
	}
	return was
}

// loadLastSeen reads when we were last there, before a restart.
func (d *Session) loadLastSeen(ctx context.Context) error {
	text, err := d.Records.Note(ctx, Transport, presentNote)
	if err != nil || text == "" {
		return err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return fmt.Errorf("read when we were last there: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lastSeen = time.UnixMicro(n).UTC()
	return nil
}

// saveLastSeen notes that we are there now, if we are.
func (d *Session) saveLastSeen(ctx context.Context) error {
	d.mu.Lock()
	if d.connected {
		d.lastSeen = d.Now()
	}
	last := d.lastSeen
	d.mu.Unlock()
	if last.IsZero() {
		return nil
	}
	return d.Records.SetNote(ctx, Transport, presentNote, strconv.FormatInt(last.UnixMicro(), 10))
}

// isHeard reports whether a message was taken in: it is in the inbox, or was a command
// that was answered.
func (in *intake) isHeard(ctx context.Context, m message) (bool, error) {
	known, err := in.Records.Heard(ctx, org.Channel{Transport: Transport, ID: m.ChannelID}, m.ID)
	if err != nil || known {
		return known, err
	}
	return in.Records.Said(ctx, typedKey(m))
}

// announceAbsence says in a channel that we were away and what we found there, before
// it is dealt with.
func (in *intake) announceAbsence(ctx context.Context, p place, page []message, more bool, away absence) {
	n := 0
	for _, m := range page {
		m.ChannelID, m.GuildID = p.ID, p.Guild
		at := saidAt(m.ID)
		if !at.After(away.since) || at.After(away.until) {
			continue
		}
		m, where, ok := in.admit(ctx, m, kindMessage)
		if !ok || !in.addressesUs(ctx, m, where) {
			continue
		}
		known, err := in.isHeard(ctx, m)
		if err == nil && !known {
			n++
		}
	}
	if n == 0 {
		return
	}
	err := in.Records.Say(ctx, reports.Delivery{
		Key:     fmt.Sprintf("away:%s:%d", p.ID, away.since.UnixMicro()),
		Channel: org.Channel{Transport: Transport, ID: p.ID}, Kind: reports.DeliverNotice, Body: messages.DiscordAway(away.since, away.until, n, more), Card: org.Card{Silent: true},
	})
	if err != nil {
		in.Log.WarnContext(ctx, "an absence was not excused", "channel", p.ID, "err", err)
	}
}
