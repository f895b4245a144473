package discord

import (
	"context"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// words holds what a message's author wrote, and what it carries that others said or made. New,
// edited and missed messages and those of a menu all get theirs here.
type words struct {
	own    string
	quotes []quote
	notes  []note // what it points at and cannot be read
}

// note says of a thing that a message points at why it was not read.
type note struct{ about, text string }

// quote is matter of others in a message, or what it answers of ours.
type quote struct {
	from  string // who or what it is from
	text  string
	files []attachment
	ours  bool
}

// joinAll returns all that a message says, for a founder who points at the message itself.
func (w words) joinAll() string {
	parts := []string{w.own}
	for _, q := range w.quotes {
		parts = append(parts, q.text)
	}
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n\n"))
}

// repliedMessage is the message that another one replies to.
type repliedMessage struct {
	*message

	gone bool // it was deleted
}

// UnmarshalJSON reads it; null says that it was deleted.
func (a *repliedMessage) UnmarshalJSON(raw []byte) error {
	var m *message
	if decodeLoosely(raw, &m) == nil {
		a.message, a.gone = m, string(raw) == "null"
	}
	return nil
}

// isGone reports whether a message replies to one that was deleted.
func (m message) isGone() bool { return m.Type == typeReply && m.Referenced.gone }

// wordsOf are the words of a message that stands in a server, empty for a direct
// message.
func (d *Session) wordsOf(m message, guild string) words {
	d.rememberNames(m)
	var w words
	if m.Content != nil {
		w.own = d.makeReadable(guild, *m.Content)
	}
	add := func(q quote) {
		if q.text = strings.TrimSpace(q.text); q.text != "" || len(q.files) > 0 {
			w.quotes = append(w.quotes, q)
		}
	}
	add(quote{from: "this message", text: d.describeBoxes(guild, m, embed.isAuthored)})
	for _, s := range m.Snapshots {
		d.rememberNames(s.Message)
		add(quote{from: "a forwarded message", text: d.joinEverything(guild, s.Message), files: s.Message.Attachments})
	}
	if r := m.Referenced.message; r != nil && m.Type == typeReply && r.Author != nil {
		add(d.quoteOf(guild, *r))
	}
	if m.isGone() {
		w.notes = append(w.notes, note{"the message that this replies to", messages.DiscordReplyGone()})
	}
	return w
}

// quoteOf is a whole message as matter of others. Of one of ours only the words count:
// the files that came with it are known.
func (d *Session) quoteOf(guild string, m message) quote {
	d.rememberNames(m)
	q := quote{from: "somebody", text: d.joinEverything(guild, m), files: slices.Clone(m.Attachments)}
	for _, s := range m.Snapshots {
		q.text += "\n\n" + d.joinEverything(guild, s.Message)
		q.files = append(q.files, s.Message.Attachments...)
	}
	if m.Author == nil {
		return q
	}
	if m.Author.ID == d.selfID() {
		q.from, q.ours, q.files = "mine that this replies to", true, nil
		return q
	}
	q.from = nonEmpty(nonEmpty(m.Author.Display, m.Author.Username), q.from)
	return q
}

func (d *Session) joinEverything(guild string, m message) string {
	text := ""
	if m.Content != nil {
		text = d.makeReadable(guild, *m.Content)
	}
	return strings.TrimSpace(text + "\n\n" + d.describeBoxes(guild, m, func(embed) bool { return true }))
}

// describeBoxes returns what stands in a message beside its text: in embeds, in parts that it is laid
// out of, and in a poll.
func (d *Session) describeBoxes(guild string, m message, which func(embed) bool) string {
	var parts []string
	for _, e := range m.Embeds {
		if which(e) {
			parts = append(parts, d.makeReadable(guild, e.joinText()))
		}
	}
	for _, c := range m.Components {
		parts = append(parts, d.makeReadable(guild, c.joinText()))
	}
	var p poll
	if len(m.Poll) > 0 && decodeLoosely(m.Poll, &p) == nil {
		parts = append(parts, d.makeReadable(guild, p.describePoll()))
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n\n")
}

// listAttachments returns a message's own files and what it carries of others. Files of
// others have names by which none is taken for a roadmap that was handed in.
func (d *Session) listAttachments(ctx context.Context, m message, w words) []org.Attachment {
	list := slices.Clone(m.Attachments)
	var from []string
	for _, q := range w.quotes {
		for _, f := range q.files {
			list, from = append(list, f), append(from, q.from)
		}
	}
	out := d.downloadAll(ctx, list)
	for i := len(m.Attachments); i < len(out); i++ {
		out[i].Name += " (from " + from[i-len(m.Attachments)] + ")"
		out[i] = out[i].AsQuoted()
	}
	for _, q := range w.quotes {
		switch words := bot.Attach("words of "+q.from, "text/plain", []byte(q.text)); {
		case q.text == "":
		case q.ours:
			out = append(out, words.AsOurs())
		default:
			out = append(out, words.AsQuoted())
		}
	}
	for _, n := range w.notes {
		out = append(out, org.Attachment{Name: n.about, ContentType: "text/plain", Note: n.text}.AsQuoted())
	}
	return bot.Limit(out)
}

// flagVoice marks a voice message; discord.com/developers, Message Flags.
const flagVoice = 1 << 13

// isVoice reports whether a message is spoken.
func (m message) isVoice() bool {
	return m.Flags&flagVoice != 0 || len(m.Attachments) > 0 && !slices.ContainsFunc(m.Attachments, func(a attachment) bool { return !a.isSound() })
}

func (a attachment) isSound() bool {
	return a.Waveform != "" || strings.HasPrefix(a.ContentType, "audio/")
}

// carriesVoice reports whether somebody else's recording is in a message.
func (w words) carriesVoice() bool {
	return slices.ContainsFunc(w.quotes, func(q quote) bool { return slices.ContainsFunc(q.files, attachment.isSound) })
}
