package converse

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/excerpt"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
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

// Discord's client gives this name to the file that it makes of a long text that is pasted into
// the line of words.
const pasteName = "message.txt"

// unpackPaste gives a message that is nothing but a paste its words back, and one that was
// cut where Discord's limit was the rest of them.
func unpackPaste(m org.Message) org.Message {
	if m.Explicit || len(m.Attachments) != 1 {
		return m
	}
	a := m.Attachments[0]
	if !strings.EqualFold(a.Name, pasteName) || strings.TrimSpace(a.Text) == "" || a.Started != "" {
		return m
	}
	head := strings.TrimSpace(m.Text)
	if head != "" && !cutOff(head) {
		return m
	}
	m.Text, m.Attachments = head+findSeam(head, a.Text)+a.Text, nil
	return m
}

// cutFrom is from which length on, in UTF-16 units, words that end within a sentence are
// taken for the first part of a longer text: Discord takes 2000, and who splits a text
// leaves some room.
const cutFrom = 1700

// cutOff reports whether a text ends where a message must end and no sentence does.
func cutOff(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return len(utf16.Encode([]rune(text))) >= cutFrom && !strings.ContainsRune(".!?:…。！？」\"')”`", last)
}

// Between the first part of a text and its rest stood nothing within a word, which goes on with a
// small letter, and a blank behind a word like "the".
func findSeam(head, rest string) string {
	next, _ := utf8.DecodeRuneInString(rest)
	words := prose.Words(head)
	within := unicode.IsLower(next) || unicode.Is(unicode.Lo, next)
	if head == "" || unicode.IsSpace(next) || within && len(words) > 0 && !prose.StopWord(words[len(words)-1]) {
		return ""
	}
	return " "
}

// withoutHeard takes the recordings out of a message whose words it has already, and
// returns what was heard in them.
func withoutHeard(m org.Message) (org.Message, string) {
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

func listReadable(m org.Message) (out []prompt.FileText) {
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
