package messages

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// UnknownCommand answers a command that does not exist. Near is one that is a
// single edit away, or empty.
func UnknownCommand(word, near string) Message {
	m := Message{Text: fmt.Sprintf("I don't know `!%s`. `!help` shows what I can do.", Plain(word))}
	if near != "" {
		m.Text = fmt.Sprintf("I don't know `!%s`. Did you mean `!%s`?", Plain(word), near)
		m.Buttons = []org.Button{{Label: "How " + near + " works", Command: "help " + near}}
	}
	return m
}

// Paused confirms that projects were paused. Running is how many of their
// steps are being worked on at this moment.
func Paused(projects []org.ProjectName, running int) string {
	tail := " `!resume` continues."
	if running > 0 {
		tail = fmt.Sprintf(" %s already running will finish;%s", capital(Count(running, "step")), tail)
	}
	return "Paused " + projectList(projects) + "." + tail
}

// Resumed confirms that projects continue.
func Resumed(projects []org.ProjectName) string { return "Resumed " + projectList(projects) + "." }

// projectList names one project, and counts several.
func projectList(projects []org.ProjectName) string {
	if len(projects) == 1 {
		return Name(projects[0].Title)
	}
	return Count(len(projects), "project")
}
