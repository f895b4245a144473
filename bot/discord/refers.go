package discord

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/reports"
)

// linkReferences returns the line that links to the messages which a delivery is about,
// with its links. It is empty when there are none or their server is unknown.
func (d *Session) linkReferences(ctx context.Context, v reports.Delivery) (string, []string) {
	if len(v.Card.Refers) == 0 {
		return "", nil
	}
	p, err := d.channelInfo(ctx, v.Channel.ID)
	if err != nil {
		return "", nil // the text says it all; the links are a convenience
	}
	return formatJumpLinks(d.rest.getWebAddress(), p.Guild, v.Card.Refers)
}

// formatJumpLinks makes links of receipts, numbered in their order.
func formatJumpLinks(web, guild string, receipts []string) (string, []string) {
	if guild == "" {
		guild = "@me"
	}
	var numbered, links []string
	for i, r := range receipts {
		channel, ids := parseReceipt(r)
		if channel == "" || len(ids) == 0 {
			continue
		}
		link := web + "/channels/" + guild + "/" + channel + "/" + ids[0]
		links = append(links, link)
		numbered = append(numbered, fmt.Sprintf("[%d](%s)", i+1, link))
	}
	if len(numbered) == 0 {
		return "", nil
	}
	return messages.DiscordReferences(numbered), links
}
