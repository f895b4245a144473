package wording

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Agenda says what stands in founders' calendars today, so many lines at most.
func Agenda(a reports.Agenda, most int) string {
	lines := listMeetings(a.Meetings[:min(most, len(a.Meetings))])
	switch {
	case len(lines) == 0 && len(a.Failed) < a.Calendars:
		lines = append(lines, "Nothing stands in your calendar "+lowerDay(sayDay(a))+".")
	case len(lines) > 0:
		lines = append([]string{sayDay(a) + ":"}, lines...)
	}
	if a.Left > 0 {
		lines = append(lines, fmt.Sprintf("I couldn't read %s of it, so there may be more.", CountOf(a.Left, "entry", "entries")))
	}
	for _, f := range a.Failed {
		lines = append(lines, "I can't read the calendar "+Plain(f)+".")
	}
	return strings.Join(lines, "\n")
}

// sayDay names the day at the head of a sentence.
func sayDay(a reports.Agenda) string {
	if a.Day == "" {
		return "Today"
	}
	return "On " + moment.Mark(a.Begin, moment.Day)
}

func lowerDay(day string) string { return strings.ToLower(day[:1]) + day[1:] }

// AgendaRest says what Agenda leaves out.
func AgendaRest(a reports.Agenda, most int) string {
	return strings.Join(listMeetings(a.Meetings[min(most, len(a.Meetings)):]), "\n")
}

func listMeetings(all []reports.Meeting) []string {
	var out []string
	for _, m := range all {
		line := "- " + sayWhen(m) + " " + nameMeeting(m)
		if m.Place != "" {
			line += " (" + ShortenLine(Plain(m.Place), meetingLetters) + ")"
		}
		if d := m.End.Sub(m.Start); d > 0 && !m.AllDay && !m.Begun && !m.Goes {
			line += ", " + Duration(d)
		}
		out = append(out, line)
	}
	return out
}

// sayWhen says when a meeting is on its day.
func sayWhen(m reports.Meeting) string {
	switch {
	case m.AllDay:
		return "all day"
	case m.Begun:
		return "until " + moment.Mark(m.End, moment.Clock)
	case m.Goes:
		return "from " + moment.Mark(m.Start, moment.Clock)
	}
	return moment.Mark(m.Start, moment.Clock)
}

const meetingLetters = 60

func nameMeeting(m reports.Meeting) string {
	if name := ShortenLine(Plain(m.Title), meetingLetters); name != "" {
		return "“" + name + "”"
	}
	return "an entry without a title"
}

// AgendaLine lists in one line what stands in founders' calendars today; empty for nothing.
func AgendaLine(a reports.Agenda) string {
	const most = 3
	var parts []string
	for _, m := range a.Meetings[:min(most, len(a.Meetings))] {
		parts = append(parts, sayWhen(m)+" "+nameMeeting(m))
	}
	text := strings.Join(parts, ", ")
	if n := len(a.Meetings) - most; n > 0 {
		text += fmt.Sprintf(", and %d more: `!meetings`", n)
	}
	if n := len(a.Failed); n > 0 && text != "" {
		text += fmt.Sprintf("; %s can't be read: `!meetings`", CountOf(n, "calendar", "calendars"))
	}
	if text == "" && len(a.Failed) > 0 {
		text = "your calendar can't be read: `!meetings`"
	}
	return text
}
