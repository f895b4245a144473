package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Outside says in a project's thread what is to be done outside, or what became of it. ok is false for what is worth no message.
func Outside(e org.Event) (r org.Reply, ok bool) {
	id := e.Data["action"]
	if outward.Kind(e.Data["kind"]) == outward.SetStatus && e.Data["state"] == string(outward.Done) {
		return org.Reply{}, false // it stands beside the pull request, which is told
	}
	if e.Data["undoes"] != "" {
		return tellUndo(e)
	}
	switch outward.State(e.Data["state"]) { //nolint:exhaustive // the command that allows or drops answers itself
	case outward.Proposed:
		if outward.Kind(e.Data["kind"]) == outward.MarkReady {
			return org.Reply{
				Text: "Is it ready for review?\n\n> " + strings.ReplaceAll(e.Data["effect"], "\n", "\n> "),
				Card: org.Card{Buttons: []org.Button{
					{Label: "Yes, it's ready", Command: "allow " + id, Style: org.StylePrimary}, {Label: "Not yet", Command: "allow " + id + " no"},
				}},
			}, true
		}
		const most = 1500 // letters: all stands in one message
		return org.Reply{
			Text: "Shall I do this? Nothing is there yet.\n\n> " + strings.ReplaceAll(wording.Clip(e.Data["effect"], most), "\n", "\n> "),
			Card: org.Card{Buttons: []org.Button{
				{Label: "Yes, do it", Command: "allow " + id, Style: org.StylePrimary}, {Label: "Leave it out", Command: "allow " + id + " no"},
			}},
		}, true
	case outward.Done:
		if text := tellPage(e); text != "" {
			return org.Reply{Text: text}, true
		}
		if text := tellPullDone(e); text != "" {
			return org.Reply{Text: text, Card: offerMerge(e)}, true
		}
		if outward.Kind(e.Data["kind"]) == outward.CallTool {
			return org.Reply{Text: fmt.Sprintf("%s did it. It says: %s", wording.Plain(e.Data["place"]), wording.Clip(wording.OneLine(wording.Plain(e.Data["said"])), 300))}, true
		}
		return org.Reply{Text: fmt.Sprintf("It's there: %s", e.Data["link"])}, true
	case outward.Refused:
		if text := tellPageRefused(e); text != "" {
			return org.Reply{Text: text}, true
		}
		text := fmt.Sprintf("I couldn't do it at %s: %s.", wording.Plain(e.Data["place"]), strings.TrimRight(wording.Plain(e.Data["why"]), "."))
		if kind := outward.Kind(e.Data["kind"]); pullVerbs[kind] != "" {
			return org.Reply{Text: fmt.Sprintf("I didn't %s: %s.", pullVerbs[kind], strings.TrimRight(wording.Plain(e.Data["why"]), "."))}, true
		} else if kind == outward.CallTool {
			return org.Reply{Text: fmt.Sprintf("What you ordered of %s didn't go as it should: %s.", wording.Plain(e.Data["place"]), strings.TrimRight(wording.Plain(e.Data["why"]), "."))}, true
		} else if kind == outward.OpenPull || kind == "" {
			text += " The branch is there all the same."
		}
		return org.Reply{Text: text}, true
	}
	return org.Reply{}, false
}

var pullVerbs = map[outward.Kind]string{ //nolint:gochecknoglobals // a table
	outward.MarkReady: "mark the pull request as ready", outward.MergePull: "merge the pull request", outward.ClosePull: "close the pull request",
	outward.DropBranch: "delete the branch there",
}

// tellPullDone says what was done with a pull request that was there; empty for what is told otherwise.
func tellPullDone(e org.Event) string {
	switch outward.Kind(e.Data["kind"]) { //nolint:exhaustive // what opens or says something is told with its link alone
	case outward.MarkReady:
		return "It's ready for review: " + e.Data["link"]
	case outward.DropBranch:
		return "Its branch is deleted there: " + e.Data["link"]
	case outward.ClosePull:
		return "It's closed: " + e.Data["link"]
	case outward.MergePull:
		switch outward.MergeAnswer(strings.Trim(e.Data["answer"], `"`)) {
		case outward.MergeQueued:
			return "It's in the merge queue there: " + e.Data["link"]
		case outward.MergeWaits:
			return "It's merged there as soon as all is there that its branch asks for: " + e.Data["link"]
		case outward.MergeDone:
		}
		return "It's merged: " + e.Data["link"]
	}
	return ""
}

func offerMerge(e org.Event) org.Card {
	if outward.Kind(e.Data["kind"]) != outward.MarkReady || e.Project == "" {
		return org.Card{}
	}
	return org.Card{Buttons: []org.Button{{Label: "Merge it", Command: "merge " + string(e.Project)}}}
}

// tellUndo says that something was taken back, or why it was not.
func tellUndo(e org.Event) (r org.Reply, ok bool) {
	switch outward.State(e.Data["state"]) { //nolint:exhaustive // the command says the rest
	case outward.Done:
		return org.Reply{Text: fmt.Sprintf("%s is taken back. %s", e.Data["undoes"], e.Data["effect"])}, true
	case outward.Refused:
		return org.Reply{Text: fmt.Sprintf("I didn't take %s back: %s.", e.Data["undoes"], strings.TrimRight(wording.Plain(e.Data["why"]), "."))}, true
	}
	return org.Reply{}, false
}
