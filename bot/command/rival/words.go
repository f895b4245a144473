package rival

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

func listNames(all []coding.Rival) string {
	var names []string
	for _, r := range all {
		names = append(names, nameRival(r))
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

func nameRival(r coding.Rival) string {
	if r.ByModel() {
		return map[org.Tier]string{org.T1: "a small model", org.T2: "a medium model", org.T3: "a large model"}[r.Tier]
	}
	return string(r.Coder)
}

func nameStep(s org.Step) string {
	return fmt.Sprintf("%s “%s”", s.ID, wording.ShortenLine(wording.StepTitle(s), wording.TitleMost))
}

// Asks names the price before several make one change.
func Asks(s org.Step, all []coding.Rival, price org.NanoUSD, confirm string) wording.Message {
	cost := fmt.Sprintf("Such work was never done here, so I can't name a price: count on %d times what one costs", len(all))
	if price > 0 {
		cost = fmt.Sprintf("As a rule that costs about %s together", org.Cents(price))
	}
	return wording.Message{
		Text:    fmt.Sprintf("%s each make the change of %s, none seeing another's, and I take the best: by checks and tests first, and where these see no difference by a model of another maker. %s. Shall I?", capital(listNames(all)), nameStep(s), cost),
		Buttons: []org.Button{{Label: "Yes, let them compete", Command: confirm, Style: org.StylePrimary}},
	}
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Set confirms who competes.
func Set(s org.Step, all []coding.Rival) string {
	if len(all) == 0 {
		return fmt.Sprintf("One makes the change of %s, as usual.", nameStep(s))
	}
	return fmt.Sprintf("%s compete over %s. `!compete %s show` says what became of each.", capital(listNames(all)), nameStep(s), s.ID)
}

// Shown says what became of each change.
func Shown(s org.Step, all []coding.Rival) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: fmt.Sprintf("Nobody competes over %s. `!compete %s` has two make it against each other, before it begins.", nameStep(s), s.ID)}
	}
	lines := []string{fmt.Sprintf("Over %s compete:", nameStep(s))}
	var patches []string
	for _, r := range all {
		state := map[coding.RivalResult]string{coding.RivalWon: "**taken**", coding.RivalLost: "not taken", coding.RivalNone: "made nothing that holds", "": "not done yet"}[r.Result]
		line := fmt.Sprintf("- %s: %s", nameRival(r), state)
		if r.Why != "" {
			line += " (" + wording.Plain(wording.ShortenLine(r.Why, 300)) + ")"
		}
		lines = append(lines, line)
		if len(r.Patch) > 0 {
			patches = append(patches, fmt.Sprintf("The change of %s:\n```diff\n%s\n```", nameRival(r), wording.Clip(strings.ReplaceAll(string(r.Patch), "```", "` ` `"), 3000)))
		}
	}
	return wording.Message{Text: strings.Join(lines, "\n"), More: strings.Join(patches, "\n")}
}

// TooLate refuses a step that has begun.
func TooLate(s org.Step) string {
	return fmt.Sprintf("%s has begun already, so nobody can compete over it any more. Before it begins, as while its project is paused or its plan waits for your yes, they can.", nameStep(s))
}

// Given refuses a step whose change somebody gave.
func Given(s org.Step) string {
	return fmt.Sprintf("The change of %s is the one that you gave, so there's nothing to compete over.", nameStep(s))
}

// How refuses a name that nobody has.
func How(word string) string {
	return fmt.Sprintf("I don't know %s. Who can compete: small, medium and large (models that I drive), claude, codex and opencode (coding agents).", wording.Quote(word))
}

// HowMany refuses too few or too many.
func HowMany(n int) string {
	return fmt.Sprintf("Two or three compete, and you named %d. For example: `!compete s12 medium large`.", n)
}
