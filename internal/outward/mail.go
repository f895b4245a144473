package outward

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Mail is a founder's mailbox: it is read for him, answers are saved there as drafts, and nothing is sent without a yes.
const Mail Service = "mail"

// MailConnection is the name of the connection of the mailbox. There is one.
const MailConnection = "mail"

// What is done with mail.
const (
	SaveDraft Kind = "save_draft" // saves an answer among the drafts
	SendDraft Kind = "send_draft" // sends a draft of ours
)

// NamedMost bounds the people whom a founder names so that their mail is read though he never wrote to them.
const NamedMost = 100

// DraftOrder is the order of SaveDraft. Of the mail that it answers nothing is kept but its id: what else is needed is read again.
type DraftOrder struct {
	ID   string `json:"id"`   // of the draft, made before it is saved
	Of   string `json:"of"`   // the id of the mail that it answers
	To   string `json:"to"`   // an address
	Text string `json:"text"` // in our words
}

// DraftAnswer shows a draft as the mailbox has it.
type DraftAnswer struct {
	ID     string `json:"id"`
	Folder string `json:"folder"`
	To     string `json:"to"`
	Hash   string `json:"hash"` // of whom it is to, what it is about and what it says
}

// SendOrder is the order of SendDraft: the draft as it was shown.
type SendOrder struct {
	ID   string `json:"id"`
	To   string `json:"to"`
	Hash string `json:"hash"`
}

// MayThere begins the list of what a connection may.
func (c Connection) MayThere() string {
	if c.Service == Mail {
		return "; I may: "
	}
	return "; its token may: "
}

// Sent notes, before the other side is told to take something, that it may have taken it since.
type Sent struct {
	Sent bool `json:"sent"`
}

// MailNews tells what became of an action with mail.
type MailNews struct {
	Action ActionID `json:"action"`
	Kind   Kind     `json:"kind"`
	State  State    `json:"state"`
	To     string   `json:"to"`
	Why    string   `json:"why,omitempty"`
}

// MailTo returns to whom a mail of an action goes; empty for what is no mail.
func (a Action) MailTo() string {
	order := a.Order
	if a.Kind == TakeBack {
		var u UndoOrder
		if json.Unmarshal(order, &u) != nil {
			return ""
		}
		order = u.Order
	}
	var o SendOrder // the order of a draft names it so too
	if json.Unmarshal(order, &o) != nil {
		return ""
	}
	return o.To
}

// IsMail reports whether an action is about mail, or takes back one that was.
func (a Action) IsMail() bool { return a.Connection == MailConnection }

// Sender is one whose mail is read because a founder named him.
type Sender struct {
	Address string    `json:"address"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// DescribeDraft says all that will be seen in the mailbox, as a founder reads it.
func DescribeDraft(o DraftOrder) string {
	return fmt.Sprintf("An answer to %s, saved among your drafts and not sent:\n%s", o.To, strings.TrimSpace(o.Text))
}

// DescribeSending says what is sent.
func DescribeSending(o SendOrder, from, text string) string {
	return fmt.Sprintf("A mail to %s, and to nobody else, from %s:\n%s", o.To, from, foldQuoted(strings.TrimSpace(text)))
}

// foldQuoted says how many lines quote a mail instead of what they say: they are somebody else's, and nothing of that is kept.
func foldQuoted(text string) string {
	var out []string
	quoted := 0
	end := func() {
		if quoted > 0 {
			out = append(out, fmt.Sprintf("[%s of a quotation, which I don't keep: it is sent as it stands in your mailbox]", prose.Count(quoted, "line")))
		}
		quoted = 0
	}
	for line := range strings.Lines(text) {
		if isQuoted(line) {
			quoted++
			continue
		}
		end()
		out = append(out, strings.TrimRight(line, "\r\n"))
	}
	end()
	return strings.Join(out, "\n")
}

// DropQuoted returns a text without the lines that quote another mail.
func DropQuoted(text string) string {
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(slices.Collect(strings.Lines(text)), isQuoted), ""))
}

func isQuoted(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), ">") }
