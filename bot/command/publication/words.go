package publication

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

// List shows pages.
func List(all []outward.KeptPage) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "No document of mine has a page elsewhere. On my machine, `frasier connect notion PAGE` connects Notion, and `frasier connect google CLIENT.json` Google Docs; from then on each finished document gets one there."}
	}
	const shown = 6
	lines := make([]string, 0, len(all))
	for _, p := range all {
		lines = append(lines, "- "+describe(p))
	}
	return wording.Message{Text: strings.Join(lines[:min(shown, len(lines))], "\n"), More: strings.Join(lines[min(shown, len(lines)):], "\n")}
}

func describe(p outward.KeptPage) string {
	text := fmt.Sprintf("**%s** %s in %s: ", p.Project, wording.Plain(prose.Clip(p.Title, 60, "…")), wording.Plain(p.Connection))
	switch {
	case p.Waiting == outward.Proposed:
		text += fmt.Sprintf("waits for your yes (`!allow %s`)", p.Waits)
	case p.Waits != "":
		text += "comes next"
	case p.Why != "":
		text += "isn't there: " + wording.Plain(p.Why)
	case p.Version > 0:
		text += fmt.Sprintf("version %d, %s", p.Version, p.Link)
	case p.Order.How != "" || p.Wanted > 0 && p.Level != outward.LevelOff:
		text += "comes next"
	default:
		text += "not there"
	}
	switch p.Level {
	case outward.LevelAsk:
		text += "; I ask before each version"
	case outward.LevelOff:
		text += "; nothing goes there by itself"
	case outward.LevelAllowed:
	}
	return text
}

// Ordered confirms what was ordered of a project's page.
func Ordered(p org.ProjectName, at []outward.Connection, how string) string {
	var names, off []string
	for _, c := range at {
		names = append(names, outward.SinkName(c.Service))
		if !c.On {
			off = append(off, fmt.Sprintf(" %s is off just now (%s), so it waits.", outward.SinkName(c.Service), wording.Plain(strings.TrimRight(c.Why, "."))))
		}
	}
	where, name := strings.Join(names, " and "), wording.NameProject(p)
	switch how {
	case "on":
		return fmt.Sprintf("Each version of %s goes to %s by itself. The first page there at all I show you before.", name, where)
	case "ask":
		return fmt.Sprintf("I show you each version of %s before it goes to %s.", name, where)
	case "off":
		return fmt.Sprintf("Nothing of %s goes to %s by itself. What is there stays; `!publish %s remove` takes it away.", name, where, p.ID)
	case string(outward.PageRemove):
		return fmt.Sprintf("The page of %s in %s goes into the bin there, from which people can take it back, and nothing goes there by itself any more. I say in its thread when it's done.", name, where) + strings.Join(off, "")
	}
	return fmt.Sprintf("I put the newest document of %s into %s and say in its thread when it's there.", name, where) + strings.Join(off, "")
}

// NotConnected says how a service is connected.
func NotConnected() string {
	return "I'm connected to nothing that keeps documents. On my machine, `frasier connect notion PAGE` connects Notion, where PAGE is the address of the page there that mine go below, and `frasier connect google CLIENT.json` Google Docs."
}

// Unknown refuses a service that is not connected.
func Unknown(name string, all []outward.Connection) string {
	var names []string
	for _, c := range all {
		names = append(names, "`"+c.Name+"`")
	}
	return fmt.Sprintf("I'm not connected to %s. Connected are: %s.", wording.Quote(name), strings.Join(names, ", "))
}

// How refuses a word that does nothing.
func How(word string) string {
	return fmt.Sprintf("I don't know %s there. Nothing puts the newest document on its page, `over` does so although somebody changed the page, `on`, `ask` or `off` say whether it happens by itself, and `remove` puts the page into the bin.", wording.Quote(word))
}

// None says that there is nothing to publish.
func None(p org.ProjectName) string {
	return fmt.Sprintf("%s has no document yet. It goes there by itself when it's done.", prose.Capital(wording.NameProject(p)))
}

// NoPage says that there is nothing to take away.
func NoPage(p org.ProjectName, c outward.Connection) string {
	return fmt.Sprintf("%s has no page in %s.", prose.Capital(wording.NameProject(p)), outward.SinkName(c.Service))
}
