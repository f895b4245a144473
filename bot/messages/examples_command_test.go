package messages_test

import (
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

func commandExamples() []example {
	lisbon := org.ProjectName{ID: "p1", Title: "Lisbon launch"}
	return []example{
		{"UnknownCommand", "", messages.UnknownCommand("frobnicate", "")},
		{"UnknownCommand", "one letter wrong", messages.UnknownCommand("satus", "status")},
		{"Paused", "nothing running", messages.Paused([]org.ProjectName{lisbon}, 0)},
		{"Paused", "steps running", messages.Paused([]org.ProjectName{lisbon}, 2)},
		{"Paused", "several projects", messages.Paused([]org.ProjectName{lisbon, {ID: "p2"}}, 1)},
		{"Resumed", "", messages.Resumed([]org.ProjectName{lisbon})},
	}
}
