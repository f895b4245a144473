package action

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// List shows actions, those that wait for a yes first, with their buttons.
func List(all []outward.Action) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "I have done nothing outside, and nothing waits for your yes."}
	}
	const shown, buttons = 6, 4
	var waiting, rest []string
	m := wording.Message{}
	for _, a := range all {
		if a.State != outward.Proposed {
			rest = append(rest, "- "+describe(a))
			continue
		}
		waiting = append(waiting, "- "+describe(a))
		if len(m.Buttons) < buttons {
			m.Buttons = append(m.Buttons, org.Button{Label: "Do " + string(a.ID), Command: "allow " + string(a.ID), Style: org.StylePrimary})
		}
	}
	lines := append(waiting, rest...)
	m.Text = strings.Join(lines[:min(shown, len(lines))], "\n")
	if len(lines) > shown {
		m.More = strings.Join(lines[shown:], "\n")
	}
	return m
}

// describe is one line: what, where, and how it stands.
func describe(a outward.Action) string {
	what := fmt.Sprintf("**%s** %s at %s", a.ID, nameKind(a.Kind), wording.Plain(a.Place))
	switch a.State {
	case outward.Proposed:
		return what + ": waits for your yes"
	case outward.Allowed:
		if a.Why != "" {
			return what + ": not yet, and I go on: " + wording.Plain(a.Why)
		}
		return what + ": comes next"
	case outward.Doing:
		return what + ": under way"
	case outward.Done:
		return what + ": done, " + a.Link
	case outward.Refused:
		return what + ": not done, " + wording.Plain(a.Why)
	case outward.Dropped:
	}
	return what + ": left out"
}

func nameKind(k outward.Kind) string {
	return map[outward.Kind]string{
		outward.OpenPull: "pull request", outward.SetStatus: "mark of proof", outward.TellPlan: "answer with the plan", outward.TellDone: "answer with what was done", outward.TellRemark: "answer to a remark",
		outward.MarkReady: "pull request is ready", outward.MergePull: "merge", outward.ClosePull: "pull request is closed", outward.DropBranch: "branch is deleted",
	}[k]
}

// Decided confirms what a founder said of an action.
func Decided(a outward.Action) string {
	switch a.State { //nolint:exhaustive // what waits or was refused is not decided
	case outward.Dropped:
		if a.Kind != outward.OpenPull && a.Kind != outward.TellPlan && a.Kind != outward.TellDone {
			return fmt.Sprintf("%s is left out: all stays as it is there.", a.ID)
		}
		if a.Kind != outward.OpenPull {
			return fmt.Sprintf("%s is left out: I say nothing there.", a.ID)
		}
		return fmt.Sprintf("%s is left out. The branch stays where it is.", a.ID)
	case outward.Done:
		return fmt.Sprintf("%s is done already: %s", a.ID, a.Link)
	}
	return fmt.Sprintf("I do it now: the %s at %s. I say here when it's there.", nameKind(a.Kind), wording.Plain(a.Place))
}

// Unknown refuses an id that no action has.
func Unknown(id string) string {
	return fmt.Sprintf("There's no %s. `!actions` lists what I do outside.", wording.Quote(id))
}

// TooLate refuses a word about what is decided already.
func TooLate(a outward.Action) string {
	return "That's decided already. " + describe(a) + "."
}

// How refuses a word that is no answer.
func How(word string) string {
	return fmt.Sprintf("I don't know %s there. Write nothing behind it to have it done, or `no` to leave it out.", wording.Quote(word))
}
