package org

import (
	"strings"
	"time"
)

// Loop is what to do about a message that may come from a program which
// answers every answer.
type Loop int

// The verdicts. LoopBegins is said once; while LoopGoesOn nothing is said.
const (
	NoLoop Loop = iota
	LoopBegins
	LoopGoesOn
)

// LoopText is what is said before a channel is left alone.
const LoopText = "I stop answering here for ten minutes: ten of my answers in a row got nothing back but the same words again, as when two programs talk to each other. " +
	"Commands still work, and so do other channels."

// Looping looks at a message and the turns before it in its channel, oldest
// first. It is a loop when LoopReplies answers in a row went to the same author
// within LoopWindow, and each message came after the answer before it and only
// repeats that answer or itself. People say something else, or have said many
// things before the first answer.
func Looping(turns []PastTurn, m Message, now time.Time) Loop {
	if len(turns) == 0 || !m.Channel.Threaded() {
		return NoLoop
	}
	last := turns[len(turns)-1]
	if strings.HasPrefix(last.Reply, LoopText) && now.Sub(last.At) < LoopRest {
		return LoopGoesOn
	}
	if len(turns) < LoopReplies {
		return NoLoop
	}
	row := turns[len(turns)-LoopReplies:]
	for i, t := range row {
		next := m
		if i+1 < len(row) {
			next = row[i+1].Message
		}
		if t.Message.Author != m.Author || now.Sub(t.At) > LoopWindow || next.SaidAt.Before(t.At) || !parrots(next.Text, t) {
			return NoLoop
		}
	}
	return LoopBegins
}

// parrots reports whether a text says the turn before it again: its message, or
// its answer whole.
func parrots(text string, before PastTurn) bool {
	text, said, reply := Fold(text), Fold(before.Message.Text), Fold(before.Reply)
	return text == said || reply != "" && strings.Contains(text, reply)
}
