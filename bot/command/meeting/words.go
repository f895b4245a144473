package meeting

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
)

// None says that no calendar is connected.
func None() string {
	return "I read no calendar of yours. On my machine, `frasier connect calendar https://dav.example.com you` asks for the password, and `frasier connect calendar` alone for a secret address that ends in .ics."
}

// NoDay refuses words that name no day.
func NoDay(words string) string {
	return fmt.Sprintf("I don't know which day %s is. Say `!meetings tomorrow`, `!meetings Friday` or `!meetings 12 May`; `!meetings` alone is today.", wording.Quote(words))
}

// List shows what stands in the calendars.
func List(a reports.Agenda) wording.Message {
	return wording.Message{Text: wording.Agenda(a, shown), More: wording.AgendaRest(a, shown)}
}

const shown = 8 // meetings; the rest is behind "More"

// Calendars lists calendars.
func Calendars(all []outward.Calendar) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: None()}
	}
	var lines []string
	for _, c := range all {
		line := fmt.Sprintf("- **%s** at %s", c.Name, wording.Plain(c.Host))
		if c.Account != "" {
			line += ", as " + wording.Plain(c.Account)
		}
		if n := len(c.Paths); n > 0 {
			line += ", " + wording.CountOf(n, "calendar", "calendars")
		}
		line += ", since " + moment.Mark(c.At, moment.Day)
		if !c.On {
			line += ". **Off**: " + wording.Plain(c.Why)
		}
		lines = append(lines, line)
	}
	return wording.Message{Text: strings.Join(lines, "\n")}
}

// What refuses a word that does nothing.
func What(what string) string {
	return fmt.Sprintf("I can't %s a calendar. `!calendars` lists them, and `!calendars remove NAME` takes one away.", wording.Quote(what))
}

// Which asks for a name.
func Which() string { return "Which one? `!calendars` lists them; then `!calendars remove NAME`." }

// Unknown refuses a name that no calendar has.
func Unknown(name string) string {
	return fmt.Sprintf("There's no calendar %s. `!calendars` lists them.", wording.Quote(name))
}

// Gone confirms that a calendar was taken away.
func Gone(name string) string {
	return fmt.Sprintf("I read %s no more; its address and password are deleted.", wording.Plain(name))
}
