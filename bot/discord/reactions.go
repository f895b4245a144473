package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/frasier-cos/frasier/internal/org"
)

// The reactions on a founder's message.
const (
	emojiReceived = "👀"
	emojiDone     = "✅"
	emojiFailed   = "⚠️"
)

// Ack sets the reactions of messages: eyes on what is in the inbox, a check
// mark or a warning in their place once it is handled. Adding a reaction twice
// changes nothing, so a crash in between does no harm. It returns
// org.ErrNoWork when all reactions are as they should be.
func (d *Session) Ack(ctx context.Context) error {
	const atOnce = 20
	if d.selfID() == "" {
		return org.ErrNoWork // not connected yet
	}
	due, err := d.Records.AcksDue(ctx, Transport, atOnce)
	if err != nil {
		return err
	}
	if len(due) == 0 {
		return org.ErrNoWork
	}
	for _, a := range due {
		if a.Done || a.Failed {
			d.stopTyping(a.Channel.ID)
		}
		err := d.react(ctx, a)
		if refusedForGood(err) {
			err = d.react(ctx, a) // some servers refuse the first of two at once
		}
		if err != nil && !refusedForGood(err) {
			return fmt.Errorf("react to message %s: %w", a.Message, err)
		}
		// What is refused twice is not shown. The next reaction is tried all the same.
		if err := d.Records.Acked(ctx, a); err != nil {
			return err
		}
	}
	return nil
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
	return errors.As(err, &api) && (api.Status == http.StatusForbidden || api.Status == http.StatusNotFound || api.Status == http.StatusBadRequest)
}
