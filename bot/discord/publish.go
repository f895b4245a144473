package discord

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/outbox"
	"github.com/frasier-cos/frasier/internal/org"
)

// Flags of messages; discord.com/developers, Message Flags.
const (
	flagNoEmbeds = 1 << 2
	flagPrivate  = 1 << 6
	flagSilent   = 1 << 12
)

// post is the body of a message.
type post struct {
	Content    *string     `json:"content,omitempty"`
	Nonce      string      `json:"nonce,omitempty"`
	Enforce    bool        `json:"enforce_nonce,omitempty"`
	Mentions   mentions    `json:"allowed_mentions"`
	Flags      int         `json:"flags,omitempty"`
	Components []any       `json:"components,omitempty"`
	Files      []fileEntry `json:"attachments,omitempty"`
}

// mentions is whom a message may notify: never everyone, never a role.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

// fileEntry names one file of a request.
type fileEntry struct {
	ID   int    `json:"id"`
	Name string `json:"filename"`
}

// nonce is what Discord knows a part of a delivery by: 25 characters.
func nonce(key string, n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, n))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:25])
}

// Publish says one delivery. Its receipt is the channel and the ids of what
// was sent: "channel/id,id". A delivery that comes again under its key is not
// said again, as far as Discord's memory and the channel's history tell.
func (d *Door) Publish(ctx context.Context, v org.Delivery) (string, error) {
	parts, err := d.compose(ctx, v)
	if err != nil {
		return "", err
	}
	receipt, err := d.send(ctx, v.Channel.ID, v, parts)
	return receipt, outcome(err)
}

// parcel is one message to be sent.
type parcel struct {
	text  string
	files []org.File
}

// compose makes the messages of a delivery.
func (d *Door) compose(_ context.Context, v org.Delivery) ([]parcel, error) {
	text := strings.TrimSpace(v.Body)
	if v.Title != "" && !strings.Contains(text, v.Title) {
		text = "**" + v.Title + "**\n" + text
	}
	text = linked(text, nil)
	var out []parcel
	for _, p := range split(text, softLimit) {
		out = append(out, parcel{text: p.shown()})
	}
	if len(out) == 0 {
		return nil, &outbox.PermanentError{Err: errors.New("there is nothing in it to send")}
	}
	out[len(out)-1].files = v.Files
	return out, nil
}

// send posts what is not there yet.
func (d *Door) send(ctx context.Context, channel string, v org.Delivery, parcels []parcel) (string, error) {
	var ids []string
	for n, p := range parcels {
		body := post{Content: &p.text, Nonce: nonce(v.Key, n), Enforce: true, Mentions: mentions{Parse: []string{}}, Flags: flagNoEmbeds}
		if v.Card.Silent {
			body.Flags |= flagSilent
		}
		for i, f := range p.files {
			body.Files = append(body.Files, fileEntry{ID: i, Name: f.Name})
		}
		var sent message
		if err := d.rest.call(ctx, http.MethodPost, "/channels/"+channel+"/messages", body, &sent, p.files...); err != nil {
			return "", err
		}
		ids = append(ids, sent.ID)
	}
	return channel + "/" + strings.Join(ids, ","), nil
}

// pauseOf says how long Discord wants to be left alone, if that is what an
// error is about.
func pauseOf(err error) (time.Duration, bool) {
	var later *outbox.LaterError
	if errors.As(err, &later) {
		return later.After, true
	}
	var api *apiError
	if errors.As(err, &api) && api.Status == http.StatusTooManyRequests {
		return api.After, true
	}
	return 0, false
}

// outcome tells the outbox what an error means for its next try.
func outcome(err error) error {
	if err == nil {
		return nil
	}
	if pause, ok := pauseOf(err); ok {
		return &outbox.LaterError{After: pause, Err: err}
	}
	var api *apiError
	if errors.As(err, &api) && api.Status >= 400 && api.Status < 500 && api.Status != http.StatusRequestTimeout {
		return &outbox.PermanentError{Err: err}
	}
	return err
}
