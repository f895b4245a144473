package control

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

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

// ProjectEnded says that a project has ended, so that a command has nothing to
// do there.
func ProjectEnded(p org.ProjectName, command string) string {
	return fmt.Sprintf("%s %s, so there's nothing to %s.", wording.NameProject(p), wording.HasEnded(p.State), command)
}

// ProjectStopped says that a project has stopped and what it waits for, with the ways
// to go on.
func ProjectStopped(p org.ProjectName, question string) wording.Message {
	end := org.Button{Label: "End it", Command: org.CommandCancel + " " + string(p.ID)}
	if question == "" {
		return wording.Message{Text: fmt.Sprintf("%s has stopped. `!replan %s` and a hint tries again.", wording.NameProject(p), p.ID), Buttons: []org.Button{end}}
	}
	return wording.Message{
		Text:    fmt.Sprintf("%s has stopped and waits for you (%s).", wording.NameProject(p), question),
		Buttons: []org.Button{{Label: "Answer", Command: org.CommandDecide + " " + question, Style: org.StylePrimary}, end},
	}
}

// StepHeld confirms that a step waits until the founder lets it go on.
func StepHeld(id org.StepID, title string) string {
	return fmt.Sprintf("“%s” (%s) is on hold. `!resume %s` lets it start; everything else carries on.", wording.ShortenLine(title, wording.TitleMost), id, id)
}

// StepReleased confirms that a step may start.
func StepReleased(id org.StepID, title string) string {
	return fmt.Sprintf("“%s” (%s) may start now.", wording.ShortenLine(title, wording.TitleMost), id)
}

// GateSet confirms that a project stops somewhere and waits.
func GateSet(p org.ProjectName, where []string) string {
	return fmt.Sprintf("%s will stop %s and wait for your yes. `!gate %s off` takes that back.", wording.NameProject(p), wording.Clip(wording.Plain(wording.List(where)), 160), p.ID)
}

// GateSetAfterStep confirms that what needs a step waits after it.
func GateSetAfterStep(p org.ProjectName, where string) string {
	return fmt.Sprintf("%s will stop %s and wait for you; what doesn't need that step carries on. `!gate %s off` takes that back.", wording.NameProject(p), wording.Clip(wording.Plain(where), 120), p.ID)
}

// GateWhere says where a project can stop. Why is what was wrong with the text.
func GateWhere(p org.ProjectName, why string) string {
	return fmt.Sprintf("%s, or a step of %s. For example: `!gate %s after planning`", prose.Capital(why), wording.NameProject(p), p.ID)
}

// GateWhichStep asks which of several steps is meant.
func GateWhichStep(p org.ProjectID, title string, first org.StepID) string {
	return fmt.Sprintf("Several steps fit %q. Please give its number, like `!gate %s %s`.", wording.Clip(wording.Plain(title), 40), p, first)
}

// GateStepEnded says that a step has ended, so that nothing can wait after it.
func GateStepEnded(s org.StepName) string {
	return fmt.Sprintf("%s %s has ended, so nothing can wait for it.", s.ID, wording.Clip(wording.Plain(s.Title), 60))
}

// GateProjectEnded says that a project has ended, so that it stops nowhere.
func GateProjectEnded(p org.ProjectName) string {
	return fmt.Sprintf("%s has ended, so it can't wait anywhere.", wording.NameProject(p))
}

// GateWhich asks which of a project's stops is to go.
func GateWhich(p org.ProjectID) string {
	return fmt.Sprintf("Which one? `!gate %s` lists them; `!gate %s off` takes all away.", p, p)
}

// GatesDropped confirms that stops are gone; none says that there was none.
func GatesDropped(p org.ProjectName, n int) string {
	if n == 0 {
		return wording.NameProject(p) + " doesn't stop there anyway."
	}
	return fmt.Sprintf("%s removed. What waited there continues.", prose.Capital(wording.CountOf(n, "stop", "stops")))
}

// Gates lists where a project stops and waits for its founder.
func Gates(p org.ProjectName, all []org.Gate) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: fmt.Sprintf("%s stops nowhere; it only asks what you alone can decide. To have it stop: `!gate %s after planning`", wording.NameProject(p), p.ID)}
	}
	lines := []string{wording.NameProject(p) + " stops and waits for your yes:"}
	for _, g := range all {
		line := "- " + wording.Clip(wording.Plain(g.Name), 160)
		if g.Open != "" {
			line += fmt.Sprintf(" (waiting for you now: %s)", g.Open)
		}
		lines = append(lines, line)
	}
	return wording.Message{Text: strings.Join(lines, "\n"), Buttons: []org.Button{{Label: "Don't stop anywhere", Command: "gate " + string(p.ID) + " off"}}}
}

// Deleted confirms that a project is in no list any more.
func Deleted(p org.ProjectName) wording.Message {
	return wording.Message{
		Text:    fmt.Sprintf("%s is out of your lists. Its documents and costs are kept.", prose.Capital(wording.NameProject(p))),
		Buttons: []org.Button{{Label: "Bring it back", Command: "undelete " + string(p.ID)}},
	}
}

// Undeleted confirms that a project is back.
func Undeleted(p org.ProjectName) string {
	return fmt.Sprintf("%s is back in your lists.", prose.Capital(wording.NameProject(p)))
}

// DeleteOpen says that a project goes on.
func DeleteOpen(p org.ProjectName) wording.Message {
	return wording.Message{
		Text:    fmt.Sprintf("%s hasn't ended. Cancel it first, then delete it.", prose.Capital(wording.NameProject(p))),
		Buttons: []org.Button{{Label: "Cancel it", Command: "cancel " + string(p.ID), Style: org.StyleDanger}},
	}
}

// DeleteReserved says that a project belongs to the company itself.
func DeleteReserved() string {
	return "That one belongs to the company itself: its messages live there, so it can't be deleted."
}

// DeleteWhich asks for a project's number.
func DeleteWhich(command string) string {
	return fmt.Sprintf("Please give the project's number, like `!%s p3`. `!projects` lists them.", command)
}
