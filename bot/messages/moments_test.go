package messages_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

// written are messages that write a moment out, each with the reason.
var written = map[string]string{
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
			seen[name] = nountest.FindMoment(text) != ""
			continue
		}
		if found := nountest.FindMoment(text); found != "" {
			t.Errorf("%s %s writes %q out:\n%s", e.function, e.when, found, text)
		}
	}
	for name := range written {
		if !seen[name] {
			t.Errorf("%s is an exception and shows nothing", name)
		}
	}
}
