package discord

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
)

// PairingTerm limits how long a code holds.
const PairingTerm = 10 * time.Minute

// Paired names the person who sent the code, and the place.
type Paired struct {
	Founder string // user id
	Name    string // as the server shows it; empty when it tells none
	Guild   string // empty for a direct message
	Channel string // empty for a direct message
}

// ErrNoCode says that nobody sent the code in time.
var ErrNoCode = errors.New("nobody sent the code in time")

// Code makes a code for one pairing: 10 letters and digits of which none looks
// like another, about 50 bits.
func Code() string {
	const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	raw := make([]byte, 10)
	rand.Read(raw)
	for i, b := range raw {
		raw[i] = letters[int(b)%len(letters)]
	}
	return string(raw[:5]) + "-" + string(raw[5:])
}

// Pair connects, waits until a person sends the code, in a direct message or
// in a channel, and answers that one message. The code is used up then. It
// hears nothing else. It ends with ErrNoCode after PairingTerm.
func Pair(ctx context.Context, o Options, code string) (Paired, error) {
	o.Rules = Rules{Founders: []string{"0"}} // nobody
	d, err := New(o)
	if err != nil {
		return Paired{}, err
	}
	inner, stop := context.WithTimeout(ctx, PairingTerm)
	defer stop()
	found := make(chan message, 1)
	err = d.stayConnected(inner, func(r rawEvent) {
		var m message
		if r.typ != "MESSAGE_CREATE" || decodeLoosely(r.data, &m) != nil || !isPairingCode(m, code) {
			return
		}
		select {
		case found <- m:
			stop()
		default: // somebody was faster
		}
	})
	if err != nil {
		return Paired{}, err
	}
	select {
	case m := <-found:
		said := parcel{text: messages.DiscordPaired()}.buildBody("", 0)
		err := d.rest.call(ctx, request{http.MethodPost, "/channels/" + m.ChannelID + "/messages", said, nil}, nil)
		p := Paired{Founder: m.Author.ID, Name: nonEmpty(m.Author.Display, m.Author.Username), Guild: m.GuildID}
		if m.GuildID != "" {
			p.Channel = m.ChannelID
		}
		return p, err
	default:
	}
	if ctx.Err() != nil {
		return Paired{}, ctx.Err()
	}
	return Paired{}, ErrNoCode
}

// isPairingCode reports whether a person's message is the code.
func isPairingCode(m message, code string) bool {
	if m.Author == nil || m.Author.ID == "" || m.Author.Bot || m.WebhookID != "" || m.Content == nil || m.Type != typeDefault && m.Type != typeReply {
		return false
	}
	words := strings.Fields(strings.ToUpper(*m.Content))
	if len(words) == 0 {
		return false
	}
	return subtle.ConstantTimeCompare([]byte(words[len(words)-1]), []byte(code)) == 1
}
