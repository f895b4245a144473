package discord

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Each link in a message costs one request.
const mostLinked = 3

// bareInvite is an invitation as people write it, without https.
var bareInvite = lazyregexp.New(`(?i)(?:^|[\s(<])(?:discord\.gg|discord(?:app)?\.com/invite)/[\w-]+`)

// withLinked are the words of a message with those of the messages that it links to,
// which the API gives where we may read. Of every other link into Discord it is said that
// nobody can look there: a page of it is empty to whoever has not signed in.
func (in *intake) withLinked(ctx context.Context, w words, p place, asker string) words {
	read := 0
	for _, address := range prose.Links(w.own) {
		if !prose.IsChat(address) {
			continue
		}
		channel, message := linkedTo(address)
		switch {
		case message != "" && read == mostLinked:
			w.notes = append(w.notes, note{"a link to a message", messages.DiscordTooManyLinks(mostLinked)})
		case message != "":
			read++
			if q, unread := in.linkedMessage(ctx, channel, message, p, asker); unread == "" {
				w.quotes = append(w.quotes, q)
			} else {
				w.notes = append(w.notes, note{"a link to a message", unread})
			}
		case channel != "":
			w.notes = append(w.notes, note{"a link to a channel", messages.DiscordChannelLink(in.channelName(channel))})
		case isInvite(address):
			w.notes = append(w.notes, note{"an invitation to a server", messages.DiscordInvite()})
		}
	}
	if bareInvite.MatchString(w.own) {
		w.notes = append(w.notes, note{"an invitation to a server", messages.DiscordInvite()})
	}
	w.notes = slices.Compact(w.notes)
	return w
}

// linkedTo is the channel, and the message in it, that an address leads to; empty for
// none.
func linkedTo(address string) (channel, message string) {
	u, err := url.Parse(address)
	if err != nil {
		return "", ""
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	if len(parts) < 3 || parts[0] != "channels" || !isID(parts[2]) {
		return "", ""
	}
	if len(parts) > 3 && isID(parts[3]) {
		message = parts[3]
	}
	return parts[2], message
}

func isInvite(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (strings.HasSuffix(strings.ToLower(u.Host), "discord.gg") || strings.HasPrefix(u.Path, "/invite/"))
}

// linkedMessage reads a message that another one links to, or says why not: what was
// said elsewhere is not for all who read here.
func (in *intake) linkedMessage(ctx context.Context, channel, id string, here place, asker string) (q quote, unread string) {
	there, err := in.channelInfo(ctx, channel)
	if err != nil {
		return quote{}, messages.DiscordLinkUnread()
	}
	if !in.mayQuote(ctx, here, there, asker) {
		return quote{}, messages.DiscordLinkClosed()
	}
	var m message
	if err := in.rest.call(ctx, request{http.MethodGet, "/channels/" + channel + "/messages/" + id, nil, nil}, &m); err != nil {
		in.Log.InfoContext(ctx, "a linked message is not read", "channel", channel, "message", id, "err", err)
		return quote{}, messages.DiscordLinkUnread()
	}
	m.ChannelID = channel
	q = in.quoteOf(there.Guild, m)
	if q.ours {
		q.from = "mine that this links to"
	}
	if q.text == "" && len(q.files) == 0 {
		return quote{}, messages.DiscordLinkUnread()
	}
	return q, ""
}

// hasGuild reports whether a server is one of ours.
func (in *intake) hasGuild(id string) bool {
	in.Session.mu.Lock()
	defer in.Session.mu.Unlock()
	return slices.Contains(in.guilds, id)
}

// A channel that we do not know has no name.
func (in *intake) channelName(id string) string {
	in.Session.mu.Lock()
	defer in.Session.mu.Unlock()
	if name := in.channels[id].Name; name != "" {
		return "#" + name
	}
	return ""
}
