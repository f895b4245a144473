package messages

import (
	"fmt"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

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
