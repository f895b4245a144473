package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/retry"
)

// reading is a channel that is read back.
type reading struct {
	place
	after string        // the message behind which it begins
	tries int           // that failed
	over  chan struct{} // closed when it was read, or failed once
	ended bool

	announced bool // what is known of the absence was said
}

// end lets the channel's new messages pass.
func (r *reading) end() {
	if !r.ended {
		r.ended = true
		close(r.over)
	}
}

// look is one look for what was missed.
type look struct {
	*intake
	away absence

	refused int // channels that we may not read; the intake's lock guards it
}

// holdBack has a channel's new messages wait for the older ones that were missed,
// at most holdMost.
func (in *intake) holdBack(ctx context.Context, r *reading) {
	in.enqueue(ctx, r.ID, errand{do: func(ctx context.Context) {
		timer := time.NewTimer(holdMost)
		defer timer.Stop()
		select {
		case <-ctx.Done():
		case <-r.over:
		case <-timer.C:
		}
	}})
}

// begin reads a channel as soon as fewer than atOnce are read. It returns when the
// reading has begun.
func (l *look) begin(ctx context.Context, r *reading) {
	select {
	case <-ctx.Done():
		return
	case l.reading <- struct{}{}:
	}
	l.spawn(func() {
		defer r.end()
		l.recoverPanic(ctx, r.ID, func(ctx context.Context) { l.read(ctx, r) })
	})
}

// read reads a channel in the place that it has, and gives the place back. A server
// that does not answer is asked again later, with growing pauses and without the
// place, so that one channel holds up no other.
func (l *look) read(ctx context.Context, r *reading) {
	err := func() error {
		defer func() { <-l.reading }()
		if l.refusedTooOften() {
			return nil // the next look reads it: its cursor stands still
		}
		return l.readPages(ctx, r)
	}()
	if err == nil || ctx.Err() != nil {
		return
	}
	r.end()
	r.tries++
	if asked, ok := pauseOf(err); ok {
		err = retry.After(err, asked)
	}
	pause, verdict := retry.Policy{Most: mostWait, Tries: readTries}.Judge(err, r.tries, time.Time{}, time.Time{})
	if verdict.Over() {
		time.AfterFunc(mostWait, func() { notify(l.gap.wanted) })
		l.Log.WarnContext(ctx, "could not read what was said in a channel", "channel", r.ID, "err", err)
		return
	}
	sleep(ctx, pause)
	l.begin(ctx, r)
}

func (l *look) refusedTooOften() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.refused >= mostRefusals
}

// readPages hears what was said in a channel, oldest first, all pages.
func (l *look) readPages(ctx context.Context, r *reading) error {
	const page = 100 // the most that Discord gives
	for ctx.Err() == nil {
		var list []message
		err := l.rest.call(ctx, request{http.MethodGet, fmt.Sprintf("/channels/%s/messages?after=%s&limit=%d", r.ID, r.after, page), nil, nil}, &list)
		if isUnusable(err) {
			l.setUnreadable(ctx, r.ID) // a channel of others, or one that is gone
			l.mu.Lock()
			l.refused++
			l.mu.Unlock()
			l.wasRead(r.ID)
			return nil
		}
		var answer *apiError
		if _, asked := pauseOf(err); errors.As(err, &answer) && !asked && answer.Status < http.StatusInternalServerError && !isUnclear(err) {
			l.Log.WarnContext(ctx, "could not read what was said in a channel", "channel", r.ID, "err", err)
			return nil // asking again would change nothing
		}
		if err != nil {
			return err
		}
		whole := len(list) == page
		list = slices.DeleteFunc(list, func(m message) bool { return !isID(m.ID) }) // as of events
		slices.SortFunc(list, byAge)
		if !l.away.since.IsZero() && !r.announced {
			r.announced = true
			l.announceAbsence(ctx, r.place, list, whole, l.away)
		}
		from := r.after
		for i, m := range list {
			m.ChannelID, m.GuildID = r.ID, r.Guild
			l.handleCreate(ctx, m, list[i+1:]...)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			l.advanceCursor(r.ID, m.ID) // all before it was read
			r.after = m.ID
		}
		if !whole || !isLater(r.after, from) { // a server that gives the same page again has no other
			l.wasRead(r.ID)
			return nil
		}
	}
	return ctx.Err()
}

const (
	unreadableNote = "unreadable"   // channels that we may not read, as JSON: when that was found out, by id
	unreadableTerm = 24 * time.Hour // after which a channel is tried again
)

// loadUnreadable reads which channels we were refused before a restart.
func (in *intake) loadUnreadable(ctx context.Context) error {
	text, err := in.Records.Note(ctx, Transport, unreadableNote)
	if err != nil || text == "" {
		return err
	}
	known := map[string]time.Time{}
	if err := json.Unmarshal([]byte(text), &known); err != nil {
		in.Log.WarnContext(ctx, "which channels are closed to us is not known", "err", err)
		return nil
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.unreadable = known
	return nil
}

// setUnreadable remembers that we may not read a channel.
func (in *intake) setUnreadable(ctx context.Context, channel string) {
	in.mu.Lock()
	if len(in.unreadable) > maxChannels {
		clear(in.unreadable)
	}
	in.unreadable[channel] = in.Now()
	raw, err := json.Marshal(in.unreadable)
	in.mu.Unlock()
	if err == nil {
		err = in.Records.SetNote(ctx, Transport, unreadableNote, string(raw))
	}
	if err != nil && ctx.Err() == nil {
		in.Log.WarnContext(ctx, "not noted that a channel is closed to us", "channel", channel, "err", err)
	}
}

// setReadable forgets that we were refused a channel, or any when it is empty:
// something about it has changed.
func (in *intake) setReadable(channel string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if channel == "" {
		clear(in.unreadable)
	} else {
		delete(in.unreadable, channel)
	}
}

func (in *intake) isUnreadable(channel string) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	at, is := in.unreadable[channel]
	return is && in.Now().Sub(at) < unreadableTerm
}
