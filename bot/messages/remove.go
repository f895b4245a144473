package messages

import (
	"fmt"
	"strings"

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

// Dropped confirms that a step is left out; left are the titles of what needed it.
func Dropped(id org.StepID, left []string) string {
	text := fmt.Sprintf("OK, %s is left out.", id)
	if len(left) == 0 {
		return text
	}
	const shown = 3
	var names []string
	for _, l := range left[:min(shown, len(left))] {
		names = append(names, "“"+wording.Clip(wording.OneLine(l), 60)+"”")
	}
	return text + " " + strings.Join(names, ", ") + " will do without it, and will say so."
}

// DropNotNow refuses to leave a step out for a reason.
func DropNotNow(id org.StepID, why string) string {
	return fmt.Sprintf("I can't leave %s out: %s.", id, why)
}
