package converse

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// laterError is why a message is not answered now but kept until a time.
type laterError struct {
	until time.Time
	why   string // for the journal
	tells string // for the founder; empty for nothing
}

// Error says why.
func (e *laterError) Error() string {
	return "kept until " + e.until.UTC().Format(time.RFC3339) + ": " + e.why
}

// errAnswered is why a message that was kept is not answered any more.
var errAnswered = errors.New("it was kept while two programs seemed to talk to each other, and the same words have been answered since")

// isLooping looks at a message and the turns before it in its channel, oldest
// first, for a program that answers every answer. It is a loop when
// LoopReplies answers in a row went to the same author within
// loopWindow, and each message came after the answer before it and only
// repeats that answer, or the words and files of the message before. People say
// something else, or have said many things before the first answer.
//
// It reports whether a loop begins here. While a channel is left alone, what
// repeats an earlier message is kept for later (*laterError); what says
// something new comes from a person and is answered. Of what was kept the same
// words are answered once (errAnswered).
func isLooping(turns []org.PastTurn, m org.Message, now time.Time) (begins bool, err error) {
	if len(turns) == 0 || !m.Channel.Threaded() {
		return false, nil
	}
	row := turns[max(0, len(turns)-LoopReplies):]
	repeats := slices.ContainsFunc(row, func(t org.PastTurn) bool { return repeatsText(m, t) })
	if rest, kept := restOf(turns, m); kept && repeats {
		if now.Before(rest) {
			return false, &laterError{until: rest, why: "two programs seem to talk to each other"}
		}
		if last := turns[len(turns)-1]; last.At.After(rest) && repeatsText(m, last) {
			return false, errAnswered
		}
		return false, nil
	}
	if len(row) < LoopReplies {
		return false, nil
	}
	for i, t := range row {
		next := m
		if i+1 < len(row) {
			next = row[i+1].Message
		}
		if t.Message.Author != m.Author || now.Sub(t.At) > loopWindow || next.SaidAt.Before(t.At) || !repeatsText(next, t) {
			return false, nil
		}
	}
	return true, nil
}

// restOf returns until when a channel was left alone when a message was said,
// and whether it was.
func restOf(turns []org.PastTurn, m org.Message) (until time.Time, kept bool) {
	for _, t := range slices.Backward(turns) {
		if strings.HasPrefix(t.Reply, messages.ChatLoop) {
			until = t.At.Add(LoopRest)
			return until, m.SaidAt.Before(until)
		}
	}
	return until, false
}

// repeatsText reports whether a message says the turn before it again: the words
// and files of its message, or its answer whole.
func repeatsText(m org.Message, before org.PastTurn) bool {
	text, said, reply := prose.Fold(m.Text), prose.Fold(before.Message.Text), prose.Fold(before.Reply)
	if reply != "" && strings.Contains(text, reply) {
		return true
	}
	return text == said && slices.EqualFunc(m.Attachments, before.Message.Attachments, func(a, b org.Attachment) bool {
		return a.SHA256 == b.SHA256 && a.Size == b.Size && a.Name == b.Name
	})
}
