package messages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/reports"
)

// choices are the answers to a decision as a chat shows them: the one that I
// would take first, then the one that stands until somebody answers. Up to
// three are buttons; of more, the others are a menu.
func choices(d org.Decision) ([]org.Button, *org.Menu) {
	const mostButtons = 3
	press := func(o org.Option) org.Button {
		return org.Button{Label: wording.Clip(wording.Plain(o.Label), 38), Command: org.CommandDecide + " " + d.ID + " " + o.ID, Ask: o.Ask, Style: o.Style}
	}
	if len(d.Options) == 0 {
		return []org.Button{{Label: "Answer", Command: org.CommandDecide + " " + d.ID, Ask: "What is your answer?", Style: org.StylePrimary}}, nil
	}
	ordered := preferred(d)
	var buttons []org.Button
	if len(ordered) <= mostButtons {
		for _, o := range ordered {
			buttons = append(buttons, press(o))
		}
		return buttons, nil
	}
	menu := &org.Menu{Label: "Another answer", Command: org.CommandDecide + " " + d.ID}
	for i, o := range ordered {
		if i == 0 || o.ID == d.Safe {
			buttons = append(buttons, press(o))
			continue
		}
		menu.Choices = append(menu.Choices, org.Choice{Label: wording.Clip(o.ID+") "+wording.Plain(o.Label), 90), Value: o.ID})
	}
	return buttons, menu
}

// suggested is the answer that I would take: the one that lets the work go on.
func suggested(d org.Decision) (org.Option, bool) {
	i := slices.IndexFunc(d.Options, func(o org.Option) bool { return o.Style == org.StylePrimary || o.Style == org.StyleGood })
	if i < 0 {
		return org.Option{}, false
	}
	return d.Options[i], true
}

// preferred are the answers, the suggested one first.
func preferred(d org.Decision) []org.Option {
	first, ok := suggested(d)
	if !ok {
		return d.Options
	}
	out := []org.Option{first}
	for _, o := range d.Options {
		if o.ID != first.ID {
			out = append(out, o)
		}
	}
	return out
}

// answers are the lines that say what can be answered: one suggestion, the
// others by their letters, and what holds until then.
func answers(d org.Decision) string {
	if len(d.Options) == 0 {
		return fmt.Sprintf("Answer in your own words: `!decide %s ...`", d.ID)
	}
	var b strings.Builder
	var others []string
	first, ok := suggested(d)
	for _, o := range d.Options {
		if !ok || o.ID != first.ID {
			others = append(others, fmt.Sprintf("%s) %s", o.ID, wording.Plain(o.Label)))
		}
	}
	if ok {
		fmt.Fprintf(&b, "I'd suggest %s) **%s**: %s.\n", first.ID, wording.Plain(first.Label), strings.TrimRight(wording.Plain(first.Effect), "."))
		if len(others) > 0 {
			b.WriteString("Or: " + strings.Join(others, ", ") + ".\n")
		}
	} else {
		b.WriteString(strings.Join(others, ", ") + ".\n")
	}
	if safe, ok := d.Option(d.Safe); ok && safe.Command == "" {
		b.WriteString(withoutAnswer(safe))
	} else {
		b.WriteString("I'll wait for your answer.")
	}
	return b.String()
}

// staysOut reports whether what a decision is about is left out until somebody answers.
func staysOut(d org.Decision) bool {
	safe, ok := d.Option(d.Safe)
	return ok && safe.Command == "" && safe.Label == question.LeaveOut
}

// withoutAnswer says what stands while nobody answers: the safe option of a question.
func withoutAnswer(safe org.Option) string {
	if safe.Label == question.LeaveOut {
		return "Without an answer it stays out."
	}
	return fmt.Sprintf("Without an answer: %s.", lower(wording.Plain(safe.Label)))
}

// everyAnswer is each answer with what it costs and does.
func everyAnswer(d org.Decision) string {
	var lines []string
	for _, o := range d.Options {
		lines = append(lines, fmt.Sprintf("%s) **%s**: %s", o.ID, wording.Plain(o.Label), wording.Plain(o.Effect)))
	}
	return strings.Join(lines, "\n")
}

// DecisionShown shows one decision that waits. What each answer does, and what
// waits for it, stand behind More.
func DecisionShown(d org.Decision) wording.Message {
	m := wording.Message{Text: fmt.Sprintf("Question for you (%s, project %s): %s\n%s", d.ID, d.Project, wording.Clip(wording.Spoken(wording.Plain(d.Question)), 400), hunkOf(d)+answers(d))}
	m.Buttons, m.Menu = choices(d)
	var blocked []string
	for _, title := range d.Blocks {
		blocked = append(blocked, wording.Clip(wording.Plain(title), 80))
	}
	asked := "Asked on " + moment.Mark(d.At, moment.Minute) + "."
	if len([]rune(wording.Plain(d.Question))) > 400 {
		asked = wording.Clip(wording.Spoken(wording.Plain(d.Question)), 1500) + "\n" + asked
	}
	m.More = wording.JoinDetails(everyAnswer(d), wording.ListBelow("Waiting for this", blocked), asked)
	return m
}

// hunkOf shows the lines of a change that a question is about.
func hunkOf(d org.Decision) string {
	if d.Hunk == "" {
		return ""
	}
	return "```diff\n" + strings.TrimRight(strings.ReplaceAll(d.Hunk, "```", "\u02bc\u02bc\u02bc"), "\n") + "\n```\n"
}

// Inbox shows one of the decisions that wait, from 1, the most blocking one
// first, with how many there are. Past the last come the things that are on
// hold for another reason. Stopped are the projects that have stopped.
func Inbox(all []org.Decision, held []reports.HeldUp, stopped map[org.ProjectID]bool, n int) wording.Message {
	waits := onHold(held)
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

// InboxPages is how many pages Inbox has.
func InboxPages(all []org.Decision, held []reports.HeldUp) int {
	pages := len(all)
	if len(onHold(held)) > 0 {
		pages++
	}
	return max(1, pages)
}

// onHold says what is on hold and what its founder can do, a sentence each.
func onHold(held []reports.HeldUp) []string {
	var out []string
	for _, h := range held {
		name := wording.NameProject(org.ProjectName{ID: h.Project, Title: h.Title})
		if h.Planning > 0 {
			out = append(out, name+" isn't planned yet: your spending limit is reached. `!budget` shows and changes it.")
		}
		if h.Capped > 0 {
			out = append(out, fmt.Sprintf("%s: %s, your spending limit is reached. `!budget` shows and changes it.", name, wording.CountOf(h.Capped, "step is on hold", "steps are on hold")))
		}
		if h.Unreviewed > 0 {
			out = append(out, fmt.Sprintf("%s: %s, no reviewer could be reached. `!resume %s` tries again.", name, wording.CountOf(h.Unreviewed, "step is on hold", "steps are on hold"), h.Project))
		}
	}
	return out
}

// DecisionDone confirms an answer. Done is what it set going, or empty.
func DecisionDone(d org.Decision, done string) string {
	label := d.Answer
	if o, ok := d.Option(d.Answer); ok {
		label = o.Label
	}
	text := fmt.Sprintf("Got it (%s): %s.", d.ID, wording.Clip(lower(wording.Plain(label)), 200))
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
func DecisionBefore(d org.Decision) string { return fmt.Sprintf("%s: %s", d.ID, DecidedBy(d)) }

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
	m := DecisionShown(d)
	m.Text, m.More = fmt.Sprintf("I'm not sure which answer %q is.\n%s", wording.Clip(wording.Plain(text), 40), m.Text), ""
	return m
}

// DecisionNotYesNo says that a decision cannot be answered by yes or no.
func DecisionNotYesNo(d org.Decision) wording.Message {
	m := DecisionShown(d)
	m.Text, m.More = "A yes or no isn't enough for this one.\n"+m.Text, ""
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
