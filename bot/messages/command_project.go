package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// ProjectNone says that there is no project at all yet.
func ProjectNone() string {
	return "There's no project yet. Tell me what you need, or use `!project` and your words."
}

// ProjectNoneOpen says that all projects have ended.
func ProjectNoneOpen() string { return "No project is open. `!projects` lists those that ended." }

// ProjectNoneRead says that messages are still being read, of which a project
// may come. Command is the one that came too early.
func ProjectNoneRead(unread int, command string) string {
	return fmt.Sprintf("No project is open yet: I'm still reading %s of yours. Try `!%s` again in a moment.", wording.Count(unread, "message"), command)
}

// ProjectWhich asks which of several projects is meant. Title is what was said
// instead; empty for nothing. Ended says that none of them is open. Command is
// the line that the chosen project is appended to, and name that of the command.
func ProjectWhich(among []org.ProjectName, title string, ended bool, command, name string) wording.Message {
	const listed, choosable = 10, 25
	question := "Which project?"
	switch {
	case title != "":
		question = fmt.Sprintf("Several projects fit %q. Which one?", wording.Clip(wording.Plain(title), 40))
	case ended:
		question = "No project is open. Which one do you mean?"
	}
	lines := []string{question}
	menu := &org.Menu{Label: "Choose a project", Command: command}
	for i, p := range among {
		if i < choosable {
			menu.Choices = append(menu.Choices, wording.ChoiceOfProject(p))
		}
		if i < listed {
			lines = append(lines, wording.NameProject(p))
		}
	}
	if len(among) > listed {
		lines = append(lines, fmt.Sprintf("and %d more", len(among)-listed))
	}
	lines = append(lines, fmt.Sprintf("For example: `!%s %s`", name, among[0].ID))
	return wording.Message{Text: strings.Join(lines, "\n"), Menu: menu}
}

// ProjectUnknown says that there is no such project.
func ProjectUnknown(name string) wording.Message {
	return wording.Message{Text: fmt.Sprintf("I don't know a project %q. `!projects` lists them all.", wording.Clip(wording.Plain(name), 40))}
}

// ProjectSlip asks whether a project is meant whose name is a single slip away. Line is
// the whole command, for that project.
func ProjectSlip(name string, near org.ProjectName, line string) wording.Message {
	return wording.Message{
		Text:    fmt.Sprintf("I don't know a project %q. Did you mean %s?", wording.Clip(wording.Plain(name), 40), wording.NameProject(near)),
		Buttons: []org.Button{{Label: "Yes, " + string(near.ID), Command: line}},
	}
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

// ProjectNeedsGoal asks what a project is to achieve.
func ProjectNeedsGoal(example string) string {
	return fmt.Sprintf("What should the project achieve? Say it after the command, or send a roadmap with it. For example: `!%s`", example)
}

// ProjectStarting confirms that a project was ordered; that it is begun, and under which
// title, is said next. Limit is what it may cost; 0 without one.
func ProjectStarting(what string, limit org.NanoUSD) string {
	text := "Got it, as a project: " + wording.Clip(wording.Plain(what), 300)
	if limit > 0 {
		text += fmt.Sprintf("\nIt may cost %s in all; what would go over that waits, and I tell you.", wording.Limit(limit))
	}
	return text
}

// Asked confirms a question or message that came by a command.
func Asked(text string) string {
	return "Got it: " + wording.Clip(wording.Plain(text), 300) + "\nThe answer comes here."
}

// StepHeld confirms that a step waits until the founder lets it go on.
func StepHeld(id org.StepID, title string) string {
	return fmt.Sprintf("“%s” (%s) is on hold. `!resume %s` lets it start; everything else carries on.", wording.ShortenLine(title, wording.TitleMost), id, id)
}

// StepReleased confirms that a step may start.
func StepReleased(id org.StepID, title string) string {
	return fmt.Sprintf("“%s” (%s) may start now.", wording.ShortenLine(title, wording.TitleMost), id)
}

// ConfirmNothing says that there is no question to say yes to.
func ConfirmNothing() string {
	return "I'm not sure what that is a yes to, so nothing has changed. Tell me once more what you want."
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
