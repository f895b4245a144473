package reminder

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/when"
)

const askTime = "When instead? For example: tomorrow at 10"

// anotherTime is the button that moves a reminder.
func anotherTime(id reports.ReminderID, label string) org.Button {
	return org.Button{Label: label, Command: "reminders " + string(id), Ask: askTime}
}

// What a reminder is about, within a sentence.
func quote(r reports.Reminder) string {
	if r.Body == nameless || r.Body == "" {
		return ""
	}
	return ": " + wording.Clip(wording.Plain(r.Body), 200)
}

// endQuote is quote as the end of its sentence.
func endQuote(r reports.Reminder) string {
	if q := quote(r); q != "" {
		return wording.EndSentence(q)
	}
	return "."
}

// Set says a reminder's time back.
func Set(r reports.Reminder, dawn bool) wording.Message {
	text := fmt.Sprintf("I'll remind you on %s%s", moment.Mark(r.Due, moment.Long), endQuote(r))
	if r.Spec != "" {
		text = fmt.Sprintf("I'll remind you %s, first on %s%s", wording.DescribeRule(r.Spec), moment.Mark(r.Due, moment.Long), endQuote(r))
	}
	if dawn {
		text += fmt.Sprintf(" You named no hour, so I took %d:00.", when.DayHour)
	}
	return wording.Message{Text: text, Buttons: []org.Button{anotherTime(r.ID, "Another time")}}
}

// Awaited says what a reminder waits for.
func Awaited(r reports.Reminder, title string) wording.Message {
	return wording.Message{
		Text:    fmt.Sprintf("I'll remind you when %s%s", DescribeWait(r, title), endQuote(r)),
		Buttons: []org.Button{anotherTime(r.ID, "At a time instead")},
	}
}

// DescribeWait says what a reminder waits for.
func DescribeWait(r reports.Reminder, title string) string {
	switch r.Waits {
	case reports.AwaitFounder:
		return wording.NamePerson(r.On) + " writes here again"
	case reports.AwaitQuestion:
		return r.On + " is answered"
	case reports.AwaitProject:
		if title != "" {
			return wording.NameProject(org.ProjectName{ID: org.ProjectID(r.On), Title: title}) + " ends"
		}
		return r.On + " ends"
	}
	return "it is time"
}

// Which asks for what is not clear about a reminder's time.
func Which(r reports.Reminder, got when.Reading, zone *time.Location, err error) wording.Message {
	m := wording.Message{Buttons: []org.Button{anotherTime(r.ID, "Say when")}}
	switch {
	case len(got.Both) > 0:
		m.Text = fmt.Sprintf("“%s” can mean %s or %s. Which one (%s)?", wording.Clip(wording.Plain(got.Part), 60), moment.Weekday(got.Both[0], zone), moment.Weekday(got.Both[1], zone), r.ID)
		for i, at := range got.Both {
			b := org.Button{Label: moment.Weekday(at, zone), Command: "reminders " + string(r.ID) + " " + moment.Typed(at, zone)}
			if i == 0 {
				b.Style = org.StylePrimary
			}
			m.Buttons = append(m.Buttons[:i:i], b, m.Buttons[i])
		}
	case errors.Is(err, when.ErrNoHour):
		m.Text = fmt.Sprintf("At what time (%s)? Say it as 15:00 or 3pm.", r.ID)
	case errors.Is(err, when.ErrUnclear):
		m.Text = fmt.Sprintf("On which day (%s)? For example: Tuesday at 10.", r.ID)
	default:
		m.Text = fmt.Sprintf("When shall I remind you (%s)%s? For example: on Friday at 9.", r.ID, quote(r))
	}
	return m
}

// Unread says why a time can't be taken.
func Unread(part string, err error) string {
	part = "“" + wording.Clip(wording.Plain(part), 60) + "”"
	switch {
	case errors.Is(err, when.ErrPast):
		return part + " is over already. Say a time that is still to come."
	case errors.Is(err, when.ErrNoDay):
		return "There is no such day: " + part + ". Say another one, for example: 28 February at 9."
	case errors.Is(err, when.ErrZone):
		return "I go by your own time zone (`!settings zone` shows it). Say the time as your clock shows it."
	case errors.Is(err, when.ErrOften):
		return "I can't repeat it like that: " + part + ". I can do: every day, every Monday, every weekday, or each month on a day up to the 28th, with an hour."
	case errors.Is(err, when.ErrFar):
		return part + " is more than ten years ahead. I don't keep reminders for that long."
	case errors.Is(err, when.ErrNoHour), errors.Is(err, when.ErrHalf):
		return "At what time? Say it as 15:00 or 3pm."
	case errors.Is(err, when.ErrUnclear):
		return "I'm not sure which day " + part + " is. Name it, for example: Tuesday at 10."
	}
	return "I can't read " + part + " as a time. Say it like: Friday at 9, tomorrow at 14:30, in 20 minutes, 24 December at 18:00, or every Monday at 8."
}

// NoTime asks for a reminder in full.
func NoTime(example string) string {
	return "Tell me when, and of what: `!" + example + "`. Also: `!remind every Monday at 8 to send the invoices`, `!remind when p3 is done`."
}

// TooMany refuses one more reminder.
func TooMany() string {
	return fmt.Sprintf("%d reminders are open already, and that is as many as I keep. `!reminders` lists them; end some and say it again.", reports.RemindersMost)
}

// NoQuestion refuses a wait for a question that is not open.
func NoQuestion(id string) string {
	return fmt.Sprintf("%s isn't an open question. `!inbox` lists those.", wording.Clip(wording.Plain(id), 20))
}

// NobodyKnown refuses a wait for what nobody knows, or what is several things.
func NobodyKnown(name string, found int) string {
	name = "“" + wording.Clip(wording.Plain(name), 60) + "”"
	if found > 1 {
		return name + " could be several projects. Name one by its number: `!remind when p3 is done`."
	}
	return "I can wait for a founder (by name in Discord, or mention him: @Anna), a question or a project, and I know none called " + name + ". For example: `!remind when p3 is done`, `!remind when e4 is answered`."
}

// WhichFounder asks which of several founders of one name is meant.
func WhichFounder(name string, named []reports.Founder, body string) wording.Message {
	m := wording.Message{Text: "Which “" + wording.Clip(wording.Plain(name), 60) + "”? Mention the one you mean, as @" + wording.Clip(wording.Plain(named[0].Names[0]), 40) + "."}
	for _, f := range named {
		command := "remind when <@" + f.ID + "> answers"
		if body != "" {
			command += " to " + body
		}
		if len(command) <= org.ButtonLine && len(m.Buttons) < 5 {
			m.Buttons = append(m.Buttons, org.Button{Label: wording.Clip(strings.Join(f.Names[:min(2, len(f.Names))], ", "), 70), Command: command})
		}
	}
	return m
}

// OverAlready says that a project ended before.
func OverAlready(p org.ProjectName) string {
	return fmt.Sprintf("%s has ended already: `!status %s`.", wording.NameProject(p), p.ID)
}

// Unknown says that there is no such reminder.
func Unknown(id string) string {
	return fmt.Sprintf("I don't know a reminder %s. `!reminders` lists them.", wording.Clip(wording.Plain(id), 20))
}

// Ended confirms that a reminder comes no more.
func Ended(r reports.Reminder) string {
	return fmt.Sprintf("%s is gone%s", r.ID, endQuote(r))
}

// List lists reminders.
func List(all []reports.Reminder, example string) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "I'm to remind you of nothing. For example: `!" + example + "`"}
	}
	var lines []string
	menu := &org.Menu{Label: "End one", Command: "reminders end"}
	for _, r := range all {
		lines = append(lines, fmt.Sprintf("%s: %s\n\u2003%s", r.ID, wording.Clip(wording.Plain(r.Body), 120), DescribeTime(r)))
		if len(menu.Choices) < 25 {
			menu.Choices = append(menu.Choices, org.Choice{Label: wording.Clip(string(r.ID)+": "+wording.Plain(r.Body), 90), Value: string(r.ID)})
		}
	}
	if len(all) == 1 {
		return wording.Message{Text: lines[0], Buttons: []org.Button{
			anotherTime(all[0].ID, "Another time"), {Label: "End it", Command: "reminders " + string(all[0].ID) + " end", Style: org.StyleDanger},
		}}
	}
	const shown = 3 // of two lines each
	first := min(shown, len(lines))
	return wording.Message{Text: strings.Join(lines[:first], "\n"), More: strings.Join(lines[first:], "\n"), Menu: menu}
}

// DescribeTime says when a reminder comes.
func DescribeTime(r reports.Reminder) string {
	switch {
	case !r.Agreed:
		return "waits for you to say when"
	case r.Waits != "":
		return "when " + DescribeWait(r, "")
	case r.Spec != "":
		return wording.DescribeRule(r.Spec) + ", next on " + moment.Mark(r.Due, moment.Long)
	}
	return "on " + moment.Mark(r.Due, moment.Long)
}
