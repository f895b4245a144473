package step

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

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

// Steered confirms a note for the team of a project.
func Steered(p org.ProjectName, note string) string {
	return fmt.Sprintf("Got it. I'll pass that on to the team for %s from the next step: %s", wording.NameProject(p), wording.Clip(wording.Plain(note), 300))
}

// SteeredStep confirms a note for whoever works on a step.
func SteeredStep(id org.StepID, title, note string) string {
	return fmt.Sprintf("Got it. Whoever works on %s (%s) reads this before going on: %s", id, wording.Clip(wording.Plain(title), 100), wording.Clip(wording.Plain(note), 300))
}

// SteerStepTooLate says that nobody works on a step any more, and what can be done instead.
func SteerStepTooLate(id org.StepID, note string) string {
	return fmt.Sprintf("%s has ended, so nobody works on it. To have it done again with that: `!redo %s %s`", id, id, wording.Clip(wording.Plain(note), 200))
}

// SteerTooLate says that nobody works on a project any more, and what can be
// done instead.
func SteerTooLate(p org.ProjectName) string {
	return fmt.Sprintf("%s %s, so nobody works on it. To have its document changed: `!%s %s` and what should be different.", wording.NameProject(p), wording.HasEnded(p.State), org.CommandChanges, p.ID)
}

// AddHow says how a message is added to a project.
func AddHow() string {
	return "That works from a message's menu: press and hold the message, then Apps, \"Add to project\"."
}

// AddGone says that the message is not known any more.
func AddGone() string { return "I don't have that message any more. Please press and hold it again." }

// First confirms that a step comes before all others that wait; before is what it needs.
func First(id org.StepID, title string, before []string) string {
	text := fmt.Sprintf("“%s” (%s) comes first now", wording.ShortenLine(title, wording.TitleMost), id)
	if len(before) == 0 {
		return text + "; what is running finishes beside it."
	}
	var names []string
	for _, b := range before {
		names = append(names, "“"+wording.ShortenLine(b, wording.TitleMost)+"”")
	}
	return text + ", right after " + strings.Join(names, ", ") + ", which it needs."
}

// RedoAsks asks for a yes before several steps are done again: which, and what it comes to.
// Confirm is the command that carries it out.
func RedoAsks(titles []string, effort, confirm string) wording.Message {
	const named = 5
	var names []string
	for _, t := range titles[:min(len(titles), named)] {
		names = append(names, "“"+wording.ShortenLine(t, wording.TitleMost)+"”")
	}
	if more := len(titles) - named; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return wording.Message{
		Text:    fmt.Sprintf("That means doing %s again: %s. That takes one round each (%s). Shall I?", wording.CountOf(len(titles), "step", "steps"), strings.Join(names, ", "), effort),
		Buttons: []org.Button{{Label: "Yes, do it again", Command: confirm, Style: org.StylePrimary}},
	}
}

// RedoNotNow refuses to have a step done again for a reason.
func RedoNotNow(id org.StepID, why string) string {
	return fmt.Sprintf("I can't do %s again right now: %s.", id, why)
}

// ChangedStep is a step that is done again for a change, with how many steps
// build on it.
type ChangedStep struct {
	ID    org.StepID
	Title string
	More  int
}

// ChangesBegun confirms that parts of a document are done again.
func ChangesBegun(p org.ProjectName, text string, steps []ChangedStep) string {
	lines := []string{fmt.Sprintf("OK, I'm changing %s: %s", wording.NameProject(p), wording.Clip(wording.Plain(text), 300)), "Done again:"}
	for _, s := range steps {
		line := fmt.Sprintf("- %s %s", s.ID, wording.Clip(wording.Plain(s.Title), 60))
		if s.More > 0 {
			line += ", and " + wording.CountOf(s.More, "step that builds on it", "steps that build on it")
		}
		lines = append(lines, line)
	}
	return strings.Join(append(lines, "The rest is kept; the new document comes here."), "\n")
}

// ChangesNotNow refuses a change for a reason.
func ChangesNotNow(p org.ProjectName, why string) string {
	return fmt.Sprintf("I can't change %s: %s.", wording.NameProject(p), why)
}

// ChangesWhere asks what part of a document a change is about.
func ChangesWhere(p org.ProjectName, steps []org.Step) string {
	const shown = 12
	first := org.StepID("s1")
	var lines []string
	n := 0
	for _, s := range steps {
		if s.Kind == org.KindAssembly {
			continue
		}
		if n++; n == 1 {
			first = s.ID
		}
		if n > shown {
			lines = append(lines, fmt.Sprintf("and more: `!status %s`", p.ID))
			break
		}
		lines = append(lines, fmt.Sprintf("%s %s", s.ID, wording.Clip(wording.Plain(s.Title), 60)))
	}
	return fmt.Sprintf("Which part of %s should change? Say it with the step, like `!redo %s` and your words:\n%s", wording.NameProject(p), first, strings.Join(lines, "\n"))
}
