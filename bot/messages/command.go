package messages

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// UnknownCommand answers a command that does not exist. Near is one that is a
// single edit away, or empty.
func UnknownCommand(word, near string) Message {
	if word = Plain(word); word == "" {
		return Message{Text: "Which command? `!help` shows what I can do."}
	}
	m := Message{Text: fmt.Sprintf("I don't know `!%s`. `!help` shows what I can do.", word)}
	if near != "" {
		m.Text = fmt.Sprintf("I don't know `!%s`. Did you mean `!%s`?", word, near)
		m.Buttons = []org.Button{{Label: "How " + near + " works", Command: "help " + near}}
	}
	return m
}

// CancelFirst asks before a project ends. Done and all count its steps.
func CancelFirst(p org.ProjectName, done, all int) Message {
	text := fmt.Sprintf("Cancel %s? ", named(p))
	switch {
	case all == 0:
		text += "Nothing of it is planned yet."
	case done == 0:
		text += "None of its steps is finished; what is under way is lost."
	default:
		text += fmt.Sprintf("%d of %s finished and will be kept; what is under way is lost.", done, Count(all, "step"))
	}
	return Message{Text: text + fmt.Sprintf(" You can take it back for a day: `!resume %s`.", p.ID), Buttons: []org.Button{
		{Label: "Pause instead", Command: org.CommandPause + " " + string(p.ID), Style: org.StylePrimary},
		{Label: "Yes, cancel " + string(p.ID), Command: org.CommandCancel + " sure=yes " + string(p.ID), Style: org.StyleDanger},
	}}
}

// CancelAllFirst asks before all open projects end.
func CancelAllFirst(open int) Message {
	return Message{
		Text: fmt.Sprintf("Cancel all your open projects (%d)? Finished steps are kept; what is under way is lost. You can take it back for a day, project by project: `!resume p1`.", open),
		Buttons: []org.Button{
			{Label: "Pause all instead", Command: org.CommandPause + " all", Style: org.StylePrimary},
			{Label: "Yes, cancel all", Command: org.CommandCancel + " sure=yes all", Style: org.StyleDanger},
		},
	}
}

// Cancelled confirms that projects ended, and says how to take that back. Running is how many steps
// were stopped by it.
func Cancelled(projects []org.ProjectName, running int) string {
	text := "Cancelled " + projectList(projects) + "."
	if running > 0 {
		text += fmt.Sprintf(" %s stopped.", prose.Capital(count(running, "running step was", "running steps were")))
	}
	if len(projects) == 1 {
		id := projects[0].ID
		return text + fmt.Sprintf(" Finished work is kept: `!export %s` sends it. Changed your mind? `!resume %s`, until tomorrow.", id, id)
	}
	return text + " Finished work is kept: `!export` sends it. Changed your mind? `!resume p1`, until tomorrow."
}

// NothingOpenTo answers a command for all open projects when none is open.
func NothingOpenTo(command string) string {
	return fmt.Sprintf("No project is open, so there is nothing to %s.", command)
}

// Paused confirms that projects were paused. Running is how many of their
// steps are being worked on at this moment.
func Paused(projects []org.ProjectName, running int) string {
	tail := " `!resume` continues."
	if len(projects) == 1 {
		tail = fmt.Sprintf(" `!resume %s` continues.", projects[0].ID)
	}
	if running > 0 {
		tail = fmt.Sprintf(" %s already running will finish;%s", Count(running, "step"), tail)
	}
	return "Paused " + projectList(projects) + "." + tail
}

// Resumed confirms that projects continue.
func Resumed(projects []org.ProjectName) string { return "Resumed " + projectList(projects) + "." }

// Dashboard gives the link that opens the dashboard once; anywhere says whether
// other machines than Frasier's own can open it. Without a link there is none.
func Dashboard(link string, anywhere bool) org.Reply {
	if link == "" {
		return org.Reply{Text: "The dashboard is switched off. To switch it on, set FRASIER_LISTEN on the server to 127.0.0.1:8787.", Card: org.Card{Private: true}}
	}
	text := "Here's your dashboard: " + link + "\nThe link works once, for ten minutes."
	if !anywhere {
		text += " Open it on the machine I run on."
	}
	return org.Reply{Text: text, Card: org.Card{Private: true}}
}

// named is a project's title with the number that commands know it by.
func named(p org.ProjectName) string { return fmt.Sprintf("%s (%s)", Name(p.Title), p.ID) }

// count is a number with the words that follow one, or any other number.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// projectList names one project, and counts several.
func projectList(projects []org.ProjectName) string {
	if len(projects) == 1 {
		return named(projects[0])
	}
	return Count(len(projects), "project")
}
