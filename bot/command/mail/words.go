package mail

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
)

// None says that no mailbox is connected.
func None() string {
	return "I read no mail of yours. On my machine, `frasier connect mail imap.example.com you@example.com` asks for a password for this app alone; with a third word, such as smtp.example.com, I can send too, and ask you each time."
}

const shown = 8 // mails; the rest is behind "More"

// List shows unread mail.
func List(p reports.Post) wording.Message {
	return wording.Message{Text: wording.Mail(p, shown), More: wording.MailRest(p, shown)}
}

// Says shows what a mail says.
func Says(l reports.Letter) wording.Message { return wording.Message{Text: wording.Letter(l)} }

// Failed says why mail can't be read.
func Failed(why string) string {
	return "I can't read your mail: " + strings.TrimRight(wording.Plain(why), ".") + "."
}

// Which asks which of several people is meant.
func Which(all []string) string {
	return fmt.Sprintf("That may be %s. Say it with the address.", wording.Plain(strings.Join(all, " or ")))
}

// Nobody says that there is no mail of somebody.
func Nobody(who string) string {
	return fmt.Sprintf("I find no mail of %s within the last 90 days. I look at people whom you wrote to in that time, and at those that `!senders add ADDRESS` names.", wording.Quote(wording.Plain(who)))
}

// TooLong refuses an order that is too long.
func TooLong(most int) string {
	return fmt.Sprintf("That's more than %d letters for what an answer is to say. Say it shorter, or change the draft in your mailbox.", most)
}

// NoID refuses a mail that no answer can name.
func NoID() string {
	return "That mail has no id that an answer could name, so no answer of mine would stand below it. Answer it in your mailbox."
}

// NotWritten says why nobody wrote an answer.
func NotWritten(why string) string {
	return fmt.Sprintf("I can't write an answer now: %s. Nothing was saved.", strings.TrimRight(why, "."))
}

// Drafted shows an answer that is being saved.
func Drafted(a outward.Action) org.Reply {
	return org.Reply{
		Text: fmt.Sprintf("I save this among your drafts (%s), and say here when it's there. Nothing is sent.\n\n%s", a.ID, quote(a.Effect)),
		Card: org.Card{Buttons: []org.Button{{Label: "Undo", Command: "undo " + string(a.ID)}}},
	}
}

func quote(effect string) string {
	return "> " + strings.ReplaceAll(effect, "\n", "\n> ") // whole: what is not shown is not allowed
}

// NoDraft refuses an id that no draft has.
func NoDraft(id string) string {
	return fmt.Sprintf("There's no draft %s of mine. `!actions` lists what I did; `!draft WHO` writes one.", wording.Quote(id))
}

// NotThere refuses to send a draft that is not in the mailbox.
func NotThere(a outward.Action) string {
	return fmt.Sprintf("The draft %s is not in your mailbox, so there's nothing to send. `!actions` says how it stands.", a.ID)
}

// NotSent says why a draft can't be sent.
func NotSent(why string) string {
	return "I can't send that: " + strings.TrimRight(wording.Plain(why), ".") + "."
}

// OtherPeople refuses a draft that goes to others by now.
func OtherPeople(now, was string) string {
	return fmt.Sprintf("The draft goes to %s by now, and I wrote it to %s alone. Send it from your mailbox.", wording.Quote(wording.Plain(now)), wording.Plain(was))
}

// AskToSend shows what would be sent, and asks.
func AskToSend(a outward.Action) org.Reply {
	id := string(a.ID)
	return org.Reply{
		Text: fmt.Sprintf("Shall I send this (%s)? There's no way back from it.\n\n%s", id, quote(a.Effect)),
		Card: org.Card{Buttons: []org.Button{{Label: "Yes, send it", Command: "allow " + id, Style: org.StylePrimary}, {Label: "Leave it", Command: "allow " + id + " no"}}},
	}
}

// Tell says what became of an action with mail.
func Tell(n outward.MailNews) org.Reply {
	id, to, why := string(n.Action), wording.Plain(n.To), strings.TrimRight(wording.Plain(n.Why), ".")
	switch {
	case n.State == outward.Done && n.Kind == outward.SaveDraft:
		return org.Reply{
			Text: fmt.Sprintf("The answer to %s is among your drafts (%s). It isn't sent.", to, id),
			Card: org.Card{Buttons: []org.Button{{Label: "Send it", Command: "send " + id}, {Label: "Undo", Command: "undo " + id}}},
		}
	case n.State == outward.Done && n.Kind == outward.SendDraft:
		return org.Reply{Text: fmt.Sprintf("Sent to %s (%s).", to, id)}
	case n.State == outward.Done:
		return org.Reply{Text: fmt.Sprintf("The draft to %s is deleted (%s).", to, id)}
	case n.Kind == outward.SaveDraft:
		return org.Reply{Text: fmt.Sprintf("I couldn't save the draft to %s (%s): %s.", to, id, why)}
	case n.Kind == outward.SendDraft:
		return org.Reply{Text: fmt.Sprintf("The mail to %s (%s) is not known to be sent: %s.", to, id, why)}
	}
	return org.Reply{Text: fmt.Sprintf("I couldn't take the draft to %s back (%s): %s.", to, id, why)}
}

// Senders lists people who were named.
func Senders(all []outward.Sender) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "You named nobody: I read the mail of people whom you wrote to within 90 days. `!senders add anna@example.com` adds somebody."}
	}
	lines := []string{"Besides those you wrote to within 90 days I read the mail of:"}
	for _, s := range all {
		lines = append(lines, fmt.Sprintf("- %s, since %s", wording.Plain(s.Address), moment.Mark(s.At, moment.Day)))
	}
	return wording.Message{Text: strings.Join(lines, "\n")}
}

// What refuses a word that does nothing.
func What(what string) string {
	return fmt.Sprintf("I can't %s a sender. `!senders` lists them, `!senders add ADDRESS` and `!senders remove ADDRESS` change that.", wording.Quote(what))
}

// NoAddress refuses what is no address.
func NoAddress(text string) string {
	return fmt.Sprintf("%s is no address of mail. It looks like anna@example.com.", wording.Quote(wording.Plain(text)))
}

// TooMany refuses one more.
func TooMany(most int) string {
	return fmt.Sprintf("You named %d already; `!senders remove ADDRESS` takes one away.", most)
}

// Added confirms a sender.
func Added(address string) string { return fmt.Sprintf("I read the mail of %s from now on.", address) }

// Unnamed refuses to remove who was not named.
func Unnamed(address string) string {
	return fmt.Sprintf("You didn't name %s. `!senders` lists those you did.", wording.Quote(address))
}

// Removed confirms that a sender was taken away.
func Removed(address string) string {
	return fmt.Sprintf("I read the mail of %s no more, unless you wrote there within 90 days.", address)
}
