package converse

import (
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/excerpt"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// withFiles adds a line for each file that came with a message: what was read
// of it, what was not and why, and whether it was there before.
func withFiles(reply string, files []org.Attachment) string {
	parts := []string{strings.TrimSpace(reply)}
	for _, f := range files {
		if f.Ours() {
			continue // nobody needs to hear that his own chief read what it said
		}
		if f.Started != "" && strings.Contains(reply, "("+string(f.Started)+")") {
			f.Started, f.Before = "", time.Time{} // the reply is about that
		}
		if line := messages.ChatFile(f); line != "" {
			parts = append(parts, line)
		}
	}
	return strings.TrimSpace(strings.Join(parts, "\n\n"))
}

// pasteName is what Discord's client calls the file that it makes of a long text that is
// pasted into the line of words.
const pasteName = "message.txt"

// unpasted gives a message that is nothing but a paste its words back.
func unpasted(m org.Message) org.Message {
	if m.Explicit || strings.TrimSpace(m.Text) != "" || len(m.Attachments) != 1 {
		return m
	}
	if a := m.Attachments[0]; strings.EqualFold(a.Name, pasteName) && strings.TrimSpace(a.Text) != "" && a.Started == "" {
		m.Text, m.Attachments = a.Text, nil
	}
	return m
}

// listened takes the recordings out of a message whose words it has already, and
// returns what was heard in them.
func listened(m org.Message) (org.Message, string) {
	var rest []org.Attachment
	var heard []string
	for _, a := range m.Attachments {
		if a.Heard() {
			heard = append(heard, a.Text)
			a.Text = ""
		}
		if !a.Heard() || a.Note != "" {
			rest = append(rest, a)
		}
	}
	m.Attachments = rest
	return m, strings.Join(heard, "\n\n")
}

const (
	// fileTokens bounds what the chief is shown of one file, and allFileTokens of all:
	// of a longer one the passages that have words of the message.
	fileTokens    = 3000
	allFileTokens = 6000
)

// readable is what the chief is shown of a message's files, so that it can answer from them.
func readable(m org.Message) (out []prompt.FileText) {
	left := allFileTokens * org.CharsPerToken
	for _, a := range m.Attachments {
		text, _ := safetext.Visible(strings.TrimSpace(a.Text))
		room := min(left, fileTokens*org.CharsPerToken)
		whole := len(text) <= room
		if !whole {
			text = excerpt.Of(text, m.Text, room)
		}
		if text == "" {
			continue
		}
		left -= len(text)
		out = append(out, prompt.FileText{Name: a.Name, Text: text, Whole: whole})
	}
	return out
}
