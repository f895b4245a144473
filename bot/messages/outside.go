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
	switch outward.State(e.Data["state"]) { //nolint:exhaustive // the command that allows or drops answers itself
	case outward.Proposed:
		const most = 1500 // letters: all stands in one message
		return org.Reply{
			Text: "Shall I do this? Nothing is there yet.\n\n> " + strings.ReplaceAll(wording.Clip(e.Data["effect"], most), "\n", "\n> "),
			Card: org.Card{Buttons: []org.Button{
				{Label: "Yes, do it", Command: "allow " + id, Style: org.StylePrimary}, {Label: "Leave it out", Command: "allow " + id + " no"},
			}},
		}, true
	case outward.Done:
		return org.Reply{Text: fmt.Sprintf("It's there: %s", e.Data["link"])}, true
	case outward.Refused:
		text := fmt.Sprintf("I couldn't do it at %s: %s.", wording.Plain(e.Data["place"]), strings.TrimRight(wording.Plain(e.Data["why"]), "."))
		if kind := outward.Kind(e.Data["kind"]); kind == outward.OpenPull || kind == "" {
			text += " The branch is there all the same."
		}
		return org.Reply{Text: text}, true
	}
	return org.Reply{}, false
}
