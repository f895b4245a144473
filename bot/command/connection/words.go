package connection

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/outward"
)

// List shows connections.
func List(all []outward.Connection, now time.Time) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "I'm connected to nothing. On my machine, `frasier connect github`, `frasier connect gitea https://git.example.com` or `frasier connect notion PAGE` asks for a token, and `frasier connect google CLIENT.json` for a yes in your browser."}
	}
	var lines []string
	for _, c := range all {
		lines = append(lines, "- "+describe(c, now))
	}
	return wording.Message{Text: strings.Join(lines, "\n")}
}

func describe(c outward.Connection, now time.Time) string {
	text := fmt.Sprintf("**%s** at %s, as %s", c.Name, wording.Plain(c.Host()), wording.Plain(c.Account))
	if c.RoomName != "" {
		text += "; documents go to " + wording.Plain(c.RoomName)
	}
	if len(c.Rights) > 0 {
		text += c.MayThere() + wording.Plain(strings.Join(c.Rights, ", "))
	}
	switch {
	case !c.On:
		text += ". **Off**: " + wording.Plain(c.Why)
	case !c.Ends.IsZero() && c.Ends.Sub(now) < soon:
		text += fmt.Sprintf(". Its token ends on %s: give a new one by `frasier connect %s --rotate`", wording.Day(c.Ends), c.Name)
	case !c.Ends.IsZero():
		text += ", until " + wording.Day(c.Ends)
	}
	return text
}

// Unknown refuses a name that no connection has.
func Unknown(name string) string {
	return fmt.Sprintf("There's no connection %s. `!connections` lists them.", wording.Quote(name))
}

// GivenBack confirms that access was given back, or says why it still stands at the service.
func GivenBack(c outward.Connection, failed error) string {
	text := fmt.Sprintf("%s is gone", wording.Plain(c.Name))
	if failed != nil {
		return text + fmt.Sprintf(" here, and I do nothing there any more. **The access itself still stands**: %s. End it at myaccount.google.com/connections.", wording.Plain(strings.TrimRight(failed.Error(), ".")))
	}
	return text + ", and its access was given back there. I do nothing there any more; what I made there stays."
}

// Gone confirms that a connection was deleted.
func Gone(name string) string {
	return fmt.Sprintf("%s is gone, and its token with it. I do nothing there any more. To end the token itself, delete it in the settings of its account there.", wording.Plain(name))
}

// GoneCalendar confirms that a calendar is read no more.
func GoneCalendar(name string) string {
	return fmt.Sprintf("I read the calendar %s no more; its address and password are deleted.", wording.Plain(name))
}
