package webhook

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// List shows webhooks.
func List(all []outward.Webhook) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "No address hears of what happens here. On my machine, `frasier webhooks add crm https://crm.example.com/hooks` adds one."}
	}
	const shown = 6
	var lines []string
	for _, w := range all {
		lines = append(lines, "- "+describe(w))
	}
	return wording.Message{Text: strings.Join(lines[:min(shown, len(lines))], "\n"), More: strings.Join(lines[min(shown, len(lines)):], "\n")}
}

func describe(w outward.Webhook) string {
	hears := "the usual events"
	if len(w.Kinds) > 0 {
		var kinds []string
		for _, k := range w.Kinds {
			kinds = append(kinds, string(k))
		}
		hears = strings.Join(kinds, ", ")
	}
	text := fmt.Sprintf("**%s** at %s hears of %s, since %s", w.Name, wording.Plain(w.Address.String()), wording.Plain(hears), moment.Mark(w.At, moment.Day))
	if w.Waiting > 0 {
		text += fmt.Sprintf("; %s", wording.CountOf(w.Waiting, "event waits", "events wait"))
	}
	if w.Dead > 0 {
		text += fmt.Sprintf("; it missed %d (`!webhooks replay %s`)", w.Dead, w.Name)
	}
	switch {
	case !w.On:
		text += ". **Off**: " + wording.Plain(w.Why)
	case w.Why != "":
		text += ". The last try failed: " + wording.Plain(w.Why)
	}
	return text
}

// Which asks for a name.
func Which(what string) string {
	return fmt.Sprintf("Which one? `!webhooks` lists them; then `!webhooks %s NAME`.", wording.Plain(what))
}

// What refuses a word that does nothing.
func What(what string) string {
	return fmt.Sprintf("I can't %s a webhook. `!webhooks` lists them, `!webhooks remove NAME` takes one away, and `!webhooks replay NAME` sends again what it missed.", wording.Quote(what))
}

// Unknown refuses a name that no webhook has.
func Unknown(name string) string {
	return fmt.Sprintf("There's no webhook %s. `!webhooks` lists them.", wording.Quote(name))
}

// Gone confirms that a webhook was taken away.
func Gone(name string) string {
	return fmt.Sprintf("%s hears of nothing any more; its secret is deleted, and so is what it missed.", wording.Plain(name))
}

// Again confirms that what was missed is sent again.
func Again(name string, n int) string {
	if n == 0 {
		return fmt.Sprintf("%s has missed nothing. It's on.", wording.Plain(name))
	}
	return fmt.Sprintf("I send %s to %s again, oldest first.", wording.CountOf(n, "event", "events"), wording.Plain(name))
}

// Fails tells that an address did not take an event, or wants none any more.
func Fails(n outward.WebhookNews) org.Reply {
	at := fmt.Sprintf("%s at %s", wording.Quote(n.Name), wording.Plain(n.Address))
	if n.Off {
		return org.Reply{Text: fmt.Sprintf("The webhook %s wants no more events (%s), so I send none there. To begin again: `!webhooks replay %s`.", at, wording.Plain(n.Why), n.Name)}
	}
	return org.Reply{Text: fmt.Sprintf("The webhook %s doesn't take what I send: %s. I gave one event up and go on with what comes next. When it works again, `!webhooks replay %s` sends what it missed.", at, wording.Plain(n.Why), n.Name)}
}
