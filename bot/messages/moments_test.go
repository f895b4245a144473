package messages_test

import (
	"regexp"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

// hour finds an hour of the day, and day a date, that are written out.
var (
	hour = regexp.MustCompile(`(^|[^0-9:.])([01]?[0-9]|2[0-3]):[0-5][0-9]([^0-9]|$)`)
	date = regexp.MustCompile(`\b[0-3]?[0-9] (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b20[0-9]{2}-[01][0-9]-[0-3][0-9]\b`)
)

// written are messages that write a moment out, each with the reason.
var written = map[string]string{
	"DoctorZone: ":                 "it says what the founder's clock shows, so that he can compare it",
	"DoctorZone: chosen":           "as above",
	"DoctorPrices: ":               "the day of a list, in no zone",
	"CompanyNews: other decisions": "a director named a day of the founder's, no moment",
}

// What founders read names a moment by a mark, so that a chat shows it to each
// reader in his own zone, and every other surface in the founder's, by its name.
func TestMessagesMarkMoments(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range examples() {
		text := nountest.Render(t, e.message)
		name := e.function + ": " + e.when
		if written[name] != "" {
			seen[name] = hour.MatchString(text) || date.MatchString(text)
			continue
		}
		if found := hour.FindString(text) + date.FindString(text); found != "" {
			t.Errorf("%s %s writes %q out:\n%s", e.function, e.when, found, text)
		}
	}
	for name := range written {
		if !seen[name] {
			t.Errorf("%s is an exception and shows nothing", name)
		}
	}
}
