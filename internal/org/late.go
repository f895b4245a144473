package org

import (
	"fmt"
	"strings"
)

// LateChange is a message that its author changed or deleted after work on it
// had begun.
type LateChange struct {
	Deleted bool
	Begun   bool      // it is being answered at this moment
	Made    []Project // open ones that it started
	Told    []Project // open ones whose agents were told its words
}

// Text says what came of the first words and what to do, with buttons that do
// it; empty when nothing goes on because of them.
func (l LateChange) Text() (string, Card) {
	var lines []string
	var card Card
	if l.Begun && l.Deleted {
		lines = append(lines, "I had already begun to answer the message that you deleted. If a project comes of it, `!cancel` ends it.")
	} else if l.Begun {
		lines = append(lines, "I had already begun to answer your first words. If the change matters, say it again when I have answered.")
	}
	for _, p := range l.Made {
		name, id := fmt.Sprintf("**%s** (%s)", p.Title, p.ID), " "+string(p.ID)
		if l.Deleted {
			lines = append(lines, fmt.Sprintf("%s, which the message that you deleted asked for, goes on. `!cancel %s` ends it.", name, p.ID))
			card.Buttons = append(card.Buttons, Button{Label: "End " + string(p.ID), Command: CommandCancel + id, Style: StyleDanger})
			continue
		}
		lines = append(lines, fmt.Sprintf("I already work on %s from your first words. `!steer %s` and your new words tell its agents; `!replan %s` and your words have the rest planned again.", name, p.ID, p.ID))
		card.Buttons = append(card.Buttons,
			Button{Label: "Tell the agents", Command: CommandSteer + id, Ask: "What are they to know?", Style: StylePrimary},
			Button{Label: "Plan again", Command: CommandReplan + id, Ask: "What should be different?"})
	}
	for _, p := range l.Told {
		if l.Deleted {
			lines = append(lines, fmt.Sprintf("The agents of **%s** (%s) have your note already. Tell them if it no longer holds.", p.Title, p.ID))
			continue
		}
		lines = append(lines, fmt.Sprintf("The agents of **%s** (%s) have your first words. Say it again as you mean it now: the newest note counts.", p.Title, p.ID))
	}
	return strings.Join(lines, "\n"), card
}
