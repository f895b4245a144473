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
		{"UnknownCommand", "no word", messages.UnknownCommand("", "")},
		{"CancelFirst", "nothing planned", messages.CancelFirst(lisbon, 0, 0)},
		{"CancelFirst", "nothing finished", messages.CancelFirst(lisbon, 0, 7)},
		{"CancelFirst", "some finished", messages.CancelFirst(lisbon, 2, 7)},
		{"CancelAllFirst", "", messages.CancelAllFirst(3)},
		{"Cancelled", "", messages.Cancelled([]org.ProjectName{lisbon}, 0)},
		{"Cancelled", "steps were running", messages.Cancelled([]org.ProjectName{lisbon}, 2)},
		{"Cancelled", "several", messages.Cancelled([]org.ProjectName{lisbon, {ID: "p2"}}, 0)},
		{"NothingOpenTo", "", messages.NothingOpenTo("pause")},
		{"Paused", "nothing running", messages.Paused([]org.ProjectName{lisbon}, 0)},
		{"Paused", "steps running", messages.Paused([]org.ProjectName{lisbon}, 2)},
		{"Paused", "several projects", messages.Paused([]org.ProjectName{lisbon, {ID: "p2"}}, 1)},
		{"Dashboard", "this machine", messages.Dashboard("http://frasier.localhost:8787/enter#ABCD", false).Text},
		{"Dashboard", "a public address", messages.Dashboard("https://frasier.example.com/enter#ABCD", true).Text},
		{"Dashboard", "switched off", messages.Dashboard("", false).Text},
		{"Resumed", "", messages.Resumed([]org.ProjectName{lisbon})},
	}
}
