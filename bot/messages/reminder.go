package messages

import (
	"fmt"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// RemindOf reminds a founder of what he asked to be reminded of.
func RemindOf(f reports.ReminderFacts) org.Reply {
	const shown = 500
	id := string(f.ID)
	text := "**Reminder**: " + wording.EndSentence(wording.Clip(wording.Plain(f.Body), shown))
	switch {
	case f.Waits == reports.AwaitQuestion:
		text += fmt.Sprintf(" You wanted to hear of it when %s was answered.", f.On)
	case f.Waits == reports.AwaitProject:
		text += fmt.Sprintf(" You wanted to hear of it when %s was over: `!status %s`.", f.On, f.On)
	case f.Waits == reports.AwaitFounder:
		text += fmt.Sprintf(" You wanted to hear of it when %s wrote.", wording.NamePerson(f.On))
	case f.Late && f.Quiet:
		text += fmt.Sprintf(" It was due on %s, in your quiet hours.", moment.Mark(f.Due, moment.Long))
	case f.Late:
		text += fmt.Sprintf(" It was due on %s, when I wasn't there.", moment.Mark(f.Due, moment.Long))
	}
	buttons := []org.Button{
		{Label: "In an hour", Command: "reminders " + id + " in an hour"},
		{Label: "Tomorrow at 9", Command: "reminders " + id + " tomorrow at 9"},
		{Label: "Another time", Command: "reminders " + id, Ask: "When instead? For example: tomorrow at 10"},
	}
	if f.Again {
		buttons = append(buttons, org.Button{Label: "Stop it", Command: "reminders " + id + " end", Style: org.StyleDanger})
	}
	return org.Reply{Text: text, Card: org.Card{Buttons: buttons}}
}
