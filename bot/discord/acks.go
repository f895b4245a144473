package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/frasier-cos/frasier/internal/org"
)

// The marks on a message.
const (
	markHeard  = "👀"
	markDone   = "✅"
	markFailed = "⚠️"
)

// Ack puts right the marks of messages: eyes on what is in the inbox, a check
// mark or a warning in their place once it is handled. Setting a mark twice
// changes nothing, so a crash in between does no harm. It returns
// org.ErrNoWork when all marks are as they should be.
func (d *Door) Ack(ctx context.Context) error {
	const atOnce = 20
	if d.id() == "" {
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
			d.hush(a.Channel.ID)
		}
		if err := d.mark(ctx, a); err != nil {
			if _, pause := pauseOf(err); pause || !gone(err) {
				return fmt.Errorf("mark message %s: %w", a.Message, err)
			}
			// The message or the right to mark it is gone: nothing to be shown.
			a.Failed = true
		}
		if err := d.Records.Acked(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

func (d *Door) mark(ctx context.Context, a org.Ack) error {
	path := "/channels/" + a.Channel.ID + "/messages/" + a.Origin + "/reactions/"
	react := func(method, mark string) error {
		return d.rest.call(ctx, ask{method, path + url.PathEscape(mark) + "/@me", nil, nil}, nil)
	}
	switch {
	case a.Done || a.Failed:
		mark := markDone
		if a.Failed {
			mark = markFailed
		}
		if err := react(http.MethodPut, mark); err != nil || !a.Received {
			return err
		}
		return react(http.MethodDelete, markHeard)
	default:
		return react(http.MethodPut, markHeard)
	}
}

// gone reports whether Discord refuses something for good: what it concerns is
// not there, or not ours to touch.
func gone(err error) bool {
	var api *apiError
	return errors.As(err, &api) && (api.Status == http.StatusForbidden || api.Status == http.StatusNotFound || api.Status == http.StatusBadRequest)
}
