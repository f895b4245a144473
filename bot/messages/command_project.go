package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
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

// OpenProjects is the choice of all open projects.
func OpenProjects() string { return "all open projects" }
