package wording

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// Redone confirms that a step is done again. More are the steps that go along.
func Redone(id org.StepID, note string, more []org.StepID) string {
	text := fmt.Sprintf("OK, %s is done again", id)
	if note != "" {
		text += formatNote(note)
	}
	text += "."
	if len(more) > 0 {
		var ids []string
		for _, m := range more {
			ids = append(ids, string(m))
		}
		text += fmt.Sprintf("\nAlong with it: %s (%s).", CountOf(len(more), "step that builds on it", "steps that build on it"), Clip(strings.Join(ids, ", "), 200))
	}
	return text + "\nEverything else is kept."
}

// StepNotNow refuses to change how a step goes on, for a reason.
func StepNotNow(id org.StepID, title, why string) string {
	return fmt.Sprintf("“%s” (%s) stays as it is: %s.", ShortenLine(title, TitleMost), id, why)
}

// formatNote is the founder's note as it goes with the work.
func formatNote(note string) string {
	return ", with your note “" + Clip(Plain(note), 300) + "”"
}

// RedoUnknown says that there is no such step.
func RedoUnknown(id string) string {
	return fmt.Sprintf("I don't know a step %q. `!status` and a project's number lists its steps.", Clip(Plain(id), 40))
}

// Replanned confirms that what is left of a project is planned again. Name is
// its number when the title is not known.
func Replanned(p org.ProjectName, note string) string {
	text := "OK, I'm planning the rest of " + nameByID(p) + " again"
	if note != "" {
		text += formatNote(note)
	}
	return text + ".\nFinished steps are kept. The new plan comes here."
}

// nameByID is a project's name with its number, or the number alone.
func nameByID(p org.ProjectName) string {
	if p.Title == "" {
		return string(p.ID)
	}
	return NameProject(p)
}

// TellConflict returns the reason for the founder, which stands between the outer words of an
// error and org.ErrConflict.
func TellConflict(err error) string {
	text := strings.TrimSuffix(err.Error(), ": "+org.ErrConflict.Error())
	if i := strings.LastIndex(text, ": "); i >= 0 {
		text = text[i+2:]
	}
	return Clip(Plain(text), 200)
}
