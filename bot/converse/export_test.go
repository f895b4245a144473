package converse

import "time"

// Names that tests need.
var (
	Looping        = isLooping
	NamedTemplate  = namedTemplate
	WordedTemplate = wordedTemplate
)

// LineOfMail returns the command that a message about mail stands for.
func LineOfMail(text string) string { return lineOfMail(text) }

// AsksToday reports whether words ask for today's meetings.
func AsksToday(text string) bool { return asksToday.MatchString(text) }

// AskedDay returns the words for the day whose meetings words ask for.
func AskedDay(text string, now time.Time) (string, bool) { return askedDay(text, now) }
