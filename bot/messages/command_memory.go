package messages

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

// Rules lists the founder's rules.
func Rules(all []learning.Lesson) wording.Message {
	const longest = 600
	var lines []string
	menu := &org.Menu{Label: "Forget a rule", Command: "forget"}
	for _, l := range all {
		if l.Kind != org.MemoryDirective || l.State != "active" {
			continue
		}
		lines = append(lines, fmt.Sprintf("%s: %s", l.ID, wording.Clip(wording.Plain(l.Text), longest)))
		forgettable(menu, l)
	}
	if len(lines) == 0 {
		return wording.Message{Text: "You haven't given me any rules yet. Just say one, or use `!remember Write prices in euros`."}
	}
	lines = append([]string{"I stick to these in everything I do:"}, lines...)
	return wording.Message{More: strings.Join(append(lines, "Drop one: `!forget "+menu.Choices[0].Value+"`"), "\n"), Menu: menu}
}

func forgettable(m *org.Menu, l learning.Lesson) {
	const most = 25
	if len(m.Choices) < most {
		m.Choices = append(m.Choices, org.Choice{Label: wording.Clip(string(l.ID)+": "+wording.Plain(l.Text), 90), Value: string(l.ID)})
	}
}

// RulesHow says what can be done with rules.
func RulesHow(word string) string {
	return fmt.Sprintf("I don't know `rules %s`. `!rules` lists your rules, `!rules forget l3` drops one, `!remember` adds one.", wording.Clip(wording.Plain(word), 20))
}

// Remembered confirms a rule.
func Remembered(id org.LessonID, rule string) wording.Message {
	return wording.Message{
		Text:    fmt.Sprintf("I'll stick to this from now on (%s): %s", id, wording.Plain(rule)),
		Buttons: []org.Button{{Label: "Forget it again", Command: "forget " + string(id)}},
	}
}

// RememberWhat asks for the rule.
func RememberWhat(example string) string { return "Remember what? For example: `!" + example + "`" }

// RememberTooLong refuses a rule of too many characters.
func RememberTooLong(has, most int) string {
	return fmt.Sprintf("That's %d characters, and I read my rules before every piece of work, so a rule can have %d. Please say it shorter, or send it with the project it belongs to.", has, most)
}

// Forgot confirms that a rule or lesson is out of use; the text may be empty.
func Forgot(id, text string) string {
	if text == "" {
		return fmt.Sprintf("Forgotten (%s).", id)
	}
	text = wording.Clip(wording.Plain(text), 600)
	return fmt.Sprintf("Forgotten (%s): %s\nTo have it back: `!remember %s`", id, text, text)
}

// RuleOrProject asks about words that read as a rule for all work whether they are
// one.
func RuleOrProject(words string) wording.Message {
	words = strings.Join(strings.Fields(words), " ")
	m := wording.Message{Text: fmt.Sprintf("“%s” reads like a rule for all my work. Is it one, or a project of its own?", wording.Clip(wording.Plain(words), 200))}
	rule, project := "remember "+words, "project "+words
	if len(rule) > org.ButtonLine {
		m.Text += " **Remember this** in the message's menu keeps it as a rule; `!project` and the words starts a project."
		return m
	}
	m.Buttons = []org.Button{{Label: "Rule", Command: rule, Style: org.StylePrimary}, {Label: "Project", Command: project}}
	return m
}

// ForgotMessage confirms that what was said is deleted, and says what stays.
func ForgotMessage(id string) string {
	return fmt.Sprintf("%s is forgotten: its text and files are deleted here, with the working notes of any project it started. "+
		"That project's title, plan, results and cited sources stay. So do rules and answers it gave, and older backups until they expire. What the chat itself keeps, you delete there.", id)
}

// ForgetWhat asks what to forget.
func ForgetWhat() string {
	return "Forget what? `!rules` lists your rules with their numbers; `!recall` and a few words finds what was said."
}

// ForgetUnknown says that there is no such rule or message.
func ForgetUnknown(id string) string {
	if strings.HasPrefix(id, "m") {
		return fmt.Sprintf("I don't know a message %s. `!recall` and a few words finds what was said.", wording.Clip(wording.Plain(id), 20))
	}
	return fmt.Sprintf("I don't know a rule %s. `!rules` lists yours; `!recall` and a few words finds what was said.", wording.Clip(wording.Plain(id), 20))
}

// ForgetNotNow refuses to forget for a reason.
func ForgetNotNow(id, why string) string {
	return fmt.Sprintf("I can't forget %s right now: %s.", id, why)
}

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
		forgettable(menu, l)
	}
	m := wording.Message{}
	for _, t := range tidied {
		tidyings = append(tidyings, tidying(t))
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

// tidying is what one tidying changed, and from what.
func tidying(t learning.Curation) string {
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

// MemoryHow says what can be done with lessons.
func MemoryHow(word string) string {
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

// shortcoming says why no other work rests on a remembered document; empty when it may.
func shortcoming(m org.Memory) string {
	switch {
	case m.Kind != org.MemoryDocument || m.Outcome == "" || m.Evident():
		return ""
	case m.Offline:
		return " (made without a model, so I don't build other work on it)"
	case m.Outcome.Ended():
		return " (that project didn't finish, so I don't build other work on it)"
	}
	return " (I'm still working on it)"
}

// Recalled lists what was said, learnt and delivered about something.
func Recalled(about string, found []org.Memory) wording.Message {
	if len(found) == 0 {
		return wording.Message{Text: fmt.Sprintf("I find nothing about %q. Try other words.", wording.Clip(wording.Plain(about), 80))}
	}
	lines := []string{fmt.Sprintf("What I know about %s:", wording.Clip(wording.Plain(about), 80))}
	for _, m := range found {
		line := fmt.Sprintf("- %s, %s %s", moment.Mark(m.At, moment.Day), map[string]string{"turn": "said", org.MemoryDirective: "your rule", "lesson": "a lesson", "document": "a document"}[m.Kind], m.Ref)
		if m.Project != "" {
			line += " of " + string(m.Project)
		}
		line += shortcoming(m) + ": "
		if m.Title != "" {
			line += wording.Name(m.Title) + " "
		}
		lines = append(lines, line+wording.Clip(wording.Plain(m.Text), 300))
	}
	return wording.Message{More: strings.Join(lines, "\n")}
}
