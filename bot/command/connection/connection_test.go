package connection_test

import (
	"errors"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/connection"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	one := func(name string, on bool, ends time.Time) outward.Connection {
		return outward.Connection{Name: name, Service: outward.GitHub, Address: "https://github.com", Account: "acme-bot", On: on, Ends: ends}
	}
	off := one("gitea", false, time.Time{})
	off.Why, off.Address = "this is a restored copy; connect it again: frasier connect", "https://git.example.com:8443"
	far := one("github", true, now.AddDate(0, 3, 0))
	far.Rights = []string{"repo", "read:user"}
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	nountest.Golden(t,
		nountest.Example{Name: "none", Message: connection.List(nil, now)},
		nountest.Example{Name: "two", Message: connection.List([]outward.Connection{far, off}, now)},
		nountest.Example{Name: "a token that ends soon", Message: connection.List([]outward.Connection{one("github", true, now.AddDate(0, 0, 3))}, now)},
		nountest.Example{Name: "the page, of nothing", Message: connection.Walk(nil, nil, now)},
		nountest.Example{Name: "the page, of some", Message: connection.Walk([]outward.Connection{{Name: "linear", Service: outward.Linear, Address: "https://api.linear.app", Account: "Ada", On: true}}, []outward.Calendar{{Name: "calendar", Host: "dav.example.com"}}, now)},
		nountest.Example{Name: "unknown", Message: say(connection.Unknown("gitlab"))},
		nountest.Example{Name: "gone", Message: say(connection.Gone("github"))},
		nountest.Example{Name: "gone, a calendar", Message: say(connection.GoneCalendar("calendar"))},
		nountest.Example{Name: "given back", Message: say(connection.GivenBack(outward.Connection{Name: "google"}, nil))},
		nountest.Example{Name: "not given back", Message: say(connection.GivenBack(outward.Connection{Name: "google"}, errors.New("Google has a fault of its own (503)")))},
	)
}
