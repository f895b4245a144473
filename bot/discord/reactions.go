package discord

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"time"

	"github.com/frasier-cos/frasier/bot/outbox"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/retry"
)

// The reactions on a founder's message.
const (
	emojiReceived = "👀"
	emojiDone     = "✅"
	emojiFailed   = "⚠️"
)

// Ack sets the reactions of messages: eyes on what is in the inbox, a check
// mark or a warning in their place once it is handled. Adding a reaction twice
// changes nothing, so a crash in between does no harm. One that Discord does not
// take holds up no other: it is tried again with growing pauses, outbox.MaxTries
// times, and then given up. When nothing is to be done it returns org.ErrNoWork, or
// when there will be.
func (d *Session) Ack(ctx context.Context) error {
	const atOnce = 20
	if d.selfID() == "" {
		return org.ErrNoWork // not connected yet
	}
	due, err := d.Records.AcksDue(ctx, Transport, atOnce+len(d.marks))
	if err != nil {
		return err
	}
	now, next, did := d.Now(), time.Time{}, false
	waiting := map[org.MessageID]bool{}
	for _, a := range due {
		if a.Done || a.Failed {
			d.stopTyping(a.Channel.ID)
		}
		m := d.marks[a.Message]
		waiting[a.Message] = true
		if m.next.After(now) {
			if next.IsZero() || m.next.Before(next) {
				next = m.next
			}
			continue
		}
		did = true
		if err := d.setMark(ctx, a, m); err != nil {
			return err
		}
	}
	maps.DeleteFunc(d.marks, func(id org.MessageID, _ mark) bool { return !waiting[id] })
	switch {
	case did:
		return nil
	case next.IsZero():
		return org.ErrNoWork
	}
	return &retry.EarlyError{Until: next}
}

// mark is a reaction that Discord did not take.
type mark struct {
	tries int
	next  time.Time
}

// setMark sets one reaction, or notes when it is tried again.
func (d *Session) setMark(ctx context.Context, a org.Ack, m mark) error {
	err := d.react(ctx, a)
	if refusedForGood(err) {
		err = d.react(ctx, a) // some servers refuse the first of two at once
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	m.tries++
	if err != nil && !refusedForGood(err) && m.tries < outbox.MaxTries {
		wait, _ := outbox.Policy.Next(m.tries, d.Now(), d.Now())
		if pause, asked := pauseOf(err); asked {
			wait = max(pause, time.Second)
		}
		m.next = d.Now().Add(wait)
		d.marks[a.Message] = m
		d.Log.WarnContext(ctx, "a reaction was not set", "message", a.Message, "tries", m.tries, "again_in", wait, "err", err)
		return nil
	}
	// What is refused for good, or too often, is not shown. The next reaction is tried all the same.
	delete(d.marks, a.Message)
	return d.Records.Acked(ctx, a)
}

func (d *Session) react(ctx context.Context, a org.Ack) error {
	path := "/channels/" + a.Channel.ID + "/messages/" + a.Origin + "/reactions/"
	set := func(method, emoji string) error {
		return d.rest.call(ctx, request{method, path + url.PathEscape(emoji) + "/@me", nil, nil}, nil)
	}
	switch {
	case a.Done || a.Failed:
		emoji := emojiDone
		if a.Failed {
			emoji = emojiFailed
		}
		return set(http.MethodPut, emoji)
	default:
		return set(http.MethodPut, emojiReceived)
	}
}

// refusedForGood reports whether Discord refuses something for good: what it concerns is
// not there, or not ours to touch.
func refusedForGood(err error) bool {
	var api *apiError
	return errors.As(err, &api) && !isUnclear(err) && (api.Status == http.StatusForbidden || api.Status == http.StatusNotFound || api.Status == http.StatusBadRequest)
}
