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
		return wording.Message{Text: "I'm connected to nothing. On my machine, `frasier connect github` or `frasier connect gitea https://git.example.com` asks for a token."}
	}
	var lines []string
	for _, c := range all {
		lines = append(lines, "- "+describe(c, now))
	}
	return wording.Message{Text: strings.Join(lines, "\n")}
}

func describe(c outward.Connection, now time.Time) string {
	text := fmt.Sprintf("**%s** at %s, as %s", c.Name, wording.Plain(c.Host()), wording.Plain(c.Account))
	if len(c.Rights) > 0 {
		text += "; its token may: " + wording.Plain(strings.Join(c.Rights, ", "))
	}
	switch {
	case !c.On:
		text += ". **Off**: " + wording.Plain(c.Why)
	case !c.Ends.IsZero() && c.Ends.Sub(now) < soon:
		text += fmt.Sprintf(". Its token ends on %s: give a new one by `frasier connect %s`", wording.Day(c.Ends), c.Service)
	case !c.Ends.IsZero():
		text += ", until " + wording.Day(c.Ends)
	}
	return text
}

// Unknown refuses a name that no connection has.
func Unknown(name string) string {
	return fmt.Sprintf("There's no connection %s. `!connections` lists them.", wording.Quote(name))
}

// Gone confirms that a connection was deleted.
func Gone(name string) string {
	return fmt.Sprintf("%s is gone, and its token with it. I do nothing there any more. To end the token itself, delete it in the settings of its account there.", wording.Plain(name))
}
