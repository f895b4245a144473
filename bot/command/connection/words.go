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
		return wording.Message{Text: "I'm connected to nothing. On my machine, `frasier connect github`, `frasier connect gitea https://git.example.com`, `frasier connect linear` or `frasier connect notion PAGE` asks for a token, `frasier connect google CLIENT.json` for a yes in your browser, and `frasier connect calendar` for an address."}
	}
	var lines []string
	for _, c := range all {
		lines = append(lines, "- "+describe(c, now))
	}
	return wording.Message{Text: strings.Join(lines, "\n")}
}

// ways say how each service is connected that has a way of its own, in the order of the page.
var ways = []struct { //nolint:gochecknoglobals // a table
	name, title string
	steps       []string
}{
	{"linear", "Linear", []string{
		"In Linear, under Settings, Security & access, make a personal API key with the rights read and write, for one team.",
		"On my machine: `frasier connect linear ENG`, with your team's key for ENG. It asks for the key.",
	}},
	{"notion", "Notion", []string{
		"At notion.so/profile/integrations make an internal connection that may read, insert and update content.",
		"Make a page that mine are to stand below, and share it with the connection: in its menu, Connections.",
		"On my machine: `frasier connect notion PAGE`, with the page's address for PAGE. It asks for the token.",
	}},
	{"google", "Google Docs", []string{
		"At console.cloud.google.com switch the Google Drive API on, make an app with the scope `drive.file`, and set its audience to In production.",
		"Make a client of the type Desktop app and download its file.",
		"On my machine: `frasier connect google client_secret.json` opens your browser. Where there is none, take the type TVs and Limited Input devices and write `code` behind the file: you get a code to type anywhere.",
	}},
	{"calendar", "a calendar", []string{
		"On my machine, for a CalDAV server: `frasier connect calendar https://dav.example.com you`. It asks for a password, best one for this app alone.",
		"Or `frasier connect calendar`, which asks for the secret address that ends in .ics.",
	}},
}

// Walk shows what is connected and, step by step, how the rest is: secrets are typed on the machine alone, never into a page.
func Walk(all []outward.Connection, calendars []outward.Calendar, now time.Time) wording.Message {
	var lines []string
	there := map[string]bool{"calendar": len(calendars) > 0}
	for _, c := range all {
		lines = append(lines, "- "+describe(c, now))
		there[string(c.Service)] = true
	}
	for _, c := range calendars {
		lines = append(lines, fmt.Sprintf("- **%s** at %s, which I read", wording.Plain(c.Name), wording.Plain(c.Host)))
	}
	text := "I'm connected to nothing yet."
	if len(lines) > 0 {
		text = strings.Join(lines, "\n")
	}
	for _, w := range ways {
		if there[w.name] {
			continue
		}
		text += "\n\n**Connect " + w.title + "**\n"
		for n, step := range w.steps {
			text += fmt.Sprintf("\n%d. %s", n+1, step)
		}
	}
	return wording.Message{Text: text + "\n\nTokens and passwords are typed on my machine, never into this page. There too: `frasier connect github`, `frasier connect gitea https://git.example.com` and `frasier connect mail imap.example.com you@example.com`. `frasier disconnect NAME` ends one."}
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
