package action

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// List shows actions, those that wait for a yes first, with their buttons, and what stays as it is because one was taken back.
func List(all []outward.Action, frozen []outward.Frozen) wording.Message {
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
	lines = append(lines, listFrozen(all, frozen)...)
	for _, a := range all { // the newest comes first
		if effect, _ := a.Inverse(); effect != "" && a.State == outward.Done && a.Undone == "" && len(m.Buttons) < buttons {
			m.Buttons = append(m.Buttons, org.Button{Label: "Undo " + string(a.ID), Command: "undo " + string(a.ID)})
			break
		}
	}
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
		if a.Undone != "" {
			return what + ": done, and taken back by " + string(a.Undone)
		}
		if a.Link == "" {
			return what + ": done"
		}
		return what + ": done, " + a.Link
	case outward.Refused:
		return what + ": not done, " + wording.Plain(a.Why)
	case outward.Dropped:
		if a.Why != "" {
			return what + ": left out, " + wording.Plain(a.Why)
		}
	}
	return what + ": left out"
}

// listFrozen lists what stays as it is, of the actions that are shown.
func listFrozen(all []outward.Action, frozen []outward.Frozen) []string {
	var out []string
	for _, f := range frozen {
		if slices.ContainsFunc(all, func(a outward.Action) bool { return a.ID == f.Action }) {
			out = append(out, fmt.Sprintf("- %s stays as it is since **%s**; `!undo %s end` has it go on by itself", wording.Plain(f.Object), f.Action, f.Action))
		}
	}
	return out
}

func nameKind(k outward.Kind) string {
	return map[outward.Kind]string{
		outward.OpenPull: "pull request", outward.SetStatus: "mark of proof", outward.TellPlan: "answer with the plan", outward.TellDone: "answer with what was done", outward.TellRemark: "answer to a remark",
		outward.PublishPage: "page", outward.TrashPage: "page into the bin", outward.CallTool: "call of a tool",
		outward.MarkReady: "pull request is ready", outward.MergePull: "merge", outward.ClosePull: "pull request is closed", outward.DropBranch: "branch is deleted",
		outward.TakeBack: "undo", outward.TellFinding: "finding",
		outward.MirrorProject: "project in Linear", outward.TakeOrder: "order", outward.SaveDraft: "draft of a mail", outward.SendDraft: "mail",
	}[k]
}

// Decided confirms what a founder said of an action.
func Decided(a outward.Action) string {
	switch a.State { //nolint:exhaustive // what waits or was refused is not decided
	case outward.Dropped:
		switch a.Kind { //nolint:exhaustive // of the others below
		case outward.MirrorProject:
			return fmt.Sprintf("%s is left out: it doesn't go to Linear.", a.ID)
		case outward.TakeOrder:
			return fmt.Sprintf("%s is left out: I leave that project in Linear alone.", a.ID)
		}
		if a.Kind != outward.OpenPull && a.Kind != outward.TellPlan && a.Kind != outward.TellDone && a.Kind != outward.TellFinding {
			return fmt.Sprintf("%s is left out: all stays as it is there.", a.ID)
		}
		if a.Kind != outward.OpenPull {
			return fmt.Sprintf("%s is left out: I say nothing there.", a.ID)
		}
		return fmt.Sprintf("%s is left out. The branch stays where it is.", a.ID)
	case outward.Done:
		return strings.TrimRight(fmt.Sprintf("%s is done already: %s", a.ID, a.Link), ": ")
	}
	if a.Kind == outward.TakeOrder {
		return "I take it on now, as it was shown to you."
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

// Undoing confirms that an action is taken back; a is what takes it back, or the action itself where it was not done yet.
func Undoing(id outward.ActionID, a outward.Action) string {
	switch {
	case a.ID == id:
		return fmt.Sprintf("%s wasn't done yet. It's left out: all stays as it is there.", id)
	case a.State == outward.Done:
		return fmt.Sprintf("%s is taken back already, by %s.", id, a.ID)
	case a.State == outward.Refused:
		return fmt.Sprintf("I couldn't take %s back: %s.", id, strings.TrimRight(wording.Plain(a.Why), "."))
	}
	text := fmt.Sprintf("I take %s back now (%s), and say here when that's done. What will be there: %s", id, a.ID, a.Effect)
	if a.Object != "" {
		text += fmt.Sprintf("\nI don't do it again by myself, unless you say so: `!undo %s end`.", a.ID)
	}
	return text
}

// NoWayBack refuses to take back what is under way, was not done, or cannot be reversed.
func NoWayBack(a outward.Action) string {
	switch a.State { //nolint:exhaustive // the others are taken back
	case outward.Doing:
		return fmt.Sprintf("%s is under way right now. Say it again in a minute, when it's known what came of it.", a.ID)
	case outward.Refused:
		return fmt.Sprintf("There's nothing to take back: %s was not done.", a.ID)
	}
	_, why := a.Inverse()
	return fmt.Sprintf("There's no way back from %s, the %s at %s: %s.", a.ID, nameKind(a.Kind), wording.Plain(a.Place), why)
}

// NotFrozen refuses an id by which nothing stays as it is.
func NotFrozen(id string) string {
	return fmt.Sprintf("Nothing stays as it is because of %s. `!actions` says what does.", wording.Quote(id))
}

// Thawed confirms that what was taken back goes on.
func Thawed(id string) string {
	return fmt.Sprintf("What %s took back goes on by itself from now on.", wording.Plain(id))
}

// UndoHow refuses a word that says nothing about an undo.
func UndoHow(word string) string {
	return fmt.Sprintf("I don't know %s there. Write nothing behind it to take something back, or `end` to have what was taken back go on.", wording.Quote(word))
}
