package discord

import (
	"context"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/internal/org"
)

// words are what a message says: what its author wrote, and what it carries that
// others said or made. New, edited and missed messages and those of a menu all get
// theirs here.
type words struct {
	own    string
	quotes []quote
}

// quote is matter of others in a message.
type quote struct {
	from  string // who or what it is from
	text  string
	files []attachment
}

// whole is all that a message says, for a founder who points at the message itself.
func (w words) whole() string {
	parts := []string{w.own}
	for _, q := range w.quotes {
		parts = append(parts, q.text)
	}
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n\n"))
}

// embed is a box in a message: what a bot shows, or the preview of a link.
type embed struct {
	Type        string `json:"type"`
	Title       string `json:"title"`
	Description string `json:"description"`
	URL         string `json:"url"`
	Author      struct {
		Name string `json:"name"`
	} `json:"author"`
	Fields []struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"fields"`
	Footer struct {
		Text string `json:"text"`
	} `json:"footer"`
}

// text is what an embed says, in the order in which people read it.
func (e embed) text() string {
	parts := []string{e.Author.Name, e.Title, e.URL, e.Description}
	for _, f := range e.Fields {
		parts = append(parts, strings.TrimSpace(f.Name+": "+f.Value))
	}
	parts = append(parts, e.Footer.Text)
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return strings.TrimSpace(s) == "" }), "\n")
}

// poll is a question with its answers.
type poll struct {
	Question struct {
		Text string `json:"text"`
	} `json:"question"`
	Answers []struct {
		Media struct {
			Text string `json:"text"`
		} `json:"poll_media"`
	} `json:"answers"`
}

func (p poll) text() string {
	if p.Question.Text == "" {
		return ""
	}
	lines := []string{"Poll: " + p.Question.Text}
	for _, a := range p.Answers {
		lines = append(lines, "- "+a.Media.Text)
	}
	return strings.Join(lines, "\n")
}

// answered is the message that another one replies to.
type answered struct {
	*message

	gone bool // it was deleted
}

// UnmarshalJSON reads it; null says that it was deleted.
func (a *answered) UnmarshalJSON(raw []byte) error {
	var m *message
	if decode(raw, &m) == nil {
		a.message, a.gone = m, string(raw) == "null"
	}
	return nil
}

// isGone reports whether a message replies to one that was deleted.
func (m message) isGone() bool { return m.Type == typeReply && m.Referenced.gone }

// wordsOf are the words of a message that stands in a server, empty for a direct
// message.
func (d *Session) wordsOf(m message, guild string) words {
	d.rename(m)
	var w words
	if m.Content != nil {
		w.own = d.readable(guild, *m.Content)
	}
	add := func(from, text string, files []attachment) {
		if text = strings.TrimSpace(text); text != "" || len(files) > 0 {
			w.quotes = append(w.quotes, quote{from, text, files})
		}
	}
	add("this message", d.boxes(guild, m, func(e embed) bool { return e.Type == "" || e.Type == "rich" }), nil)
	for _, s := range m.Snapshots {
		d.rename(s.Message)
		add("a forwarded message", d.everything(guild, s.Message), s.Message.Attachments)
	}
	if r := m.Referenced.message; r != nil && m.Type == typeReply && r.Author != nil && r.Author.ID != d.selfID() {
		d.rename(*r)
		text, files := d.everything(guild, *r), slices.Clone(r.Attachments)
		for _, s := range r.Snapshots {
			text += "\n\n" + d.everything(guild, s.Message)
			files = append(files, s.Message.Attachments...)
		}
		add(nonEmpty(nonEmpty(r.Author.Display, r.Author.Username), "somebody"), text, files)
	}
	return w
}

// everything is all that is written in a message.
func (d *Session) everything(guild string, m message) string {
	text := ""
	if m.Content != nil {
		text = d.readable(guild, *m.Content)
	}
	return strings.TrimSpace(text + "\n\n" + d.boxes(guild, m, func(embed) bool { return true }))
}

// boxes is what stands in a message's embeds and poll.
func (d *Session) boxes(guild string, m message, which func(embed) bool) string {
	var parts []string
	for _, e := range m.Embeds {
		if which(e) {
			parts = append(parts, d.readable(guild, e.text()))
		}
	}
	var p poll
	if len(m.Poll) > 0 && decode(m.Poll, &p) == nil {
		parts = append(parts, d.readable(guild, p.text()))
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n\n")
}

// attachments are a message's own files and what it carries of others. Files of
// others have names by which none is taken for a roadmap that was handed in.
func (d *Session) attachments(ctx context.Context, m message, w words) []org.Attachment {
	list := slices.Clone(m.Attachments)
	var from []string
	for _, q := range w.quotes {
		for _, f := range q.files {
			list, from = append(list, f), append(from, q.from)
		}
	}
	out := d.files(ctx, list)
	for i := len(m.Attachments); i < len(out); i++ {
		out[i].Name += " (from " + from[i-len(m.Attachments)] + ")"
		out[i] = out[i].AsQuoted()
	}
	for _, q := range w.quotes {
		if q.text != "" {
			out = append(out, bot.Attach("words of "+q.from, "text/plain", []byte(q.text)).AsQuoted())
		}
	}
	return bot.Limit(out)
}

// flagVoice marks a voice message; discord.com/developers, Message Flags.
const flagVoice = 1 << 13

// isVoice reports whether a message is spoken.
func (m message) isVoice() bool {
	return m.Flags&flagVoice != 0 || len(m.Attachments) > 0 && !slices.ContainsFunc(m.Attachments, func(a attachment) bool { return !strings.HasPrefix(a.ContentType, "audio/") })
}
