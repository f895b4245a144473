package linear

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// NotConnected says how Linear is connected.
func NotConnected() string {
	return "I'm not connected to Linear. On my machine, `frasier connect linear` asks for a key."
}

var policies = map[outward.Level]string{ //nolint:gochecknoglobals // a table
	outward.LevelAsk: "of new projects I show you first how they'd look there", outward.LevelAllowed: "new projects stand there by themselves", outward.LevelOff: "new projects don't go there",
}

// List shows how the mirror stands.
func List(s mirror.Setup, all []mirror.Standing) wording.Message {
	text := fmt.Sprintf("Linear, team **%s**: %s.", wording.Plain(s.TeamName), policies[s.Policy])
	if s.Why != "" {
		text += " I can't reach it right now, and keep trying: " + wording.Plain(s.Why) + "."
	}
	if s.Strange > 0 {
		text += fmt.Sprintf(" %s of people there who may not order anything, and I left them alone.", wording.CountOf(s.Strange, "comment or change came", "comments and changes came"))
	}
	const shown = 4
	lines := make([]string, 0, len(all))
	for _, p := range all {
		lines = append(lines, "- "+describe(p))
	}
	m := wording.Message{Text: strings.Join(append([]string{text}, lines[:min(shown, len(lines))]...), "\n"), More: strings.Join(lines[min(shown, len(lines)):], "\n")}
	if s.Policy == outward.LevelAsk {
		m.Buttons = append(m.Buttons, org.Button{Label: "Don't ask for new ones", Command: "linear all on"})
	}
	return m
}

func describe(p mirror.Standing) string {
	text := fmt.Sprintf("**%s** (%s)", wording.Plain(p.Title), p.Project)
	if p.Link != "" {
		text += ": " + p.Link
	}
	switch {
	case !p.On:
		text += ", frozen: I change nothing there"
	case p.Waiting > 0:
		text += fmt.Sprintf(", %s still to come", wording.CountOf(p.Waiting, "thing", "things"))
	default:
		text += fmt.Sprintf(", %s there", wording.CountOf(p.Things, "thing", "things"))
	}
	if p.Gone > 0 {
		text += fmt.Sprintf("; %s taken away there", wording.CountOf(p.Gone, "was", "were"))
	}
	if p.Refused > 0 {
		text += fmt.Sprintf("; Linear refused %d", p.Refused)
	}
	if p.Why != "" {
		text += ". The last try failed: " + wording.Plain(p.Why)
	}
	return text
}

// How refuses a word that says nothing of one project.
func How(word string) string {
	return fmt.Sprintf("A project is on or off there, not %s.", wording.Quote(word))
}

// HowAll refuses a word that says nothing of new projects.
func HowAll(word string) string {
	if word == "" {
		return "For new projects: `!linear all ask` shows you each first, `!linear all on` doesn't ask, `!linear all off` leaves them out."
	}
	return fmt.Sprintf("New projects are on, off or ask, not %s.", wording.Quote(word))
}

// NeverThere says that a project is not there.
func NeverThere(p org.ProjectName) string {
	return fmt.Sprintf("**%s** doesn't stand in Linear. `!linear %s on` has it stand there.", wording.Plain(p.Title), p.ID)
}

// One shows how a project stands there, with the button that changes it.
func One(p mirror.Standing) wording.Message {
	m := wording.Message{Text: describe(p) + "."}
	if p.On {
		m.Buttons = []org.Button{{Label: "Freeze it there", Command: "linear " + string(p.Project) + " off"}}
	} else {
		m.Buttons = []org.Button{{Label: "Let it go on there", Command: "linear " + string(p.Project) + " on", Style: org.StylePrimary}}
	}
	return m
}

// Set confirms what a founder said of a project.
func Set(p org.ProjectName, isOn bool) string {
	if isOn {
		return fmt.Sprintf("**%s** stands in Linear as it stands here again, in a moment.", wording.Plain(p.Title))
	}
	return fmt.Sprintf("**%s** is frozen in Linear: I change nothing there and hear nothing from there. `!linear %s on` lets it go on.", wording.Plain(p.Title), p.ID)
}

// SetAll confirms what a founder said of new projects.
func SetAll(s mirror.Setup, p outward.Level) string {
	return fmt.Sprintf("Linear, team **%s**: %s. Those that stand there already go on, and those that wait for your yes still wait.", wording.Plain(s.TeamName), policies[p])
}

// Begun confirms that a project will stand there.
func Begun(p org.ProjectName, s mirror.Setup) string {
	return fmt.Sprintf("**%s** comes to Linear, team %s. I'll say when it's there.", wording.Plain(p.Title), wording.Plain(s.TeamName))
}

// StaysOut confirms that a project will not stand there.
func StaysOut(p org.ProjectName) string {
	return fmt.Sprintf("**%s** stays out of Linear. `!linear %s on` has it stand there.", wording.Plain(p.Title), p.ID)
}
