package discord

import (
	"context"
	"net/http"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
)

// Outage tells the founders that nothing can be saved at present, or with a
// took above zero that it can again. It needs no database: it is sent to the
// first listed channel, else to the first founder directly, and is not queued.
func (d *Session) Outage(ctx context.Context, took time.Duration) error {
	text := messages.DiscordOutage()
	if took > 0 {
		text = messages.DiscordOutageOver(took)
	}
	channel := ""
	if len(d.Rules.Channels) > 0 {
		channel = d.Rules.Channels[0]
		if p, err := d.channelInfo(ctx, channel); err != nil || p.Type == channelForum {
			channel = ""
		}
	}
	if channel == "" {
		var err error
		if channel, err = d.directChannel(ctx, d.Rules.Founders[0]); err != nil {
			return err
		}
	}
	return d.rest.call(ctx, request{http.MethodPost, "/channels/" + channel + "/messages", parcel{text: text}.buildBody("", 0), nil}, nil)
}
