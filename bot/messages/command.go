package messages

import (
	"fmt"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// UnknownCommand answers a command that does not exist. Near is one that is a
// single edit away, or empty.
func UnknownCommand(word, near string) wording.Message {
	if word = wording.Plain(word); word == "" {
		return wording.Message{Text: "Which command? `!help` shows what I can do."}
	}
	m := wording.Message{Text: fmt.Sprintf("I don't know `!%s`. `!help` shows what I can do.", word)}
	if near != "" {
		m.Text = fmt.Sprintf("I don't know `!%s`. Did you mean `!%s`?", word, near)
		m.Buttons = []org.Button{{Label: "How " + near + " works", Command: "help " + near}}
	}
	return m
}

// EndFirst asks before a project ends that has stopped. Question is one that it waits
// for; empty for none.
func EndFirst(p org.ProjectName, question string) wording.Message {
	m := wording.Message{Text: fmt.Sprintf("End %s? It has stopped. What is finished is kept.", wording.NameProject(p))}
	if question != "" {
		m.Text = fmt.Sprintf("End %s? It has stopped and waits for you; its questions go with it. What is finished is kept.", wording.NameProject(p))
		m.Buttons = []org.Button{{Label: "Answer instead", Command: org.CommandDecide + " " + question, Style: org.StylePrimary}}
	}
	m.Text += fmt.Sprintf(" You can take it back for a day: `!resume %s`.", p.ID)
	m.Buttons = append(m.Buttons, org.Button{Label: "Yes, end " + string(p.ID), Command: org.CommandCancel + " " + org.SureMark + " " + string(p.ID), Style: org.StyleDanger})
	return m
}

// EndStoppedFirst asks before all projects end that have stopped.
func EndStoppedFirst(stopped int) wording.Message {
	return wording.Message{
		Text:    fmt.Sprintf("End %s that stopped and wait for you? Their questions go with them; what is finished is kept. You can take it back for a day, project by project: `!resume p1`.", wording.Count(stopped, "project")),
		Buttons: []org.Button{endButton(fmt.Sprintf("Yes, end all %d", stopped), org.SureMark+" stopped")},
	}
}

func endButton(label, which string) org.Button {
	return org.Button{Label: label, Command: org.CommandCancel + " " + which, Style: org.StyleDanger}
}

// CancelFirst asks before a project ends. Done and all count its steps.
func CancelFirst(p org.ProjectName, done, all int) wording.Message {
	text := fmt.Sprintf("Cancel %s? ", wording.NameProject(p))
	switch {
	case all == 0:
		text += "Nothing of it is planned yet."
	case done == 0:
		text += "None of its steps is finished; what is under way is lost."
	default:
		text += fmt.Sprintf("%d of %s finished and will be kept; what is under way is lost.", done, wording.Count(all, "step"))
	}
	m := wording.Message{Text: text + fmt.Sprintf(" You can take it back for a day: `!resume %s`.", p.ID)}
	if p.State != org.ProjectPaused {
		m.Buttons = []org.Button{{Label: "Pause instead", Command: org.CommandPause + " " + string(p.ID), Style: org.StylePrimary}}
	}
	m.Buttons = append(m.Buttons, endButton("Yes, cancel "+string(p.ID), org.SureMark+" "+string(p.ID)))
	return m
}

// CancelAllFirst asks before all open projects end, and those that have stopped.
func CancelAllFirst(open, stopped int) wording.Message {
	if open == 0 {
		return EndStoppedFirst(stopped)
	}
	also := ""
	if stopped > 0 {
		also = fmt.Sprintf(" and the %d that stopped", stopped)
	}
	return wording.Message{
		Text: fmt.Sprintf("Cancel all your open projects (%d)%s? Finished steps are kept; what is under way is lost. You can take it back for a day, project by project: `!resume p1`.", open, also),
		Buttons: []org.Button{
			{Label: "Pause all instead", Command: org.CommandPause + " all", Style: org.StylePrimary},
			{Label: "Yes, cancel all", Command: org.CommandCancel + " sure=yes all", Style: org.StyleDanger},
		},
	}
}

// Cancelled confirms that projects ended, and says how to take that back. Running is how many steps
// were stopped by it.
func Cancelled(projects []org.ProjectName, running int) string {
	text := "Cancelled " + wording.NameProjects(projects) + "."
	if running > 0 {
		text += fmt.Sprintf(" %s stopped.", prose.Capital(wording.CountOf(running, "running step was", "running steps were")))
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
		tail = fmt.Sprintf(" %s already running will finish;%s", wording.Count(running, "step"), tail)
	}
	return "Paused " + wording.NameProjects(projects) + "." + tail
}

// Resumed confirms that projects continue.
func Resumed(projects []org.ProjectName) string {
	return "Resumed " + wording.NameProjects(projects) + "."
}

// DashboardRefused says that programs get no link.
func DashboardRefused() org.Reply {
	return org.Reply{Text: "A link to the dashboard is for people: type `!dashboard` in a chat, or `frasier dashboard` in a shell. Programs read the API.", Refused: true, Card: org.Card{Private: true}}
}

// Dashboard gives the link that opens the dashboard once; anywhere says whether
// other machines than Frasier's own can open it. Without a link there is none.
func Dashboard(link string, anywhere bool) org.Reply {
	if link == "" {
		return org.Reply{Text: "The dashboard is switched off. To switch it on, set FRASIER_LISTEN on the server to 127.0.0.1:8787.", Card: org.Card{Private: true}}
	}
	text := "Here's your dashboard: " + link + "\nThe link works once, for ten minutes."
	if !anywhere {
		text += " It opens only on the machine I run on. For your phone, set FRASIER_PUBLIC_URL; docs/dashboard.md says how."
	}
	return org.Reply{Text: text, Card: org.Card{Private: true}}
}
