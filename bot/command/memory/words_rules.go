package memory

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
)

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
		offerLesson(menu, l)
	}
	if len(lines) == 0 {
		return wording.Message{Text: "You haven't given me any rules yet. Just say one, or use `!remember Write prices in euros`."}
	}
	lines = append([]string{"I stick to these in everything I do:"}, lines...)
	return wording.Message{More: strings.Join(append(lines, "Drop one: `!forget "+menu.Choices[0].Value+"`"), "\n"), Menu: menu}
}

// offerLesson adds a lesson to those that a menu forgets, as long as there is room.
func offerLesson(m *org.Menu, l learning.Lesson) {
	const most = 25
	if len(m.Choices) < most {
		m.Choices = append(m.Choices, chooseLesson(l))
	}
}

// chooseLesson is a lesson among others, by its id.
func chooseLesson(l learning.Lesson) org.Choice {
	return org.Choice{Label: wording.Clip(string(l.ID)+": "+wording.Plain(l.Text), 90), Value: string(l.ID)}
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
