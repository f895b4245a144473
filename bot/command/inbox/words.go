package inbox

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// CancelledByAnswer confirms that an answer ended a project.
func CancelledByAnswer(p org.ProjectID) string {
	return fmt.Sprintf("%s is cancelled. Finished work is kept: `!export %s` sends it.", p, p)
}

// DecisionShown shows one decision that waits. What each answer does, and what
// waits for it, stand behind More.
func DecisionShown(d org.Decision) wording.Message {
	m := wording.Message{Text: fmt.Sprintf("Question for you (%s, project %s): %s\n%s", d.ID, d.Project, wording.Clip(wording.Spoken(wording.Plain(d.Question)), 400), wording.QuoteHunk(d)+wording.ListAnswers(d))}
	m.Buttons, m.Menu = wording.OfferAnswers(d)
	var effects, blocked []string
	for _, o := range d.Options {
		effects = append(effects, fmt.Sprintf("%s) **%s**: %s", o.ID, wording.Plain(o.Label), wording.Plain(o.Effect)))
	}
	for _, title := range d.Blocks {
		blocked = append(blocked, wording.Clip(wording.Plain(title), 80))
	}
	asked := "Asked on " + moment.Mark(d.At, moment.Minute) + "."
	if len([]rune(wording.Plain(d.Question))) > 400 {
		asked = wording.Clip(wording.Spoken(wording.Plain(d.Question)), 1500) + "\n" + asked
	}
	m.More = wording.JoinDetails(strings.Join(effects, "\n"), wording.ListBelow("Waiting for this", blocked), asked)
	return m
}

// Inbox shows one of the decisions that wait, from 1, the most blocking one
// first, with how many there are. Past the last come the things that are on
// hold for another reason. Stopped are the projects that have stopped.
func Inbox(all []org.Decision, held []reports.HeldUp, stopped map[org.ProjectID]bool, n int) wording.Message {
	waits := wording.ListHeld(held)
	switch {
	case len(all) == 0 && len(waits) == 0:
		return wording.Message{Text: "Nothing waits for you."}
	case n > len(all):
		return wording.Message{Text: "No question for you. On hold until you do something:\n- " + strings.Join(waits, "\n- ")}
	}
	m := DecisionShown(all[n-1])
	m.Buttons = append(m.Buttons, org.Button{Label: "Details", Command: org.CommandDecide + " " + all[n-1].ID + " page=2"})
	if len(all) > 1 {
		m.Text = fmt.Sprintf("%d of %d. %s", n, len(all), m.Text)
	}
	if stopped[all[n-1].Project] {
		end := org.Button{Label: "End " + string(all[n-1].Project), Command: org.CommandCancel + " " + string(all[n-1].Project)}
		if len(stopped) > 1 {
			end = org.Button{Label: fmt.Sprintf("End all %d", len(stopped)), Command: org.CommandCancel + " stopped"}
		}
		m.Buttons = append(m.Buttons, end)
	}
	m.More = ""
	return m
}

// Pages counts the pages that Inbox has.
func Pages(all []org.Decision, held []reports.HeldUp) int {
	pages := len(all)
	if len(wording.ListHeld(held)) > 0 {
		pages++
	}
	return max(1, pages)
}

// DecisionDone confirms an answer. Done is what it set going, or empty.
func DecisionDone(d org.Decision, done string) string {
	label := d.Answer
	if o, ok := d.Option(d.Answer); ok {
		label = o.Label
	}
	text := fmt.Sprintf("Got it (%s): %s.", d.ID, wording.Clip(wording.StartLower(wording.Plain(label)), 200))
	if done != "" {
		text += "\n" + done
	}
	return text
}

// DecisionTold confirms that the founder's words go to the team.
func DecisionTold(note string) string {
	return "Carrying on; the team gets your note: " + wording.Clip(wording.Plain(note), 300)
}

// DecisionBefore says that a decision was answered already.
func DecisionBefore(d org.Decision) string { return fmt.Sprintf("%s: %s", d.ID, wording.DecidedBy(d)) }

// DecisionNotNow refuses an answer for a reason; the question stays open.
func DecisionNotNow(id, why string) string {
	return fmt.Sprintf("I can't take that answer to %s right now: %s. The question stays open.", id, why)
}

// DecisionNeedsText asks for what an answer needs besides its letter.
func DecisionNeedsText(d org.Decision, o org.Option) wording.Message {
	return wording.Message{
		Text:    fmt.Sprintf("%s Reply with `!decide %s %s` and your words.", o.Ask, d.ID, o.ID),
		Buttons: []org.Button{{Label: "Answer", Command: org.CommandDecide + " " + d.ID + " " + o.ID, Ask: o.Ask, Style: org.StylePrimary}},
	}
}

// DecisionNoAnswer says that a text is none of the answers, and shows them.
func DecisionNoAnswer(d org.Decision, text string) wording.Message {
	return showBelow(fmt.Sprintf("I'm not sure which answer %q is.", wording.Clip(wording.Plain(text), 40)), d)
}

// DecisionNotYesNo says that a decision cannot be answered by yes or no.
func DecisionNotYesNo(d org.Decision) wording.Message {
	return showBelow("A yes or no isn't enough for this one.", d)
}

func showBelow(lead string, d org.Decision) wording.Message {
	m := DecisionShown(d)
	m.Text, m.More = lead+"\n"+m.Text, ""
	return m
}

// DecisionWhich asks which of several decisions is meant. Command is the one
// that was given.
func DecisionWhich(n int, command, first string) string {
	return fmt.Sprintf("%d questions wait for you. Which one? For example: `!%s %s`. `!inbox` shows them.", n, command, first)
}

// DecisionUnknown says that there is no such decision.
func DecisionUnknown(id string) string {
	return fmt.Sprintf("There's no question %s. `!inbox` shows what waits for you.", wording.Clip(wording.Plain(id), 20))
}

// DecisionNone says that nothing waits for an answer.
func DecisionNone() string { return "No question waits for you." }
