package memory

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
)

// forgotten is the state of a lesson that is out of use.
const forgotten = "forgotten"

// Learnt lists what reviews taught, and how it was tidied.
func Learnt(all []learning.Lesson, tidied []learning.Curation) wording.Message {
	menu := &org.Menu{Label: "Forget one of these", Command: "forget"}
	var lessons, tidyings []string
	for _, l := range all {
		if l.Kind == org.MemoryDirective || l.State == forgotten {
			continue
		}
		state := ""
		switch {
		case l.Kind == learning.KindNote:
			state = " (always in use)"
		case l.State == "candidate":
			state = " (seen once, not in use yet)"
		}
		lessons = append(lessons, fmt.Sprintf("%s%s: %s", l.ID, state, wording.Clip(wording.Plain(l.Text), 300)))
		offerLesson(menu, l)
	}
	m := wording.Message{}
	for _, t := range tidied {
		tidyings = append(tidyings, describeTidying(t))
		if !t.Undone && len(t.Ops) > 0 && len(m.Buttons) == 0 {
			m.Buttons = []org.Button{{Label: "Undo " + t.ID, Command: "memory undo " + t.ID}}
		}
	}
	if len(lessons)+len(tidyings) == 0 {
		return wording.Message{Text: "I haven't picked up any lessons yet. What reviews teach me comes here; your own rules: `!rules`."}
	}
	if len(menu.Choices) > 0 {
		m.Menu = menu
	}
	parts := []string{"Lessons I've picked up (your own rules: `!rules`):\n" + strings.Join(lessons, "\n")}
	if len(tidyings) > 0 {
		parts = append(parts, "__How I tidied them__\n"+strings.Join(tidyings, "\n"))
	}
	m.More = wording.JoinDetails(parts...)
	return m
}

// Each changed lesson is shown as it was and as it is.
func describeTidying(t learning.Curation) string {
	lines := []string{fmt.Sprintf("%s, %s: %s", t.ID, moment.Mark(t.At, moment.Day), wording.Count(len(t.Ops), "change"))}
	if t.Undone {
		lines[0] += ", taken back"
	}
	for i, b := range t.Before {
		was, is := b, t.After[i]
		switch {
		case is.State == forgotten && was.State != is.State:
			lines = append(lines, fmt.Sprintf("- dropped %s: %s", was.ID, wording.Clip(wording.Plain(was.Text), 160)))
		case is.Text != was.Text:
			lines = append(lines, fmt.Sprintf("- %s was: %s", was.ID, wording.Clip(wording.Plain(was.Text), 160)), fmt.Sprintf("- %s is: %s", was.ID, wording.Clip(wording.Plain(is.Text), 160)))
		}
	}
	for _, op := range t.Ops {
		if op.Op == learning.OpPromote {
			lines = append(lines, fmt.Sprintf("- %s is always in use now", op.IDs[0]))
		}
	}
	return strings.Join(lines, "\n")
}

// How says what can be done with lessons.
func How(word string) string {
	return fmt.Sprintf("I don't know `memory %s`. `!memory` lists the lessons I've picked up, `!memory undo c2` takes a tidying back, `!forget l3` drops a lesson.", wording.Clip(wording.Plain(word), 20))
}

// TidyingUndone confirms that a tidying was taken back.
func TidyingUndone(id string, lessons int) string {
	return fmt.Sprintf("%s is undone: %s as before it. What changed since then stays. Look: `!memory`", id, wording.CountOf(lessons, "lesson is", "lessons are"))
}

// TidyingNone says that there is nothing to take back.
func TidyingNone() string {
	return "There's no tidying to undo. `!memory` shows the lessons I've picked up."
}

// TidyingUnknown says that there is no such tidying.
func TidyingUnknown(id string) string {
	return fmt.Sprintf("I don't know a tidying %s. `!memory` lists the last ones.", wording.Clip(wording.Plain(id), 20))
}
